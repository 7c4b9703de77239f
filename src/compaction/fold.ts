import { blockAround, isSafeCut, type Groups } from "../integrity/groups.js";
import type { Entry } from "../model/entry.js";
import { countLeading, findTurns, isSummary } from "../reading/turns.js";
import type { FoldSettings } from "./options.js";

/** Which entries give way to a summary, and where it stands. */
export interface Fold {
  /** Index of the first entry that gives way. */
  readonly start: number;
  /** Index behind the last entry that may give way. */
  readonly end: number;
  /** Indexes of the entries that give way, earlier summaries among them, ascending. */
  readonly folded: readonly number[];
  /** What stays between `start` and `end`, in its order. */
  readonly kept: readonly number[];
  /** Index of the entry before which the summary stands; everything that stays and stands before it in the list stays before. */
  readonly summaryAt: number;
  /** Turns that give way, in whole or in part. */
  readonly turns: number;
}

/** Finds which entries before a cut give way, or nothing where none does. O(entries). */
export function findFold(
  entries: readonly Entry[],
  groups: Groups,
  cut: number,
  settings: FoldSettings,
): Fold | undefined {
  const leading = countLeading(entries);
  const firstTurnEnd = settings.keepFirstTurn === false ? leading : endOfFirstTurn(entries, groups, leading);
  const stays = new Set<number>();
  let lastSaid = leading;
  for (let index = leading; index < firstTurnEnd; index += 1) {
    if (settings.keepFirstTurn === true || entries[index]!.role === "user") {
      stays.add(index);
      lastSaid = index + 1;
    }
  }
  addPinned(entries, groups, leading, cut, stays);
  const folded: number[] = [];
  const kept: number[] = [];
  for (let index = leading; index < cut; index += 1)
    (stays.has(index) && !isSummary(entries[index]!) ? kept : folded).push(index);
  if (folded.every((index) => isSummary(entries[index]!))) return undefined;
  const start = folded[0]!;
  return { start, end: cut, folded, kept, summaryAt: Math.max(start, lastSaid), turns: countTurns(entries, folded) };
}

/** The first turn reaches through the first turn with a user entry. It counts for nothing behind a summary, nor where it ends inside a group. */
function endOfFirstTurn(entries: readonly Entry[], groups: Groups, leading: number): number {
  const first = findTurns(entries).find(({ start, end }) =>
    entries.slice(start, end).some((entry) => entry.role === "user"),
  );
  if (first === undefined || !isSafeCut(groups, first.end)) return leading;
  return entries.slice(leading, first.end).some(isSummary) ? leading : first.end;
}

/** A pin covers all that is tied to its entry. */
function addPinned(entries: readonly Entry[], groups: Groups, from: number, to: number, stays: Set<number>): void {
  for (let index = from; index < to; index += 1) {
    if (entries[index]!.pinned !== true) continue;
    const block = blockAround(groups, index);
    for (let at = Math.max(from, block.start); at < block.end; at += 1) stays.add(at);
    index = block.end - 1;
  }
}

/** A turn whose beginning gave way to an earlier summary was counted then. */
function countTurns(entries: readonly Entry[], folded: readonly number[]): number {
  const gone = new Set(folded);
  let turns = 0;
  for (const { start, end } of findTurns(entries)) {
    const counted = start > 0 && isSummary(entries[start - 1]!) && entries[start]!.role !== "user";
    if (counted) continue;
    for (let index = start; index < end; index += 1) {
      if (!gone.has(index)) continue;
      turns += 1;
      break;
    }
  }
  return turns;
}
