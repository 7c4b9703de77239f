import type { Entry } from "../model/entry.js";
import type { ApprovalRequestPart, ApprovalResponsePart, ToolCallPart, ToolResultPart } from "../model/part.js";

/** A tool call and where its answers stand. */
export interface Call {
  readonly part: ToolCallPart;
  /** Index of the entry that holds the call. */
  readonly entry: number;
  /** Index of the first entry that belongs to it: of the reasoning right before it, or `entry`. */
  readonly from: number;
  /** Index of the entry that holds its result; surplus results are not told here. */
  answeredAt: number | undefined;
  /** Index of the last entry that belongs to it: of its results, surplus ones too, and its approvals. */
  last: number;
}

/** A tool result and the call that it belongs to. */
export interface Answer {
  readonly part: ToolResultPart;
  /** Index of the entry that holds the result. */
  readonly entry: number;
  /** Absent for an orphan, whose call nowhere stands before it. */
  readonly call: Call | undefined;
  /** Whether the call had its result already. */
  readonly surplus: boolean;
}

/** A request for consent, and the call that it speaks of. */
export interface Request {
  readonly part: ApprovalRequestPart;
  /** Index of the entry that holds it. */
  readonly entry: number;
  /** Absent where no such call stands before it or in its entry. */
  readonly call: Call | undefined;
}

/** A response to a request for consent. */
export interface Response {
  readonly part: ApprovalResponsePart;
  /** Index of the entry that holds it. */
  readonly entry: number;
  /** The latest request of its id before it that speaks of a call; absent where there is none. */
  readonly request: (Request & { readonly call: Call }) | undefined;
}

/**
 * Knows the calls so far by their ids.
 *
 * A result belongs to the nearest call before it with its id that has no result yet, a surplus one to the nearest call with
 * its id.
 */
export class CallIndex<C> {
  readonly #known = new Map<string, { latest: C; readonly open: C[] }>();

  add(id: string, call: C): void {
    const known = this.#known.get(id);
    if (known === undefined) {
      this.#known.set(id, { latest: call, open: [call] });
      return;
    }
    known.latest = call;
    known.open.push(call);
  }

  /** The call that something of this id speaks of, if there is one. */
  find(id: string): C | undefined {
    const known = this.#known.get(id);
    return known?.open.at(-1) ?? known?.latest;
  }

  /** The call that a result of this id belongs to, if there is one, which has its result from now on. */
  answer(id: string): { readonly call: C | undefined; readonly surplus: boolean } {
    const known = this.#known.get(id);
    const open = known?.open.pop();
    return { call: open ?? known?.latest, surplus: open === undefined && known !== undefined };
  }
}

/** Pairs calls with results, entry by entry: feeding it one at a time lets a caller pause in between. O(parts). */
export class Pairing {
  readonly calls: Call[] = [];
  readonly answers: Answer[] = [];
  readonly requests: Request[] = [];
  readonly responses: Response[] = [];
  /** The answer of each tool entry that has one, by the index of the entry. */
  readonly answerAt = new Map<number, Answer>();
  readonly #known = new CallIndex<Call>();
  readonly #approvals = new Map<string, Request & { readonly call: Call }>();
  /** The last entries that were nothing but reasoning, which belongs to the call behind it. */
  #reasoningFrom = 0;
  #length = 0;

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
    for (const { from, last } of this.calls) {
      if (last <= from) continue;
      crossed[from + 1]! += 1;
      if (last < this.#length) crossed[last + 1]! -= 1;
    }
    for (let index = 1; index <= this.#length; index += 1) crossed[index]! += crossed[index - 1]!;
    return {
      length: this.#length,
      calls: this.calls,
      answers: this.answers,
      requests: this.requests,
      responses: this.responses,
      answerAt: this.answerAt,
      crossed,
      pending: this.#pending(entries),
    };
  }

  #addAssistant(entry: Entry, index: number): void {
    for (const part of entry.content) {
      if (part.type === "tool-call") {
        const call: Call = { part, entry: index, from: this.#reasoningFrom, answeredAt: undefined, last: index };
        this.calls.push(call);
        this.#known.add(part.toolCallId, call);
      } else if (part.type === "tool-result") {
        this.#answer(part, index);
      }
    }
    for (const part of entry.content) if (part.type === "approval-request") this.#request(part, index);
  }

  /** A request may stand before its call in the entry that both are in. */
  #request(part: ApprovalRequestPart, index: number): void {
    const call = this.#known.find(part.toolCallId);
    this.requests.push({ part, entry: index, call });
    if (call === undefined) return;
    this.#approvals.set(part.approvalId, { part, entry: index, call });
    call.last = index;
  }

  #addTool(entry: Entry, index: number): void {
    for (const part of entry.content) {
      if (part.type === "tool-result") this.#answer(part, index);
      else if (part.type === "approval-response") {
        const request = this.#approvals.get(part.approvalId);
        this.responses.push({ part, entry: index, request });
        if (request !== undefined) request.call.last = index;
      }
    }
  }

  #answer(part: ToolResultPart, index: number): void {
    const { call, surplus } = this.#known.answer(part.toolCallId);
    const answer = { part, entry: index, call, surplus };
    this.answers.push(answer);
    this.answerAt.set(index, answer);
    if (call === undefined) return;
    if (!surplus) call.answeredAt = index;
    call.last = index;
  }

  /** The open calls of the last step, when nothing but its results and approvals follows them. */
  #pending(entries: readonly Entry[]): Pending | undefined {
    const step = findLastStep(entries, (index) => this.answerAt.get(index)?.call?.entry);
    const calls = this.calls.filter((call) => call.entry === step && call.answeredAt === undefined);
    if (calls.length === 0) return undefined;
    return { step, from: calls[0]!.from, calls: new Set(calls) };
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
  readonly requests: readonly Request[];
  readonly responses: readonly Response[];
  readonly answerAt: ReadonlyMap<number, Answer>;
  /** How many groups a cut before each entry would part. */
  readonly crossed: Int32Array;
  readonly pending: Pending | undefined;
}

/**
 * Index of the last entry that is no tool entry, when nothing but approvals and results of its own calls follows it; -1
 * where something else does, or there is no such entry.
 *
 * @param callOf - the index of the entry that holds the call which a tool entry answers, if it answers one
 */
export function findLastStep(entries: readonly Entry[], callOf: (index: number) => number | undefined): number {
  const step = entries.findLastIndex(({ role }) => role !== "tool");
  for (let index = step + 1; index < entries.length; index += 1) {
    const { content } = entries[index]!;
    const isResult = content.some(({ type }) => type === "tool-result");
    if (isResult ? callOf(index) !== step : content.every(({ type }) => type !== "approval-response")) return -1;
  }
  return step;
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
