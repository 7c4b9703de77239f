import type { Entry } from "../model/entry.js";
import { describe, oneOf } from "../model/issues.js";
import { requireSize } from "../model/arguments.js";
import type { UsageGate } from "./budget.js";
import {
  MODEL_KEYS,
  readFoldOptions,
  readTriggerOptions,
  type FoldOptions,
  type FoldSettings,
  type Keep,
  type KeepRequired,
  type Trigger,
  type TriggerSettings,
} from "./options.js";
import { leastInputTokens } from "./prompt.js";

/** What a model is asked to summarize. Frozen; every string in it is well formed. */
export interface SummaryRequest {
  /**
   * What is to be summarized, as plain text in which every line begins with `> `, so that nothing in it can pass for anything
   * but a quotation. Results of tools are left out unless `toolResults` says otherwise; reasoning and the data of files always are.
   */
  readonly text: string;
  /** The entries that `text` quotes. */
  readonly entries: readonly Entry[];
  /** The summary so far, which the new one replaces: an earlier one that is folded, or that of the chunks before. */
  readonly previousSummary?: string;
  /** Instructions, the summary so far and the text, ready to send. */
  readonly prompt: string;
  /** The most tokens the answer should have: `maxSummaryTokens`. */
  readonly maxTokens: number;
  /** To be handed on to the client, so that an abort ends the call too. */
  readonly signal?: AbortSignal;
}

/**
 * Summarizes with a model. Any function from a request to a text will do.
 *
 * @example A summarizer, and what it is asked
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user, type Summarize } from "colloquy";
 *
 * const summarize: Summarize = async ({ prompt, text, maxTokens }) => {
 *   assert.ok(prompt.includes(text));
 *   assert.equal(text, "> [user] Where is the key? (I looked in every drawer of the house)\n> [user] Found it.");
 *   assert.equal(maxTokens, 2_000);
 *   return "The user found a lost key.";
 * };
 * const transcript = Transcript.from([
 *   user("Where is the key? (I looked in every drawer of the house)"),
 *   user("Found it."),
 *   user("Bye"),
 * ]);
 * const shorter = await transcript.compact({ keepLast: 1, summarize });
 * assert.equal(shorter.at(0)?.text, "[Compacted 2 earlier messages]\nThe user found a lost key.");
 * ```
 */
export type Summarize = (request: SummaryRequest) => string | Promise<string>;

/** Why a compaction left the transcript as it was. */
export type UnchangedReason =
  "not-triggered" | "nothing-to-fold" | "gate-refused" | "summary-failed" | "summary-empty" | "not-shorter";

/** What a compaction with a model takes besides. */
export interface ModelOptions {
  /** Makes the summary. Called once, or once per chunk, and only when there is something to fold. */
  summarize: Summarize;
  /** Gives up: the promise rejects with the signal's reason at once, and what the model still answers is discarded. */
  signal?: AbortSignal;
  /** Is asked before each call and may refuse it. */
  gate?: UsageGate;
  /**
   * The most tokens of a prompt. What is longer is cut into chunks where no tool call is parted from its results, and summarized in
   * order, each with the summary so far; a group longer than that is shortened in it, and so is a summary so far that would take
   * more than half the room: some times `maxSummaryTokens` is a good limit. One that leaves no room beside the instructions
   * (about 230 tokens) is refused. Default: no limit.
   */
  maxInputTokens?: number;
  /**
   * What becomes of the results of tools in the request. A summary is permanent, and results carry keys and private data.
   * `shorten` shows the head and tail of each, 1,000 bytes in all; so is the input of calls, which `include` alone shows whole.
   * Default `omit`.
   */
  toolResults?: "omit" | "shorten" | "include";
  /**
   * Is told why the same instance came back; with `summary-failed` also what was thrown. What it throws itself is dropped: the
   * transcript comes back all the same.
   */
  onUnchanged?: (outcome: { reason: UnchangedReason; error?: unknown }) => void;
}

/** How much to keep, and who writes the summary. */
export type ModelCompactOptions = FoldOptions & Keep & ModelOptions;
/** How much to keep, when to compact at all, and who writes the summary. */
export type ModelMaybeCompactOptions = FoldOptions & KeepRequired & Trigger & ModelOptions;

const TOOL_RESULTS = ["omit", "shorten", "include"];

/** What a compaction with a model takes besides, checked. */
export interface ModelSettings {
  readonly summarize: Summarize;
  readonly signal: AbortSignal | undefined;
  readonly gate: UsageGate | undefined;
  /** Infinite where nothing limits a prompt. */
  readonly maxInputTokens: number;
  readonly toolResults: "omit" | "shorten" | "include";
  readonly onUnchanged: ModelOptions["onUnchanged"];
}

/** Whether options ask for a model. */
export function asksModel<T extends ModelOptions>(options: T | { summarize?: undefined } | undefined): options is T {
  return options?.summarize !== undefined;
}

/** Checks the options of a compaction with a model. Throws TypeError, or RangeError for a size out of range. */
export function readModelOptions(options: ModelCompactOptions): FoldSettings & ModelSettings {
  const settings = readFoldOptions(options, MODEL_KEYS);
  return { ...settings, ...readModelSettings(options, settings) };
}

/** Checks the options of a compaction with a model that waits for a reason. Throws as {@link readModelOptions}. */
export function readModelTriggerOptions(options: ModelMaybeCompactOptions): TriggerSettings & ModelSettings {
  const settings = readTriggerOptions(options, MODEL_KEYS);
  return { ...settings, ...readModelSettings(options, settings) };
}

function readModelSettings(options: ModelOptions, { maxSummaryTokens, tokenizer }: FoldSettings): ModelSettings {
  const { summarize, signal, gate, toolResults = "omit", onUnchanged } = options;
  requireThat("summarize", "a function", summarize, typeof summarize === "function");
  requireThat("signal", "an AbortSignal", signal, signal === undefined || isSignal(signal));
  requireThat("gate", "an object that can reserve", gate, gate === undefined || typeof gate?.reserve === "function");
  requireThat("toolResults", oneOf(TOOL_RESULTS), toolResults, TOOL_RESULTS.includes(toolResults));
  const isCallable = onUnchanged === undefined || typeof onUnchanged === "function";
  requireThat("onUnchanged", "a function", onUnchanged, isCallable);
  let maxInputTokens = Infinity;
  if (options.maxInputTokens !== undefined) {
    maxInputTokens = requireSize("maxInputTokens", options.maxInputTokens);
    const least = leastInputTokens(maxSummaryTokens, tokenizer);
    if (maxInputTokens < least)
      throw new RangeError(
        `maxInputTokens: expected at least ${least}, so that a prompt holds more than its instructions, got ${maxInputTokens}`,
      );
  }
  return { summarize, signal, gate, maxInputTokens, toolResults, onUnchanged };
}

function isSignal(value: unknown): boolean {
  const { addEventListener, throwIfAborted } = (value ?? {}) as Partial<AbortSignal>;
  return typeof addEventListener === "function" && typeof throwIfAborted === "function";
}

function requireThat(option: string, expected: string, value: unknown, holds: boolean): void {
  if (!holds) throw new TypeError(`Cannot compact: ${option}: expected ${expected}, got ${describe(value)}`);
}
