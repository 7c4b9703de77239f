import { buildEntries } from "../model/build.js";
import type { Entry } from "../model/entry.js";
import { describe, entryPlace, oneOf } from "../model/issues.js";
import type { Part } from "../model/part.js";
import { requireOptions } from "../model/arguments.js";
import type { ProblemKind } from "./check.js";
import { Edits } from "./edits.js";
import { findGroups, type Call, type Groups } from "./groups.js";
import { nameCalls } from "./names.js";
import { findPlaces, isEmptyEntry, type Places } from "./places.js";

/** What {@link Transcript.repair} does with calls that have no result. */
export interface RepairOptions {
  /** `"abort"`, the default, answers them with a result whose outcome is `aborted`; `"drop"` removes them. */
  openCalls?: "abort" | "drop";
  /** The same for calls that still wait for their result. Default `"keep"`. */
  pendingCalls?: "keep" | "abort" | "drop";
}

/**
 * One thing that {@link Transcript.repair} did.
 *
 * @example What was done, and where
 * ```ts
 * import assert from "node:assert/strict";
 * import { toolResult, Transcript, user, type Change } from "colloquy";
 *
 * const { changes } = Transcript.from([user("Hello"), toolResult("call_1", "18C")]).repair();
 * const summary = changes.map((change: Change) => `${change.kind} at ${change.entry}: ${change.action}`);
 * assert.deepEqual(summary, ["orphan-result at 1: dropped"]);
 * ```
 */
export interface Change {
  /** The kind of problem that it mended. */
  readonly kind: ProblemKind;
  /** Index of the entry that it concerns, from 0, in the transcript as it was. */
  readonly entry: number;
  /** The id of the call that is spoken of, as it was; absent for an empty entry. */
  readonly toolCallId?: string;
  /** What became of it: an open call was answered, a result moved home, a call renamed with its results, or something dropped. */
  readonly action: "answered" | "moved" | "renamed" | "dropped";
  /** The id that the call and its results have now, where they were renamed. */
  readonly newToolCallId?: string;
  /** What was done, without content. */
  readonly message: string;
}

/** What a call without a result is answered with; the outcome says the rest. */
export const ABORTED_OUTPUT = "The call has no result.";

/**
 * Mends what `check` lists. O(parts).
 *
 * @returns the same list when there was nothing to mend
 * @throws TypeError for an option with an unknown value
 */
export function repairEntries(
  entries: readonly Entry[],
  options?: RepairOptions,
): { readonly entries: readonly Entry[]; readonly changes: readonly Change[] } {
  const given = requireOptions("Cannot repair transcript", options, ["openCalls", "pendingCalls"]);
  const openCalls = readChoice("openCalls", given.openCalls, ["abort", "drop"]);
  const pendingCalls = readChoice("pendingCalls", given.pendingCalls, ["keep", "abort", "drop"]);
  const groups = findGroups(entries);
  const repair = new Repair(entries, groups, findPlaces(entries, groups));
  repair.endCalls((call) => (groups.pending?.calls.has(call) === true ? pendingCalls : openCalls));
  repair.placeResults();
  repair.nameCalls();
  repair.dropEntries();
  return repair.finish();
}

function readChoice<T extends string>(option: string, value: T | undefined, choices: readonly [T, ...T[]]): T {
  if (value === undefined) return choices[0];
  if (choices.includes(value)) return value;
  const found = typeof value === "string" ? "another string" : describe(value);
  throw new TypeError(`Cannot repair transcript: ${option}: expected ${oneOf(choices)}, got ${found}`);
}

/** A repair under way: what is to be done is gathered first and done in one go, so that no step meets half of another. */
class Repair {
  readonly #changes: Change[] = [];
  readonly #edits: Edits;
  /** Indexes of entries that go as a whole. */
  readonly #gone = new Set<number>();
  readonly #dropped = new Set<Call>();
  readonly #waiting = new Set<Call>();
  readonly #answered: Call[] = [];
  #names: ReadonlyMap<Call, string> = new Map();

  constructor(
    readonly entries: readonly Entry[],
    readonly groups: Groups,
    readonly places: Places,
  ) {
    this.#edits = new Edits(entries);
  }

  /** Answers or removes calls without a result, with the approvals of those that go. */
  endCalls(wish: (call: Call) => "keep" | "abort" | "drop"): void {
    for (const call of this.groups.calls) {
      if (call.answeredAt !== undefined) continue;
      const { entry, part } = call;
      const end = wish(call);
      if (end === "keep") {
        this.#waiting.add(call);
      } else if (end === "abort") {
        this.#answered.push(call);
        this.#note("open-call", entry, "answered", "answered the call as aborted", part);
      } else {
        this.#dropped.add(call);
        this.#edits.drop(entry, part);
        this.#note("open-call", entry, "dropped", "dropped the call, which has no result", part);
      }
    }
    for (const { part, entry, call } of this.groups.requests) this.#endApproval(part, entry, call);
    for (const { part, entry, request } of this.groups.responses) this.#endApproval(part, entry, request?.call);
  }

  #endApproval(part: Part, entry: number, call: Call | undefined): void {
    if (call === undefined || !this.#dropped.has(call)) return;
    this.#edits.drop(entry, part);
    if (entry === call.entry) return;
    this.#note("open-call", entry, "dropped", "dropped the approval of a call that is dropped", call.part);
  }

