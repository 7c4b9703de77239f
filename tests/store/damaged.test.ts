import { Transcript, user } from "colloquy";
import { createStore, DamagedConversationError, type TranscriptStore } from "colloquy/store";
import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeBackends, type Place } from "./backends.js";

describeBackends("a damaged conversation", ({ makePlace }) => {
  let place: Place;
  let kysely: Kysely<unknown>;
  let store: TranscriptStore;

  beforeEach(async () => {
    place = await makePlace();
    kysely = place.connect();
    store = await createStore(kysely);
    await store.save("chat 7", Transcript.from([user("one"), user("two"), user("three")]), { expect: "new" });
  });

  afterEach(async () => {
    await kysely.destroy();
    await place.remove();
  });

  const damage = (statement: string): Promise<unknown> => sql.raw(statement).execute(kysely);
  const write = (position: number, entry: string): Promise<unknown> =>
    damage(`update colloquy_entries set entry = '${entry}' where position = ${position}`);
  const faultOf = async (): Promise<DamagedConversationError> => {
    const error: unknown = await store.load("chat 7").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DamagedConversationError);
    return error as DamagedConversationError;
  };
  const texts = (transcript: Transcript | undefined) => transcript?.entries().map((entry) => entry.text);

  it.each([
    ["is no entry", '{"role":"user","content":7}', { role: "user", content: 7 }],
    ["is cut off", '{"role":"user","content":"SECR', '{"role":"user","content":"SECR'],
    ["is empty", "", ""],
    ["is two", '{"role":"user","content":"a"},{"role":"user"}', '{"role":"user","content":"a"},{"role":"user"}'],
  ])("names the conversation and an entry that %s, without content, and gives the rest", async (_how, row, raw) => {
    await write(1, row);
    const error = await faultOf();
    expect(error.code).toBe("invalid-document");
    expect(error.issues.map((issue) => issue.entry)).toEqual([1]);
    expect(error.message).toMatch(/^Cannot load conversation "chat 7": Cannot decode transcript: entry 1/);
    expect(error.message).not.toContain("SECR");
    const salvaged = await error.salvage();
    expect(texts(salvaged?.transcript)).toEqual(["one", "three"]);
    expect(salvaged?.rejected).toMatchObject([{ index: 1, raw }]);
  });

  it("is noticed where an entry is missing", async () => {
    await damage("delete from colloquy_entries where position = 1");
    const error = await faultOf();
    expect(error.issues[0]?.entry).toBe(1);
    expect(texts((await error.salvage())?.transcript)).toEqual(["one", "three"]);
  });

  it("can be saved again as what was salvaged, at the revision that goes with it", async () => {
    await write(1, "{");
    const { transcript, revision } = (await (await faultOf()).salvage())!;
    await store.save("chat 7", transcript, { expect: revision });
    expect(texts((await store.load("chat 7"))?.transcript)).toEqual(["one", "three"]);
  });

  it("can be saved again as it was, by the store that remembers it", async () => {
    const { transcript, revision } = (await store.load("chat 7"))!;
    await write(1, "{");
    await faultOf();
    await store.save("chat 7", transcript, { expect: revision });
    expect(texts((await store.load("chat 7"))?.transcript)).toEqual(["one", "two", "three"]);
  });

  it("of a newer version is refused by name, and gives what passes for entries", async () => {
    await damage("update colloquy_conversations set version = 2");
    const error = await faultOf();
    expect(error.code).toBe("newer-version");
    expect(error.message).toBe(
      'Cannot load conversation "chat 7": Cannot decode transcript: format version 2 is newer than 1, the newest this release reads',
    );
    expect(texts((await error.salvage())?.transcript)).toEqual(["one", "two", "three"]);
  });

  it("that is gone by then gives nothing to salvage", async () => {
    await write(1, "{");
    const error = await faultOf();
    await store.delete("chat 7");
    expect(await error.salvage()).toBeUndefined();
  });
});
