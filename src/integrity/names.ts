import type { Call, Groups } from "./groups.js";

/**
 * Gives every call an id of its own: the first with an id keeps it, unless a later one still waits for its result, since that
 * result will come under the id that the call went out with.
 *
 * A new id is the old one with the number of its occurrence, or with the next number that collides with nothing. O(calls).
 *
 * @param calls - the calls that stay, in order
 * @returns the new ids of the calls that get one
 */
export function nameCalls(
  calls: readonly Call[],
  groups: Groups,
  waiting: ReadonlySet<Call>,
): ReadonlyMap<Call, string> {
  const taken = new Set(groups.calls.map(({ part }) => part.toolCallId));
  for (const { part } of groups.answers) taken.add(part.toolCallId);
  for (const { part } of groups.requests) taken.add(part.toolCallId);
  const keepers = new Map<string, Call>();
  for (const call of calls) {
    const { toolCallId } = call.part;
    const keeper = keepers.get(toolCallId);
    if (keeper === undefined || (waiting.has(call) && !waiting.has(keeper))) keepers.set(toolCallId, call);
  }
  const names = new Map<Call, string>();
  const occurrences = new Map<string, number>();
  for (const call of calls) {
    const { toolCallId } = call.part;
    let number = (occurrences.get(toolCallId) ?? 0) + 1;
    if (keepers.get(toolCallId) !== call) {
      while (taken.has(`${toolCallId}_${number}`)) number += 1;
      names.set(call, `${toolCallId}_${number}`);
      taken.add(`${toolCallId}_${number}`);
    }
    occurrences.set(toolCallId, number);
  }
  return names;
}
