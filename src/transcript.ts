import { decodeDocument, type DecodeOptions } from "./codec/decode.js";
import { encodeDocument, writeDocument, type TranscriptDocument } from "./codec/encode.js";
import { salvageDocument, type Rejected } from "./codec/salvage.js";
import {
  compactSteps,
  isTriggered,
  planOf,
  weighSteps,
  type Compaction,
  type CompactionPlan,
} from "./compaction/compact.js";
import { moveOffGroups } from "./compaction/cuts.js";
import {
  asksModel,
  readModelOptions,
  readModelTriggerOptions,
  type ModelCompactOptions,
  type ModelMaybeCompactOptions,
  type ModelSettings,
  type UnchangedReason,
} from "./compaction/model-options.js";
import {
  readFoldOptions,
  readTriggerOptions,
  type CompactOptions,
  type FoldSettings,
  type MaybeCompactOptions,
  type TriggerSettings,
} from "./compaction/options.js";
import { pruneToolResults, type PruneOptions } from "./compaction/prune.js";
import { runAtOnce, runInSlices, STEP_ENTRIES } from "./compaction/steps.js";
import { compactWithModel, tellUnchanged, type Unchanged } from "./compaction/with-model.js";
import { equalEntries, mapEntries, replaceEntry, replaceSystem } from "./editing/edit.js";
import { redactEntries } from "./editing/redact.js";
import { TranscriptDecodeError, TranscriptError } from "./errors.js";
import { checkEntries, type Problem } from "./integrity/check.js";
import { findGroups } from "./integrity/groups.js";
import { repairEntries, type Change, type RepairOptions } from "./integrity/repair.js";
import { requireSize } from "./model/arguments.js";
import { buildEntries } from "./model/build.js";
import type { Entry, EntryInput, Turn } from "./model/entry.js";
import { describe, describeNumber } from "./model/issues.js";
import {
  addToPiece,
  isMadeFrom,
  lazyPiece,
  makeSteps,
  rootOf,
  rootPiece,
  totalWeight,
  unweighedLength,
  type Piece,
} from "./model/pieces.js";
import { estimateEntries, readEstimateOptions, tokensOf, weigh, type EstimateOptions } from "./reading/tokens.js";
import { findTurns, turnsOf } from "./reading/turns.js";

/** Only this file makes transcripts. */
const key = Symbol("key");

