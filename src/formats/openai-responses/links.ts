import type { Entry, EntryInput, Part, Transcript } from "../../index.js";
import { isSpelledHash, spellHash } from "../shared/ids.js";
import { callKindOf, takesCallId } from "./form.js";
import { outputOf } from "./kinds.js";

/**
 * The ids behind those that were spelled for this format: too long ones, and those that an earlier call had.
 *
 * Entries are looked at when the first spelled id comes up, and each but once, so that a list without any costs nothing.
 */
export class Links {
  /** How often calls that are answered alike had an id so far. */
  readonly #counts = new Map<string, number>();
  /** How many calls with an id wait for their results. */
  readonly #open = new Map<string, number>();
  /** What the next call with an id would be called. */
  readonly #next = new Map<string, string>();
  /** What the calls so far are called. */
  readonly #spelled = new Map<string, string>();
  #seen = 0;

  /** @param read - the entries read so far; the caller adds to it */
  constructor(
    readonly after: Transcript,
    readonly read: readonly EntryInput[],
  ) {}

  /** The id that the transcript keeps for one that a call has. */
  ofCall(id: string, kind: string): string {
    if (!isSpelledHash(id)) return id;
    this.#look();
    const original = this.#next.get(keyOf(kind, id));
    // While an earlier call with the id waits, the result of one could not be told from the other's.
    return original === undefined || (this.#open.get(original) ?? 0) > 0 ? id : original;
  }

  /** The id that the transcript keeps for one that a result has. */
  ofResult(id: string): string {
    if (!isSpelledHash(id)) return id;
    this.#look();
    return this.#spelled.get(id) ?? id;
  }

  #look(): void {
    const after: readonly Entry[] = this.#seen < this.after.length ? this.after.entries() : [];
    for (; this.#seen < this.after.length + this.read.length; this.#seen += 1) {
      const entry = after[this.#seen] ?? this.read[this.#seen - this.after.length]!;
      for (const part of entry.content as readonly Part[]) this.#add(part);
    }
  }

  #add(part: Part): void {
    if (part.type === "tool-result") this.#wait(part.toolCallId, -1);
    if (part.type !== "tool-call") return;
    const id = part.toolCallId;
    const kind = callKindOf(part);
    const count = (this.#counts.get(keyOf(kind, id)) ?? 0) + 1;
    this.#counts.set(keyOf(kind, id), count);
    this.#wait(id, 1);
    if (count > 1 || !takesCallId(id)) this.#spelled.set(spellHash(id, count), id);
    this.#next.set(keyOf(kind, spellHash(id, count + 1)), id);
  }

  #wait(id: string, more: number): void {
    this.#open.set(id, Math.max(0, (this.#open.get(id) ?? 0) + more));
  }
}

function keyOf(kind: string, id: string): string {
  return `${outputOf(kind)}\n${id}`;
}
