import type { Entry } from "../model/entry.js";
import { entryPlace } from "../model/issues.js";
import { findGroups } from "./groups.js";
import { findPlaces, isEmptyEntry } from "./places.js";

/** What can be wrong with the entries of a transcript taken together. */
export type ProblemKind =
  "open-call" | "orphan-result" | "misplaced-result" | "duplicate-call-id" | "duplicate-result" | "empty-entry";

/**
 * One thing that is wrong with a transcript, as {@link Transcript.check} lists it.
 *
 * - `open-call`: a call without a result; `pending` when nothing but results of its own step and approvals follows it
 * - `orphan-result`: a result with no call of its id before it
 * - `misplaced-result`: a result with something other than results and approvals of the same step between it and its call
 * - `duplicate-call-id`: a call with the id of an earlier one, answered or not
 * - `duplicate-result`: a result of a call that has one already
 * - `empty-entry`: an entry without parts, or with nothing but empty text
 *
 * @example Telling what waits from what is broken
 * ```ts
 * import assert from "node:assert/strict";
 * import { assistant, Transcript, user, type Problem } from "colloquy";
 *
 * const call = { toolCallId: "call_1", toolName: "search", input: {} };
 * const isBroken = (problem: Problem) => problem.pending !== true;
 *
 * const waiting = Transcript.from([user("Find it"), assistant("", { toolCalls: [call] })]);
 * assert.equal(waiting.check().some(isBroken), false);
 * assert.equal(waiting.append(user("Never mind")).check().some(isBroken), true);
 * ```
 */
export interface Problem {
  /** What is wrong, as a word that programs can tell apart. */
  readonly kind: ProblemKind;
  /** Index of the entry at fault, from 0. */
  readonly entry: number;
  /** The id of the call that is spoken of; absent for an empty entry. */
  readonly toolCallId?: string;
  /** The call still waits for its result. */
  readonly pending?: true;
  /** What is the case, without content. */
  readonly message: string;
}

/** Lists what is wrong with calls, results and empty entries, in the order of the entries, frozen. O(parts). */
export function checkEntries(entries: readonly Entry[]): readonly Problem[] {
  const groups = findGroups(entries);
  const { strays } = findPlaces(entries, groups);
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let call = 0;
  let answer = 0;
  for (const [index, entry] of entries.entries()) {
    const add = (kind: ProblemKind, said: string, more: Pick<Problem, "toolCallId" | "pending"> = {}): void => {
      const message = `${entryPlace(index, entry.role)}: ${said}`;
      problems.push(Object.freeze({ kind, entry: index, ...more, message }));
    };
    if (isEmptyEntry(entry)) add("empty-entry", "the entry says nothing");
    for (; groups.calls[call]?.entry === index; call += 1) {
      const found = groups.calls[call]!;
      const { toolCallId } = found.part;
      if (seen.has(toolCallId)) add("duplicate-call-id", "the call has the id of an earlier one", { toolCallId });
      seen.add(toolCallId);
      if (found.answeredAt !== undefined) continue;
      if (groups.pending?.calls.has(found) === true)
        add("open-call", "the call waits for its result", { toolCallId, pending: true });
      else add("open-call", "the call has no result", { toolCallId });
    }
    for (; groups.answers[answer]?.entry === index; answer += 1) {
      const found = groups.answers[answer]!;
      const { toolCallId } = found.part;
      if (found.call === undefined) add("orphan-result", "the result belongs to no call before it", { toolCallId });
      else if (found.surplus)
        add("duplicate-result", `the call in entry ${found.call.entry} has a result already`, { toolCallId });
      else if (strays.has(found))
        add("misplaced-result", `the result stands apart from its call in entry ${found.call.entry}`, { toolCallId });
    }
  }
  return Object.freeze(problems);
}
