/** Parts of OpenTelemetry messages that single tests are written with. */

export const call = (id: unknown, rest: object = { arguments: {} }): object => ({
  type: "tool_call",
  id,
  name: "f",
  ...rest,
});
export const response = (id: unknown, given: unknown = "ok"): object => ({
  type: "tool_call_response",
  id,
  response: given,
});
export const text = (content: string): object => ({ type: "text", content });
