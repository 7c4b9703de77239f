import { decodeDocument, type DecodeOptions } from "./codec/decode.js";
import { encodeDocument, type TranscriptDocument } from "./codec/encode.js";
import { compactSteps, isTriggered, type Compaction } from "./compaction/compact.js";
import { moveOffGroups } from "./compaction/cuts.js";
import {
  readFoldOptions,
  readTriggerOptions,
  type CompactOptions,
  type FoldSettings,
  type MaybeCompactOptions,
} from "./compaction/options.js";
import { pruneToolResults, type PruneOptions } from "./compaction/prune.js";
import { runAtOnce, runInSlices } from "./compaction/steps.js";
import { equalEntries, mapEntries, replaceEntry, replaceSystem } from "./editing/edit.js";
import { redactEntries } from "./editing/redact.js";
import { TranscriptDecodeError, TranscriptError } from "./errors.js";
import { findGroups } from "./integrity/groups.js";
import { buildEntries } from "./model/build.js";
import type { Entry, EntryInput, Turn } from "./model/entry.js";
import { describe } from "./model/issues.js";
import { addToPiece, flatten, isMadeFrom, rootPiece, totalWeight, type Piece } from "./model/pieces.js";
import { requireSize } from "./model/sizes.js";
import { estimateEntries, requireFileTokens, tokensOf, weigh, type EstimateOptions } from "./reading/tokens.js";
import { findTurns, turnsOf } from "./reading/turns.js";

/** Only this file makes transcripts. */
const key = Symbol("key");

/** What a decoder that does not throw returns. */
export type DecodeResult =
  | { readonly success: true; readonly transcript: Transcript }
  | { readonly success: false; readonly error: TranscriptDecodeError };

/** What `maybeCompactAsync` came to. */
export type CompactionOutcome =
  | { readonly outcome: "compacted"; readonly transcript: Transcript }
  | {
      readonly outcome: "unchanged";
      readonly transcript: Transcript;
      readonly reason: UnchangedReason;
      readonly error?: unknown;
    };

/** Why a compaction left the transcript as it was. */
export type UnchangedReason =
  "not-triggered" | "nothing-to-fold" | "gate-refused" | "summary-failed" | "summary-empty" | "not-shorter";

/** What `compact` would do: the entries from `foldStart` to before `foldEnd`, less the pinned ones, give way to one summary. */
export interface CompactionPlan {
  readonly foldStart: number;
  readonly foldEnd: number;
  /** Entries that give way, an earlier summary aside. */
  readonly entries: number;
  /** Turns that give way, in whole or in part. */
  readonly turns: number;
  readonly tokensBefore: number;
  /** Tokens with the summary that is made without a model. */
  readonly tokensAfter: number;
  /** What a prompt cache keeps ends before this index. */
  readonly firstChanged: number;
}

/**
 * A conversation with a language model: an opaque, immutable list of entries.
 *
 * Every method that changes something returns another transcript, and `this` where there was nothing to change, so
 * `next !== transcript` tells whether anything happened. Instances share what they have in common.
 *
 * @example A conversation kept between executions
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 *
 * const transcript = Transcript.from([
 *   { role: "user", text: "What is the weather in Paris?" },
 *   { role: "assistant", text: "Checking.", toolCalls: [{ toolCallId: "1", toolName: "get_weather", input: { city: "Paris" } }] },
 *   { role: "tool", toolResult: { toolCallId: "1", toolName: "get_weather", output: "18C, clear" } },
 * ]);
 * const stored = transcript.toJson();
 *
 * const restored = Transcript.fromJson(stored).append(user("And tomorrow?"));
 * assert.equal(restored.length, 4);
 * assert.equal(transcript.length, 3);
 * ```
 */
export class Transcript implements Iterable<Entry> {
  /** The transcript without entries. */
  static readonly empty: Transcript = new Transcript(key, rootPiece(Object.freeze([])));

  /** May be replaced by a piece that says the same in another form. */
  #piece: Piece;

  private constructor(made: typeof key, piece: Piece) {
    if (made !== key) throw new TypeError("Cannot construct a Transcript: use Transcript.from or Transcript.fromJson");
    this.#piece = piece;
    Object.freeze(this);
  }

