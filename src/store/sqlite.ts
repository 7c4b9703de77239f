import type { Kysely } from "kysely";
import type { Database, Tables } from "./database.js";

/** How long a busy database is waited for, in milliseconds. */
const PATIENCE = 30_000;
/** The longest pause between two tries, in milliseconds. */
const MAX_PAUSE = 10;

/** SQLite. Whoever comes second is told that the database is busy, and tries again. */
export function sqliteDatabase(db: Kysely<Tables>): Database {
  return {
    idType: "text",
    read: (query) => whenFree(() => query(db)),
    write: (work) => whenFree(() => db.transaction().execute(work)),
    // A transaction that begins by reading could not write any more once somebody else has written.
    lock: (tx, id) =>
      tx
        .updateTable("colloquy_conversations")
        .set((eb) => ({ length: eb.ref("length") }))
        .where("id", "=", id)
        .returning(["revision", "length", "version"])
        .executeTakeFirst(),
    isIdTooLong: () => false,
    // Whoever has read before somebody else wrote is told that the database is busy, and begins again.
    lockSchema: async () => {},
  };
}

/**
 * Does something again and again while the database is busy, for half a minute.
 *
 * SQLite's own waiting would hold the event loop, and for ever where the one who is waited for runs on the same one.
 */
export async function whenFree<T>(action: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, MAX_PAUSE * Math.random()));
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
