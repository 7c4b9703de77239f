import { Transcript, user, type EntryInput } from "colloquy";
import { ConflictError, openStore } from "colloquy/store";
import { describe, expect, it } from "vitest";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";
import { describeBackends } from "../store/backends.js";
import { storePerTest } from "../store/subject.js";

const isSummary = (transcript: Transcript): boolean[] =>
  transcript.entries().map((entry) => entry.role === "system" && entry.summary !== undefined);

const slowSummary = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 200, "They asked q1 and q2."));

/** The entries of C077, each saying what it says so many times: as they are, no summary is shorter. */
function talkOf(times: number): Transcript {
  const t = Transcript.from(entriesOf("concurrency", "C077"));
  return t.map(({ role, text }) => ({ role, content: `${text} `.repeat(times) }) as EntryInput);
}

describe.runIf(sharedCasesAreThere)("Cases of concurrency (from ../shared/cases)", () => {
  describeBackends("concurrency", (backend) => {
    const subject = storePerTest(backend);

    it("C019: reads beside writes see one complete version each, and make no write fail", async () => {
      const reader = await openStore(subject.place.url);
      const saved = new Set<string>();
      let t = Transcript.from(entriesOf("concurrency", "C019"));
      saved.add(t.toJson());
      let { revision } = await subject.store.save("a", t, { expect: "new" });
      const written = new AbortController();
      const reading = (async () => {
        const seen: string[] = [];
        while (!written.signal.aborted) seen.push((await reader.load("a"))!.transcript.toJson());
        return seen;
      })();
      for (let time = 0; time < 20; time += 1) {
        t = t.append(user(`${time}`));
        saved.add(t.toJson());
        ({ revision } = await subject.store.save("a", t, { expect: revision }));
      }
      written.abort();
      const seen = await reading;
      await reader.close();
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((json) => !saved.has(json))).toEqual([]);
    });

    it.each([
      ["a summary", 100, true],
      ["a summary that is not shorter", 1, false],
    ])("C077: what came while %s was made is not lost", async (_what, times, isShorter) => {
      const base = talkOf(times);
      const v1 = await subject.store.save("a", base, { expect: "new" });
      const compacting = base.compact({ keepLast: 1, summarize: slowSummary });
      const loaded = (await subject.store.load("a"))!;
      await subject.store.save("a", loaded.transcript.append(user("q3")), { expect: loaded.revision });
      const compacted = await compacting;
      const error: unknown = await subject.store
        .save("a", compacted, { expect: v1.revision })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ConflictError);
      expect((await subject.store.load("a"))?.transcript.at(-1)?.text).toBe("q3");

      const live = (await (error as ConflictError).load())!;
      await subject.store.save("a", compacted.concat(live.transcript.since(base)), { expect: live.revision });
      const merged = (await subject.store.load("a"))!.transcript;
      expect(merged.at(-1)?.text).toBe("q3");
      expect(isSummary(merged).includes(true)).toBe(isShorter);
      expect(merged.length).toBe(compacted.length + 1);
    });

    it("C135: of three compactions at once one is stored, with one summary before what was kept", async () => {
      await subject.store.save("a", Transcript.from(entriesOf("concurrency", "C135")), { expect: "new" });
      const loaded = await Promise.all([subject.store.load("a"), subject.store.load("a"), subject.store.load("a")]);
      const results = await Promise.allSettled(
        loaded.map((each) =>
          subject.store.save("a", each!.transcript.compact({ keepLastTurns: 3 }), { expect: each!.revision }),
        ),
      );
      const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
      expect(reasons).toHaveLength(2);
      for (const reason of reasons) expect(reason).toBeInstanceOf(ConflictError);
      const stored = (await subject.store.load("a"))!.transcript;
      expect(isSummary(stored).filter(Boolean)).toHaveLength(1);
      expect(isSummary(stored).indexOf(true)).toBe(stored.length - 7);
      expect(stored.at(-6)?.text).toBe("u5");
    });
  });

  it("C077: without a store, what came meanwhile follows the summary", async () => {
    const base = talkOf(100);
    const compacting = base.compact({ keepLast: 1, summarize: slowSummary });
    const live = base.append(user("q3"));
    const merged = (await compacting).concat(live.since(base));
    expect(isSummary(merged).filter(Boolean)).toHaveLength(1);
    expect(merged.at(-1)?.text).toBe("q3");
  });

  it("C135: without a store, three compactions at once give the same, with one summary", async () => {
    const t = Transcript.from(entriesOf("concurrency", "C135"));
    const results = await Promise.all([1, 2, 3].map(() => t.compactAsync({ keepLastTurns: 3 })));
    expect(new Set(results.map((result) => result.toJson())).size).toBe(1);
    expect(isSummary(results[0]!).filter(Boolean)).toHaveLength(1);
  });
});
