import type { Transcript } from "../index.js";

/** What a writer believes to be stored: a revision that was loaded, `"new"` (nothing), or `"any"` (whatever it is, overwrite it). */
export type Expect = string | "new" | "any";

/** A conversation as it is stored. */
export interface StoredConversation {
  /** All of its entries. */
  readonly transcript: Transcript;
  /** Names this state of the conversation and no other. Opaque: compare it, and hand it to `save`. */
  readonly revision: string;
}

/** One line of a list of conversations. */
export interface ListedConversation {
  readonly id: string;
  /** As `load` gives it: it tells whether something has changed. */
  readonly revision: string;
  /** How many entries it has. */
  readonly length: number;
}

/** Which conversations are listed. */
export interface ListOptions {
  /** Where the page before ended: ids behind this one are listed. */
  after?: string;
  /** How many are listed at most. Default 100. */
  limit?: number;
  /** What the ids begin with, letter for letter. */
  prefix?: string;
}

/**
 * Keeps conversations under ids.
 *
 * An id is any text that is not empty and holds neither NUL nor lone surrogates. It is compared by code units, never trimmed or
 * folded; another one is refused with a TypeError.
 */
export interface TranscriptStore {
  /**
   * Reads a conversation; `undefined` when nothing is stored under the id. O(length).
   *
   * @throws {@link DamagedConversationError} when an entry cannot be read
   */
  load(id: string): Promise<StoredConversation | undefined>;

  /**
   * Writes a conversation as one change: all of it is stored, or nothing is.
   *
   * Entries are written from the first one on that differs from what is stored. O(written) for a transcript that was made of
   * what this store loaded or saved last under the id; for any other, what is stored is read and compared first.
   *
   * @param options - `expect` says what the writer believes to be stored
   * @returns the revision of what is stored now, a new one each time
   * @throws {@link ConflictError} when something else is stored; then nothing is written
   */
  save(id: string, transcript: Transcript, options: { expect: Expect }): Promise<{ readonly revision: string }>;

  /**
   * Lists conversations in the order of the code points of their ids.
   *
   * @throws RangeError when `limit` is no whole number of at least 0; TypeError when another option is none, or unknown
   */
  list(options?: ListOptions): Promise<readonly ListedConversation[]>;

  /** Deletes a conversation; does nothing when nothing is stored under the id. */
  delete(id: string): Promise<void>;

  /** Lets go of the database, if the store has opened it. What still runs may fail. */
  close(): Promise<void>;
}
