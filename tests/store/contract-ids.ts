import { Transcript, user } from "colloquy";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { clear, monologue, talk, type Subject } from "./subject.js";

/** What ids may be, and how conversations are listed. */
export function describeIds(subject: Subject): void {
  const save = (id: string, transcript: Transcript): Promise<unknown> =>
    subject.store.save(id, transcript, { expect: "any" });

  describe("ids", () => {
    const ids = [
      "../outside",
      "a/b",
      "a'; drop table t; --",
      "%2e",
      "%",
      "_",
      "A",
      "a",
      "a ",
      " a",
      "é",
      "e\u0301",
      "1",
    ];
    const odd = ["\u2028", "\u{1F600}", "\uFFFF", "\n", "😀".repeat(200), "constructor", "__proto__"];

    it("are kept apart, letter for letter", async () => {
      const all = [...ids, ...odd];
      await clear(subject.store);
      for (const id of all) await save(id, Transcript.from([user(id)]));
      for (const id of all) expect((await subject.store.load(id))?.transcript.at(0)?.text).toBe(id);
      expect((await subject.store.list()).map(({ id }) => id).toSorted()).toEqual(all.toSorted());
      for (const [index, id] of all.entries()) {
        await subject.store.delete(id);
        expect(await subject.store.load(id)).toBeUndefined();
        expect(await subject.store.list()).toHaveLength(all.length - index - 1);
      }
    });

    it.each(["", "a\u0000b", "\uD800", "a\uDC00", null, 7])("are refused by name: %j", async (id) => {
      const named = typeof id === "string" ? JSON.stringify(id) : "expected a string";
      for (const refused of [
        subject.store.load(id as string),
        subject.store.save(id as string, talk, { expect: "new" }),
        subject.store.delete(id as string),
      ]) {
        const error: unknown = await refused.catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(TypeError);
        expect((error as Error).message).toMatch(/^id: expected /);
        expect((error as Error).message).toContain(named);
      }
    });

    it("of any kind are found again, and by no other id", { timeout: 120_000 }, async () => {
      const id = fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
        .filter((text) => !text.includes("\u0000"));
      await fc.assert(
        fc.asyncProperty(id, id, async (one, other) => {
          await save(one, Transcript.from([user("one")]));
          if (one !== other) expect(await subject.store.load(other)).toBeUndefined();
          await subject.store.delete(one);
        }),
        { numRuns: 50 },
      );
    });
  });

  describe("list()", () => {
    const ids = ["a", "a%", "a_", "ab", "aé", "b", "\u{1F600}", "\uE000", "\uD7FF", "\u{10FFFF}", "\u{10FFFF}x"];
    const inOrder = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

    beforeAll(async () => {
      await clear(subject.store);
      for (const [index, id] of ids.entries()) await save(id, monologue(index));
    });

    it("gives ids, revisions and lengths, in the order of code points", async () => {
      const all = await subject.store.list();
      expect(all.map(({ id }) => id)).toEqual(ids.toSorted(inOrder));
      for (const { id, revision, length } of all) {
        expect(length).toBe(ids.indexOf(id));
        expect(revision).toBe((await subject.store.load(id))?.revision);
      }
    });

    it("gives one page after the other", async () => {
      const found: string[] = [];
      for (;;) {
        const page = await subject.store.list({ limit: 3, ...(found.length > 0 && { after: found.at(-1)! }) });
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(3);
        found.push(...page.map(({ id }) => id));
      }
      expect(found).toEqual(ids.toSorted(inOrder));
    });

    it.each([...ids, "", "%", "_", "\\", "\uE001", "x"])(
      "finds what begins with %j, letter for letter",
      async (prefix) => {
        const expected = ids.filter((id) => id.startsWith(prefix)).toSorted(inOrder);
        expect((await subject.store.list({ prefix })).map(({ id }) => id)).toEqual(expected);
        const after = expected[0] ?? "a";
        expect((await subject.store.list({ prefix, after })).map(({ id }) => id)).toEqual(expected.slice(1));
      },
    );

    it("refuses what is no object of options, and options that it does not know", async () => {
      const refuses = (options: unknown, message: string) =>
        expect(subject.store.list(options as never)).rejects.toThrow(new TypeError(message));
      await refuses("a", "options: expected an object, got a string");
      await refuses({ prefx: "a" }, 'options: unknown key "prefx"');
    });

    it.each([-1, 0.5, Number.NaN, Infinity, "3", null])("refuses the limit %j", async (limit) => {
      const error: unknown = await subject.store.list({ limit: limit as number }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(RangeError);
      expect((error as Error).message).toMatch(/^limit: expected a whole number of at least 0, got /);
    });

    it.each([{ prefix: "\uD83D" }, { prefix: "\u0000" }, { after: "\uDE00" }, { after: 1 }, { prefix: null }])(
      "refuses %j, which no id could begin with or follow",
      async (options) => {
        const [name] = Object.keys(options);
        await expect(subject.store.list(options as never)).rejects.toThrow(
          `${name}: expected text without NUL and lone surrogates`,
        );
      },
    );

    it("gives 100 unless told otherwise, and none for a limit of 0", async () => {
      for (let index = 0; index < 100; index += 1) await save(`c${index}`, Transcript.empty);
      expect(await subject.store.list()).toHaveLength(100);
      expect(await subject.store.list({ limit: 0 })).toEqual([]);
      expect(await subject.store.list({ limit: 1_000 })).toHaveLength(ids.length + 100);
    });
  });
}
