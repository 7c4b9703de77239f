import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Kysely, PostgresDialect, SqliteDialect, type KyselyConfig } from "kysely";
import { Client, Pool } from "pg";
import { describe, inject } from "vitest";

/** Where a test keeps conversations, without any at first. */
export interface Place {
  /** What `openStore` takes. */
  readonly url: string;
  /** Opens the same database in the way of a program that has one already. */
  connect(options?: Omit<KyselyConfig, "dialect">): Kysely<unknown>;
  remove(): Promise<void>;
}

/** A kind of database. */
export interface Backend {
  makePlace(): Promise<Place>;
}

const postgres = inject("postgres");

/** Names a suite for each kind of database. */
export function describeBackends(what: string, define: (backend: Backend) => void): void {
  describe(`SQLite: ${what}`, () => define({ makePlace: makeFile }));
  describePostgres(what, define);
}

/** Names a suite for Postgres alone. Where there is none it is left out, by name. */
export function describePostgres(what: string, define: (backend: Backend) => void): void {
  describe.skipIf(postgres === "")(`Postgres: ${what}`, () => define({ makePlace: makeSchema }));
}

async function makeFile(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "colloquy-store-"));
  const path = join(folder, "conversations.db");
  return {
    url: `sqlite:${path}`,
    connect: (options) => {
      const database = new BetterSqlite3(path, { timeout: 0 });
      return new Kysely({ dialect: new SqliteDialect({ database }), ...options });
    },
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

async function makeSchema(): Promise<Place> {
  const schema = `colloquy_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(`create schema ${schema}`);
  const url = new URL(postgres);
  url.searchParams.set("options", `-c search_path=${schema}`);
  return {
    url: url.href,
    connect: (options) => {
      const pool = new Pool({ connectionString: url.href });
      return new Kysely({ dialect: new PostgresDialect({ pool }), ...options });
    },
    remove: () => administer(`drop schema ${schema} cascade`),
  };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres });
  await client.connect();
  await client.query(statement);
  await client.end();
}
