import type { Groups } from "../integrity/groups.js";
import type { Entry } from "../model/entry.js";
import { toText } from "../model/json-form.js";
import type { FilePart, Part, TextPart, ToolCallPart, ToolResultPart } from "../model/part.js";
import { resultText } from "../model/stored-entry.js";
import { wellFormed } from "../model/text.js";
import { utf8Length } from "../reading/tokens.js";
import { NAME_LENGTH, oneLine } from "./summary.js";

/** UTF-8 bytes of a result or an input that is shortened. */
const SHORTENED_BYTES = 1_000;
/** Bytes of an entry below which shortening it by itself would leave little but markers. */
const LEAST_BYTES = 100;

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const MARK = "> ";
/** Lines of an entry's content are indented, so that they cannot pass for the first line of an entry. */
const NEXT_LINE = `\n${MARK}  `;

/** Which results of tools are shown. */
export type ToolResults = "omit" | "shorten" | "include";

/** Quotes a text: the mark stands before every line, whatever breaks it. */
export function quote(text: string): string {
  return MARK + wellFormed(text).replace(LINE_BREAK, `\n${MARK}`);
}

/** Quotes an entry: who it is from, and what it says. Reasoning is left out, and so is the data of files. O(text). */
export function quoteEntry(entry: Entry, index: number, groups: Groups, toolResults: ToolResults): string {
  const said: string[] = [];
  let text = "";
  for (const part of entry.content) {
    if (part.type === "text") {
      // Texts in a row are one text that came in pieces.
      text += part.text;
      continue;
    }
    said.push(text, sayPart(part, index, groups, toolResults));
    text = "";
  }
  said.push(text);
  const name = entry.name === undefined ? "" : ` ${JSON.stringify(cleanName(entry.name))}`;
  const head = `[${entry.role}${name}]`;
  const body = said.filter((piece) => piece !== "").join("\n");
  return MARK + wellFormed(body === "" ? head : `${head} ${body}`).replace(LINE_BREAK, NEXT_LINE);
}

function sayPart(part: Exclude<Part, TextPart>, index: number, groups: Groups, toolResults: ToolResults): string {
  switch (part.type) {
    case "reasoning":
      return "";
    case "refusal":
      return `(refused) ${part.text}`;
    case "file":
      return sayFile(part);
    case "tool-call":
      return sayCall(part, toolResults);
    case "tool-result":
      return sayResult(part, index, groups, toolResults);
    case "approval-request":
      return "(asked for approval)";
    case "approval-response":
      return `(${part.approved ? "approved" : "denied"}${part.reason === undefined ? "" : `: ${part.reason}`})`;
    case "custom":
      return `<part of ${cleanName(part.format)}>`;
  }
}

function sayCall(call: ToolCallPart, toolResults: ToolResults): string {
  const text = call.inputText ?? toText(call.input);
  const input = toolResults === "include" ? text : cutMiddle(text, SHORTENED_BYTES);
  return `(called ${cleanName(call.toolName)}${input === "" ? "" : ` with ${input}`})`;
}

function sayResult(result: ToolResultPart, index: number, groups: Groups, toolResults: ToolResults): string {
  const name = result.toolName ?? groups.answerAt.get(index)?.call?.part.toolName ?? "unknown";
  const of = `result of ${cleanName(name)}${result.outcome === undefined ? "" : `, ${result.outcome}`}`;
  if (toolResults === "omit") return `<${of}, omitted>`;
  const text = resultText(result);
  const files = (result.content ?? []).flatMap((part) => (part.type === "file" ? [`\n${sayFile(part)}`] : []));
  return `<${of}>\n${toolResults === "include" ? text : cutMiddle(text, SHORTENED_BYTES)}${files.join("")}`;
}

function sayFile(file: FilePart): string {
  return `<${["file", file.mediaType, file.filename].flatMap((said) => (said === undefined ? [] : [cleanName(said)])).join(" ")}>`;
}

function cleanName(name: string): string {
  return oneLine(name, NAME_LENGTH);
}

/** Shortens quoted entries to so many bytes together: the longest ones give way, each to its head and tail. */
export function shortenQuoted(quoted: readonly string[], maxBytes: number): string {
  const sizes = quoted.map((text) => utf8Length(text) + 1);
  const share = fairShare(sizes, maxBytes);
  if (share < LEAST_BYTES) return cutQuoted(quoted.join("\n"), maxBytes);
  return quoted.map((text, index) => (sizes[index]! > share ? cutQuoted(text, share - 1) : text)).join("\n");
}

/** The size to which the larger ones must be cut so that all fit. */
function fairShare(sizes: readonly number[], room: number): number {
  let left = room;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Infinity;
}

/** Cuts the middle out of quoted text; what is left is still quoted line by line. */
function cutQuoted(quoted: string, maxBytes: number): string {
  return cutMiddle(quoted, maxBytes, MARK, NEXT_LINE);
}

/**
 * Keeps head and tail of a text around a marker that says how much went: `maxBytes` in all, or the marker alone.
 *
 * @param mark - stands before the marker, in quoted text
 * @param nextLine - stands between marker and tail
 */
export function cutMiddle(text: string, maxBytes: number, mark = "", nextLine = "\n"): string {
  const bytes = utf8Length(text);
  if (bytes <= maxBytes) return text;
  const room = maxBytes - utf8Length(`\n${mark}${leftOut(bytes)}${nextLine}`);
  if (room <= 0) return mark + leftOut(bytes);
  // A line that was cut off within its mark would stand there without it.
  const head = takeHead(text, Math.ceil(room / 2)).replace(/\n[> ]*$/, "");
  const tail = takeTail(text, room - utf8Length(head));
  return `${head}\n${mark}${leftOut(bytes - utf8Length(head) - utf8Length(tail))}${nextLine}${tail}`;
}

/** Stands where text was cut out. */
export function leftOut(bytes: number): string {
  return `[… ${bytes} bytes left out …]`;
}

/** As much of the start as fits, never half a character. */
function takeHead(text: string, maxBytes: number): string {
  let head = text.slice(0, maxBytes);
  for (let over = utf8Length(head) - maxBytes; over > 0; over = utf8Length(head) - maxBytes)
    head = head.slice(0, -Math.ceil(over / 3));
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head;
}

/** As much of the end as fits, never half a character. */
function takeTail(text: string, maxBytes: number): string {
  let tail = text.slice(Math.max(0, text.length - maxBytes));
  for (let over = utf8Length(tail) - maxBytes; over > 0; over = utf8Length(tail) - maxBytes)
    tail = tail.slice(Math.ceil(over / 3));
  return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
}
