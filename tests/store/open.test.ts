import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Transcript, user } from "colloquy";
import { createStore, openStore } from "colloquy/store";
import { DummyDriver, Kysely, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, SqliteDialect, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { describeBackends } from "./backends.js";

describe("openStore()", () => {
  it.each(["", "sqlite:", "mysql://user:secret@host/db", "conversations.db", undefined, 7])(
    "refuses the URL %j and repeats nothing of it",
    async (url) => {
      const error: unknown = await openStore(url as string).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toBe('Cannot open store: url: expected "sqlite:PATH" or "postgres://…"');
    },
  );

  it("keeps conversations in memory as long as the store is open", async () => {
    const store = await openStore("sqlite::memory:");
    await store.save("a", Transcript.from([user("Hi")]), { expect: "new" });
    expect((await store.load("a"))?.transcript.length).toBe(1);
    await store.close();
  });

  it("takes the path of a file as it is, and makes no other file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "colloquy-store-"));
    const store = await openStore(`sqlite:${folder}/my conversations%20?.db`);
    await store.save("../outside", Transcript.from([user("Hi")]), { expect: "new" });
    expect(readdirSync(folder).filter((name) => !name.startsWith("my conversations%20?.db"))).toEqual([]);
    await store.close();
    expect(readdirSync(folder)).toEqual(["my conversations%20?.db"]);
    rmSync(folder, { recursive: true });
  });

  it("fails where the folder of the file is missing", async () => {
    await expect(openStore("sqlite:/no/such/folder/x.db")).rejects.toThrow("directory does not exist");
  });

  it("fails where no Postgres answers, with no password in the error", async () => {
    const error: unknown = await openStore("postgres://user:secret@127.0.0.1:1/db").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain("secret");
  });
});

describe("createStore()", () => {
  it.each([undefined, {}])("refuses %j, which is no Kysely", async (value) => {
    await expect(createStore(value as never)).rejects.toThrow(
      "Cannot create store: kysely: expected a Kysely of SQLite or Postgres",
    );
  });

  it("says who takes a URL", async () => {
    await expect(createStore("sqlite::memory:" as never)).rejects.toThrow(
      "Cannot create store: kysely: expected a Kysely of SQLite or Postgres, got a string (openStore takes a URL)",
    );
  });

  it("keeps texts and numbers as they are in a database that a program has given bigints for numbers", async () => {
    const database = new BetterSqlite3(":memory:");
    database.defaultSafeIntegers(true);
    const store = await createStore(new Kysely<unknown>({ dialect: new SqliteDialect({ database }) }));
    const { revision } = await store.save("a", Transcript.from([user("one")]), { expect: "new" });
    const { transcript } = (await store.load("a"))!;
    await store.save("a", transcript.append(user("two")), { expect: revision });
    expect((await store.load("a"))?.transcript.length).toBe(2);
    expect(await store.list()).toMatchObject([{ id: "a", length: 2 }]);
  });

  it("refuses another kind of database", async () => {
    const kysely = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new MysqlAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new MysqlIntrospector(db),
        createQueryCompiler: () => new MysqlQueryCompiler(),
      },
    });
    await expect(createStore(kysely)).rejects.toThrow(
      "Cannot create store: kysely: expected a Kysely of SQLite or Postgres",
    );
  });
});

describeBackends("tables of a newer release", ({ makePlace }) => {
  it("are refused, naming both versions, and left as they are", async () => {
    const place = await makePlace();
    await (await openStore(place.url)).close();
    const kysely = place.connect();
    await sql`update colloquy_schema set version = 7`.execute(kysely);
    await expect(openStore(place.url)).rejects.toThrow(
      "Cannot open store: version 7 of its tables is newer than 1, the newest this release knows",
    );
    const { rows } = await sql`select version from colloquy_schema`.execute(kysely);
    expect(rows).toEqual([{ version: 7 }]);
    await kysely.destroy();
    await place.remove();
  });
});
