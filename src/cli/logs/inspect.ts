import * as v from "valibot";
import { type EntryInput, type Part, Transcript } from "../../index.js";
import type { Reading } from "./reading.js";

// A log of an evaluation with Inspect: UKGovernmentBEIS/inspect_ai, src/inspect_ai/model/_chat_message.py.

const Text = v.object({ type: v.literal("text"), text: v.string() });
const Image = v.object({ type: v.literal("image"), image: v.string() });
const Reasoning = v.object({
  type: v.literal("reasoning"),
  reasoning: v.string(),
  redacted: v.optional(v.boolean(), false),
});
const Other = v.looseObject({ type: v.string() });
const Content = v.union([v.string(), v.array(v.union([Text, Image, Reasoning, Other]))]);
const Call = v.object({ id: v.pipe(v.string(), v.nonEmpty()), function: v.string(), arguments: v.unknown() });
const Message = v.object({
  id: v.nullish(v.string()),
  role: v.picklist(["system", "user", "assistant", "tool"]),
  content: Content,
  tool_calls: v.nullish(v.array(Call)),
  tool_call_id: v.nullish(v.string()),
  function: v.nullish(v.string()),
  error: v.nullish(v.object({ message: v.string() })),
});
const Sample = v.object({
  messages: v.array(Message),
  attachments: v.optional(v.record(v.string(), v.string()), {}),
});
const Log = v.object({ eval: v.object({}), samples: v.array(Sample) });

type Message = v.InferOutput<typeof Message>;

export function isInspectLog(value: unknown): boolean {
  return v.is(Log, value);
}

/** Reads the conversation of each sample. */
export function readInspectLog(value: unknown): Reading[] {
  return v.parse(Log, value).samples.map(({ messages, attachments }) => {
    const resolve = (text: string): string =>
      text.startsWith(ATTACHMENT) ? (attachments[text.slice(ATTACHMENT.length)] ?? text) : text;
    return { transcript: Transcript.from(messages.map((message) => readMessage(message, resolve))) };
  });
}

/** Begins the name of a long text that stands elsewhere in the log. */
const ATTACHMENT = "attachment://";

function readMessage(message: Message, resolve: (text: string) => string): EntryInput {
  const { role, tool_calls: calls } = message;
  const id = message.id ?? undefined;
  const content = readContent(message.content, resolve);
  if (role === "tool") return readResult(message, content);
  const requested = (calls ?? []).map((call): Part => ({
    type: "tool-call",
    toolCallId: call.id,
    toolName: call.function,
    input: call.arguments,
  }));
  return { role, content: [...content, ...requested], id };
}

function readResult(message: Message, content: Part[]): EntryInput {
  const { tool_call_id: toolCallId, function: toolName, error } = message;
  const id = message.id ?? undefined;
  // Without its call a result is only something that was said.
  if (!toolCallId) return { role: "user", content, id };
  const body = content.filter((part) => part.type === "text" || part.type === "file" || part.type === "custom");
  const said = error ? [...body, { type: "text" as const, text: error.message }] : body;
  const outcome = error ? "error" : undefined;
  return { role: "tool", toolResult: { toolCallId, toolName: toolName ?? undefined, content: said, outcome }, id };
}

function readContent(content: Message["content"], resolve: (text: string) => string): Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: resolve(content) }];
  return content.map((part): Part => {
    if (v.is(Text, part)) return { type: "text", text: resolve(part.text) };
    if (v.is(Image, part)) return { type: "file", data: { url: resolve(part.image) } };
    if (v.is(Reasoning, part))
      return { type: "reasoning", text: part.reasoning, ...(part.redacted && { redacted: true }) };
    return { type: "custom", format: "inspect", value: part };
  });
}
