import type { PlainObject } from "../shared/plain.js";
import { objectAt, textAt } from "./lines.js";

/** How errors call what is read. */
export const CLAUDE_CODE = "Claude Code session";

/**
 * What a line of Claude Code is to a reader: a message that the model was sent or sent itself, a summary of what came
 * before, the place where that was made shorter, an error of the API in the form of an answer, or what is shown to people.
 */
export type ClaudeKind = "message" | "summary" | "boundary" | "error" | "display" | "other";

/** Tells what a line is. */
export function kindOf(record: PlainObject): ClaudeKind {
  if (record["type"] === "system") return record["subtype"] === "compact_boundary" ? "boundary" : "other";
  if (!isSaid(record)) return "other";
  if (record["isCompactSummary"] === true) return "summary";
  if (record["isVisibleInTranscriptOnly"] === true) return "display";
  const isError = record["isApiErrorMessage"] === true || objectAt(record, "message")?.["model"] === "<synthetic>";
  return record["type"] === "assistant" && isError ? "error" : "message";
}

/** Whether a line holds a message, whoever was to read it. */
export function isSaid(record: PlainObject): boolean {
  return (record["type"] === "user" || record["type"] === "assistant") && objectAt(record, "message") !== undefined;
}

/** Whether Claude Code writes such lines. */
export function isOfClaudeCode(record: PlainObject): boolean {
  return isSaid(record) || ["uuid", "sessionId", "leafUuid", "messageId"].some((key) => textAt(record, key));
}

/** Whether a line belongs to the talk of another agent. */
export function isOfSidechain(record: PlainObject): boolean {
  return record["isSidechain"] === true;
}

/** The id that all lines of one answer share. */
export function answerId(record: PlainObject): string | undefined {
  return record["type"] === "assistant" ? textAt(objectAt(record, "message") ?? {}, "id") : undefined;
}

/** The ids of the calls that a message makes, or of those that it answers. */
export function callIds(record: PlainObject, type: "tool_use" | "tool_result"): string[] {
  const content = objectAt(record, "message")?.["content"];
  if (!Array.isArray(content)) return [];
  const key = type === "tool_use" ? "id" : "tool_use_id";
  return (content as unknown[]).flatMap((block) => {
    const id = isBlock(block) && block["type"] === type ? textAt(block, key) : undefined;
    return id === undefined ? [] : [id];
  });
}

function isBlock(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null;
}
