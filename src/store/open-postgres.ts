import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";

/** Makes a pool of connections to Postgres. They are made when they are needed. */
export function openPostgres(url: string): Kysely<unknown> {
  const pool = new Pool({ connectionString: url });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
