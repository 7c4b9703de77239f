import { TranscriptDecodeError, TranscriptError, type Rejected } from "../index.js";
import type { Expect, StoredConversation } from "./store.js";

/** What could be read of a conversation that is damaged. */
export interface SalvagedConversation extends StoredConversation {
  /** The entries that could not be read, as they are stored. */
  readonly rejected: readonly Rejected[];
}

/**
 * A conversation was not saved, since something else is stored than the writer believed. Its code is `conflict`.
 *
 * @example Trying again with what came meanwhile
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { ConflictError, openStore } from "colloquy/store";
 *
 * const store = await openStore("sqlite::memory:");
 * const base = Transcript.from([user("one")]);
 * const { revision } = await store.save("chat", base, { expect: "new" });
 * await store.save("chat", base.append(user("two")), { expect: revision });
 *
 * const mine = base.append(user("three"));
 * const error: unknown = await store.save("chat", mine, { expect: revision }).catch((reason: unknown) => reason);
 * assert.ok(error instanceof ConflictError);
 * const live = await error.load();
 * if (live) await store.save("chat", live.transcript.concat(mine.since(base)), { expect: live.revision });
 *
 * assert.equal((await store.load("chat"))?.transcript.length, 3);
 * await store.close();
 * ```
 */
export class ConflictError extends TranscriptError {
  /** The revision that is stored; `undefined` when nothing is. */
  readonly revision: string | undefined;
  readonly #load: () => Promise<StoredConversation | undefined>;

  /** Makes an error; programs catch them rather than make them. */
  constructor(
    id: string,
    expect: Expect,
    revision: string | undefined,
    load: () => Promise<StoredConversation | undefined>,
  ) {
    super("conflict", `Cannot save conversation ${quoteId(id)}: ${describeConflict(expect, revision)}`);
    this.revision = revision;
    this.#load = load;
  }

  /** Loads what is stored now; `undefined` when nothing is. */
  load(): Promise<StoredConversation | undefined> {
    return this.#load();
  }
}

function describeConflict(expect: Expect, revision: string | undefined): string {
  if (revision === undefined) return "expected a revision, but nothing is stored under this id";
  if (expect === "new") return "expected nothing under this id, but a conversation is stored there";
  return "expected another revision: it was changed since that one was loaded";
}

/**
 * A stored conversation cannot be read: the message names the first entry at fault, `issues` all of them.
 *
 * @example Going on with what can be read
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { createStore, DamagedConversationError } from "colloquy/store";
 * import Database from "better-sqlite3";
 * import { Kysely, SqliteDialect } from "kysely";
 *
 * const database = new Database(":memory:");
 * const store = await createStore(new Kysely<unknown>({ dialect: new SqliteDialect({ database }) }));
 * await store.save("chat", Transcript.from([user("one"), user("two")]), { expect: "new" });
 * database.exec("update colloquy_entries set entry = '{' where position = 0");
 *
 * const error: unknown = await store.load("chat").catch((reason: unknown) => reason);
 * assert.ok(error instanceof DamagedConversationError);
 * assert.equal(error.issues[0]?.entry, 0);
 * const { transcript, rejected, revision } = (await error.salvage())!;
 * assert.equal(rejected[0]?.raw, "{");
 * await store.save("chat", transcript, { expect: revision });
 * assert.equal((await store.load("chat"))?.transcript.at(0)?.text, "two");
 * ```
 */
export class DamagedConversationError extends TranscriptDecodeError {
  readonly #salvage: () => Promise<SalvagedConversation | undefined>;

  /** Makes an error; programs catch them rather than make them. */
  constructor(id: string, fault: TranscriptDecodeError, salvage: () => Promise<SalvagedConversation | undefined>) {
    super(fault.issues, `Cannot load conversation ${quoteId(id)}: ${fault.message}`, fault.code);
    this.#salvage = salvage;
  }

  /** Reads what can be read of what is stored now, as `Transcript.salvage` does; `undefined` when nothing is stored. */
  salvage(): Promise<SalvagedConversation | undefined> {
    return this.#salvage();
  }
}

/** The longest part of an id that a message repeats, in UTF-16 code units. */
const MAX_ID = 100;

/** An id as messages repeat it: in quotes, on one line, not too long. */
export function quoteId(id: string): string {
  return JSON.stringify(id.length > MAX_ID ? `${id.slice(0, MAX_ID)}…` : id);
}
