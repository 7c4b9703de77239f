import { type Entry, type EntryInput, type Part, Transcript } from "../../index.js";

/**
 * Looks at the parts of a transcript and of the entries that continue it: when they are asked for, and each but once, so that
 * a list which refers to none of them costs nothing.
 */
export class PartScan {
  readonly #after: Transcript;
  #seen = 0;

  /** @param read - the entries read so far; the caller adds to it */
  constructor(
    after: Transcript | undefined,
    readonly read: readonly EntryInput[],
  ) {
    this.#after = after ?? Transcript.empty;
  }

  /** The index of the entry that comes next. */
  get next(): number {
    return this.#after.length + this.read.length;
  }

  /** Visits the parts that were not looked at before, with the indexes of their entries. */
  look(visit: (part: Part, entry: number) => void): void {
    const after: readonly Entry[] = this.#seen < this.#after.length ? this.#after.entries() : [];
    for (; this.#seen < this.next; this.#seen += 1) {
      const entry = after[this.#seen] ?? this.read[this.#seen - this.#after.length]!;
      for (const part of entry.content as readonly Part[]) visit(part, this.#seen);
    }
  }
}
