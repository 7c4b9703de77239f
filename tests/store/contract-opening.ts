import { assistant, Transcript, user } from "colloquy";
import { createStore, openStore, type TranscriptStore } from "colloquy/store";
import { CamelCasePlugin, ParseJSONResultsPlugin, type Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Backend } from "./backends.js";
import { clear, talk, type Subject } from "./subject.js";

/** How stores are opened, and what one that a program makes in its own database writes there. */
export function describeOpening(subject: Subject, { makePlace }: Backend): void {
  beforeEach(() => clear(subject.store));

  describe("openStore()", () => {
    it("makes the tables once, however many open at the same time", async () => {
      const another = await makePlace();
      const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(another.url)));
      await Promise.all(stores.map((each, index) => each.save(`${index}`, talk, { expect: "new" })));
      expect(await stores[0]?.list()).toHaveLength(6);
      await Promise.all(stores.map((each) => each.close()));
      await another.remove();
    });

    it("opens what is there already", async () => {
      await subject.store.save("a", talk, { expect: "new" });
      const another = await openStore(subject.place.url);
      expect((await another.load("a"))?.transcript.toJson()).toBe(talk.toJson());
      await another.close();
    });
  });

  describe("createStore()", () => {
    let kysely: Kysely<unknown>;
    let rowsWritten = 0;
    let created: TranscriptStore;

    beforeEach(async () => {
      kysely = subject.place.connect({
        log: ({ query }) => {
          if (query.sql.startsWith('insert into "colloquy_entries"')) rowsWritten += query.parameters.length / 3;
        },
      });
      created = await createStore(kysely);
    });

    afterEach(() => kysely.destroy());

    it("leaves closing to the program", async () => {
      await created.save("a", talk, { expect: "new" });
      await created.close();
      expect((await created.load("a"))?.transcript.length).toBe(3);
    });

    it("keeps texts as they are where plugins of the program parse what looks like JSON, and rename", async () => {
      const plugins = [new ParseJSONResultsPlugin(), new CamelCasePlugin()];
      const own = subject.place.connect({ plugins });
      const store = await createStore(own);
      const looks = Transcript.from([user('{"a": 1.0}'), assistant("[]"), user("null")]);
      await store.save("a", looks, { expect: "new" });
      expect((await store.load("a"))?.transcript.toJson()).toBe(looks.toJson());
      expect((await subject.store.load("a"))?.transcript.toJson()).toBe(looks.toJson());
      await own.destroy();
    });

    const rowsOf = async (action: () => Promise<unknown>): Promise<number> => {
      rowsWritten = 0;
      await action();
      return rowsWritten;
    };

    it("writes only what was added, changed at the end, or comes behind the first change", async () => {
      const { revision } = await created.save("a", talk, { expect: "new" });
      expect(await rowsOf(() => created.save("b", talk, { expect: "new" }))).toBe(3);
      const partial = talk.append({ role: "assistant", text: "It", partial: true });
      let last = revision;
      const step = async (next: Transcript): Promise<void> => {
        ({ revision: last } = await created.save("a", next, { expect: last }));
      };
      expect(await rowsOf(() => step(partial))).toBe(1);
      expect(await rowsOf(() => step(partial))).toBe(0);
      const whole = partial.replace(3, assistant("It is 18C."));
      expect(await rowsOf(() => step(whole))).toBe(1);
      expect(await rowsOf(() => step(whole.replace(1, assistant("No.")).repair().transcript))).toBe(2);
      expect(await rowsOf(() => step(whole.splitAt(1)[0]))).toBe(0);
    });

    it("writes only what was added to a transcript that says the same and shares nothing", async () => {
      const { revision } = await created.save("a", talk, { expect: "new" });
      const copy = (): Transcript => Transcript.fromJson(talk.toJson()).append(user("more"));
      expect(await rowsOf(() => created.save("a", copy(), { expect: revision }))).toBe(1);
      await subject.store.save("a", talk, { expect: "any" });
      expect(await rowsOf(() => created.save("a", copy(), { expect: "any" }))).toBe(1);
    });
  });
}
