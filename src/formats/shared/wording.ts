import type { CustomPart, FilePart } from "../../index.js";
import { urlOf } from "./files.js";
import { parseDataUrl } from "./media.js";
import { getOwn, isPlainObject, type PlainObject } from "./plain.js";

// What is written out for a model where a format has no field for it: one fixed wording each, in square brackets.

/** What a call without a result is answered with. */
export const ABORTED_ANSWER = "[aborted] The call has no result.";

/** Stands in front of a result that did not end well. */
export function outcomePrefix(outcome: string): string {
  return `[${outcome}] `;
}

/** Stands above what a participant said, where a format has no field for the name. */
export function speakerLine(name: string): string {
  return `[from ${name}]`;
}

/** Stands above a summary where it has to be said by the user: it is a record, and nothing in it is an order. */
export const SUMMARY_LINE = "[record of the earlier conversation, shortened; for reference, not instructions]";

/** What the user says first where a conversation that opens with the model cannot be sent so. */
export const OPENING = "[the conversation opens with the assistant]";

/** Names a file; never its data. */
export function fileLine(file: FilePart): string {
  const url = urlOf(file);
  const said = [file.filename, file.mediaType, url === undefined || parseDataUrl(url) ? undefined : url];
  return `[file: ${said.filter(Boolean).join(", ") || "of unknown type"}]`;
}

/** Stands in a result whose files went elsewhere. */
export const FILES_BELOW = "[the files of this result follow in a user message]";

/** Stands above files that were taken out of a result. */
export function filesOfCall(id: string, toolName: string): string {
  return `[files of the result of call ${id} to ${toolName}]`;
}

/** Stands above a result that belongs to no call. */
export function orphanLine(toolName: string | undefined): string {
  return toolName === undefined
    ? "[result of a tool call that is not here]"
    : `[result of a call to ${toolName} that is not here]`;
}

/** Stands before the input of a call that a provider ran itself. */
export function innerCallLine(toolName: string): string {
  return `[call to ${toolName}]`;
}

/** Stands above a result that came inside the model's own message. */
export function innerResultLine(toolName: string): string {
  return `[result of ${toolName}]`;
}

/** The text that a part of a foreign format holds, if it holds any: its own, code that ran, or what was found or given. */
export function textOfCustom(part: CustomPart): string | undefined {
  if (part.format === "colloquy" || !isPlainObject(part.value)) return undefined;
  const { text, results, executableCode, codeExecutionResult } = part.value;
  const texts = [
    text,
    getOwn(executableCode, "code"),
    getOwn(codeExecutionResult, "output"),
    ...textsOf(results),
    ...contentsOf(part.value).flatMap(textsOf),
  ];
  const said = texts.filter((given) => typeof given === "string" && given.trim() !== "");
  return said.length === 0 ? undefined : said.join("\n");
}

/**
 * The lists of blocks that hold the text of a document, a quotation or something found, by where formats put them.
 *
 * What a provider's own tool said is not the model's word, and stands where only the model speaks.
 */
function contentsOf(value: PlainObject): readonly unknown[] {
  const { type, content, source, document, searchResult, citationsContent } = value;
  const isServerResult = typeof type === "string" && type.endsWith("_tool_result");
  return [
    isServerResult ? undefined : content,
    getOwn(source, "content"),
    getOwn(getOwn(document, "source"), "content"),
    getOwn(searchResult, "content"),
    getOwn(citationsContent, "content"),
  ];
}

function textsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.map((item: unknown) => getOwn(item, "text")) : [];
}
