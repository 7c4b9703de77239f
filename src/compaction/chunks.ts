import { isSafeCut } from "../integrity/groups.js";
import type { Entry } from "../model/entry.js";
import { utf8Length, type Tokenizer } from "../reading/tokens.js";
import type { Folding } from "./compact.js";
import { countTokens, writePrompt } from "./prompt.js";
import { cutMiddle, quote, quoteEntry, shortenQuoted, type ToolResults } from "./quote.js";
import type { Steps } from "./steps.js";

/** Entries that stay in one chunk, quoted one by one. */
export interface Block {
  readonly entries: readonly Entry[];
  readonly quoted: readonly string[];
  /** Tokens with the line breaks behind, not rounded; 0 where nothing limits a prompt. */
  readonly tokens: number;
}

/** What one call of a model is about. */
export interface Chunk {
  readonly entries: readonly Entry[];
  readonly text: string;
  /** The summary so far, shortened where it would take more than half the room. */
  readonly previous: string;
  /** Index of the first block behind the chunk. */
  readonly end: number;
}

/** How chunks are cut. */
export interface ChunkSettings {
  readonly maxInputTokens: number;
  readonly maxSummaryTokens: number;
  readonly tokenizer: Tokenizer | undefined;
  readonly toolResults: ToolResults;
}

/** Quotes what is folded, group by group. O(text). */
export function* blockSteps(entries: readonly Entry[], folding: Folding, settings: ChunkSettings): Steps<Block[]> {
  const { groups } = folding;
  const { folded } = folding.fold;
  const blocks: Block[] = [];
  for (let at = 0; at < folded.length;) {
    const start = at;
    const quoted: string[] = [];
    do {
      yield;
      const index = folded[at]!;
      quoted.push(quoteEntry(entries[index]!, index, groups, settings.toolResults));
      at += 1;
    } while (at < folded.length && !isSafeCut(groups, folded[at]!) && !isSafeCut(groups, folded[at - 1]! + 1));
    blocks.push({
      entries: folded.slice(start, at).map((index) => entries[index]!),
      quoted,
      tokens: settings.maxInputTokens === Infinity ? 0 : tokensOf(`${quoted.join("\n")}\n`, settings),
    });
  }
  return blocks;
}

/**
 * Takes as many blocks as one prompt holds, from one of them on: at least that one, shortened where it is too long.
 *
 * @throws RangeError when a tokenizer counts so unevenly that not even a shortened one fits
 */
export function takeChunk(blocks: readonly Block[], from: number, soFar: string, settings: ChunkSettings): Chunk {
  const { maxInputTokens, maxSummaryTokens: maxTokens } = settings;
  if (maxInputTokens === Infinity) return chunkOf(blocks, from, blocks.length, soFar);
  const promptTokens = (text: string, previous: string): number =>
    tokensOf(writePrompt({ text, previous, maxTokens }), settings);
  const half = Math.floor((maxInputTokens - promptTokens("", " ")) / 2);
  const fitsHalf = (text: string): boolean => text === "" || tokensOf(quote(text), settings) <= half;
  const previous = fitsHalf(soFar) ? soFar : shrink((bytes) => cutMiddle(soFar, bytes), half, fitsHalf);
  const room = maxInputTokens - promptTokens("", previous);
  const fits = (text: string): boolean => Math.floor(promptTokens(text, previous)) <= maxInputTokens;

  let end = from;
  // One more: no line break stands behind the last block, and fractions are dropped.
  for (let left = room + 1; end < blocks.length && blocks[end]!.tokens <= left; end += 1) left -= blocks[end]!.tokens;
  while (end > from) {
    const chunk = chunkOf(blocks, from, end, previous);
    // The tokens of a text need not be the sum of those of its pieces.
    if (fits(chunk.text)) return chunk;
    end = from + Math.floor((end - from) * 0.9);
  }
  const text = shrink((bytes) => shortenQuoted(blocks[from]!.quoted, bytes), room, fits);
  return { ...chunkOf(blocks, from, from + 1, previous), text };
}

function chunkOf(blocks: readonly Block[], from: number, end: number, previous: string): Chunk {
  const entries: Entry[] = [];
  const quoted: string[] = [];
  for (const block of blocks.slice(from, end)) {
    for (const entry of block.entries) entries.push(entry);
    for (const text of block.quoted) quoted.push(text);
  }
  return { entries: Object.freeze(entries), text: joinLines(quoted), previous, end };
}

/** Joins without copying: who reads the text first pays for that. */
function joinLines(lines: readonly string[]): string {
  let text = lines[0] ?? "";
  for (let index = 1; index < lines.length; index += 1) text += `\n${lines[index]!}`;
  return text;
}

/** Tokens without rounding: bytes are added up before they are divided. */
function tokensOf(text: string, { tokenizer }: ChunkSettings): number {
  return tokenizer === undefined ? utf8Length(text) / 4 : countTokens(text, tokenizer);
}

/** Makes a text of ever fewer bytes until it fits into so many tokens. */
function shrink(make: (bytes: number) => string, tokens: number, fits: (text: string) => boolean): string {
  for (let bytes = Math.max(0, Math.floor(4 * tokens)); ; bytes = Math.floor(bytes * 0.8)) {
    const text = make(bytes);
    if (fits(text)) return text;
    if (bytes === 0) throw new RangeError("maxInputTokens: expected more, since not even a shortened group fits");
  }
}
