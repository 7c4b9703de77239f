import type { Role, Transcript } from "../index.js";
import { checkArguments, checkIndex, checkRoles } from "./arguments.js";
import { readShown, type ShownCall, type ShownEntry, type ShownPart, type ShownResult } from "./shown.js";
import { visible, visibleLine } from "./visible.js";
import { characters, marksOf, wordsOfFile } from "./wording.js";

/** What a piece of text is, for whoever colours it. */
export type TextKind = Role | "text" | "reasoning" | "call" | "result" | "error" | "note";

/** What of a transcript is shown as text, and how. */
export interface TextOptions {
  /** Shows tool calls and results. Default `true`. */
  tools?: boolean;
  /** Shows what was thought, not only that something was. Default `false`. */
  reasoning?: boolean;
  /** Shows the entries of this role, or of these roles, alone. */
  role?: Role | readonly Role[];
  /** Index of the first entry that is shown, from 0. Default 0. */
  from?: number;
  /** Index of the first entry that is not shown any more. Default: all that follow are shown. */
  to?: number;
  /** Shows input, results and reasoning whole, however long. Default `false`. */
  full?: boolean;
  /** Gives a piece of text its colour. It never holds a line break. Default: no colours. */
  paint?: (text: string, kind: TextKind) => string;
}

/** A line before its colour: marks stand left of what the transcript holds, so that neither passes for the other. */
interface Line {
  readonly text: string;
  readonly kind: TextKind;
  readonly indent: 0 | 2 | 4;
}

/** Characters and lines of what is cut unless `full` is set. */
const CUT_INPUT = 200;
const CUT_TEXT = 600;
const CUT_LINES = 10;

/**
 * Writes a transcript as plain text, for terminals and logs.
 *
 * Each entry begins with a line such as `[3] assistant`, the only ones that are not indented, so that no content passes for an
 * entry. A tool call is one line; a long result is cut, with a line that says how much is left. Control and bidi characters
 * are shown, never sent: `␛` for an escape, `⟨U+202E⟩` for an override. O(text).
 *
 * @returns lines that each end with a line break; nothing when nothing is to be shown
 * @throws {@link RangeError} when `from` or `to` is no whole number of at least 0
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A call and its result
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, toolResult, user } from "colloquy";
 * import { toText } from "colloquy/render";
 *
 * const call = { toolCallId: "1", toolName: "weather", input: { city: "Paris" } };
 * const transcript = Transcript.from([
 *   user("Do I need a coat?"),
 *   { role: "assistant", text: "Let me look.", toolCalls: [call] },
 *   toolResult("1", "18C, clear"),
 * ]);
 * assert.equal(
 *   toText(transcript),
 *   `[0] user
 *     Do I need a coat?
 * [1] assistant
 *     Let me look.
 *   > weather {"city":"Paris"}
 * [2] tool
 *   < weather
 *     18C, clear
 * `,
 * );
 * ```
 */
export function toText(transcript: Transcript, options: TextOptions = {}): string {
  checkArguments(transcript, options);
  const { from = 0, to = transcript.length, role, paint = (text: string) => text } = options;
  checkIndex("from", from);
  checkIndex("to", to);
  const roles = role === undefined ? undefined : [role].flat();
  if (roles !== undefined) checkRoles("role", roles);
  return readShown(transcript)
    .slice(from, to)
    .filter(({ entry }) => roles === undefined || roles.includes(entry.role))
    .flatMap((shown) => linesOfEntry(shown, options))
    .map(({ text, kind, indent }) => (text === "" ? "\n" : `${" ".repeat(indent)}${paint(text, kind)}\n`))
    .join("");
}

function linesOfEntry(shown: ShownEntry, options: TextOptions): readonly Line[] {
  const { index, entry } = shown;
  const parts = options.tools === false ? shown.parts.filter(isNoTool) : shown.parts;
  if (parts.length === 0 && shown.parts.length > 0) return [];
  const { role, name, createdAt } = entry;
  const words = [role, name, createdAt, ...marksOf(entry)].filter((word) => word !== undefined);
  const head: Line = { text: `[${index}] ${words.map(visibleLine).join(" · ")}`, kind: role, indent: 0 };
  const body = parts.flatMap((part) => linesOfPart(part, options));
  return [head, ...(body.length === 0 ? [mark("(empty)", "note")] : body)];
}

function isNoTool({ kind }: ShownPart): boolean {
  return kind !== "call" && kind !== "result";
}

function linesOfPart(part: ShownPart, options: TextOptions): readonly Line[] {
  switch (part.kind) {
    case "text":
      return part.text === "" ? [] : linesOf(part.text, "text");
    case "refusal":
      return [mark("! refused", "error"), ...linesOf(part.text, "text")];
    case "reasoning":
      if (part.redacted) return [mark("~ reasoning, redacted", "reasoning")];
      if (options.reasoning !== true) return [mark(`~ reasoning, ${characters(part.text.length)}`, "reasoning")];
      return [mark("~ reasoning", "reasoning"), ...cutLines(part.text, "reasoning", options)];
    case "file":
      return [mark(`+ file ${wordsOfFile(part.file).map(visibleLine).join(" · ")}`, "note")];
    case "call":
      return [lineOfCall(part, options)];
    case "result":
      return linesOfResult(part, options);
    case "approval":
      return [mark(`? ${part.text}`, "note"), ...(part.reason === "" ? [] : linesOf(part.reason, "text"))];
    case "custom":
      return [mark(`* part of ${visibleLine(part.format)}`, "note"), ...cutLines(part.text, "note", options)];
  }
}

function lineOfCall({ toolName, text }: ShownCall, { full = false }: TextOptions): Line {
  const name = `> ${visibleLine(toolName)}`;
  const input = visibleLine(text);
  const head = full ? input : takeHead(input, CUT_INPUT);
  const left = input.length - head.length;
  return mark([name, head, left > 0 ? `… ${left} more` : ""].filter((piece) => piece !== "").join(" "), "call");
}

function linesOfResult({ toolName, outcome, text, attached }: ShownResult, options: TextOptions): readonly Line[] {
  const kind = outcome === undefined ? "result" : "error";
  return [
    mark(`< ${[toolName, ...(outcome === undefined ? [] : [outcome])].map(visibleLine).join(" · ")}`, kind),
    ...(text === "" ? [] : cutLines(text, kind, options)),
    ...attached.flatMap((part) => linesOfPart(part, options)),
  ];
}

function mark(text: string, kind: TextKind): Line {
  return { text, kind, indent: 2 };
}

function linesOf(text: string, kind: TextKind): readonly Line[] {
  return visible(text)
    .split("\n")
    .map((line) => ({ text: line, kind, indent: 4 }));
}

/** The lines of a text, or its first few and how much is left. */
function cutLines(text: string, kind: TextKind, { full = false }: TextOptions): readonly Line[] {
  const shown = visible(text);
  const head = full ? shown : takeHead(takeLines(shown, CUT_LINES), CUT_TEXT);
  if (head.length === shown.length) return linesOf(shown, kind);
  return [...linesOf(head, kind), mark(`… ${characters(shown.length - head.length)} left`, "note")];
}

function takeLines(text: string, lines: number): string {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/** As much of the start as fits, never half a character. */
function takeHead(text: string, length: number): string {
  const head = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head;
}
