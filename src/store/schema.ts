import type { Kysely, Transaction } from "kysely";
import type { Database, Tables } from "./database.js";

/** What was done to the tables, oldest first. Released steps stay as they are. */
const STEPS: readonly ((tx: Transaction<Tables>, database: Database) => Promise<void>)[] = [createTables];

/** Tables may be there already where somebody has laid them out, for instance in partitions. */
async function createTables(tx: Transaction<Tables>, { idType }: Database): Promise<void> {
  await tx.schema
    .createTable("colloquy_conversations")
    .ifNotExists()
    .addColumn("id", idType, (column) => column.primaryKey().notNull())
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("length", "integer", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable("colloquy_entries")
    .ifNotExists()
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("entry", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("colloquy_entries_pkey", ["id", "position"])
    .execute();
}

/** Makes the tables, or brings older ones up to date. Who comes second finds the work done. */
export async function migrate(database: Database): Promise<void> {
  if (await isCurrent(database)) return;
  await database.write(async (tx) => {
    await database.lockSchema(tx);
    await tx.schema
      .createTable("colloquy_schema")
      .ifNotExists()
      .addColumn("version", "integer", (column) => column.primaryKey().notNull())
      .execute();
    const version = await readVersion(tx);
    for (const step of STEPS.slice(version)) await step(tx, database);
    await tx.deleteFrom("colloquy_schema").execute();
    await tx.insertInto("colloquy_schema").values({ version: STEPS.length }).execute();
  });
}

/** Whether there is nothing to do, found without the right to make tables. */
async function isCurrent(database: Database): Promise<boolean> {
  try {
    return (await database.read(readVersion)) === STEPS.length;
  } catch {
    // There is no table, most likely. Whatever else is wrong comes up again when it is made.
    return false;
  }
}

async function readVersion(db: Kysely<Tables>): Promise<number> {
  const { version } = (await db.selectFrom("colloquy_schema").select("version").executeTakeFirst()) ?? { version: 0 };
  if (version <= STEPS.length) return version;
  throw new Error(
    `Cannot open store: version ${version} of its tables is newer than ${STEPS.length}, the newest this release knows`,
  );
}
