import type { Entry, Part } from "../../index.js";
import { CallIndex, findLastStep } from "../../integrity/groups.js";

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
 * Pairs calls with results, as {@link Transcript.check} does, and tells where in the entries they stand. O(parts).
 *
 * @param idOf - the id of the call that a part is, if it is one
 */
export function pairCalls(entries: readonly Entry[], idOf: (part: Part) => string | undefined = callId): Pairs {
  const calls: Call[][] = [];
  const results: Result[][] = [];
  const known = new CallIndex<Call>();
  entries.forEach((entry, index) => {
    if (entry.role !== "assistant" && entry.role !== "tool") return;
    entry.content.forEach((part, position) => {
      const id = entry.role === "assistant" ? idOf(part) : undefined;
      if (id !== undefined) {
        const call: Call = { entry: index, part: position, id };
        (calls[index] ??= []).push(call);
        known.add(id, call);
      } else if (part.type === "tool-result") {
        const { call, surplus } = known.answer(part.toolCallId);
        const result: Result = {
          entry: index,
          part: position,
          id: part.toolCallId,
          ...(call !== undefined && { call }),
          surplus,
        };
        if (call !== undefined && !surplus) call.answer = result;
        (results[index] ??= []).push(result);
      }
    });
  });
  const step = findLastStep(entries, (index) => results[index]?.[0]?.call?.entry);
  const isPending = calls[step]?.some(({ answer }) => answer === undefined) === true;
  return {
    callsOf: (entry) => calls[entry] ?? [],
    resultsOf: (entry) => results[entry] ?? [],
    pendingEntry: isPending ? step : undefined,
  };
}

function callId(part: Part): string | undefined {
  return part.type === "tool-call" ? part.toolCallId : undefined;
}