  static #of(entries: readonly Entry[]): Transcript {
    return entries.length === 0 ? Transcript.empty : new Transcript(key, rootPiece(entries));
  }

  /**
   * Builds a transcript of whatever may be put in. O(content).
   *
   * @throws {@link TranscriptInputError} naming every entry at fault, with the path of the fault in it
   */
  static from(entries: Iterable<EntryInput>): Transcript {
    if (Transcript.isTranscript(entries)) return entries;
    return Transcript.#of(buildEntries(requireIterable(entries, "Cannot build transcript"), "Cannot build transcript"));
  }

  /**
   * Restores a transcript from its document: the text of {@link Transcript.toJson}, or that text parsed, which is copied. O(length).
   *
   * @param options - `maxLength` bounds the text in UTF-16 code units, `maxIssues` (100) what an error lists
   * @throws {@link TranscriptDecodeError} naming every entry at fault, without repeating content
   * @throws RangeError when an option is out of range
   */
  static fromJson(json: string | TranscriptDocument, options?: DecodeOptions): Transcript {
    return Transcript.#of(decodeDocument(json, options));
  }

  /** Restores a transcript as {@link Transcript.fromJson} does, and returns the error instead of throwing it. */
  static safeFromJson(json: string | TranscriptDocument, options?: DecodeOptions): DecodeResult {
    try {
      return { success: true, transcript: Transcript.fromJson(json, options) };
    } catch (error) {
      if (error instanceof TranscriptDecodeError) return { success: false, error };
      throw error;
    }
  }

  /** Tells a transcript from everything else, subclasses and look-alikes included. */
  static isTranscript(value: unknown): value is Transcript {
    return typeof value === "object" && value !== null && #piece in value;
  }

  /** How many entries there are. */
  get length(): number {
    return this.#piece.length;
  }

  /** All entries, oldest first, deeply frozen. O(length) the first time and O(1) from then on: it is the same list. */
  entries(): readonly Entry[] {
    if (this.#piece.parent !== undefined) this.#piece = rootPiece(flatten(this.#piece), this.#piece.total);
    return this.#piece.added;
  }

  /** The entry at an index, counted from the end when negative; `undefined` where there is none. */
  at(index: number): Entry | undefined {
    return this.entries().at(index);
  }

  /** The turns: user entries in a row and all that follows, up to the next user entry. O(length). */
  turns(): readonly Turn[] {
    return turnsOf(this.entries());
  }

  /** Iterates over the entries, oldest first. */
  [Symbol.iterator](): IterableIterator<Entry> {
    return this.entries()[Symbol.iterator]();
  }

  /** Adds entries at the end. O(added). @throws {@link TranscriptInputError} when an input is no entry */
  append(...entries: readonly EntryInput[]): Transcript {
    return this.#added(buildEntries(entries, "Cannot append to transcript", this.length));
  }

  /** Adds the entries of any iterable at the end, another transcript included. O(added). @throws as {@link Transcript.append} */
  concat(entries: Iterable<EntryInput>): Transcript {
    const action = "Cannot append to transcript";
    if (Transcript.isTranscript(entries)) return this.length === 0 ? entries : this.#added(entries.entries());
    return this.#added(buildEntries(requireIterable(entries, action), action, this.length));
  }

  /** Puts another entry in the place of one. O(length). @throws RangeError when there is no entry at `index`, from 0 */
  replace(index: number, entry: EntryInput): Transcript {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      throw new RangeError(
        `index: expected a whole number from 0 to ${this.length - 1}, got ${typeof index === "number" ? index : describe(index)}`,
      );
    }
    return this.#changed(replaceEntry(this.entries(), index, entry));
  }

  /** Changes every entry. A part whose content changes loses its provider's proofs. O(length). */
  map(change: (entry: Entry, index: number) => EntryInput): Transcript {
    if (typeof change !== "function")
      throw new TypeError(`Cannot map transcript: change: expected a function, got ${describe(change)}`);
    return this.#changed(mapEntries(this.entries(), change));
  }

  /** Replaces the leading system entries by one with this text, or by none. A summary stays. O(length). */
  withSystem(text: string | undefined): Transcript {
    if (text !== undefined && typeof text !== "string")
      throw new TypeError(`text: expected a string or undefined, got ${describe(text)}`);
    return this.#changed(replaceSystem(this.entries(), text));
  }

  /**
   * Replaces text in every string value that the transcript holds, also in results, metadata and rich values; not in ids, tool
   * names and keys, nor inside bytes and base64. Every match of a pattern is replaced, whatever its flags. O(content).
   *
   * @param replacement - taken as it is; default `[redacted]`
   */
  redact(find: string | RegExp, replacement = "[redacted]"): Transcript {
    return this.#changed(redactEntries(this.entries(), find, replacement));
  }

  /**
   * Splits at an index, counted from the end when negative. A cut inside a tool group moves later, behind it, so each half is
   * whole and `a.concat(b)` equals the transcript. O(length).
   *
   * @throws RangeError when `index` is no whole number
   */
  splitAt(index: number): [Transcript, Transcript] {
    if (!Number.isInteger(index) && Math.abs(index) !== Infinity) {
      throw new RangeError(
        `index: expected a whole number, got ${typeof index === "number" ? index : describe(index)}`,
      );
    }
    const entries = this.entries();
    const asked = Math.min(Math.max(index < 0 ? index + entries.length : index, 0), entries.length);
    const cut = moveOffGroups(findGroups(entries), asked);
    if (cut === entries.length) return [this, Transcript.empty];
    if (cut === 0) return [Transcript.empty, this];
    return [Transcript.#of(Object.freeze(entries.slice(0, cut))), Transcript.#of(Object.freeze(entries.slice(cut)))];
  }

  /** Whether another transcript's entries are the first of this one. O(1) to O(length) where they share entries, by value else. */
  startsWith(base: Transcript): boolean {
    const piece = requireTranscript(base, "base").#piece;
    if (piece.length > this.length) return false;
    if (isMadeFrom(this.#piece, piece)) return true;
    const entries = this.entries();
    return base.entries().every((entry, index) => equalEntries(entry, entries[index]!));
  }

  /** The entries that came after another transcript. @throws {@link TranscriptError} when this one does not start with it */
  since(base: Transcript): readonly Entry[] {
    if (!this.startsWith(base)) {
      throw new TranscriptError(
        "not-a-prefix",
        "Cannot tell what came since: base: expected a transcript that this one starts with",
      );
    }
    return Object.freeze(this.entries().slice(base.length));
  }

  /** Whether another value is a transcript that says the same. O(length). */
  equals(other: unknown): boolean {
    return Transcript.isTranscript(other) && other.length === this.length && this.startsWith(other);
  }

  /** The document as a string, to be stored. {@link Transcript.fromJson} restores it. O(length). */
  toJson(): string {
    return JSON.stringify(this.toJSON());
  }

  /** The document as a value: what `JSON.stringify` calls. Programs store {@link Transcript.toJson}. O(length). */
  toJSON(): TranscriptDocument {
    return encodeDocument(this.entries());
  }

  /**
   * Estimates the tokens of what a model reads: text, reasoning, tool names, call input and results, and 1,000 for each file.
   *
   * The bytes are added up first and divided by four once. O(1) when asked again, and O(added) after an append.
   *
   * @throws RangeError when `fileTokens` is out of range
   * @throws {@link TranscriptError} when `tokenizer` throws or returns no finite number of at least 0, naming the entry
   */
  estimateTokens(options: EstimateOptions = {}): number {
    if (options.tokenizer !== undefined || options.textOnly === true) return estimateEntries(this.entries(), options);
    return tokensOf(totalWeight(this.#piece, weigh), requireFileTokens(options));
  }

  /** Whether there are more than `compactAfter` entries. @throws RangeError when `compactAfter` is out of range */
  shouldCompact(compactAfter: number): boolean {
    return this.length > requireSize("compactAfter", compactAfter);
  }

  /** Tells what {@link Transcript.compact} would do, or `undefined` when it would do nothing. O(length). */
  planCompaction(options?: CompactOptions): CompactionPlan | undefined {
    const compaction = runAtOnce(compactSteps(this.entries(), readFoldOptions(options)));
    return compaction === undefined ? undefined : planOf(compaction);
  }

  /**
   * Folds older entries into one summary, made without a model, and keeps the rest word for word. O(length).
   *
   * Tool calls stay with their results; leading system entries and pinned ones are always kept.
   *
   * @param options - how much to keep; `{ keepLastTurns: 3 }` if nothing is said
   * @throws RangeError when a size is negative, fractional, infinite or NaN; TypeError when options contradict each other
   *
   * @example The last two messages and a summary
   * ```ts
   * import assert from "node:assert/strict";
   * import { Transcript, user } from "colloquy";
   *
   * const transcript = Transcript.from(["one", "two", "three", "four"].map((text) => user(text)));
   * const shorter = transcript.compact({ keepLast: 2 });
   * assert.deepEqual(shorter.entries().map((entry) => entry.text), [
   *   "[Compacted 2 earlier messages]\n  [user] one\n  [user] two",
   *   "three",
   *   "four",
   * ]);
   * assert.equal(shorter.compact({ keepLast: 2 }), shorter);
   * ```
   */
  compact(options?: CompactOptions): Transcript {
    return this.#compacted(runAtOnce(compactSteps(this.entries(), readFoldOptions(options))));
  }

  /** Does what {@link Transcript.compact} does, in slices of a few milliseconds, so that nothing else has to wait. */
  async compactAsync(options?: CompactOptions): Promise<Transcript> {
    return this.#compacted(await runInSlices(compactSteps(this.entries(), readFoldOptions(options))));
  }

  /** Compacts when there are more than `every` entries or the estimate exceeds `tokenBudget * threshold`. O(length). */
  maybeCompact(options: MaybeCompactOptions): Transcript {
    const settings = readTriggerOptions(options);
    return this.#isTriggered(settings) ? this.#compacted(runAtOnce(compactSteps(this.entries(), settings))) : this;
  }

  /**
   * Does what {@link Transcript.maybeCompact} does, in slices, and says what came of it.
   *
   * `outcome.transcript.concat(live.since(base))` brings in what arrived meanwhile.
   */
  async maybeCompactAsync(options: MaybeCompactOptions): Promise<CompactionOutcome> {
    const settings = readTriggerOptions(options);
    if (!this.#isTriggered(settings)) return { outcome: "unchanged", transcript: this, reason: "not-triggered" };
    const transcript = this.#compacted(await runInSlices(compactSteps(this.entries(), settings)));
    return transcript === this
      ? { outcome: "unchanged", transcript, reason: "nothing-to-fold" }
      : { outcome: "compacted", transcript };
  }

  /**
   * Shortens oversized tool results in place to head and tail around a marker that says how much went. Count, order, ids and
   * outcomes stay. Results that are pinned, of a pending step, or in the last turns are spared. O(length).
   *
   * @param options - `maxBytes` (4,096) in all, `keepLastTurns` (1) that are spared, `excludeTools` by name
   * @throws RangeError when a size is out of range
   */
  pruneToolResults(options?: PruneOptions): Transcript {
    return this.#changed(pruneToolResults(this.entries(), options));
  }

  #added(entries: readonly Entry[]): Transcript {
    if (entries.length === 0) return this;
    return this.length === 0 ? Transcript.#of(entries) : new Transcript(key, addToPiece(this.#piece, entries));
  }

  #changed(entries: readonly Entry[]): Transcript {
    return entries === this.#piece.added ? this : Transcript.#of(entries);
  }

  #compacted(compaction: Compaction | undefined): Transcript {
    return compaction === undefined ? this : Transcript.#of(compaction.entries);
  }

  #isTriggered(settings: FoldSettings & Parameters<typeof isTriggered>[2]): boolean {
    const { tokenizer } = settings;
    return isTriggered(this.length, () => this.estimateTokens(tokenizer === undefined ? {} : { tokenizer }), settings);
  }

  static {
    // What `console.log` shows in Node: sizes, never content.
    Object.defineProperty(Transcript.prototype, Symbol.for("nodejs.util.inspect.custom"), {
      value(this: Transcript): string {
        return `Transcript { length: ${this.length}, turns: ${findTurns(this.entries()).length} }`;
      },
    });
    Object.freeze(Transcript.prototype);
  }
}

function planOf({ fold, tokensBefore, tokensAfter, lines }: Compaction): CompactionPlan {
  return Object.freeze({
    foldStart: fold.start,
    foldEnd: fold.end,
    entries: lines,
    turns: fold.turns,
    tokensBefore,
    tokensAfter,
    firstChanged: fold.start,
  });
}

function requireTranscript(value: Transcript, name: string): Transcript {
  if (Transcript.isTranscript(value)) return value;
  throw new TypeError(`${name}: expected a Transcript, got ${describe(value)}`);
}

function requireIterable(entries: Iterable<EntryInput>, action: string): Iterable<EntryInput> {
  const isIterable =
    typeof (entries as Partial<Iterable<EntryInput>> | null | undefined)?.[Symbol.iterator] === "function";
  if (isIterable && typeof entries !== "string") return entries;
  const hint = typeof entries === "string" ? " (Transcript.fromJson reads a document)" : "";
  throw new TypeError(`${action}: expected a list of entries, got ${describe(entries)}${hint}`);
}
