import type { StoredConversation } from "./store.js";

/** What was loaded or saved last under an id. */
export interface Known extends StoredConversation {
  /** The length of its entries as text, in UTF-16 code units. */
  readonly characters: number;
}

/** How much text of conversations is remembered, in UTF-16 code units. */
const MAX_CHARACTERS = 32 * 2 ** 20;

/**
 * Remembers the conversations that were loaded or saved last, so that the next save need not read them again.
 *
 * Programs hold on to most of it anyway: a transcript shares its entries with the one that it was made of.
 */
export class Recent {
  /** The one that was set last stands last. */
  readonly #known = new Map<string, Known>();
  #characters = 0;

  constructor(readonly maxCharacters = MAX_CHARACTERS) {}

  get(id: string): Known | undefined {
    return this.#known.get(id);
  }

  /** Remembers a conversation, and forgets the oldest ones where all together are too long. */
  set(id: string, known: Known): void {
    this.forget(id);
    this.#known.set(id, known);
    this.#characters += known.characters;
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= this.maxCharacters || oldest === id) return;
      this.forget(oldest);
    }
  }

  forget(id: string): void {
    this.#characters -= this.#known.get(id)?.characters ?? 0;
    this.#known.delete(id);
  }
}
