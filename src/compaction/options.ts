import { requireOptions, requireSize } from "../model/arguments.js";
import { describe, describeNumber, describeOther } from "../model/issues.js";
import type { Tokenizer } from "../reading/tokens.js";

export type Keep =
  | { keepLast?: number; keepLastTurns?: undefined; keepLastTokens?: undefined }
  | { keepLast?: undefined; keepLastTurns?: number; keepLastTokens?: undefined }
  | { keepLast?: undefined; keepLastTurns?: undefined; keepLastTokens?: number };
export type KeepRequired =
  | { keepLast: number; keepLastTurns?: undefined; keepLastTokens?: undefined }
  | { keepLast?: undefined; keepLastTurns: number; keepLastTokens?: undefined }
  | { keepLast?: undefined; keepLastTurns?: undefined; keepLastTokens: number };

export interface FoldOptions {
  /** Keeps the first turn; `"user"` keeps only what the user said in it. Default: with `keepLastTurns`, and else not. */
  keepFirstTurn?: boolean | "user";
  /** The most tokens of a summary. The oldest lines give way; a model is asked to keep to it, and its text stays whole. Default 2,000. */
  maxSummaryTokens?: number;
  /** Counts tokens instead of the estimate. */
  tokenizer?: Tokenizer;
}

export interface Trigger {
  /** Compacts when there are more entries than this. */
  every?: number;
  /** Compacts when the estimate exceeds `threshold` times this many tokens. */
  tokenBudget?: number;
  /** A fraction of `tokenBudget`, from 0 to 1. Default 0.8. */
  threshold?: number;
}

/** How much to keep: one of the three sizes at most, `{ keepLastTurns: 3 }` if none. */
export type CompactOptions = FoldOptions & Keep & { summarize?: undefined };
/** How much to keep, and when to compact at all. */
export type MaybeCompactOptions = FoldOptions & KeepRequired & Trigger & { summarize?: undefined };

/** The options of a compaction, checked. */
export interface FoldSettings {
  readonly keep: { readonly by: "entries" | "turns" | "tokens"; readonly size: number };
  readonly keepFirstTurn: boolean | "user";
  readonly maxSummaryTokens: number;
  readonly tokenizer: Tokenizer | undefined;
}

const ACTION = "Cannot compact";
const DEFAULT_TURNS = 3;
const DEFAULT_SUMMARY_TOKENS = 2_000;
const DEFAULT_THRESHOLD = 0.8;
const SIZES = { keepLast: "entries", keepLastTurns: "turns", keepLastTokens: "tokens" } as const;
const FOLD_KEYS = [...Object.keys(SIZES), "keepFirstTurn", "maxSummaryTokens", "tokenizer"];
const TRIGGER_KEYS = ["every", "tokenBudget", "threshold"];
/** Options that stand beside `summarize`, and it. */
export const MODEL_KEYS = ["summarize", "signal", "gate", "maxInputTokens", "toolResults", "onUnchanged"];

/** Checks the options of a compaction. Throws TypeError, or RangeError for a size out of range. */
export function readFoldOptions(
  options: (FoldOptions & Keep) | undefined,
  alsoKnown: readonly string[] = [],
): FoldSettings {
  const given = requireOptions(ACTION, options, [...FOLD_KEYS, ...alsoKnown], hintOf);
  const sizes = (Object.keys(SIZES) as (keyof typeof SIZES)[]).filter((key) => given[key] !== undefined);
  if (sizes.length > 1) throw new TypeError(`${ACTION}: expected one size to keep, got ${sizes.join(" and ")}`);
  const {
    keepFirstTurn = sizes[0] === undefined || sizes[0] === "keepLastTurns",
    maxSummaryTokens = DEFAULT_SUMMARY_TOKENS,
    tokenizer,
  } = given;
  if (typeof keepFirstTurn !== "boolean" && keepFirstTurn !== "user") {
    throw new TypeError(
      `${ACTION}: keepFirstTurn: expected true, false or "user", got ${describeOther(keepFirstTurn)}`,
    );
  }
  if (tokenizer !== undefined && typeof tokenizer !== "function")
    throw new TypeError(`${ACTION}: tokenizer: expected a function, got ${describe(tokenizer)}`);
  const by = sizes[0] ?? "keepLastTurns";
  return {
    keep: { by: SIZES[by], size: requireSize(by, sizes.length === 0 ? DEFAULT_TURNS : given[by]) },
    keepFirstTurn,
    maxSummaryTokens: requireSize("maxSummaryTokens", maxSummaryTokens),
    tokenizer,
  };
}

/** The options of a compaction that waits for a reason, checked. */
export interface TriggerSettings extends FoldSettings {
  readonly every: number | undefined;
  /** The estimate that must be exceeded. */
  readonly tokenLimit: number | undefined;
}

/** Checks the options of a compaction that waits for a reason. Throws as {@link readFoldOptions}. */
export function readTriggerOptions(
  options: FoldOptions & KeepRequired & Trigger,
  alsoKnown: readonly string[] = [],
): TriggerSettings {
  const given = requireOptions(ACTION, options, [...FOLD_KEYS, ...TRIGGER_KEYS, ...alsoKnown], hintOf);
  if (given.keepLast === undefined && given.keepLastTurns === undefined && given.keepLastTokens === undefined)
    throw new TypeError(`${ACTION}: expected keepLast, keepLastTurns or keepLastTokens, got none`);
  const { every, tokenBudget, threshold = DEFAULT_THRESHOLD } = given;
  if (!(typeof threshold === "number" && threshold >= 0 && threshold <= 1))
    throw new RangeError(`threshold: expected a number from 0 to 1, got ${describeNumber(threshold)}`);
  return {
    ...readFoldOptions(options, [...TRIGGER_KEYS, ...alsoKnown]),
    every: every === undefined ? undefined : requireSize("every", every),
    tokenLimit: tokenBudget === undefined ? undefined : requireSize("tokenBudget", tokenBudget) * threshold,
  };
}

function hintOf(option: string): string {
  if (option === "summarize") return " here (compact, compactAsync and maybeCompactAsync take it)";
  return MODEL_KEYS.includes(option) ? " without summarize" : "";
}
