import { rebuildEntry } from "../model/build.js";
import type { Entry } from "../model/entry.js";
import type { Part } from "../model/part.js";
import { withoutProofs } from "../model/proofs.js";
import { placementFault } from "../model/vocabulary.js";
import { isEmptyContent } from "./places.js";

/** What is to become of the parts of a list of entries, gathered before any of it is done. */
export class Edits {
  readonly #gone = new Map<number, Set<Part>>();
  readonly #ids = new Map<number, Map<Part, string>>();

  constructor(readonly entries: readonly Entry[]) {}

  /** Takes a part out of its entry. */
  drop(entry: number, part: Part): void {
    const gone = this.#gone.get(entry);
    if (gone === undefined) this.#gone.set(entry, new Set([part]));
    else gone.add(part);
  }

  /** Gives a part another `toolCallId`. */
  rename(entry: number, part: Part, toolCallId: string): void {
    const ids = this.#ids.get(entry);
    if (ids === undefined) this.#ids.set(entry, new Map([[part, toolCallId]]));
    else ids.set(part, toolCallId);
  }

  /** A part with the id that it gets. What its provider proved spoke of the old id. */
  renamed(entry: number, part: Part): Part {
    const toolCallId = this.#ids.get(entry)?.get(part);
    return toolCallId === undefined ? part : ({ ...withoutProofs(part), toolCallId } as Part);
  }

  /** What is left of an entry; nothing where it says nothing any more. O(parts) of an entry that changes. */
  apply(index: number): Entry | undefined {
    const entry = this.entries[index]!;
    const gone = this.#gone.get(index);
    if (gone === undefined && !this.#ids.has(index)) return entry;
    const kept = gone === undefined ? entry.content : withoutParts(entry.content, gone).kept;
    if (gone !== undefined && (isEmptyContent(kept) || placementFault(entry.role, kept) !== undefined))
      return undefined;
    return rebuildEntry(
      entry,
      kept.map((part) => this.renamed(index, part)),
    );
  }

  /** Whether the reasoning in the entries right before led to nothing but calls that go. */
  leadsNowhere(index: number): boolean {
    const gone = this.#gone.get(index);
    return gone !== undefined && withoutParts(this.entries[index]!.content, gone).leadsNowhere;
  }
}

/**
 * Takes parts out, and with calls the reasoning that led to nothing else.
 *
 * Reasoning in a row leads to what stands behind it, up to the next reasoning. O(parts).
 */
function withoutParts(
  content: readonly Part[],
  gone: ReadonlySet<Part>,
): { readonly kept: readonly Part[]; readonly leadsNowhere: boolean } {
  const kept: Part[] = [];
  let leadsNowhere = false;
  for (let start = 0, end = 0; start < content.length; start = end) {
    while (content[end]?.type === "reasoning") end += 1;
    const led = end;
    while (end < content.length && content[end]!.type !== "reasoning") end += 1;
    const followers = content.slice(led, end);
    const left = followers.filter((part) => !gone.has(part));
    const lostCall = followers.some((part) => part.type === "tool-call" && gone.has(part));
    if (lostCall && isEmptyContent(left)) leadsNowhere ||= start === 0;
    else for (const part of [...content.slice(start, led), ...left]) kept.push(part);
  }
  return { kept, leadsNowhere };
}
