import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { Transcript, user } from "colloquy";
import { toChatMessages } from "colloquy/openai";
import { createStore } from "colloquy/store";
import { InsertQueryNode, type KyselyPlugin } from "kysely";
import { describe, expect, it } from "vitest";
import { entriesOf, readCase, revive, sharedCasesAreThere } from "../support/cases.js";
import { describeBackends } from "../store/backends.js";
import { storePerTest } from "../store/subject.js";

describe.runIf(sharedCasesAreThere)("Cases of persistence (from ../shared/cases)", () => {
  describeBackends("persistence", (backend) => {
    const subject = storePerTest(backend);

    it("C039: a limit that is no size is refused by name, 0 gives nothing, 2 gives two", async () => {
      const t = Transcript.from(entriesOf("persistence", "C039"));
      for (const id of ["one", "two", "three"]) await subject.store.save(id, t, { expect: "new" });
      for (const limit of [-1, Number.NaN]) {
        const error: unknown = await subject.store.list({ limit }).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(RangeError);
        expect((error as Error).message).toContain("limit");
      }
      expect(await subject.store.list({ limit: 0 })).toEqual([]);
      expect(await subject.store.list({ limit: 2 })).toHaveLength(2);
    });

    it("C081: NUL characters come back at the same places", async () => {
      const t = Transcript.from(entriesOf("persistence", "C081"));
      await subject.store.save("binary", t, { expect: "new" });
      const { transcript } = (await subject.store.load("binary"))!;
      expect(transcript.toJson()).toBe(t.toJson());
      expect(transcript.at(-1)?.text).toBe("binary \u0000 file");
    });

    it("C107: a save that fails in the middle leaves what was there, complete", async () => {
      const v1 = Transcript.from(entriesOf("persistence", "C107"));
      const { revision } = await subject.store.save("a", v1, { expect: "new" });
      const kysely = subject.place.connect({ plugins: [failingInserts] });
      const failing = await createStore(kysely);
      await expect(failing.save("a", v1.replace(0, user("changed")), { expect: revision })).rejects.toThrow("injected");
      await kysely.destroy();
      const loaded = await subject.store.load("a");
      expect(loaded?.transcript.toJson()).toBe(v1.toJson());
      expect(loaded?.revision).toBe(revision);
    });

    it("C121: keys stay in their order, in the document and in what goes to a provider", async () => {
      const t = Transcript.from(entriesOf("persistence", "C121"));
      await subject.store.save("a", t, { expect: "new" });
      const { transcript } = (await subject.store.load("a"))!;
      expect(transcript.toJson()).toBe(t.toJson());
      expect(JSON.stringify(toChatMessages(transcript))).toBe(JSON.stringify(toChatMessages(t)));
    });

    it("C173: an id is refused by name, or a key like any other that shares nothing with the rest", async () => {
      const ids = revive(readCase("persistence", "C173").input.data) as string[];
      const folder = dirname(subject.place.url.slice("sqlite:".length));
      const filesAround = (): unknown => [
        existsSync(folder) && readdirSync(folder),
        existsSync(`${folder}/../outside`),
      ];
      const before = filesAround();
      const refused = ids.filter((id) => id === "" || id.includes("\u0000"));
      for (const id of refused)
        await expect(subject.store.save(id, Transcript.empty, { expect: "new" })).rejects.toThrow(JSON.stringify(id));
      const kept = ids.filter((id) => !refused.includes(id));
      expect(kept).toHaveLength(10);
      for (const id of kept) await subject.store.save(id, Transcript.from([user(id)]), { expect: "new" });
      for (const [index, id] of kept.entries()) {
        for (const other of kept.slice(index))
          expect((await subject.store.load(other))?.transcript.at(0)?.text).toBe(other);
        await subject.store.delete(id);
        expect(await subject.store.load(id)).toBeUndefined();
      }
      expect(filesAround()).toEqual(before);
    });
  });
});

/** Makes the statement fail that writes entries, after those that deleted some. */
const failingInserts: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const table = InsertQueryNode.is(node) ? node.into?.table.identifier.name : undefined;
    if (table === "colloquy_entries") throw new Error("An injected fault");
    return node;
  },
  transformResult: async ({ result }) => result,
};
