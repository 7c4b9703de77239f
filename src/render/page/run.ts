import { Transcript, type Problem } from "../../index.js";
import { readShown, type ShownCall, type ShownEntry, type ShownPart, type ShownResult } from "../shown.js";
import { momentsOf, type Moment } from "./time.js";

/** An entry with all that the page says of it. */
export interface RunEntry extends ShownEntry {
  readonly tokens: number;
  readonly problems: readonly Problem[];
}

/** A result that stands under its call, and the entry that it came in. */
export interface FoldedResult {
  readonly result: ShownResult;
  readonly from: RunEntry;
}

/** A transcript as the page shows it. */
export interface Run {
  readonly entries: readonly RunEntry[];
  readonly turns: readonly { readonly start: number; readonly end: number }[];
  /** The results that stand under each call. */
  readonly results: ReadonlyMap<ShownCall, readonly FoldedResult[]>;
  readonly folded: ReadonlySet<ShownResult>;
  /** When entries were made, as far as it is known. */
  readonly moments: ReadonlyMap<RunEntry, Moment>;
  readonly tokens: number;
  /** Tokens of the largest entry. */
  readonly mostTokens: number;
}

/** Collects what the page shows. O(parts). */
export function readRun(transcript: Transcript): Run {
  const problems = groupBy(transcript.check(), (problem) => problem.entry);
  const entries = readShown(transcript).map(({ index, entry, parts }): RunEntry => ({
    index,
    entry,
    parts,
    tokens: Transcript.from([entry]).estimateTokens(),
    problems: problems.get(index) ?? [],
  }));
  const folded = foldResults(entries);
  return {
    entries,
    turns: transcript.turns(),
    results: groupBy(folded, ({ result }) => result.call),
    folded: new Set(folded.map(({ result }) => result)),
    moments: momentsOf(entries),
    tokens: transcript.estimateTokens(),
    mostTokens: entries.reduce((most, { tokens }) => Math.max(most, tokens), 0),
  };
}

/** The results that are shown under their calls: all but those whose place or number is a problem. */
function foldResults(entries: readonly RunEntry[]): readonly (FoldedResult & { readonly result: Answer })[] {
  return entries
    .filter(({ problems }) => !problems.some(isOfResult))
    .flatMap((from) => from.parts.filter(isAnswer).map((result) => ({ result, from })));
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Whether a tool run of an entry did not end well, or something is wrong with the entry. */
export function hasFailed({ parts, problems }: RunEntry): boolean {
  return problems.some(isBroken) || parts.some((part) => part.kind === "result" && part.outcome !== undefined);
}

/** Whether a problem is one: a call that still waits is not. */
export function isBroken(problem: Problem): boolean {
  return problem.pending !== true;
}

type Answer = ShownResult & { readonly call: ShownCall };

function isAnswer(part: ShownPart): part is Answer {
  return part.kind === "result" && part.call !== undefined;
}

function isOfResult({ kind }: Problem): boolean {
  return kind === "misplaced-result" || kind === "duplicate-result" || kind === "orphan-result";
}
