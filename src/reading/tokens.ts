import { TranscriptError } from "../errors.js";
import type { Entry } from "../model/entry.js";
import { describe, describeNumber, entryPlace } from "../model/issues.js";
import { toJsonText } from "../model/json-form.js";
import type { Part } from "../model/part.js";
import { requireOptions, requireSize } from "../model/arguments.js";
import { resultText, StoredEntry, type Weight } from "../model/stored-entry.js";

/** Tokens that a file counts, whatever it holds. */
export const FILE_TOKENS = 1_000;
const BYTES_PER_TOKEN = 4;

/** Counts the tokens of a text. */
export type Tokenizer = (text: string) => number;

/** How tokens are counted. */
export interface EstimateOptions {
  /** Counts instead of the estimate: called once per text, never with an empty one. */
  tokenizer?: Tokenizer;
  /** Tokens that a file counts. Default 1,000. */
  fileTokens?: number;
  /** Counts the text of messages alone. */
  textOnly?: boolean;
}

/**
 * Estimates the tokens of a text: its UTF-8 bytes divided by four, rounded down. O(length).
 *
 * A fair average for English prose. It counts too few for code and JSON and too many for Chinese and Japanese.
 *
 * @returns a whole number; 0 for an empty text, `null` and `undefined`
 * @throws TypeError when `text` is none of these
 *
 * @example Nine bytes and two characters of three
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateTokens } from "colloquy";
 *
 * assert.equal(estimateTokens("Hello world"), 2);
 * assert.equal(estimateTokens("灯塔"), 1);
 * assert.equal(estimateTokens(null), 0);
 * ```
 */
export function estimateTokens(text: string | null | undefined): number {
  if (text === null || text === undefined) return 0;
  if (typeof text !== "string")
    throw new TypeError(`Cannot estimate tokens: text: expected a string, got ${describe(text)}`);
  return tokensOfBytes(utf8Length(text));
}

/** Tokens of so many bytes and files, by the default estimate. */
export function tokensOf(weight: Weight, fileTokens = FILE_TOKENS): number {
  return tokensOfBytes(weight.bytes) + weight.files * fileTokens;
}

/** What an entry weighs. Measured once. */
export function weigh(entry: Entry): Weight {
  return StoredEntry.weight(entry, measure);
}

/** Checks the options of an estimate and fills in what is not said. Throws RangeError for a size out of range. */
export function readEstimateOptions(options: EstimateOptions | undefined): EstimateSettings {
  const known = ["tokenizer", "fileTokens", "textOnly"];
  const {
    tokenizer,
    fileTokens = FILE_TOKENS,
    textOnly = false,
  } = requireOptions("Cannot estimate tokens", options, known);
  return { tokenizer, fileTokens: requireSize("fileTokens", fileTokens), textOnly };
}

/** The options of an estimate, checked. */
interface EstimateSettings {
  readonly tokenizer: Tokenizer | undefined;
  readonly fileTokens: number;
  readonly textOnly: boolean;
}

/** Estimates entries by other means than their weight. O(text). */
export function estimateEntries(
  entries: readonly Entry[],
  { tokenizer, fileTokens, textOnly }: EstimateSettings,
): number {
  if (tokenizer === undefined) {
    let bytes = 0;
    for (const entry of entries) bytes += utf8Length(entry.text);
    return tokensOfBytes(bytes);
  }
  const count = countWith(tokenizer);
  let tokens = 0;
  for (const [index, entry] of entries.entries()) {
    tokens += textOnly ? count(entry.text, index, entry) : countEntry(entry, index, count, fileTokens);
  }
  return tokens;
}

/** A caller's tokenizer, called once per distinct text, its answers checked. */
export type Count = (text: string, index: number, entry: Entry) => number;

export function countWith(tokenizer: Tokenizer): Count {
  if (typeof tokenizer !== "function") throw new TypeError("tokenizer: expected a function");
  const known = new Map<string, number>([["", 0]]);
  return (text, index, entry) => {
    let tokens = known.get(text);
    if (tokens === undefined) {
      tokens = askTokenizer(tokenizer, text, entryPlace(index, entry.role));
      known.set(text, tokens);
    }
    return tokens;
  };
}

/** Asks a caller's tokenizer and checks its answer. */
export function askTokenizer(tokenizer: Tokenizer, text: string, place: string): number {
  let tokens: unknown;
  try {
    tokens = tokenizer(text);
  } catch (cause) {
    throw new TranscriptError("tokenizer-failed", `Cannot estimate tokens: ${place}: the tokenizer threw`, { cause });
  }
  if (typeof tokens === "number" && Number.isFinite(tokens) && tokens >= 0) return tokens;
  const message = `the tokenizer returned ${describeNumber(tokens)}, expected a finite number of at least 0`;
  throw new TranscriptError("tokenizer-failed", `Cannot estimate tokens: ${place}: ${message}`, {
    cause: new RangeError(message),
  });
}

/** Tokens of one entry by a caller's tokenizer. */
export function countEntry(entry: Entry, index: number, count: Count, fileTokens = FILE_TOKENS): number {
  let tokens = 0;
  forEachText(entry.content, {
    text: (text) => (tokens += count(text, index, entry)),
    file: () => (tokens += fileTokens),
  });
  return tokens;
}

function measure(entry: Entry): Weight {
  let bytes = 0;
  let files = 0;
  forEachText(entry.content, { text: (text) => (bytes += utf8Length(text)), file: () => (files += 1) });
  return { bytes, files };
}

/** Visits what a model reads of some parts: text, reasoning, tool names, call input, results, and files. */
function forEachText(parts: readonly Part[], visit: { text(text: string): void; file(): void }): void {
  for (const part of parts) {
    switch (part.type) {
      case "text":
      case "reasoning":
      case "refusal":
        visit.text(part.text);
        break;
      case "file":
        visit.file();
        break;
      case "tool-call":
        visit.text(part.toolName);
        visit.text(part.inputText ?? toJsonText(part.input).text);
        break;
      case "tool-result":
        visit.text(resultText(part));
        for (const item of part.content ?? []) if (item.type === "file") visit.file();
        break;
    }
  }
}

/** The fewest bytes that are so many tokens by the default estimate. */
export function bytesOf(tokens: number): number {
  return tokens * BYTES_PER_TOKEN;
}

function tokensOfBytes(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_TOKEN);
}

const { Buffer } = globalThis as { Buffer?: { byteLength?(text: string): number } };

/** Bytes of a text in UTF-8; a lone surrogate counts the three bytes of the character in its place. O(length). */
export const utf8Length: (text: string) => number = Buffer?.byteLength?.bind(Buffer) ?? countUtf8;

function countUtf8(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      index += 1;
    } else bytes += 2;
  }
  return bytes;
}
