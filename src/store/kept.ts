import type { Entry } from "../index.js";
import { textOf } from "./entry-texts.js";
import type { Known } from "./recent.js";

/** What is stored already of a transcript that is to be saved. */
export interface Kept {
  /** How many of its first entries. */
  readonly length: number;
  /** The length of their text, in UTF-16 code units. */
  readonly characters: number;
}

/** Nothing is stored yet, or nothing that may stay. */
export const NOTHING_KEPT: Kept = { length: 0, characters: 0 };

/** What of a transcript's entries is stored, known from what was loaded or saved last. O(1) for each entry that both share. */
export function keptOfKnown(known: Known, entries: readonly Entry[]): Kept {
  const stored = known.transcript.entries();
  const length = countEqual(stored, entries, (one, other) => one === other || textOf(one) === textOf(other));
  const gone = stored.slice(length).map(textOf);
  return { length, characters: known.characters - totalLength(gone) };
}

/** What of a transcript's entries is stored, found by reading. */
export function keptOfTexts(texts: readonly string[], entries: readonly Entry[]): Kept {
  const length = countEqual(texts, entries, (text, entry) => text === textOf(entry));
  return { length, characters: totalLength(texts.slice(0, length)) };
}

/** The length of texts together, in UTF-16 code units. */
export function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function countEqual<T, U>(
  stored: readonly T[],
  entries: readonly U[],
  isEqual: (stored: T, entry: U) => boolean,
): number {
  const both = Math.min(stored.length, entries.length);
  let count = 0;
  while (count < both && isEqual(stored[count]!, entries[count]!)) count += 1;
  return count;
}
