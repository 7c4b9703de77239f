import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { type LogLine, objectAt, textAt } from "./lines.js";

/** How errors call what is read. */
export const CODEX = "Codex session";

/** A line of Codex, whichever of its forms it has. */
export interface CodexLine extends LogLine {
  readonly type: string | undefined;
  readonly payload: PlainObject;
  readonly time: string | undefined;
}

/** The types of items that older logs hold without an envelope. */
const BARE: ReadonlySet<unknown> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "local_shell_call",
  "custom_tool_call",
  "custom_tool_call_output",
  "web_search_call",
]);

/** Whether Codex writes such lines. */
export function isOfCodex(record: PlainObject): boolean {
  return isPlainObject(record["payload"]) || isBareItem(record) || isBareMeta(record) || isState(record);
}

/** Brings a line into the form of newer logs. */
export function toCodexLine({ line, record }: LogLine): CodexLine {
  const time = textAt(record, "timestamp");
  const payload = objectAt(record, "payload");
  if (payload !== undefined) return { line, record, type: textAt(record, "type"), payload, time };
  const type = isBareItem(record) ? "response_item" : isBareMeta(record) ? "session_meta" : undefined;
  return { line, record, type, payload: record, time };
}

function isBareItem(record: PlainObject): boolean {
  return BARE.has(record["type"]);
}

function isBareMeta(record: PlainObject): boolean {
  return (
    record["type"] === undefined && textAt(record, "id") !== undefined && textAt(record, "timestamp") !== undefined
  );
}

function isState(record: PlainObject): boolean {
  return textAt(record, "record_type") !== undefined;
}
