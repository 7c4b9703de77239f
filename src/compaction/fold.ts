import { blockAround, isSafeCut, type Groups } from "../integrity/groups.js";
import type { Entry } from "../model/entry.js";
import { countLeading, findTurns, isSummary, type SummaryEntry } from "../reading/turns.js";
import type { FoldSettings } from "./options.js";
import type { Steps } from "./steps.js";

/** Which entries give way to a summary, and where it stands. */
export interface Fold {
  /** Index of the first entry that gives way. */
  readonly start: number;
  /** Index behind the last entry that may give way. */
  readonly end: number;
  /** The summaries among what gives way. */
  readonly earlier: readonly SummaryEntry[];
  /** Indexes of the other entries that give way, ascending. */
  readonly folded: readonly number[];
  /** By index: 1 for each entry that gives way. */
  readonly gone: Uint8Array;
  /** What stays before `end`, leading system entries aside, in its order. */
  readonly kept: readonly number[];
  /** Index of the entry before which the summary stands. */
  readonly summaryAt: number;
  /** Turns that give way, in whole or in part. */
  readonly turns: number;
}

/** Finds which entries before a cut give way, or nothing where none does. O(entries). */
export function* findFold(
  entries: readonly Entry[],
  groups: Groups,
  cut: number,
  settings: FoldSettings,
): Steps<Fold | undefined> {
  const leading = countLeading(entries);
  const firstTurnEnd = settings.keepFirstTurn === false ? leading : endOfFirstTurn(entries, groups, leading);
  const stays = new Uint8Array(entries.length);
  let lastSaid = leading;
  for (let index = leading; index < firstTurnEnd; index += 1) {
    if (settings.keepFirstTurn !== true && entries[index]!.role !== "user") continue;
    stays[index] = 1;
    lastSaid = index + 1;
  }
  yield;
  addPinned(entries, groups, leading, cut, stays);
  yield;
  const gone = new Uint8Array(entries.length);
  const earlier: SummaryEntry[] = [];
  const folded: number[] = [];
  const kept: number[] = [];
  for (let index = leading; index < cut; index += 1) {
    const entry = entries[index]!;
    if (isSummary(entry)) earlier.push(entry);
    else if (stays[index] === 0) folded.push(index);
    else {
      kept.push(index);
      continue;
    }
    gone[index] = 1;
  }
  if (folded.length === 0) return undefined;
  yield;
  const start = gone.indexOf(1);
  const turns = countTurns(entries, gone);
  return { start, end: cut, earlier, folded, gone, kept, summaryAt: Math.max(start, lastSaid), turns };
}

/** The first turn reaches through the first turn with a user entry. It counts for nothing behind a summary, nor where it ends inside a group. */
function endOfFirstTurn(entries: readonly Entry[], groups: Groups, leading: number): number {
  let end = leading;
  for (; end < entries.length && entries[end]!.role !== "user"; end += 1) if (isSummary(entries[end]!)) return leading;
  if (end === entries.length) return leading;
  const opensNext = (index: number): boolean => entries[index]!.role === "user" && entries[index - 1]!.role !== "user";
  do end += 1;
  while (end < entries.length && !isSummary(entries[end]!) && !opensNext(end));
  return isSafeCut(groups, end) ? end : leading;
}

/** A pin covers all that is tied to its entry. That of an earlier summary covers nothing: it gives way to the next one. */
function addPinned(entries: readonly Entry[], groups: Groups, from: number, to: number, stays: Uint8Array): void {
  for (let index = from; index < to; index += 1) {
    if (entries[index]!.pinned !== true || isSummary(entries[index]!)) continue;
    const block = blockAround(groups, index);
    stays.fill(1, Math.max(from, block.start), block.end);
    index = block.end - 1;
  }
}

/** A turn whose beginning gave way to an earlier summary was counted then. */
function countTurns(entries: readonly Entry[], gone: Uint8Array): number {
  let turns = 0;
  for (const { start, end } of findTurns(entries)) {
    const counted = start > 0 && isSummary(entries[start - 1]!) && entries[start]!.role !== "user";
    if (!counted && gone.subarray(start, end).includes(1)) turns += 1;
  }
  return turns;
}
