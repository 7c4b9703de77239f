import { isSafeCut, type Groups } from "../integrity/groups.js";
import type { Entry } from "../model/entry.js";
import { countLeading, findTurns, isSummary } from "../reading/turns.js";
import { countEntry, countWith, FILE_TOKENS, tokensOf, weigh } from "../reading/tokens.js";
import type { FoldSettings } from "./options.js";
import { STEP_ENTRIES, type Steps } from "./steps.js";

/**
 * Finds where the tail begins that is kept, or nothing where all is to be kept.
 *
 * A cut inside a group moves later, so that the whole group is folded; where that would leave nothing although something was
 * asked for, it moves earlier. The tail never opens with a result, and a pending step always stays. O(entries).
 */
export function* findCut(entries: readonly Entry[], groups: Groups, settings: FoldSettings): Steps<number | undefined> {
  const wanted = yield* wantedCut(entries, settings);
  if (wanted === undefined) return undefined;
  // There is never more than one summary: what an earlier one stands before is folded into the next.
  const floor = Math.max(countLeading(entries), 1 + entries.findLastIndex(isSummary));
  const waiting = groups.pending?.from;
  const end = waiting === undefined ? entries.length : moveEarlier(entries, groups, waiting, floor);
  if (end === undefined) return undefined;
  const cut = Math.min(Math.max(wanted, floor), end);
  const later = moveLater(entries, groups, cut);
  if (later < entries.length || settings.keep.size === 0) return later;
  return moveEarlier(entries, groups, cut, floor);
}

/** Moves a cut later, off every group. */
export function moveOffGroups(groups: Groups, cut: number): number {
  let moved = cut;
  while (!isSafeCut(groups, moved)) moved += 1;
  return moved;
}

function moveLater(entries: readonly Entry[], groups: Groups, cut: number): number {
  let moved = moveOffGroups(groups, cut);
  while (entries[moved]?.role === "tool") moved = moveOffGroups(groups, moved + 1);
  return moved;
}

function moveEarlier(entries: readonly Entry[], groups: Groups, cut: number, floor: number): number | undefined {
  let moved = Math.min(cut, entries.length - 1);
  while (moved >= floor && (!isSafeCut(groups, moved) || entries[moved]!.role === "tool")) moved -= 1;
  return moved < floor ? undefined : moved;
}

function* wantedCut(entries: readonly Entry[], settings: FoldSettings): Steps<number | undefined> {
  const { by, size } = settings.keep;
  if (by === "tokens") return yield* cutByTokens(entries, size, settings);
  return by === "turns" ? cutByTurns(entries, size) : cutByEntries(entries, size);
}

function cutByEntries(entries: readonly Entry[], size: number): number | undefined {
  let counted = entries.length - countLeading(entries);
  for (const entry of entries) if (isSummary(entry)) counted -= 1;
  return counted <= size ? undefined : entries.length - size;
}

function cutByTurns(entries: readonly Entry[], size: number): number | undefined {
  const turns = findTurns(entries);
  if (turns.length <= size) return undefined;
  return size === 0 ? entries.length : turns[turns.length - size]!.start;
}

function* cutByTokens(entries: readonly Entry[], size: number, settings: FoldSettings): Steps<number | undefined> {
  if (size === 0) return entries.length;
  const leading = countLeading(entries);
  const count = settings.tokenizer === undefined ? undefined : countWith(settings.tokenizer);
  let bytes = 0;
  let tokens = 0;
  for (let index = entries.length - 1; index >= leading; index -= 1) {
    if (index % STEP_ENTRIES === 0) yield;
    const entry = entries[index]!;
    if (isSummary(entry)) continue;
    if (count === undefined) {
      const weight = weigh(entry);
      bytes += weight.bytes;
      tokens += weight.files * FILE_TOKENS;
    } else {
      tokens += countEntry(entry, index, count);
    }
    if (tokens + tokensOf({ bytes, files: 0 }) > size) return index + 1;
  }
  return undefined;
}
