import type { Entry, SummaryMark, SystemEntry, Turn } from "../model/entry.js";

/** Where a turn begins and ends; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How many system entries stand at the head, before any summary. O(their number). */
export function countLeading(entries: readonly Entry[]): number {
  let count = 0;
  while (count < entries.length && entries[count]!.role === "system" && !isSummary(entries[count]!)) count += 1;
  return count;
}

/** An entry that stands for others that were folded. */
export type SummaryEntry = SystemEntry & { readonly summary: SummaryMark };

/** Whether an entry stands for others that were folded. */
export function isSummary(entry: Entry): entry is SummaryEntry {
  return entry.summary !== undefined;
}

/**
 * Finds the turns: user entries in a row and all that follows. What stands before the first user entry is a turn too; leading
 * system entries and summaries belong to none. O(entries).
 */
export function findTurns(entries: readonly Entry[]): readonly Span[] {
  const turns: Span[] = [];
  let start = -1;
  const close = (end: number): void => {
    if (start >= 0) turns.push({ start, end });
    start = -1;
  };
  for (let index = countLeading(entries); index < entries.length; index += 1) {
    const entry = entries[index]!;
    if (isSummary(entry)) {
      close(index);
      continue;
    }
    const opens = entry.role === "user" && start >= 0 && entries[index - 1]!.role !== "user";
    if (opens) close(index);
    if (start < 0) start = index;
  }
  close(entries.length);
  return turns;
}

/** The turns with their entries, frozen. O(entries). */
export function turnsOf(entries: readonly Entry[]): readonly Turn[] {
  return Object.freeze(
    findTurns(entries).map(({ start, end }) =>
      Object.freeze({ entries: Object.freeze(entries.slice(start, end)), start, end }),
    ),
  );
}
