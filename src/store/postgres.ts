import { sql, type Kysely } from "kysely";
import type { Database, Tables } from "./database.js";

/** The advisory lock of those who make tables: any number, as long as it stays the same. */
const SCHEMA_LOCK = 1_668_247_663;
/** The code of what is more than Postgres was built for. */
const PROGRAM_LIMIT_EXCEEDED = "54000";

/** Postgres. A row that is locked makes others wait, so nothing has to be tried twice. */
export function postgresDatabase(db: Kysely<Tables>): Database {
  return {
    // Other collations may take different texts for the same, and put them in another order on another machine.
    idType: sql`text collate "C"`,
    read: (query) => query(db),
    // Stricter levels fail where this one waits for the lock and then sees what is there.
    write: (work) => db.transaction().setIsolationLevel("read committed").execute(work),
    lock: (tx, id) =>
      tx
        .selectFrom("colloquy_conversations")
        .select(["revision", "length", "version"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst(),
    // Ids alone are in indexes.
    isIdTooLong: (error) => error instanceof Error && "code" in error && error.code === PROGRAM_LIMIT_EXCEEDED,
    lockSchema: async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(tx);
    },
  };
}
