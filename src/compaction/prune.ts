import { blockAround, findGroups, isSafeCut, type Groups } from "../integrity/groups.js";
import { rebuildEntry } from "../model/build.js";
import type { Entry } from "../model/entry.js";
import { describeOther } from "../model/issues.js";
import type { Part, ToolResultPart } from "../model/part.js";
import { requireOptions, requireSize } from "../model/arguments.js";
import { resultText } from "../model/stored-entry.js";
import { detached } from "../model/text.js";
import { findTurns } from "../reading/turns.js";
import { utf8Length } from "../reading/tokens.js";

/** Which results are shortened, and how far. */
export interface PruneOptions {
  /** The most UTF-8 bytes of a result's text, head and tail and the marker between them. Default 4,096. */
  maxBytes?: number;
  /** How many of the last turns are spared. Default 1. */
  keepLastTurns?: number;
  /** Names of tools whose results are spared. */
  excludeTools?: readonly string[];
}

const DEFAULT_BYTES = 4_096;
const MARKER_ALONE = /^\[… \d+ bytes left out …\]$/;

/**
 * Shortens oversized tool results in place. What is pinned, pending or in the last turns is spared.
 *
 * @returns the same list when nothing was too long
 */
export function pruneToolResults(entries: readonly Entry[], options?: PruneOptions): readonly Entry[] {
  const {
    maxBytes = DEFAULT_BYTES,
    keepLastTurns = 1,
    excludeTools,
  } = requireOptions("Cannot prune", options, ["maxBytes", "keepLastTurns", "excludeTools"]);
  requireSize("maxBytes", maxBytes);
  requireSize("keepLastTurns", keepLastTurns);
  const excluded = readExcluded(excludeTools);
  const turns = findTurns(entries);
  const groups = findGroups(entries);
  const end = Math.min(groups.pending?.from ?? entries.length, endOfPruning(entries, turns, keepLastTurns));
  const spared = pinnedIndexes(entries, groups);
  let changed = false;
  const pruned = entries.map((entry, index) => {
    const result = index < end && !spared.has(index) ? entry.toolResult : undefined;
    if (result === undefined) return entry;
    const name = result.toolName ?? groups.answerAt.get(index)?.call?.part.toolName;
    if (name !== undefined && excluded.has(name)) return entry;
    const shorter = shorten(result, maxBytes);
    if (shorter === result) return entry;
    changed = true;
    return rebuildEntry(
      entry,
      entry.content.map((part) => (part === result ? shorter : part)),
    );
  });
  return changed ? Object.freeze(pruned) : entries;
}

function readExcluded(names: readonly string[] = []): ReadonlySet<string> {
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
    throw new TypeError(`Cannot prune: excludeTools: expected an array of names, got ${describeOther(names)}`);
  }
  return new Set(names);
}

function endOfPruning(
  entries: readonly Entry[],
  turns: readonly { readonly start: number }[],
  keepLastTurns: number,
): number {
  if (keepLastTurns === 0) return entries.length;
  return turns.length <= keepLastTurns ? 0 : turns[turns.length - keepLastTurns]!.start;
}

/** A pin covers all that is tied to its entry. */
function pinnedIndexes(entries: readonly Entry[], groups: Groups): ReadonlySet<number> {
  const pinned = new Set<number>();
  for (const [index, entry] of entries.entries()) {
    if (entry.pinned !== true || pinned.has(index)) continue;
    const block =
      isSafeCut(groups, index) && isSafeCut(groups, index + 1)
        ? { start: index, end: index + 1 }
        : blockAround(groups, index);
    for (let at = block.start; at < block.end; at += 1) pinned.add(at);
  }
  return pinned;
}

function shorten(result: ToolResultPart, maxBytes: number): ToolResultPart {
  const text = resultText(result);
  const bytes = utf8Length(text);
  if (bytes <= maxBytes || MARKER_ALONE.test(text)) return result;
  const cut = cutMiddle(text, bytes, maxBytes);
  if (result.content === undefined) return { ...result, output: detached(cut.head + cut.marker + cut.tail) };
  return { ...result, content: cutParts(result.content, cut, text.length) };
}

interface Cut {
  readonly head: string;
  readonly marker: string;
  readonly tail: string;
}

function cutMiddle(text: string, bytes: number, maxBytes: number): Cut {
  // The number in the marker is the largest that can stand there, so that the marker cannot outgrow its room.
  const room = maxBytes - utf8Length(`\n${marker(bytes)}\n`);
  if (room <= 0) return { head: "", marker: marker(bytes), tail: "" };
  const head = takeBytes(text, Math.ceil(room / 2));
  const tail = takeLastBytes(text, room - utf8Length(head));
  const left = bytes - utf8Length(head) - utf8Length(tail);
  return { head, marker: `${head === "" ? "" : "\n"}${marker(left)}${tail === "" ? "" : "\n"}`, tail };
}

function marker(bytes: number): string {
  return `[… ${bytes} bytes left out …]`;
}

/** As much of the start as fits, never half a character. */
function takeBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const character = String.fromCodePoint(text.codePointAt(index)!);
    bytes += utf8Length(character);
    if (bytes > maxBytes) break;
    index += character.length;
  }
  return text.slice(0, index);
}

/** As much of the end as fits, never half a character. */
function takeLastBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let index = text.length;
  while (index > 0) {
    const isPair = index > 1 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 2, index));
    const length = isPair ? 2 : 1;
    bytes += utf8Length(text.slice(index - length, index));
    if (bytes > maxBytes) break;
    index -= length;
  }
  return text.slice(index);
}

/** Cuts the middle out of a result's text parts taken together; files stay where they are. */
function cutParts(
  content: NonNullable<ToolResultPart["content"]>,
  cut: Cut,
  length: number,
): NonNullable<ToolResultPart["content"]> {
  const headEnd = cut.head.length;
  const tailStart = length - cut.tail.length;
  const parts: Part[] = [];
  let start = 0;
  let marked = false;
  for (const part of content) {
    if (part.type !== "text") {
      parts.push(part);
      continue;
    }
    const end = start + part.text.length;
    let text = part.text.slice(0, Math.max(0, headEnd - start));
    if (!marked && end >= headEnd) {
      text += cut.marker;
      marked = true;
    }
    text += part.text.slice(Math.max(0, tailStart - start));
    if (text === part.text) parts.push(part);
    else if (text !== "") parts.push({ ...part, text: detached(text) });
    start = end;
  }
  return parts as NonNullable<ToolResultPart["content"]>;
}