const APPENDING = "Cannot append to transcript";

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
    return Transcript.#of(buildEntries(entries, "Cannot build transcript"));
  }

  /**
   * Restores a transcript from its document: the text of {@link Transcript.toJson}, or that text parsed, which is copied. O(length).
   *
   * @param options - `maxLength` bounds the text in UTF-16 code units, `maxIssues` (100) what an error lists
   * @throws {@link TranscriptDecodeError} naming every entry at fault, without repeating content
   * @throws RangeError when an option is out of range
   */
  static fromJson(json: string | TranscriptDocument, options?: DecodeOptions): Transcript {
    const entries = decodeDocument(json, options);
    return entries.length === 0 ? Transcript.empty : new Transcript(key, lazyPiece(entries));
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

  /**
   * Restores what can be read of a document that is damaged, and hands back the rest as it came. O(length).
   *
   * Every sound entry is kept, in order. Of a document that was cut off, or goes on as something else, these are the entries
   * before that place; what follows is one rejected text, since nothing in it can be trusted to be an entry. The entries
   * of a newer version, or of none, are read as those of this one where they pass for such, and the document around them is
   * rejected with the index `-1`. What is no document at all gives an empty transcript.
   *
   * It never throws for what a string holds: look at `rejected`, and at {@link Transcript.check}, since the partner of a call
   * may be among what was lost.
   *
   * @param options - as for {@link Transcript.fromJson}; `maxIssues` bounds the issues of each rejected entry, and a text longer than
   *   `maxLength` is rejected as a whole
   * @throws TypeError when `json` is no string; RangeError when an option is out of range
   *
   * @example One bad entry in the middle
   * ```ts
   * import assert from "node:assert/strict";
   * import { Transcript } from "colloquy";
   *
   * const entries = [{ role: "user", content: "one" }, { role: "user", content: null }, { role: "user", content: "three" }];
   * const stored = JSON.stringify({ format: "colloquy", version: 1, entries });
   *
   * const { transcript, rejected } = Transcript.salvage(stored);
   * assert.deepEqual(transcript.entries().map((entry) => entry.text), ["one", "three"]);
   * assert.equal(rejected[0]?.index, 1);
   * assert.deepEqual(rejected[0]?.raw, { role: "user", content: null });
   * ```
   */
  static salvage(
    json: string,
    options?: DecodeOptions,
  ): { readonly transcript: Transcript; readonly rejected: readonly Rejected[] } {
    const { entries, rejected } = salvageDocument(json, options);
    return Object.freeze({ transcript: Transcript.#of(entries), rejected });
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
    if (this.#piece.parent !== undefined) this.#piece = rootOf(this.#piece);
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
    return this.#added(buildEntries(entries, APPENDING, this.length));
  }

  /** Adds the entries of any iterable at the end, another transcript included. O(added). @throws as {@link Transcript.append} */
  concat(entries: Iterable<EntryInput>): Transcript {
    if (Transcript.isTranscript(entries)) return this.length === 0 ? entries : this.#added(entries.entries());
    return this.#added(buildEntries(entries, APPENDING, this.length));
  }

  /** Puts another entry in the place of one. O(length). @throws RangeError when there is no entry at `index`, from 0 */
  replace(index: number, entry: EntryInput): Transcript {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      const expected =
        this.length === 0 ? "none, since there are no entries" : `a whole number from 0 to ${this.length - 1}`;
      throw new RangeError(`index: expected ${expected}, got ${describeNumber(index)}`);
    }
    return this.#changed(replaceEntry(this.entries(), index, entry));
  }

  /**
   * Changes every entry. A part whose content changes loses its provider's proofs. O(length).
   *
   * @throws TypeError when `change` is no function
   * @throws {@link TranscriptInputError} when what it returns is no entry
   */
  map(change: (entry: Entry, index: number) => EntryInput): Transcript {
    if (typeof change !== "function")
      throw new TypeError(`Cannot map transcript: change: expected a function, got ${describe(change)}`);
    return this.#changed(mapEntries(this.entries(), change));
  }

  /** Replaces the leading system entries by one with this text, or by none. A summary stays. O(length). @throws TypeError when `text` is anything else */
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
   * @throws TypeError when `find` is neither a pattern nor a text that is not empty, or `replacement` is no text
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
      throw new RangeError(`index: expected a whole number, got ${describeNumber(index)}`);
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

  /**
   * The document as a string, to be stored. {@link Transcript.fromJson} restores it. O(length) the first time, O(1) when asked
   * again, and O(added) after an append: what was written once is kept, as long as the transcript is.
   */
  toJson(): string {
    return writeDocument(this.#piece);
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
  estimateTokens(options?: EstimateOptions): number {
    const given = readEstimateOptions(options);
    if (given.tokenizer !== undefined || given.textOnly === true) return estimateEntries(this.entries(), given);
    return tokensOf(totalWeight(this.#piece, weigh), given.fileTokens);
  }

  /** Whether there are more than `compactAfter` entries. @throws RangeError when `compactAfter` is out of range */
  shouldCompact(compactAfter: number): boolean {
    return this.length > requireSize("compactAfter", compactAfter);
  }

  /** Tells what {@link Transcript.compact} would do, or `undefined` when it would do nothing. O(length). @throws as it does */
  planCompaction(options?: CompactOptions): CompactionPlan | undefined {
    const compaction = runAtOnce(compactSteps(this.entries(), readFoldOptions(options)));
    return compaction === undefined ? undefined : planOf(compaction);
  }

  /**
   * Folds older entries into one summary and keeps the rest word for word. O(length).
   *
   * Tool calls stay with their results; leading system entries and pinned ones are always kept. With `summarize` a model
   * writes the summary and a promise is returned. Its text is taken whole, if it is not blank and the transcript gets shorter by
   * it; otherwise, or if the call fails or the gate refuses, the promise resolves to this same instance, and `onUnchanged` says why.
   *
   * @param options - how much to keep; `{ keepLastTurns: 3 }` if nothing is said
   * @throws RangeError when a size is out of range; TypeError when options contradict each other or are unknown. With
   *   `summarize` the promise rejects with these, and with the reason of an aborted `signal`
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
   *
   * @example A summary by a model, and a call that fails
   * ```ts
   * import assert from "node:assert/strict";
   * import { Transcript, user } from "colloquy";
   *
   * const transcript = Transcript.from(["a long story ".repeat(20), "and its end", "thanks"].map((text) => user(text)));
   * const shorter = await transcript.compact({ keepLast: 1, summarize: async () => "The user told a story." });
   * assert.equal(shorter.at(0)?.text, "[Compacted 2 earlier messages]\nThe user told a story.");
   *
   * const reasons: string[] = [];
   * const same = await transcript.compact({
   *   keepLast: 1,
   *   summarize: () => Promise.reject(new Error("overloaded")),
   *   onUnchanged: ({ reason }) => reasons.push(reason),
   * });
   * assert.equal(same, transcript);
   * assert.deepEqual(reasons, ["summary-failed"]);
   * ```
   */
  compact(options: ModelCompactOptions): Promise<Transcript>;
  compact(options?: CompactOptions): Transcript;
  compact(options?: CompactOptions | ModelCompactOptions): Transcript | Promise<Transcript> {
    if (asksModel(options)) return this.compactAsync(options);
    return this.#compacted(runAtOnce(compactSteps(this.entries(), readFoldOptions(options))));
  }

  /** Does what {@link Transcript.compact} does, in slices of a few milliseconds, so that nothing else has to wait. */
  async compactAsync(options?: CompactOptions | ModelCompactOptions): Promise<Transcript> {
    if (asksModel(options)) return (await this.#compactedByModel(readModelOptions(options))).transcript;
    const settings = readFoldOptions(options);
    return this.#compacted(await runInSlices(compactSteps(await this.#entriesInSlices(), settings)));
  }

  /**
   * Compacts when there are more than `every` entries or the estimate exceeds `tokenBudget * threshold`. O(length) then, and else
   * O(what was added since it was last asked).
   *
   * @throws as {@link Transcript.compact}, and TypeError when no size is given
   */
  maybeCompact(options: MaybeCompactOptions): Transcript {
    const settings = readTriggerOptions(options);
    return this.#isTriggered(settings) ? this.#compacted(runAtOnce(compactSteps(this.entries(), settings))) : this;
  }

  /**
   * Does what {@link Transcript.maybeCompact} does, in slices and with `summarize` by a model, and says what came of it.
   *
   * `outcome.transcript.concat(live.since(base))` brings in what arrived meanwhile. Rejects as {@link Transcript.compact} does.
   *
   * @example What arrived while the model wrote
   * ```ts
   * import assert from "node:assert/strict";
   * import { Transcript, user } from "colloquy";
   *
   * const base = Transcript.from(["a long story ".repeat(20), "and its end", "thanks"].map((text) => user(text)));
   * let live = base;
   * const outcome = await base.maybeCompactAsync({
   *   keepLast: 1,
   *   every: 2,
   *   summarize: async () => {
   *     live = live.append(user("one more thing"));
   *     return "The user told a story.";
   *   },
   * });
   * assert.equal(outcome.outcome, "compacted");
   * live = outcome.transcript.concat(live.since(base));
   * assert.deepEqual(live.entries().slice(1).map((entry) => entry.text), ["thanks", "one more thing"]);
   * ```
   */
  async maybeCompactAsync(options: MaybeCompactOptions | ModelMaybeCompactOptions): Promise<CompactionOutcome> {
    if (asksModel(options)) {
      const settings = readModelTriggerOptions(options);
      return (await this.#isTriggeredInSlices(settings, settings.signal))
        ? await this.#compactedByModel(settings)
        : this.#unchangedByModel(settings, { reason: "not-triggered" });
    }
    const settings = readTriggerOptions(options);
    if (!(await this.#isTriggeredInSlices(settings)))
      return { outcome: "unchanged", transcript: this, reason: "not-triggered" };
    const transcript = this.#compacted(await runInSlices(compactSteps(await this.#entriesInSlices(), settings)));
    return transcript === this
      ? { outcome: "unchanged", transcript, reason: "nothing-to-fold" }
      : { outcome: "compacted", transcript };
  }

  /**
   * Shortens oversized tool results in place to head and tail around a marker that says how much went. Count, order, ids and
   * outcomes stay. Results that are pinned, of a pending step, or in the last turns are spared. O(length).
   *
   * @param options - `maxBytes` (4,096) in all, `keepLastTurns` (1) that are spared, `excludeTools` by name
   * @throws RangeError when a size is out of range; TypeError when `excludeTools` is no list of names
   */
  pruneToolResults(options?: PruneOptions): Transcript {
    return this.#changed(pruneToolResults(this.entries(), options));
  }

  /**
   * Lists what is wrong with calls, results and empty entries, in the order of the entries. O(length).
   *
   * What a provider refuses on every later request shows here once. Calls that still wait for their results are listed too, as
   * `pending`: they are no fault.
   *
   * @returns a frozen list, empty for a sound transcript
   *
   * @example A result parted from its call
   * ```ts
   * import assert from "node:assert/strict";
   * import { assistant, toolResult, Transcript, user } from "colloquy";
   *
   * const transcript = Transcript.from([
   *   assistant("", { toolCalls: [{ toolCallId: "call_1", toolName: "search", input: {} }] }),
   *   user("Are you there?"),
   *   toolResult("call_1", "found"),
   * ]);
   * const [problem] = transcript.check();
   * assert.equal(problem?.kind, "misplaced-result");
   * assert.equal(problem?.entry, 2);
   * ```
   */
  check(): readonly Problem[] {
    return checkEntries(this.entries());
  }

  /**
   * Mends what {@link Transcript.check} lists and says what it did. O(length).
   *
   * Open calls get a result with the outcome `aborted` at the end of their step; results that stand apart move behind their
   * call; reused ids become new ones, with their results; orphans, surplus results and empty entries are dropped. Calls that
   * still wait stay as they are, ids included, unless `pendingCalls` says otherwise. What a provider proved of a part that
   * changes is dropped. Repairing twice is repairing once.
   *
   * @param options - `openCalls`: `"abort"` (the default) or `"drop"`, with the reasoning that led to nothing else;
   *   `pendingCalls`: `"keep"` (the default), `"abort"` or `"drop"`
   * @returns the transcript, this one when it is sound, and every change, in the order of the entries as they were
   * @throws TypeError when an option has an unknown value
   *
   * @example Before a conversation goes on
   * ```ts
   * import assert from "node:assert/strict";
   * import { assistant, Transcript, user } from "colloquy";
   *
   * const interrupted = Transcript.from([
   *   user("Find it"),
   *   assistant("", { toolCalls: [{ toolCallId: "call_1", toolName: "search", input: {} }] }),
   *   user("Never mind"),
   * ]);
   * const { transcript, changes } = interrupted.repair();
   * assert.equal(transcript.at(2)?.toolResult?.outcome, "aborted");
   * assert.deepEqual(changes.map(({ kind, action }) => [kind, action]), [["open-call", "answered"]]);
   * assert.deepEqual(transcript.check(), []);
   * assert.equal(transcript.repair().transcript, transcript);
   * ```
   */
  repair(options?: RepairOptions): { readonly transcript: Transcript; readonly changes: readonly Change[] } {
    const { entries, changes } = repairEntries(this.entries(), options);
    return Object.freeze({ transcript: this.#changed(entries), changes });
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

  async #compactedByModel(settings: FoldSettings & ModelSettings): Promise<CompactionOutcome> {
    const result = await compactWithModel(await this.#entriesInSlices(settings.signal), settings);
    return "entries" in result
      ? { outcome: "compacted", transcript: Transcript.#of(result.entries) }
      : this.#unchangedByModel(settings, result);
  }

  /** The entries, which a restored transcript makes here without holding up anything else. */
  async #entriesInSlices(signal?: AbortSignal): Promise<readonly Entry[]> {
    await runInSlices(makeSteps(this.#piece, STEP_ENTRIES), signal);
    return this.entries();
  }

  #unchangedByModel(settings: ModelSettings, unchanged: Unchanged): CompactionOutcome {
    tellUnchanged(settings, unchanged);
    return { outcome: "unchanged", transcript: this, ...unchanged };
  }

  #isTriggered(settings: TriggerSettings): boolean {
    const { tokenizer } = settings;
    return isTriggered(this.length, () => this.estimateTokens(tokenizer === undefined ? {} : { tokenizer }), settings);
  }

  async #isTriggeredInSlices(settings: TriggerSettings, signal?: AbortSignal): Promise<boolean> {
    const { tokenizer, tokenLimit } = settings;
    signal?.throwIfAborted();
    const isQuick = tokenizer === undefined && unweighedLength(this.#piece) <= STEP_ENTRIES;
    if (isQuick || tokenLimit === undefined) return this.#isTriggered(settings);
    const tokens = await runInSlices(weighSteps(await this.#entriesInSlices(signal), tokenizer), signal);
    return isTriggered(this.length, () => tokens ?? this.estimateTokens(), settings);
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

function requireTranscript(value: Transcript, name: string): Transcript {
  if (Transcript.isTranscript(value)) return value;
  throw new TypeError(`${name}: expected a Transcript, got ${describe(value)}`);
}
