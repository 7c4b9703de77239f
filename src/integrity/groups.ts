import type { Entry } from "../model/entry.js";
import type { ToolCallPart } from "../model/part.js";

/** A tool call and where its answers stand. */
export interface Call {
  readonly part: ToolCallPart;
  /** Index of the entry that holds the call. */
  readonly entry: number;
  /** Index of the entry that holds its result; surplus results are not told here. */
  answeredAt: number | undefined;
  /** Index of the last entry that belongs to it: of its results, surplus ones too, and its approvals. */
  last: number;
}

/** A tool result and the call that it belongs to. */
export interface Answer {
  /** Index of the entry that holds the result. */
  readonly entry: number;
  readonly toolCallId: string;
  /** Absent for an orphan, whose call nowhere stands before it. */
  readonly call: Call | undefined;
  /** Whether the call had its result already. */
  readonly surplus: boolean;
}

/**
 * Pairs calls with results, entry by entry.
 *
 * A result belongs to the nearest call before it with its id that has no result yet, a surplus one to the nearest call with
 * its id. Feeding it entries one at a time lets a caller pause in between. O(parts).
 */
export class Pairing {
  readonly calls: Call[] = [];
  readonly answers: Answer[] = [];
  /** The answer of each tool entry that has one, by the index of the entry. */
  readonly answerAt = new Map<number, Answer>();
  readonly #open = new Map<string, Call[]>();
  readonly #latest = new Map<string, Call>();
  readonly #approvals = new Map<string, Call>();
  /** The last entries that were nothing but reasoning, which belongs to the call behind it. */
  #reasoningFrom = 0;
  #length = 0;
  readonly #spans: { readonly start: number; readonly call: Call }[] = [];

  add(entry: Entry): void {
    const index = this.#length;
    this.#length += 1;
    if (entry.role === "assistant") this.#addAssistant(entry, index);
    else if (entry.role === "tool") this.#addTool(entry, index);
    if (!isReasoningAlone(entry)) this.#reasoningFrom = index + 1;
  }

  /** Where cuts are safe, and what still waits. O(entries). */
  finish(entries: readonly Entry[]): Groups {
    const crossed = new Int32Array(this.#length + 1);
    for (const { start, call } of this.#spans) {
      if (call.last <= start) continue;
      crossed[start + 1]! += 1;
      if (call.last < this.#length) crossed[call.last + 1]! -= 1;
    }
    for (let index = 1; index <= this.#length; index += 1) crossed[index]! += crossed[index - 1]!;
    return {
      length: this.#length,
      calls: this.calls,
      answers: this.answers,
      answerAt: this.answerAt,
      crossed,
      pending: this.#pending(entries),
    };
  }

  #addAssistant(entry: Entry, index: number): void {
    for (const part of entry.content) {
      if (part.type === "tool-call") {
        const call: Call = { part, entry: index, answeredAt: undefined, last: index };
        this.calls.push(call);
        this.#spans.push({ start: this.#reasoningFrom, call });
        const open = this.#open.get(part.toolCallId);
        if (open === undefined) this.#open.set(part.toolCallId, [call]);
        else open.push(call);
        this.#latest.set(part.toolCallId, call);
      } else if (part.type === "tool-result") {
        this.#answer(part.toolCallId, index);
      } else if (part.type === "approval-request") {
        const call = this.#open.get(part.toolCallId)?.at(-1) ?? this.#latest.get(part.toolCallId);
        if (call !== undefined) {
          this.#approvals.set(part.approvalId, call);
          call.last = index;
        }
      }
    }
  }

  #addTool(entry: Entry, index: number): void {
    for (const part of entry.content) {
      if (part.type === "tool-result") this.#answer(part.toolCallId, index);
      else if (part.type === "approval-response") {
        const call = this.#approvals.get(part.approvalId);
        if (call !== undefined) call.last = index;
      }
    }
  }

  #answer(toolCallId: string, index: number): void {
    const open = this.#open.get(toolCallId)?.pop();
    const call = open ?? this.#latest.get(toolCallId);
    const answer = { entry: index, toolCallId, call, surplus: open === undefined };
    this.answers.push(answer);
    this.answerAt.set(index, answer);
    if (open !== undefined) open.answeredAt = index;
    if (call !== undefined) call.last = index;
  }

  /** The open calls of the last step, when nothing but its results and approvals follows them. */
  #pending(entries: readonly Entry[]): Pending | undefined {
    let step = this.#length - 1;
    while (step >= 0 && entries[step]!.role === "tool") step -= 1;
    if (step < 0) return undefined;
    for (let index = step + 1; index < this.#length; index += 1) {
      const answer = this.answerAt.get(index);
      const isApproval = entries[index]!.content.some((part) => part.type === "approval-response");
      if (answer === undefined ? !isApproval : answer.call?.entry !== step) return undefined;
    }
    const calls = this.calls.filter((call) => call.entry === step && call.answeredAt === undefined);
    if (calls.length === 0) return undefined;
    const span = this.#spans.find(({ call }) => call.entry === step)!;
    return { step, from: span.start, calls: new Set(calls) };
  }
}

/** The step at the end whose calls still wait for their results. */
export interface Pending {
  /** Index of the assistant entry that holds the calls. */
  readonly step: number;
  /** Index of the first entry that belongs to the step: the reasoning before it, or the step itself. */
  readonly from: number;
  readonly calls: ReadonlySet<Call>;
}

/** What {@link Pairing} found out about a list of entries. */
export interface Groups {
  readonly length: number;
  readonly calls: readonly Call[];
  readonly answers: readonly Answer[];
  readonly answerAt: ReadonlyMap<number, Answer>;
  /** How many groups a cut before each entry would part. */
  readonly crossed: Int32Array;
  readonly pending: Pending | undefined;
}

/** Finds the groups of a list of entries. O(parts). */
export function findGroups(entries: readonly Entry[]): Groups {
  const pairing = new Pairing();
  for (const entry of entries) pairing.add(entry);
  return pairing.finish(entries);
}

/** Whether a cut before the entry at `index` leaves every group whole. O(1). */
export function isSafeCut(groups: Groups, index: number): boolean {
  return index <= 0 || index >= groups.length || groups.crossed[index] === 0;
}

/** The entries from the nearest safe cut before to the nearest one behind: an entry and all that is tied to it. */
export function blockAround(groups: Groups, index: number): { readonly start: number; readonly end: number } {
  let start = index;
  let end = index + 1;
  while (!isSafeCut(groups, start)) start -= 1;
  while (!isSafeCut(groups, end)) end += 1;
  return { start, end };
}

function isReasoningAlone(entry: Entry): boolean {
  return (
    entry.role === "assistant" && entry.content.length > 0 && entry.content.every((part) => part.type === "reasoning")
  );
}
