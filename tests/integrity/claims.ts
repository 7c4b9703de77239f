import { Transcript, type EntryInput, type Part, type RepairOptions } from "colloquy";
import fc from "fast-check";
import { expect } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { matchesOf, tangle } from "./broken.js";

/** What holds of every repair of every list. */
export type Claim = (before: Transcript, options: RepairOptions) => void;

/** Options of every kind. */
export const repairOptions: fc.Arbitrary<RepairOptions> = fc.record(
  {
    openCalls: fc.constantFrom("abort" as const, "drop" as const),
    pendingCalls: fc.constantFrom("keep" as const, "abort" as const, "drop" as const),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Lists that are mostly broken. */
export const brokenLists: fc.Arbitrary<EntryInput[]> = fc.oneof(
  { weight: 4, arbitrary: tangle() },
  { weight: 4, arbitrary: brokenConversation() },
  { weight: 1, arbitrary: conversation({ reasoningEntries: true }) },
);

/** Gives every call and every result a mark of its own, to tell who is who when ids have changed. */
export function marked(list: readonly EntryInput[]): Transcript {
  let count = 0;
  const mark = (part: Part): Part => {
    count += 1;
    if (part.type === "tool-call") return { ...part, input: { mark: count } };
    return part.type === "tool-result" ? ({ ...part, content: undefined, output: { mark: count } } as Part) : part;
  };
  const entries = Transcript.from(list).entries();
  return Transcript.from(entries.map((entry) => ({ ...entry, content: entry.content.map(mark) }) as EntryInput));
}

const partsOf = (transcript: Transcript): readonly Part[] =>
  transcript.entries().flatMap((entry) => entry.content as readonly Part[]);

function markOf(part: Part | undefined): unknown {
  const value = part?.type === "tool-call" ? part.input : part?.type === "tool-result" ? part.output : undefined;
  return (value as { mark?: number } | undefined)?.mark;
}

/** The marks of each answered call and of its result, in the order of the calls. Marked answers have none. */
function pairsOf(transcript: Transcript): [unknown, unknown][] {
  const entries = transcript.entries();
  const at = (spot: { entry: number; part: number }): unknown => markOf(entries[spot.entry]!.content[spot.part]);
  const pairs = matchesOf(entries).flatMap(({ result, call, surplus }): [unknown, unknown][] =>
    call === undefined || surplus ? [] : [[at(call), at(result)]],
  );
  const kept = pairs.filter(([, answer]) => answer !== undefined);
  return kept.toSorted(([one], [other]) => Number(one) - Number(other));
}

const mayWait = (options: RepairOptions): boolean => (options.pendingCalls ?? "keep") === "keep";

/** What the model and the others said, less ids and metadata. */
function told(transcript: Transcript): string[] {
  const others = transcript.entries().filter((entry) => entry.role !== "tool");
  return others
    .flatMap((entry) => entry.content as readonly Part[])
    .filter((part) => part.type !== "tool-result")
    .map((part) => JSON.stringify({ ...part, toolCallId: undefined, providerMetadata: undefined }));
}

function waitingIds(transcript: Transcript): string[] {
  return transcript.check().flatMap((problem) => (problem.pending ? [problem.toolCallId!] : []));
}

/** The claims, each under the name of what it says. */
export const claims: Readonly<Record<string, Claim>> = {
  "leaves nothing to find but calls that wait, and those only where they were to be kept": (before, options) => {
    const left = before.repair(options).transcript.check();
    expect(left.filter((problem) => !(mayWait(options) && problem.pending === true))).toEqual([]);
  },
  "is done once: repairing again changes nothing": (before, options) => {
    const { transcript } = before.repair(options);
    const again = transcript.repair(options);
    expect(again.transcript).toBe(transcript);
    expect(again.changes).toEqual([]);
  },
  "gives the same for equal transcripts": (before, options) => {
    const one = before.repair(options);
    const other = Transcript.fromJson(before.toJson()).repair(options);
    expect(other.transcript.toJson()).toBe(one.transcript.toJson());
    expect(other.changes).toEqual(one.changes);
  },
  "returns the same instance exactly where it lists no change, which is where nothing is wrong": (before, options) => {
    const { transcript, changes } = before.repair(options);
    const isSound = before.check().every((problem) => mayWait(options) && problem.pending === true);
    expect(transcript === before).toBe(isSound);
    expect(changes.length === 0).toBe(isSound);
  },
  "keeps every pair: an answered call has the same result as before": (before, options) => {
    expect(pairsOf(before.repair(options).transcript)).toEqual(pairsOf(before));
  },
  "invents nothing but marked answers: calls, their order and all other parts are those of before": (
    before,
    options,
  ) => {
    const [had, has] = [told(before), told(before.repair(options).transcript)];
    let at = 0;
    for (const part of has) {
      at = had.indexOf(part, at) + 1;
      expect(at, `${part} was there, in this order`).toBeGreaterThan(0);
    }
    if (options.openCalls === "drop" || options.pendingCalls === "drop") return;
    const empty = before.check().filter((problem) => problem.kind === "empty-entry");
    expect(has.length).toBe(had.length - empty.flatMap((problem) => before.at(problem.entry)!.content).length);
  },
  "leaves the ids of calls that wait alone": (before) => {
    const ids = waitingIds(before);
    const after = waitingIds(before.repair().transcript);
    expect(after.length).toBe(ids.length);
    expect(after[0]).toBe(ids[0]);
    if (new Set(ids).size === ids.length) expect(after).toEqual(ids);
  },
  "lists its changes in the order of the entries, each at a place that is there": (before, options) => {
    const places = before.repair(options).changes.map((change) => change.entry);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    for (const place of places) expect(before.at(place)).toBeDefined();
  },
  "keeps no proof in a part that it changed": (before, options) => {
    const old = new Set(partsOf(before).map((part) => JSON.stringify(part)));
    const changed = partsOf(before.repair(options).transcript).filter((part) => !old.has(JSON.stringify(part)));
    expect(JSON.stringify(changed)).not.toContain("SIG");
  },
  "can be written and read again": (before, options) => {
    const { transcript } = before.repair(options);
    expect(Transcript.fromJson(transcript.toJson()).toJson()).toBe(transcript.toJson());
  },
};
