import { assistant, toolResult, Transcript, user } from "colloquy";
import { ConflictError, openStore } from "colloquy/store";
import { beforeEach, describe, expect, it } from "vitest";
import { clear, conflictOf, talk, type Subject } from "./subject.js";

/** What loading, saving and deleting promise. */
export function describeSaving(subject: Subject): void {
  beforeEach(() => clear(subject.store));

  describe("load()", () => {
    it("gives nothing for an id under which nothing is stored", async () => {
      expect(await subject.store.load("nobody")).toBeUndefined();
    });

    it("gives back what was saved, with its revision", async () => {
      const { revision } = await subject.store.save("a", talk, { expect: "new" });
      expect(await subject.store.load("a")).toEqual({ transcript: expect.any(Transcript) as unknown, revision });
      expect((await subject.store.load("a"))?.transcript.toJson()).toBe(talk.toJson());
    });

    it("gives back a transcript without entries", async () => {
      await subject.store.save("a", Transcript.empty, { expect: "new" });
      expect((await subject.store.load("a"))?.transcript).toBe(Transcript.empty);
    });
  });

  describe("save()", () => {
    it("refuses a new conversation where one is stored, and leaves that one alone", async () => {
      const { revision } = await subject.store.save("a", talk, { expect: "new" });
      const error = await conflictOf(subject.store.save("a", Transcript.empty, { expect: "new" }));
      expect(error.code).toBe("conflict");
      expect(error.revision).toBe(revision);
      expect(error.message).toBe(
        'Cannot save conversation "a": expected nothing under this id, but a conversation is stored there',
      );
      expect((await error.load())?.transcript.toJson()).toBe(talk.toJson());
    });

    it("refuses a stale revision, and leaves what is stored alone", async () => {
      const first = await subject.store.save("a", talk, { expect: "new" });
      const longer = talk.append(user("And tomorrow?"));
      const second = await subject.store.save("a", longer, { expect: first.revision });
      const error = await conflictOf(
        subject.store.save("a", talk.append(user("Never mind")), { expect: first.revision }),
      );
      expect(error.revision).toBe(second.revision);
      expect(error.message).toBe(
        'Cannot save conversation "a": expected another revision: it was changed since that one was loaded',
      );
      const live = await error.load();
      expect(live?.revision).toBe(second.revision);
      expect(live?.transcript.toJson()).toBe(longer.toJson());
    });

    it("refuses a revision where nothing is stored", async () => {
      const { revision } = await subject.store.save("a", talk, { expect: "new" });
      await subject.store.delete("a");
      const error = await conflictOf(subject.store.save("a", talk, { expect: revision }));
      expect(error.revision).toBeUndefined();
      expect(await error.load()).toBeUndefined();
      expect(await subject.store.list()).toEqual([]);
    });

    it("refuses the revision of a conversation that was deleted and made again with the same content", async () => {
      const { revision } = await subject.store.save("a", talk, { expect: "new" });
      await subject.store.delete("a");
      await subject.store.save("a", talk, { expect: "new" });
      await conflictOf(subject.store.save("a", talk, { expect: revision }));
    });

    it("gives a new revision each time, the same content or not", async () => {
      const revisions = new Set<string>();
      for (let time = 0; time < 5; time += 1)
        revisions.add((await subject.store.save("a", talk, { expect: "any" })).revision);
      expect(revisions.size).toBe(5);
    });

    it("overwrites whatever is there when any is expected", async () => {
      await subject.store.save("a", talk, { expect: "any" });
      await subject.store.save("a", Transcript.from([user("Hi")]), { expect: "any" });
      expect((await subject.store.load("a"))?.transcript.length).toBe(1);
    });

    it.each([
      ["longer", talk.append(user("more"))],
      ["shorter", talk.splitAt(1)[0]],
      ["compacted", talk.compact({ keepLast: 0 })],
      ["changed in the middle", talk.replace(1, assistant("No idea."))],
      ["changed at the end", talk.replace(2, toolResult("1", "19C"))],
      ["empty", Transcript.empty],
    ])("replaces a conversation by one that is %s", async (_how, next) => {
      const { revision } = await subject.store.save("a", talk, { expect: "new" });
      await subject.store.save("a", next, { expect: revision });
      expect((await subject.store.load("a"))?.transcript.toJson()).toBe(next.toJson());
      expect((await subject.store.list())[0]?.length).toBe(next.length);
    });

    it("lets one of many that expect the same revision through, and tells all others", async () => {
      const { revision } = await subject.store.save("a", talk, { expect: "new" });
      const other = await openStore(subject.place.url);
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_empty, index) =>
          (index % 2 === 0 ? subject.store : other).save("a", talk.append(user(`${index}`)), { expect: revision }),
        ),
      );
      await other.close();
      const failed = results.filter((result) => result.status === "rejected");
      expect(failed).toHaveLength(7);
      for (const { reason } of failed) expect(reason).toBeInstanceOf(ConflictError);
      expect((await subject.store.load("a"))?.transcript.length).toBe(4);
    });

    it("lets one of many that make the same conversation through, and every one that does not care", async () => {
      const other = await openStore(subject.place.url);
      const saveAll = (expected: "new" | "any") =>
        Promise.allSettled(
          [subject.store, other, subject.store, other].map((each, index) =>
            each.save(expected, Transcript.from([user(`${index}`)]), { expect: expected }),
          ),
        );
      const made = await saveAll("new");
      expect(made.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      const overwritten = await saveAll("any");
      expect(overwritten.filter((result) => result.status === "fulfilled")).toHaveLength(4);
      await other.close();
    });

    it.each([undefined, {}, { expect: undefined }, { expect: null }, { expect: "" }, { expect: 1 }])(
      "refuses %j in the place of what is expected",
      async (options) => {
        await expect(subject.store.save("a", talk, options as never)).rejects.toThrow(
          /^expect: expected a revision, "new" or "any", got /,
        );
      },
    );

    it("refuses what is no Transcript", async () => {
      await expect(subject.store.save("a", talk.toJSON() as never, { expect: "any" })).rejects.toThrow(
        "transcript: expected a Transcript, got an object",
      );
    });
  });

  describe("delete()", () => {
    it("does nothing where nothing is stored", async () => {
      await subject.store.delete("nobody");
      expect(await subject.store.list()).toEqual([]);
    });

    it("leaves no entry behind for a conversation that is made again", async () => {
      await subject.store.save("a", talk, { expect: "new" });
      await subject.store.delete("a");
      await subject.store.save("a", Transcript.from([user("Hi")]), { expect: "new" });
      expect((await subject.store.load("a"))?.transcript.length).toBe(1);
    });
  });
}
