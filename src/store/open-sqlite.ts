import BetterSqlite3 from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { whenFree } from "./sqlite.js";

/** Opens a file of SQLite, which comes into being if it is not there. */
export async function openSqlite(path: string): Promise<Kysely<unknown>> {
  const database = await whenFree(() => connect(path));
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}

function connect(path: string): BetterSqlite3.Database {
  const database = new BetterSqlite3(path, { timeout: 0 });
  try {
    // Readers and the writer do not wait for each other.
    database.pragma("journal_mode = WAL");
    // A commit has reached the disk when it returns. Without this line it would have reached the operating system.
    database.pragma("synchronous = FULL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
