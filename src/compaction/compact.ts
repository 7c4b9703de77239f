import { Pairing, type Groups } from "../integrity/groups.js";
import { buildEntries } from "../model/build.js";
import type { Entry, SummaryMark } from "../model/entry.js";
import {
  bytesOf,
  countEntry,
  countWith,
  FILE_TOKENS,
  tokensOf,
  utf8Length,
  weigh,
  type Tokenizer,
} from "../reading/tokens.js";
import { isSummary } from "../reading/turns.js";
import { findCut } from "./cuts.js";
import { findFold, type Fold } from "./fold.js";
import type { FoldSettings } from "./options.js";
import { STEP_ENTRIES, type Steps } from "./steps.js";
import { addMarks, readSummary, summaryLine, writeSummary, type SummaryBody } from "./summary.js";

/** What a compaction came to. */
export interface Compaction {
  readonly fold: Fold;
  readonly entries: readonly Entry[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** What `compact` would do: the entries from `foldStart` to before `foldEnd`, less the pinned ones, give way to one summary. */
export interface CompactionPlan {
  /** Index of the first entry that gives way, from 0. */
  readonly foldStart: number;
  /** Index behind the last entry that may give way. */
  readonly foldEnd: number;
  /** Entries that give way, an earlier summary aside. */
  readonly entries: number;
  /** Turns that give way, in whole or in part. */
  readonly turns: number;
  /** Tokens of the transcript as it is. */
  readonly tokensBefore: number;
  /** Tokens with the summary that is made without a model. */
  readonly tokensAfter: number;
  /** What a prompt cache keeps ends before this index. */
  readonly firstChanged: number;
}

/** Which entries a compaction folds, and what that comes to. */
export interface Folding {
  readonly groups: Groups;
  readonly fold: Fold;
  readonly sizes: Sizes;
  /** What the summary stands for. */
  readonly mark: SummaryMark;
}

/** Finds what a compaction folds, whoever writes the summary; nothing where there is nothing to fold. O(entries). */
export function* foldSteps(entries: readonly Entry[], settings: FoldSettings): Steps<Folding | undefined> {
  const pairing = new Pairing();
  for (let index = 0; index < entries.length; index += 1) {
    if (index % STEP_ENTRIES === 0) yield;
    pairing.add(entries[index]!);
  }
  const groups = pairing.finish(entries);
  yield;
  const cut = yield* findCut(entries, groups, settings);
  const fold = cut === undefined ? undefined : yield* findFold(entries, groups, cut, settings);
  if (fold === undefined) return undefined;
  yield;
  const sizes = yield* measureSteps(entries, fold, settings);
  const mark = addMarks(
    fold.earlier.map((summary) => summary.summary),
    { entries: fold.folded.length, turns: fold.turns, tokens: Math.floor(sizes.folded) },
  );
  return { groups, fold, sizes, mark };
}

/** Folds entries into a summary made without a model, or does nothing where there is nothing to fold. O(entries). */
export function* compactSteps(entries: readonly Entry[], settings: FoldSettings): Steps<Compaction | undefined> {
  const folding = yield* foldSteps(entries, settings);
  if (folding === undefined) return undefined;
  const { fold, sizes, mark } = folding;
  const body = yield* bodySteps(entries, folding, settings);
  const text = writeSummary(mark.entries, body, settings.maxSummaryTokens, settings.tokenizer);
  yield;
  const summary = makeSummary(text, mark);
  const tokensAfter = sizes.kept(summary);
  yield;
  return {
    fold,
    entries: putSummary(entries, fold, summary),
    tokensBefore: sizes.before,
    tokensAfter,
  };
}

/** Makes the entry that stands for folded ones. */
export function makeSummary(text: string, summary: SummaryMark): Entry {
  return buildEntries([{ role: "system", content: text, summary }], "Cannot compact")[0]!;
}

/** Puts a summary in the place of what was folded. */
export function putSummary(entries: readonly Entry[], fold: Fold, summary: Entry): readonly Entry[] {
  const kept = (index: number): Entry => entries[index]!;
  const before = fold.kept.filter((index) => index < fold.summaryAt);
  const behind = fold.kept.filter((index) => index >= fold.summaryAt);
  const head = entries.slice(0, Math.min(fold.start, before[0] ?? fold.start));
  return Object.freeze([...head, ...before.map(kept), summary, ...behind.map(kept), ...entries.slice(fold.end)]);
}

/** Tokens, by the estimate or a caller's tokenizer. */
export interface Sizes {
  readonly before: number;
  /** Tokens of what was folded, earlier summaries aside, since their marks say what they stand for. */
  readonly folded: number;
  /** Tokens of what stays, with a summary. */
  kept(summary: Entry): number;
}

function* measureSteps(entries: readonly Entry[], fold: Fold, settings: FoldSettings): Steps<Sizes> {
  const count = settings.tokenizer === undefined ? undefined : countWith(settings.tokenizer);
  const sums = {
    kept: { bytes: 0, files: 0, tokens: 0 },
    folded: { bytes: 0, files: 0, tokens: 0 },
    earlier: { bytes: 0, files: 0, tokens: 0 },
  };
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]!;
    // A caller's tokenizer may take its time.
    if (count !== undefined || index % STEP_ENTRIES === 0) yield;
    const sum = fold.gone[index] === 0 ? sums.kept : isSummary(entry) ? sums.earlier : sums.folded;
    if (count === undefined) {
      const weight = weigh(entry);
      sum.bytes += weight.bytes;
      sum.files += weight.files;
    } else {
      sum.tokens += countEntry(entry, index, count, FILE_TOKENS);
    }
  }
  const { kept, folded, earlier } = sums;
  const total = (...parts: readonly (typeof kept)[]): number => {
    const sum = (key: keyof typeof kept): number => parts.reduce((added, part) => added + part[key], 0);
    return sum("tokens") + tokensOf({ bytes: sum("bytes"), files: sum("files") });
  };
  return {
    before: total(kept, folded, earlier),
    folded: total(folded),
    kept: (summary) => {
      const tokens = count === undefined ? 0 : countEntry(summary, fold.start, count);
      return total(kept, count === undefined ? { ...weigh(summary), tokens } : { bytes: 0, files: 0, tokens });
    },
  };
}

