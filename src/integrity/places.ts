import type { Entry } from "../model/entry.js";
import { hasProof } from "../model/proofs.js";
import type { Part } from "../model/part.js";
import type { Answer, Call, Groups } from "./groups.js";

/** Where the results and approvals of each step stand. A step is told by the index of the entry that holds its calls. */
export interface Places {
  /** Results with something other than results and approvals of the same step between them and their call. */
  readonly strays: ReadonlySet<Answer>;
  /** The entries of approvals that stand apart in the same way, before such a result: the index of each, and a call of its step. */
  readonly strayApprovals: ReadonlyMap<number, Call>;
  /** Index of the last entry that stands with its step, of steps that have one. */
  readonly ends: ReadonlyMap<number, number>;
}

/** Finds what stands with its step and what stands apart. O(parts). */
export function findPlaces(entries: readonly Entry[], groups: Groups): Places {
  const strays = new Set<Answer>();
  const strayApprovals = new Map<number, Call>();
  const ends = new Map<number, number>();
  const approvals = new Map<number, number[]>();
  // The step that what stands here belongs to, unless something else came between.
  let step: number | undefined;
  let answer = 0;
  let response = 0;
  for (const [index, entry] of entries.entries()) {
    const isTool = entry.role === "tool";
    if (!isTool) step = index;
    const owners = new Set<number | undefined>();
    for (; groups.answers[answer]?.entry === index; answer += 1) {
      const { call, surplus } = groups.answers[answer]!;
      owners.add(call?.entry);
      if (call === undefined || surplus || call.entry === step) continue;
      strays.add(groups.answers[answer]!);
      for (const at of approvals.get(call.entry) ?? []) strayApprovals.set(at, call);
      approvals.delete(call.entry);
    }
    // Approvals cannot stand before what they answer.
    let mayMove = isTool && owners.size === 0;
    for (; groups.responses[response]?.entry === index; response += 1) {
      const { request } = groups.responses[response]!;
      owners.add(request?.call.entry);
      mayMove &&= request?.entry === request?.call.entry;
    }
    if (!isTool) continue;
    const owner = owners.size === 1 ? [...owners][0] : undefined;
    if (owner !== undefined && owner === step) {
      ends.set(step, index);
      continue;
    }
    step = undefined;
    if (!mayMove || owner === undefined) continue;
    const waiting = approvals.get(owner);
    if (waiting === undefined) approvals.set(owner, [index]);
    else waiting.push(index);
  }
  return { strays, strayApprovals, ends };
}

/** Whether an entry says nothing: no parts, or nothing but empty text, and nothing that only others can read. */
export function isEmptyEntry(entry: Entry): boolean {
  // Most entries say something, which is cheap to see.
  return isEmptyContent(entry.content) && entry.summary === undefined && entry.extra === undefined && !hasProof(entry);
}

/** Whether parts say nothing. Text of spaces alone says something, and so does an empty text that carries a proof. */
export function isEmptyContent(content: readonly Part[]): boolean {
  return content.every(
    (part) => part.type === "text" && part.text === "" && part.extra === undefined && !hasProof(part),
  );
}
