import type { Entry, SummaryMark, SystemEntry } from "../model/entry.js";
import type { Groups } from "../integrity/groups.js";
import { askTokenizer, estimateTokens, type Tokenizer } from "../reading/tokens.js";

/** Characters of an entry's text that a line shows, and of a tool's name. */
const TEXT_LENGTH = 100;
export const NAME_LENGTH = 64;

const HEADING = /^\[Compacted \d+ earlier messages\]$/;
const LINE = /^ {2}\[(?:system|user|assistant|tool)\]/;
const LEFT_OUT = /^ {2}… (\d+) earlier lines left out$/;

/** What a summary says below its heading. */
export interface SummaryBody {
  /** The text of a model, whole. */
  readonly text: string;
  /** How many of the oldest lines have given way. */
  readonly leftOut: number;
  readonly lines: readonly string[];
}

/** The first line of every summary. */
export function heading(entries: number): string {
  return `[Compacted ${entries} earlier messages]`;
}

/** Writes one entry as a line of a summary. A result is never quoted: a summary is permanent, and results carry keys. */
export function summaryLine(entry: Entry, index: number, groups: Groups): string {
  const said = entry.role === "tool" ? resultMarker(entry, index, groups) : [preview(entry), calledTools(entry)];
  return `  ${[`[${entry.role}]`, ...said].filter((piece) => piece !== "").join(" ")}`;
}

function resultMarker(entry: Entry, index: number, groups: Groups): readonly string[] {
  const result = entry.toolResult;
  if (result === undefined) return [];
  const name = result.toolName ?? groups.answerAt.get(index)?.call?.part.toolName ?? "unknown";
  return [`<result for "${oneLine(name, NAME_LENGTH)}" omitted from summary>`];
}

function preview(entry: Entry): string {
  const text = oneLine(entry.text, TEXT_LENGTH);
  if (text !== "") return text;
  const files = entry.content.filter((part) => part.type === "file");
  return files
    .map((file) => (file.mediaType === undefined ? "<file>" : `<file ${oneLine(file.mediaType, NAME_LENGTH)}>`))
    .join(" ");
}

function calledTools(entry: Entry): string {
  const names = (entry.toolCalls ?? []).map((call) => oneLine(call.toolName, NAME_LENGTH));
  return names.length === 0 ? "" : `(called ${names.join(", ")})`;
}

/** The first characters of a text in one line, `…` when cut: whole code points, each line break one space. O(length of the line). */
export function oneLine(text: string, length: number): string {
  let line = "";
  let start = 0;
  let at = 0;
  for (let count = 0; count < length && at < text.length; count += 1) {
    const unit = text.charCodeAt(at);
    if (isLineBreak(unit)) {
      line += `${text.slice(start, at)} `;
      at += unit === CR && text.charCodeAt(at + 1) === LF ? 2 : 1;
      start = at;
    } else {
      at += unit >= 0xd800 && text.codePointAt(at)! > 0xffff ? 2 : 1;
    }
  }
  line += text.slice(start, at);
  return at < text.length ? `${line}…` : line;
}

const LF = 0x0a;
const CR = 0x0d;

/** The line breaks of Unicode: LF, VT, FF, CR, NEL, LS, PS. */
function isLineBreak(unit: number): boolean {
  return (unit >= LF && unit <= CR) || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
}

/** The text of a summary below its heading. */
export function textOfSummary(summary: SystemEntry): string {
  const [first, ...rest] = summary.text.split("\n");
  return HEADING.test(first!) ? rest.join("\n") : summary.text;
}

/** Reads an earlier summary, so that it can be folded into the next one. */
export function readSummary(summary: SystemEntry): SummaryBody {
  const written = summary.text.split("\n");
  if (HEADING.test(written[0]!)) written.shift();
  let start = written.length;
  while (start > 0 && LINE.test(written[start - 1]!)) start -= 1;
  const lines = written.slice(start);
  const leftOut = start > 0 ? LEFT_OUT.exec(written[start - 1]!) : null;
  if (leftOut !== null) start -= 1;
  return { text: written.slice(0, start).join("\n"), leftOut: leftOut === null ? 0 : Number(leftOut[1]), lines };
}

/** Writes a summary. Where it would exceed `maxTokens`, the oldest lines give way; a model's text never does. */
export function writeSummary(
  entries: number,
  body: SummaryBody,
  maxTokens: number,
  tokenizer: Tokenizer | undefined,
): string {
  const { lines } = body;
  const withLast = (count: number): string => {
    const leftOut = body.leftOut + lines.length - count;
    const above = [heading(entries), ...(body.text === "" ? [] : [body.text])];
    if (leftOut > 0) above.push(`  … ${leftOut} earlier lines left out`);
    return [...above, ...lines.slice(lines.length - count)].join("\n");
  };
  const count = (text: string): number =>
    tokenizer === undefined ? estimateTokens(text) : askTokenizer(tokenizer, text, "summary");
  return withLast(mostLines(lines.length, (kept) => count(withLast(kept)) <= maxTokens));
}

/** The most lines that fit, found without writing much more than that. */
function mostLines(length: number, fits: (count: number) => boolean): number {
  let step = 1;
  while (step < length && fits(step)) step *= 2;
  let low = step === 1 ? 0 : step / 2;
  let high = Math.min(step, length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  // The line that tells of the left-out ones can be longer than the last few of them.
  return length - low < 8 && fits(length) ? length : low;
}

/** Adds up what summaries stand for. */
export function addMarks(marks: readonly SummaryMark[], folded: Omit<SummaryMark, "rounds">): SummaryMark {
  const sum = (key: keyof SummaryMark, start: number): number =>
    marks.reduce((total, mark) => total + mark[key], start);
  return {
    entries: sum("entries", folded.entries),
    turns: sum("turns", folded.turns),
    tokens: sum("tokens", folded.tokens),
    rounds: 1 + Math.max(0, ...marks.map((mark) => mark.rounds)),
  };
}
