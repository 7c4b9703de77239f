import { user } from "colloquy";
import { createStore, openStore } from "colloquy/store";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { describePostgres } from "./backends.js";
import { talk } from "./subject.js";

describePostgres("tables that somebody has laid out", ({ makePlace }) => {
  it("may be partitioned by id", async () => {
    const place = await makePlace();
    const kysely = place.connect();
    const partitions = ["conversations", "entries"].flatMap((table) =>
      [0, 1, 2].map((rest) => {
        const bounds = `modulus 3, remainder ${rest}`;
        return `create table ${table}_${rest} partition of colloquy_${table} for values with (${bounds})`;
      }),
    );
    for (const statement of [
      `create table colloquy_conversations (
         id text collate "C" primary key, revision text not null, length integer not null, version integer not null
       ) partition by hash (id)`,
      `create table colloquy_entries (
         id text collate "C", position integer, entry text not null, primary key (id, position)
       ) partition by hash (id)`,
      ...partitions,
    ])
      await sql.raw(statement).execute(kysely);
    const store = await openStore(place.url);
    const ids = Array.from({ length: 12 }, (_empty, index) => `chat ${String(index).padStart(2, "0")}`);
    for (const id of ids) await store.save(id, talk, { expect: "new" });
    const { transcript, revision } = (await store.load("chat 07"))!;
    await store.save("chat 07", transcript.append(user("more")), { expect: revision });
    expect((await store.load("chat 07"))?.transcript.length).toBe(4);
    expect((await store.list()).map(({ id }) => id)).toEqual(ids);
    await store.delete("chat 07");
    expect(await store.list()).toHaveLength(11);
    await store.close();
    await kysely.destroy();
    await place.remove();
  });
});

describePostgres("an idle connection that breaks", ({ makePlace }) => {
  it("is replaced, and ends nothing", async () => {
    const place = await makePlace();
    const url = new URL(place.url);
    const name = `colloquy-${crypto.randomUUID()}`;
    url.searchParams.set("application_name", name);
    const store = await openStore(url.href);
    const { revision } = await store.save("a", talk, { expect: "new" });
    const kysely = place.connect();
    const broken = await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${name}`.execute(kysely);
    expect(broken.rows).toHaveLength(1);
    // What the server has sent must have arrived.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await store.save("a", talk.append(user("more")), { expect: revision });
    expect((await store.load("a"))?.transcript.length).toBe(4);
    await store.close();
    await kysely.destroy();
    await place.remove();
  });
});

describePostgres("ids that are too long for an index", ({ makePlace }) => {
  it("are refused by name, and the next one is stored", async () => {
    const place = await makePlace();
    const store = await openStore(place.url);
    // What can be compressed may be longer.
    const id = Array.from({ length: 200 }, () => crypto.randomUUID()).join("");
    const error: unknown = await store.save(id, talk, { expect: "new" }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/^id: expected text that an index of the database holds, got "/);
    expect((error as Error).message).toContain(id.slice(0, 100));
    expect(await store.load(id)).toBeUndefined();
    await store.save(id.slice(0, 2_000), talk, { expect: "new" });
    expect(await store.list()).toHaveLength(1);
    await store.close();
    await place.remove();
  });
});

describePostgres("a schema that the program names", ({ makePlace }) => {
  it("holds the tables", async () => {
    const place = await makePlace();
    const kysely = place.connect();
    await sql`create schema if not exists colloquy_named`.execute(kysely);
    const store = await createStore(kysely.withSchema("colloquy_named"));
    await store.save("a", talk, { expect: "any" });
    const { rows } = await sql`select id from colloquy_named.colloquy_conversations`.execute(kysely);
    expect(rows).toEqual([{ id: "a" }]);
    await sql`drop schema colloquy_named cascade`.execute(kysely);
    await kysely.destroy();
    await place.remove();
  });
});
