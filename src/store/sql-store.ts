import type { Transaction } from "kysely";
import type { Entry, Transcript } from "../index.js";
import {
  endOfPrefix,
  idTooLong,
  requireExpect,
  requireId,
  requireListOptions,
  requireTranscript,
} from "./arguments.js";
import type { Conversation, Database, Tables } from "./database.js";
import { deleteEntries, insertTexts, readTexts, textsOf } from "./entry-rows.js";
import { decodeTexts, salvageTexts, textOf, VERSION } from "./entry-texts.js";
import { ConflictError, DamagedConversationError, type SalvagedConversation } from "./errors.js";
import { keptOfKnown, keptOfTexts, NOTHING_KEPT, totalLength, type Kept } from "./kept.js";
import { Recent } from "./recent.js";
import type { Expect, ListedConversation, ListOptions, StoredConversation, TranscriptStore } from "./store.js";

/** What was read of a conversation in one statement: all of it is of one revision. */
interface Read {
  readonly revision: string;
  readonly version: number;
  readonly texts: readonly string[];
}

/** A store in a database that has the tables. */
export class SqlStore implements TranscriptStore {
  readonly #database: Database;
  readonly #destroy: () => Promise<void>;
  readonly #recent = new Recent();

  /** @param destroy - lets go of the database */
  constructor(database: Database, destroy: () => Promise<void>) {
    this.#database = database;
    this.#destroy = destroy;
  }

  async load(id: string): Promise<StoredConversation | undefined> {
    const read = await this.#read(requireId(id));
    if (read === undefined) return undefined;
    const { revision, version, texts } = read;
    const result = decodeTexts(texts, version);
    if (!result.success) {
      // What is remembered would pass for what is stored.
      this.#recent.forget(id);
      throw new DamagedConversationError(id, result.error, () => this.#salvage(id));
    }
    const { transcript } = result;
    if (version === VERSION) this.#recent.set(id, { transcript, revision, characters: totalLength(texts) });
    return { transcript, revision };
  }

  async save(id: string, transcript: Transcript, options: { expect: Expect }): Promise<{ readonly revision: string }> {
    requireId(id);
    const entries = requireTranscript(transcript).entries();
    const expect = requireExpect(options);
    const revision = crypto.randomUUID();
    const write = async (tx: Transaction<Tables>): Promise<number> => {
      const stored = await this.#claim(tx, id, expect);
      if (expect !== "any" && expect !== (stored?.revision ?? "new"))
        throw new ConflictError(id, expect, stored?.revision, () => this.load(id));
      const kept = await this.#findKept(tx, id, stored, entries);
      const texts = entries.slice(kept.length).map(textOf);
      if (stored !== undefined && kept.length < stored.length) await deleteEntries(tx, id, kept.length);
      await insertTexts(tx, id, kept.length, texts);
      await tx
        .updateTable("colloquy_conversations")
        .set({ revision, length: entries.length, version: VERSION })
        .where("id", "=", id)
        .execute();
      return kept.characters + totalLength(texts);
    };
    const characters = await this.#database.write(write).catch((error: unknown) => {
      throw this.#database.isIdTooLong(error) ? idTooLong(id, error) : error;
    });
    this.#recent.set(id, { transcript, revision, characters });
    return { revision };
  }

  async list(options?: ListOptions): Promise<readonly ListedConversation[]> {
    const { after, limit, prefix } = requireListOptions(options);
    const end = endOfPrefix(prefix);
    return await this.#database.read((db) => {
      const behind = db
        .selectFrom("colloquy_conversations")
        .select(["id", "revision", "length"])
        .where("id", ">", after)
        .where("id", ">=", prefix);
      const found = end === undefined ? behind : behind.where("id", "<", end);
      return found.orderBy("id").limit(limit).execute();
    });
  }

  async delete(id: string): Promise<void> {
    requireId(id);
    await this.#database.write(async (tx) => {
      await tx.deleteFrom("colloquy_conversations").where("id", "=", id).execute();
      await deleteEntries(tx, id, 0);
    });
    this.#recent.forget(id);
  }

  async close(): Promise<void> {
    await this.#destroy();
  }

  async #read(id: string): Promise<Read | undefined> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom("colloquy_conversations as conversation")
        .leftJoin("colloquy_entries as row", "row.id", "conversation.id")
        .select(["revision", "length", "version", "position", "entry"])
        .where("conversation.id", "=", id)
        .orderBy("position")
        .execute(),
    );
    const [first] = rows;
    return first && { revision: first.revision, version: first.version, texts: textsOf(rows, first.length) };
  }

  /** Locks a conversation for a writer, and makes it without entries where it may be new. */
  async #claim(tx: Transaction<Tables>, id: string, expect: Expect): Promise<Conversation | undefined> {
    for (;;) {
      const stored = await this.#database.lock(tx, id);
      if (stored !== undefined || (expect !== "new" && expect !== "any")) return stored;
      const made = await tx
        .insertInto("colloquy_conversations")
        .values({ id, revision: "", length: 0, version: VERSION })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows === 1n) return undefined;
      // Somebody else made it in between.
    }
  }

  async #findKept(
    tx: Transaction<Tables>,
    id: string,
    stored: Conversation | undefined,
    entries: readonly Entry[],
  ): Promise<Kept> {
    if (stored === undefined || stored.version !== VERSION) return NOTHING_KEPT;
    const known = this.#recent.get(id);
    if (known?.revision === stored.revision) return keptOfKnown(known, entries);
    return keptOfTexts(await readTexts(tx, id, stored.length), entries);
  }

  async #salvage(id: string): Promise<SalvagedConversation | undefined> {
    const read = await this.#read(id);
    if (read === undefined) return undefined;
    const { revision, version, texts } = read;
    return { revision, ...salvageTexts(texts, version) };
  }
}