/** What a summary says: what earlier ones said, and a line for each folded entry. Older ones that find no room are counted alone. */
function* bodySteps(
  entries: readonly Entry[],
  { groups, fold: { earlier, folded } }: Folding,
  settings: FoldSettings,
): Steps<SummaryBody> {
  const room = settings.tokenizer === undefined ? bytesOf(settings.maxSummaryTokens + 1) : Infinity;
  const lines: string[] = [];
  let bytes = 0;
  let without = folded.length;
  while (without > 0 && bytes < room) {
    if (without % STEP_ENTRIES === 0) yield;
    without -= 1;
    const index = folded[without]!;
    const line = summaryLine(entries[index]!, index, groups);
    bytes += utf8Length(line);
    lines.push(line);
  }
  yield;
  lines.reverse();
  const bodies = earlier.map(readSummary);
  const texts = bodies.map((body) => body.text).filter((text) => text !== "");
  const earlierLines = bodies.flatMap((body) => body.lines);
  const leftOut = bodies.reduce((sum, body) => sum + body.leftOut, 0);
  return without === 0
    ? { text: texts.join("\n"), leftOut, lines: [...earlierLines, ...lines] }
    : { text: texts.join("\n"), leftOut: leftOut + earlierLines.length + without, lines };
}

/** Weighs entries, so that their estimate is at hand; counts their tokens with a caller's tokenizer. */
export function* weighSteps(entries: readonly Entry[], tokenizer: Tokenizer | undefined): Steps<number | undefined> {
  const count = tokenizer === undefined ? undefined : countWith(tokenizer);
  let tokens = 0;
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]!;
    if (count !== undefined || index % STEP_ENTRIES === 0) yield;
    if (count === undefined) weigh(entry);
    else tokens += countEntry(entry, index, count);
  }
  return count === undefined ? undefined : tokens;
}

/** Whether the trigger of a compaction has fired. */
export function isTriggered(
  length: number,
  tokens: () => number,
  settings: { every: number | undefined; tokenLimit: number | undefined },
): boolean {
  if (settings.every !== undefined && length > settings.every) return true;
  return settings.tokenLimit !== undefined && tokens() > settings.tokenLimit;
}

/** What a compaction would do. */
export function planOf({ fold, tokensBefore, tokensAfter }: Compaction): CompactionPlan {
  return Object.freeze({
    foldStart: fold.start,
    foldEnd: fold.end,
    entries: fold.folded.length,
    turns: fold.turns,
    tokensBefore,
    tokensAfter,
    firstChanged: fold.start,
  });
}
