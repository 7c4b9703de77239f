import type { Entry, Part, ToolResultPart } from "colloquy";

/** Where a call stands. */
export interface CallPlace {
  readonly entry: number;
  readonly part: number;
  readonly id: string;
}

/** A result and the call it belongs to, by the indexes of their entries. An orphan has no call. */
export interface Pair {
  readonly result: number;
  readonly id: string;
  readonly call: CallPlace | undefined;
  readonly surplus: boolean;
}

/** Entries from `start` to `end`, both included, that stay together. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const partsOf = (entry: Entry): readonly Part[] => entry.content;

/** Whether the entry is a tool entry that holds a result (and not approvals alone). */
export function isResult(entry: Entry | undefined): boolean {
  return entry?.role === "tool" && partsOf(entry).some((part) => part.type === "tool-result");
}

/** Whether the entry is a summary. */
export function isSummary(entry: Entry | undefined): boolean {
  return entry?.role === "system" && entry.summary !== undefined;
}

function callsOf(entries: readonly Entry[]): CallPlace[] {
  return entries.flatMap((entry, index) =>
    partsOf(entry).flatMap((part, at) =>
      part.type === "tool-call" ? [{ entry: index, part: at, id: part.toolCallId }] : [],
    ),
  );
}

/**
 * Which result belongs to which call, by trying every earlier call for every result: the nearest call before it with its id
 * that has no result yet, else (a surplus result) the nearest one with its id, else none (an orphan).
 */
export function pairsOf(entries: readonly Entry[]): Pair[] {
  const calls = callsOf(entries);
  const answered = new Set<CallPlace>();
  return entries.flatMap((entry, index) => {
    const result = partsOf(entry).find((part): part is ToolResultPart => part.type === "tool-result");
    if (entry.role !== "tool" || result === undefined) return [];
    const before = calls.filter((call) => call.entry < index && call.id === result.toolCallId).reverse();
    const free = before.find((call) => !answered.has(call));
    const call = free ?? before[0];
    if (free !== undefined) answered.add(free);
    return [{ result: index, id: result.toolCallId, call, surplus: free === undefined && call !== undefined }];
  });
}

/** Calls that no result answers. */
export function openCalls(entries: readonly Entry[]): CallPlace[] {
  const answered = new Set(
    pairsOf(entries).flatMap((pair) => (pair.call ? [`${pair.call.entry}/${pair.call.part}`] : [])),
  );
  return callsOf(entries).filter((call) => !answered.has(`${call.entry}/${call.part}`));
}

/** From each call to the requests for consent that name it, and to the responses to these. */
export function approvalSpans(entries: readonly Entry[]): Span[] {
  const calls = callsOf(entries);
  const owner = new Map<string, number>();
  return entries.flatMap((entry, index) =>
    partsOf(entry).flatMap((part) => {
      if (part.type === "approval-request") {
        const call = calls.findLast((candidate) => candidate.entry <= index && candidate.id === part.toolCallId);
        if (call !== undefined) owner.set(part.approvalId, call.entry);
      }
      const start =
        part.type === "approval-request" || part.type === "approval-response" ? owner.get(part.approvalId) : undefined;
      return start === undefined ? [] : [{ start, end: index }];
    }),
  );
}

/** The stretches from a call to the last of its results, overlapping ones taken together. In order. */
export function resultStretches(entries: readonly Entry[]): Span[] {
  return merged(pairsOf(entries).flatMap((pair) => (pair.call ? [{ start: pair.call.entry, end: pair.result }] : [])));
}

/** The stretches that no cut may part: from a call to the last of its results and approvals, overlapping ones together. */
export function stretches(entries: readonly Entry[]): Span[] {
  return merged([...resultStretches(entries), ...approvalSpans(entries)]);
}

function merged(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last !== undefined && span.start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else joined.push(span);
  }
  return joined;
}

/** Whether no call before the cut is answered at or behind it. */
export function isSafeCut(entries: readonly Entry[], cut: number): boolean {
  return stretches(entries).every((span) => cut <= span.start || cut > span.end);
}

/** Where the last step begins when its calls wait for results and nothing but results and approvals follows; else the end. */
export function pendingStart(entries: readonly Entry[]): number {
  const step = entries.findLastIndex((entry) => entry.role !== "tool");
  const waits = openCalls(entries).some((call) => call.entry === step);
  const own = pairsOf(entries).every((pair) => pair.result < step || pair.call?.entry === step);
  return waits && own ? step : entries.length;
}

/** How many system entries stand in front, up to a summary. */
export function leadingCount(entries: readonly Entry[]): number {
  const end = entries.findIndex((entry) => entry.role !== "system" || isSummary(entry));
  return end < 0 ? entries.length : end;
}

/** The turns as [start, end), by walking the entries one at a time. */
export function turnsOf(entries: readonly Entry[]): Span[] {
  const turns: Span[] = [];
  let open: number | undefined;
  const close = (end: number): void => {
    if (open !== undefined && open < end) turns.push({ start: open, end });
    open = undefined;
  };
  for (let index = leadingCount(entries); index < entries.length; index++) {
    const entry = entries[index];
    if (isSummary(entry)) close(index);
    else if (open === undefined) open = index;
    else if (entry?.role === "user" && entries[index - 1]?.role !== "user") restart(index);
  }
  close(entries.length);
  return turns;

  function restart(index: number): void {
    close(index);
    open = index;
  }
}
