import { PostgresAdapter, SqliteAdapter, type Kysely } from "kysely";
import type { Database, Tables } from "./database.js";
import { postgresDatabase } from "./postgres.js";
import { withRawResults } from "./raw-results.js";
import { migrate } from "./schema.js";
import { SqlStore } from "./sql-store.js";
import { sqliteDatabase } from "./sqlite.js";

/** Makes a store in a database, whose tables are made or brought up to date first. */
export async function makeStore<T>(kysely: Kysely<T>, destroy: () => Promise<void>): Promise<SqlStore> {
  // The tables of the store stand beside those of the program.
  const database = databaseOf(kysely as unknown as Kysely<Tables>);
  await migrate(database);
  return new SqlStore(database, destroy);
}

function databaseOf(kysely: Kysely<Tables>): Database {
  const isKysely = typeof (kysely as Partial<Kysely<Tables>> | undefined)?.getExecutor === "function";
  const adapter = isKysely ? kysely.getExecutor().adapter : undefined;
  if (adapter instanceof PostgresAdapter) return postgresDatabase(withRawResults(kysely));
  if (adapter instanceof SqliteAdapter) return sqliteDatabase(withRawResults(kysely));
  const hint = typeof kysely === "string" ? ", got a string (openStore takes a URL)" : "";
  throw new TypeError(`Cannot create store: kysely: expected a Kysely of SQLite or Postgres${hint}`);
}
