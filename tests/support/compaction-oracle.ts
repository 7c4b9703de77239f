import type { Entry } from "colloquy";
import { isResult, isSafeCut, isSummary, leadingCount, pendingStart, stretches, turnsOf } from "./oracle.js";

/** The size to keep, in entries or in turns, and what to keep of the first turn. */
export interface Keep {
  readonly keepLast?: number;
  readonly keepLastTurns?: number;
  readonly keepFirstTurn?: boolean | "user";
}

/**
 * What compaction should do: the indexes that fold and those that stay, in order, and how many of these stand before the
 * summary. Only pinned entries in front of the first folded one may stand on either side.
 */
export interface Expected {
  readonly cut: number;
  readonly folded: readonly number[];
  readonly kept: readonly number[];
  readonly fewestBefore: number;
  readonly mostBefore: number;
}

function wantedCut(entries: readonly Entry[], keep: Keep): number {
  const leading = leadingCount(entries);
  if (keep.keepLast !== undefined) return Math.max(leading, entries.length - keep.keepLast);
  const size = keep.keepLastTurns ?? 3;
  const turns = turnsOf(entries);
  return size === 0 ? entries.length : (turns.at(-size)?.start ?? leading);
}

/** The cut that is asked for, moved to where it may be: later, or earlier where later would keep nothing. */
export function movedCut(entries: readonly Entry[], wanted: number, size: number): number {
  const good = (cut: number): boolean => cut === entries.length || (isSafeCut(entries, cut) && !isResult(entries[cut]));
  const pending = pendingStart(entries);
  let cut = wanted;
  while (!good(cut)) cut++;
  if (cut === entries.length && size > 0) {
    cut = Math.min(wanted, entries.length - 1);
    while (cut > 0 && !good(cut)) cut--;
  }
  return Math.min(cut, pending);
}

/** The end of the first turn when it is kept, else 0. */
function firstTurnEnd(entries: readonly Entry[]): number {
  const turn = turnsOf(entries).find(({ start, end }) =>
    entries.slice(start, end).some((entry) => entry.role === "user"),
  );
  if (turn === undefined || entries.slice(0, turn.end).some(isSummary)) return 0;
  return isSafeCut(entries, turn.end) ? turn.end : 0;
}

/** The compaction of a sound conversation by the letter; undefined where nothing is to do. */
export function expectedCompaction(entries: readonly Entry[], keep: Keep): Expected | undefined {
  const leading = leadingCount(entries);
  const size = keep.keepLast ?? keep.keepLastTurns ?? 3;
  const cut = movedCut(entries, wantedCut(entries, keep), size);
  const mode = keep.keepFirstTurn ?? keep.keepLast === undefined;
  const firstEnd = mode === false ? 0 : firstTurnEnd(entries);
  const pinned = (index: number): boolean => {
    const span = stretches(entries).find(({ start, end }) => start <= index && index <= end) ?? {
      start: index,
      end: index,
    };
    return entries.slice(span.start, span.end + 1).some((entry) => entry.pinned === true);
  };
  const ofFirstTurn = (index: number): boolean =>
    index < firstEnd && (mode === true || entries[index]?.role === "user");
  const middle = entries.map((_entry, index) => index).slice(leading, Math.max(leading, cut));
  const folded = middle.filter((index) => !ofFirstTurn(index) && (isSummary(entries[index]) || !pinned(index)));
  if (folded.every((index) => isSummary(entries[index]))) return undefined;
  const beside = entries.filter((entry, index) => index >= leading && !isSummary(entry)).length;
  if (keep.keepLast !== undefined && beside <= keep.keepLast) return undefined;
  const firstFolded = folded[0] ?? 0;
  const kept = entries.map((_entry, index) => index).filter((index) => !folded.includes(index));
  const head = (index: number): boolean => index < leading || (ofFirstTurn(index) && index < cut);
  const fewestBefore = kept.findLastIndex(head) + 1;
  const mostBefore = Math.max(fewestBefore, kept.filter((index) => index < firstFolded).length);
  return { cut, folded, kept, fewestBefore, mostBefore };
}