  /** Drops results that belong nowhere. Those that stand apart are moved when all is laid out. */
  placeResults(): void {
    for (const answer of this.groups.answers) {
      const { part, entry, call, surplus } = answer;
      if (call === undefined) {
        this.#note("orphan-result", entry, "dropped", "dropped the result, which belongs to no call", part);
      } else if (surplus) {
        this.#note("duplicate-result", entry, "dropped", "dropped the result, since its call has one already", part);
      } else {
        if (!this.places.strays.has(answer)) continue;
        this.#note("misplaced-result", entry, "moved", `moved the result behind its call in entry ${call.entry}`, part);
        if (this.entries[entry]!.role === "tool") continue;
      }
      this.#edits.drop(entry, part);
    }
    for (const [entry, call] of this.places.strayApprovals) {
      const said = `moved the approval behind its call in entry ${call.entry}`;
      this.#note("misplaced-result", entry, "moved", said, call.part);
    }
  }

  /** Gives each call an id of its own, and its results and requests with it. */
  nameCalls(): void {
    const calls = this.groups.calls.filter((call) => !this.#dropped.has(call));
    this.#names = nameCalls(calls, this.groups, this.#waiting);
    for (const [{ entry, part }, name] of this.#names) {
      this.#edits.rename(entry, part, name);
      this.#note("duplicate-call-id", entry, "renamed", "gave the call and its results an id of their own", part, name);
    }
    for (const { part, entry, call } of [...this.groups.answers, ...this.groups.requests]) {
      const name = call === undefined ? undefined : this.#names.get(call);
      if (name !== undefined) this.#edits.rename(entry, part, name);
    }
  }

  /** Drops entries that say nothing, and those with the reasoning that led to nothing but dropped calls. */
  dropEntries(): void {
    for (const [index, entry] of this.entries.entries()) {
      if (!isEmptyEntry(entry)) continue;
      this.#gone.add(index);
      this.#note("empty-entry", index, "dropped", "dropped the entry, which says nothing");
    }
    // One call of each step speaks for all: they have the same reasoning before them.
    const steps = new Map(Array.from(this.#dropped, (call) => [call.entry, call]));
    for (const [step, call] of steps) {
      if (call.from === step || !this.#edits.leadsNowhere(step)) continue;
      for (let index = call.from; index < step; index += 1) {
        if (this.#gone.has(index)) continue;
        this.#gone.add(index);
        this.#note("open-call", index, "dropped", "dropped the reasoning that led to a dropped call", call.part);
      }
    }
  }

  finish(): { readonly entries: readonly Entry[]; readonly changes: readonly Change[] } {
    if (this.#changes.length === 0) return { entries: this.entries, changes: Object.freeze([]) };
    const changes = this.#changes.toSorted((one, other) => one.entry - other.entry);
    return { entries: Object.freeze(this.#layOut()), changes: Object.freeze(changes) };
  }

  /** Puts what stood apart behind what stands with its step, in the order in which it came, and answers to open calls last. */
  #layOut(): readonly Entry[] {
    const { strays, strayApprovals, ends } = this.places;
    const moved = [
      ...Array.from(strays, ({ entry, call, part }) => ({ entry, call: call!, part })),
      ...Array.from(strayApprovals, ([entry, call]) => ({ entry, call, part: undefined })),
    ].toSorted((one, other) => one.entry - other.entry);
    const behind = new Map<number, Entry[]>();
    const put = (step: number, entry: Entry | undefined): void => {
      if (entry === undefined) return;
      const end = ends.get(step) ?? step;
      const list = behind.get(end);
      if (list === undefined) behind.set(end, [entry]);
      else list.push(entry);
    };
    const away = new Set<number>();
    for (const { entry, call, part } of moved) {
      if (this.entries[entry]!.role === "tool") {
        away.add(entry);
        put(call.entry, this.#edits.apply(entry));
      } else {
        put(call.entry, makeResult(this.#edits.renamed(entry, part!)));
      }
    }
    for (const call of this.#answered) put(call.entry, makeResult(this.#abortedResult(call)));
    const laid: Entry[] = [];
    for (const index of this.entries.keys()) {
      const entry = this.#gone.has(index) || away.has(index) ? undefined : this.#edits.apply(index);
      if (entry !== undefined) laid.push(entry);
      for (const following of behind.get(index) ?? []) laid.push(following);
    }
    return laid;
  }

  #abortedResult(call: Call): Part {
    const { toolCallId, toolName } = call.part;
    const name = this.#names.get(call) ?? toolCallId;
    return { type: "tool-result", toolCallId: name, toolName, outcome: "aborted", output: ABORTED_OUTPUT };
  }

  #note(
    kind: ProblemKind,
    entry: number,
    action: Change["action"],
    said: string,
    part?: { readonly toolCallId: string },
    newToolCallId?: string,
  ): void {
    const message = `${entryPlace(entry, this.entries[entry]!.role)}: ${said}`;
    const ids = {
      ...(part !== undefined && { toolCallId: part.toolCallId }),
      ...(newToolCallId !== undefined && { newToolCallId }),
    };
    this.#changes.push(Object.freeze({ kind, entry, ...ids, action, message }));
  }
}

function makeResult(part: Part): Entry {
  return buildEntries([{ role: "tool", content: [part] }], "Cannot repair transcript")[0]!;
}
