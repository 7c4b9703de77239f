import { Transcript } from "colloquy";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { expectedCompaction, type Keep } from "../support/compaction-oracle.js";
import { dumpEntries } from "../support/dump.js";
import { isSafeCut, isSummary, leadingCount, pendingStart, turnsOf } from "../support/oracle.js";
import { idsOf, tagged } from "../support/tagged.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

const first = fc.constantFrom(
  {},
  { keepFirstTurn: true },
  { keepFirstTurn: false },
  { keepFirstTurn: "user" as const },
);
const size = fc.oneof(
  fc.nat(10).map((keepLast) => ({ keepLast })),
  fc.nat(5).map((keepLastTurns) => ({ keepLastTurns })),
  fc.constant({}),
);
const keeps: fc.Arbitrary<Keep> = fc.tuple(size, first).map(([keep, turn]) => ({ ...keep, ...turn }));

/** Where an older summary stands in what is kept last, it counts or it does not: the contract leaves that open. */
function summaryInTail(transcript: Transcript, keep: Keep): boolean {
  const at = transcript.entries().findIndex(isSummary);
  return (
    keep.keepLast !== undefined && at > leadingCount(transcript.entries()) && at >= transcript.length - keep.keepLast
  );
}

describe("Transcript.compact() of a sound conversation", () => {
  it("is [leading system, first turn if kept, one summary, pinned, tail], to the entry", () => {
    fc.assert(
      fc.property(conversation(), keeps, (list, keep) => {
        const before = Transcript.from(tagged(list));
        fc.pre(!summaryInTail(before, keep));
        const expected = expectedCompaction(before.entries(), keep);
        const after = before.compact(keep as { keepLast: number });
        if (expected === undefined) {
          expect(after).toBe(before);
          return;
        }
        expect(idsOf(after).filter((id) => id !== "S")).toEqual(expected.kept.map((index) => `e${index}`));
        const at = idsOf(after).indexOf("S");
        expect(at, "where the summary stands").toBeGreaterThanOrEqual(expected.fewestBefore);
        expect(at, "where the summary stands").toBeLessThanOrEqual(expected.mostBefore);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps every entry that it keeps word for word", () => {
    fc.assert(
      fc.property(conversation(), keeps, (list, keep) => {
        const before = Transcript.from(tagged(list));
        for (const entry of before.compact(keep as { keepLast: number }).entries()) {
          const same = before.entries().find((candidate) => candidate.id === entry.id);
          if (entry.id !== undefined && same !== undefined) expect(dumpEntries([entry])).toBe(dumpEntries([same]));
        }
      }),
    );
  });

  it("marks the summary with how many entries and turns gave way, an older summary's counts added", () => {
    fc.assert(
      fc.property(conversation(), keeps, (list, keep) => {
        const before = Transcript.from(tagged(list));
        fc.pre(!summaryInTail(before, keep));
        const expected = expectedCompaction(before.entries(), keep);
        if (expected === undefined) return;
        const summary = before
          .compact(keep as { keepLast: number })
          .entries()
          .find(isSummary)?.summary;
        const older = expected.folded.flatMap((index) => before.at(index)?.summary ?? []);
        const fresh = expected.folded.filter((index) => !isSummary(before.at(index)));
        const turns = turnsOf(before.entries()).filter((turn) =>
          fresh.some((index) => turn.start <= index && index < turn.end),
        );
        expect(summary?.entries).toBe(fresh.length + older.reduce((sum, mark) => sum + mark.entries, 0));
        // A turn that goes on behind the older summary may have been counted with what folded before it.
        const goesOn = turns.filter(
          ({ start }) => start > 0 && isSummary(before.at(start - 1)) && before.at(start)?.role !== "user",
        );
        const most = turns.length + older.reduce((sum, mark) => sum + mark.turns, 0);
        expect(summary?.turns).toBeLessThanOrEqual(most);
        expect(summary?.turns).toBeGreaterThanOrEqual(most - goesOn.length);
        expect(summary?.rounds).toBe(1 + Math.max(0, ...older.map((mark) => mark.rounds)));
      }),
      { numRuns: 300 },
    );
  });

  it("heads the summary with the number of entries that it stands for, over one line for each", () => {
    fc.assert(
      fc.property(conversation(), keeps, (list, keep) => {
        const before = Transcript.from(tagged(list));
        const summary = before
          .compact({ ...(keep as { keepLast: number }), maxSummaryTokens: 100_000 })
          .entries()
          .find(isSummary);
        if (summary?.summary === undefined || summary.id !== undefined) return;
        const lines = summary.text.split("\n");
        expect(lines[0]).toMatch(new RegExp(`^\\[Compacted ${summary.summary.entries} earlier messages?\\]$`));
        expect(lines.length - 1).toBe(summary.summary.entries);
        expect(lines.slice(1).every((line) => /^ {2}\[(system|user|assistant|tool)\]( |$)/.test(line))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("with keepLastTokens keeps a tail that fits, and would not fit with one more group", () => {
    fc.assert(
      fc.property(
        conversation({ summary: false, pins: false }),
        fc.integer({ min: 1, max: 300 }),
        (list, keepLastTokens) => {
          const before = Transcript.from(tagged(list));
          const after = before.compact({ keepLastTokens });
          if (after === before) return;
          const entries = before.entries();
          const tokens = (from: number): number => Transcript.from(entries.slice(from)).estimateTokens();
          const cut = entries.length - (after.length - 1 - after.entries().findIndex(isSummary));
          const safe = (at: number): boolean => isSafeCut(entries, at) && at <= pendingStart(entries);
          const later = entries.findIndex((_entry, at) => at > cut && safe(at));
          if (tokens(cut) > keepLastTokens) expect(later, "a smaller tail was possible").toBe(-1);
          const earlier = entries.findLastIndex((_entry, at) => at < cut && at >= leadingCount(entries) && safe(at));
          if (earlier >= 0) expect(tokens(earlier), "a larger tail fits").toBeGreaterThan(keepLastTokens);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("Transcript.planCompaction()", () => {
  it("says what compact() does: the range, the counts, the totals, and up to where nothing changes", () => {
    fc.assert(
      fc.property(conversation({ summary: false }), keeps, (list, keep) => {
        const before = Transcript.from(tagged(list));
        const options = keep as { keepLast: number };
        const plan = before.planCompaction(options);
        const expected = expectedCompaction(before.entries(), keep);
        expect(plan === undefined).toBe(expected === undefined);
        if (plan === undefined || expected === undefined) return;
        const after = before.compact(options);
        const [ids, now] = [idsOf(before), idsOf(after)];
        expect(plan.foldStart).toBe(expected.folded[0]);
        expect(plan.foldEnd).toBeGreaterThan(expected.folded.at(-1) ?? -1);
        expect(plan.foldEnd).toBeLessThanOrEqual(expected.cut);
        expect(plan.entries).toBe(expected.folded.length);
        expect(plan.turns).toBe(after.entries().find(isSummary)?.summary?.turns);
        expect([plan.tokensBefore, plan.tokensAfter]).toEqual([before.estimateTokens(), after.estimateTokens()]);
        expect(plan.firstChanged).toBe(ids.findIndex((id, index) => now[index] !== id));
      }),
      { numRuns: 300 },
    );
  });
});

describe("Transcript.compactAsync()", () => {
  it("gives what compact() gives", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(conversation(), brokenConversation()), keeps, async (list, keep) => {
        const before = Transcript.from(list);
        const options = keep as { keepLast: number };
        const [now, later] = [before.compact(options), await before.compactAsync(options)];
        expect(later.toJson()).toBe(now.toJson());
        expect(later === before).toBe(now === before);
      }),
    );
  });
});

describe("Transcript.turns()", () => {
  it("are those that walking the entries one at a time gives, for sound and for broken lists", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), (list) => {
        const transcript = Transcript.from(list);
        expect(transcript.turns().map(({ start, end }) => ({ start, end }))).toEqual(turnsOf(transcript.entries()));
        for (const turn of transcript.turns())
          expect(turn.entries).toEqual(transcript.entries().slice(turn.start, turn.end));
      }),
      { numRuns: 300 },
    );
  });
});
