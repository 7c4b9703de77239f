import type { Entry, Part } from "../../index.js";

/** A tool call and the result that answers it. */
export interface Call {
  readonly entry: number;
  readonly part: number;
  readonly id: string;
  answer?: Result;
}

/** A tool result and the call that it belongs to. */
export interface Result {
  readonly entry: number;
  readonly part: number;
  readonly id: string;
  /** Absent for an orphan. */
  readonly call?: Call;
  /** A result of a call that has one already. */
  readonly surplus: boolean;
}

/** Which result belongs to which call. */
export interface Pairs {
  /** The calls of an entry, in the order of its parts. */
  callsOf(entry: number): readonly Call[];
  /** The results of an entry, in the order of its parts. */
  resultsOf(entry: number): readonly Result[];
  /** The one entry whose open calls wait for their results, if there is one. */
  readonly pendingEntry: number | undefined;
}

/**
 * Pairs calls with results. O(parts).
 *
 * A result belongs to the nearest call before it with its id that has no result yet, a surplus result to the nearest call
 * with its id; a result before every such call is an orphan. Calls that nothing but results of their own step and
 * approvals follow are pending.
 *
 * @param idOf - the id of the call that a part is, if it is one
 */
export function pairCalls(entries: readonly Entry[], idOf: (part: Part) => string | undefined = callId): Pairs {
  const calls: Call[][] = [];
  const results: Result[][] = [];
  const open = new Map<string, Call[]>();
  const latest = new Map<string, Call>();
  entries.forEach((entry, index) => {
    if (entry.role !== "assistant" && entry.role !== "tool") return;
    entry.content.forEach((part, position) => {
      const id = entry.role === "assistant" ? idOf(part) : undefined;
      if (id !== undefined) {
        const call: Call = { entry: index, part: position, id };
        (calls[index] ??= []).push(call);
        latest.set(id, call);
        const waiting = open.get(id);
        if (waiting === undefined) open.set(id, [call]);
        else waiting.push(call);
      } else if (part.type === "tool-result") {
        const answered = open.get(part.toolCallId)?.pop();
        const call = answered ?? latest.get(part.toolCallId);
        const result: Result = {
          entry: index,
          part: position,
          id: part.toolCallId,
          surplus: answered === undefined && call !== undefined,
          ...(call !== undefined && { call }),
        };
        if (answered !== undefined) answered.answer = result;
        (results[index] ??= []).push(result);
      }
    });
  });
  return {
    callsOf: (entry) => calls[entry] ?? [],
    resultsOf: (entry) => results[entry] ?? [],
    pendingEntry: findPending(entries, calls, results),
  };
}

function callId(part: Part): string | undefined {
  return part.type === "tool-call" ? part.toolCallId : undefined;
}

function findPending(
  entries: readonly Entry[],
  calls: readonly (readonly Call[] | undefined)[],
  results: readonly (readonly Result[] | undefined)[],
): number | undefined {
  let index = entries.length - 1;
  while (index >= 0 && entries[index]?.role === "tool") index -= 1;
  if (!calls[index]?.some(({ answer }) => answer === undefined)) return undefined;
  for (let behind = index + 1; behind < entries.length; behind += 1) {
    if (results[behind]?.some(({ call }) => call?.entry !== index)) return undefined;
  }
  return index;
}
