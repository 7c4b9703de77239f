import type { Entry } from "../../index.js";
import { readSource } from "../shared/form.js";
import { type Pairs, pairCalls } from "../shared/pairs.js";
import { FORMAT, roleOf } from "./form.js";
import type { Placed } from "./writing.js";

/** A message to be written: the entries that it came from, or the one that it is made of. */
export interface Unit {
  readonly role: string;
  /** The first entry, which the message's own keys are noted on. */
  readonly head: Entry;
  readonly headIndex: number;
  readonly parts: readonly Placed[];
}

/** The messages of a transcript, and which result belongs to which call. */
export interface Units {
  readonly list: readonly Unit[];
  /** The index of the message whose open calls wait for their results, if there is one. */
  readonly pending: number | undefined;
}

/** Puts entries of one message together again, and pairs calls with results. O(parts). */
export function toUnits(entries: readonly Entry[]): Units {
  const list: (Unit & { readonly parts: Placed[] })[] = [];
  /** What pairs are told by: the results of a tool message one by one, other messages whole. */
  const pieces: { readonly role: Entry["role"]; readonly parts: Placed[]; readonly unit: number }[] = [];
  entries.forEach((entry, index) => {
    const role = roleOf(entry);
    const last = list.at(-1);
    const isJoined = last !== undefined && last.role === role && continues(entry, entries[index - 1]!);
    if (!isJoined) list.push({ role, head: entry, headIndex: index, parts: [] });
    const unit = list.length - 1;
    const parts = entry.content.map((part, position): Placed => ({ part, entry: index, position, unit }));
    list[unit]!.parts.push(...parts);
    // A tool message without results stands between nothing.
    if (role === "tool" && entry.role !== role) return;
    if (isJoined && role !== "tool") pieces.at(-1)!.parts.push(...parts);
    else pieces.push({ role: pairRole(role, entry), parts: [...parts], unit });
  });
  const pairs = pairCalls(
    pieces.map(({ role, parts }) => ({ role, content: parts.map(({ part }) => part) }) as unknown as Entry),
  );
  pieces.forEach(({ parts }, piece) => link(parts, piece, pairs));
  const { pendingEntry } = pairs;
  return { list, pending: pendingEntry === undefined ? undefined : pieces[pendingEntry]!.unit };

  function link(parts: readonly Placed[], piece: number, { callsOf, resultsOf }: Pairs): void {
    for (const call of callsOf(piece)) parts[call.part]!.call = call;
    for (const result of resultsOf(piece)) parts[result.part]!.result = result;
  }
}

/** Whether an entry goes on with the message of the one before it. */
function continues(entry: Entry, before: Entry): boolean {
  const group = readSource(entry, FORMAT)["group"];
  const groupBefore = readSource(before, FORMAT)["group"];
  const isInside = (group === "middle" || group === "end") && (groupBefore === "start" || groupBefore === "middle");
  return isInside && (entry.role === "tool" || before.role === "tool") && entry.providerMetadata === undefined;
}

/** What a message is for the pairs of calls and results. */
function pairRole(role: string, entry: Entry): Entry["role"] {
  if (role === "tool") return role;
  return entry.role === "tool" ? "assistant" : entry.role;
}
