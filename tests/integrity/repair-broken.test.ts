import { Transcript } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tangle } from "./broken.js";
import { brokenLists, claims, marked, repairOptions } from "./claims.js";

describe("Transcript.repair() of lists that are mostly broken", () => {
  it.each(Object.entries(claims))("%s", (_name, claim) => {
    fc.assert(
      fc.property(brokenLists, repairOptions, (list, options) => claim(marked(list), options)),
      { numRuns: 300 },
    );
  });
});

describe("After Transcript.repair()", () => {
  it("compaction, pruning and splitting find nothing to break", () => {
    fc.assert(
      fc.property(brokenLists, fc.nat(8), (list, size) => {
        const sound = Transcript.from(list).repair({ pendingCalls: "abort" }).transcript;
        const made = deedsOf(sound, size).flat();
        expect(made.flatMap((transcript) => transcript.check())).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("or, where nothing was repaired, no kind of problem more often than before", () => {
    const first = fc.constantFrom<boolean | "user">(true, false, "user");
    fc.assert(
      fc.property(tangle(), fc.nat(8), first, (list, size, keepFirstTurn) => {
        const before = Transcript.from(list);
        const had = countKinds([before]);
        for (const made of deedsOf(before, size, keepFirstTurn))
          for (const [kind, count] of countKinds(made)) expect(count, kind).toBeLessThanOrEqual(had.get(kind) ?? 0);
      }),
      { numRuns: 300 },
    );
  });
});

/** What becomes of a transcript that is shortened, pruned or split. */
function deedsOf(transcript: Transcript, size: number, keepFirstTurn: boolean | "user" = true): Transcript[][] {
  return [
    [transcript.compact({ keepLast: size, keepFirstTurn })],
    [transcript.compact({ keepLastTurns: size, keepFirstTurn })],
    [transcript.compact({ keepLastTokens: 4 * size, keepFirstTurn })],
    [transcript.pruneToolResults({ maxBytes: 1, keepLastTurns: 0 })],
    transcript.splitAt(size),
  ];
}

function countKinds(transcripts: readonly Transcript[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { kind } of transcripts.flatMap((transcript) => transcript.check()))
    found.set(kind, (found.get(kind) ?? 0) + 1);
  return found;
}
