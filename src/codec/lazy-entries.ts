import type { Entry } from "../model/entry.js";
import type { EntrySource } from "../model/pieces.js";
import { StoredEntry } from "../model/stored-entry.js";
import { makeEntry, type RawEntry } from "./read-entry.js";

/**
 * The entries of a document that was found sound, made when they are first looked at.
 *
 * A program that restores a conversation only to hand it on does not pay for them, nor for the garbage collector's walk
 * through them.
 */
export class LazyEntries implements EntrySource {
  readonly #list: (Entry | RawEntry)[];
  #made = 0;

  /** @param list - taken over: entries as they are, raw ones if they are plain */
  constructor(list: (Entry | RawEntry)[]) {
    this.#list = list;
  }

  get length(): number {
    return this.#list.length;
  }

  make(count: number): boolean {
    const list = this.#list;
    const end = Math.min(this.#made + count, list.length);
    for (; this.#made < end; this.#made += 1) {
      const slot = list[this.#made]!;
      if (!StoredEntry.is(slot)) list[this.#made] = makeEntry(slot);
    }
    if (end < list.length) return false;
    Object.freeze(list);
    return true;
  }

  all(): readonly Entry[] {
    this.make(this.length);
    return this.#list as readonly Entry[];
  }
}
