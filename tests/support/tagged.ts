import type { CompactOptions, EntryInput, Transcript } from "colloquy";
import fc from "fast-check";

/** The same inputs, each with an id of its own (`e0`, `e1`, ...), so that a test can tell which entries are still there. */
export function tagged(inputs: readonly EntryInput[]): EntryInput[] {
  return inputs.map((input, index) => ({ ...input, id: `e${index}` }) as EntryInput);
}

/** The ids of a transcript's entries in order; a summary that compaction made has none and shows as `S`. */
export function idsOf(transcript: Transcript): string[] {
  return transcript.entries().map((entry) => entry.id ?? (entry.role === "system" && entry.summary ? "S" : "?"));
}

const first = fc.constantFrom<boolean | "user" | undefined>(undefined, true, false, "user");

/** Options of compaction without a model: every size, each with and without the first turn, and a small summary now and then. */
export function compactOptions(): fc.Arbitrary<CompactOptions> {
  const size = fc.oneof(
    fc.nat(8).map((keepLast) => ({ keepLast })),
    fc.nat(4).map((keepLastTurns) => ({ keepLastTurns })),
    fc.nat(200).map((keepLastTokens) => ({ keepLastTokens })),
    fc.constant({}),
  );
  return fc
    .tuple(size, first, fc.constantFrom(undefined, undefined, 40))
    .map(([keep, keepFirstTurn, maxSummaryTokens]) => ({
      ...keep,
      ...(keepFirstTurn === undefined ? {} : { keepFirstTurn }),
      ...(maxSummaryTokens === undefined ? {} : { maxSummaryTokens }),
    }));
}

/** Options of pruning, limits smaller than the marker included. */
export function pruneOptions(): fc.Arbitrary<{ maxBytes: number; keepLastTurns: number }> {
  return fc.record(
    { maxBytes: fc.oneof(fc.nat(60), fc.nat(400)), keepLastTurns: fc.nat(2) },
    { noNullPrototype: true },
  );
}
