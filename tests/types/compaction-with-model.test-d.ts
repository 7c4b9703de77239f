import { Transcript } from "colloquy";
import type { CompactionOutcome, ModelCompactOptions, SummaryRequest } from "colloquy";
import { describe, expectTypeOf, it } from "vitest";

declare const t: Transcript;

describe("Compaction with a model", () => {
  const summarize = (): string => "s";

  it("is a promise", () => {
    expectTypeOf(t.compact({ keepLast: 3, summarize })).toEqualTypeOf<Promise<Transcript>>();
    expectTypeOf(t.compact({ summarize: async (request) => request.prompt })).toEqualTypeOf<Promise<Transcript>>();
    expectTypeOf(t.compactAsync({ keepLast: 3, summarize })).toEqualTypeOf<Promise<Transcript>>();
    expectTypeOf(t.maybeCompactAsync({ keepLast: 3, summarize })).toEqualTypeOf<Promise<CompactionOutcome>>();
  });

  it("gives the model a request that is typed", () => {
    void t.compact({
      summarize: (request) => {
        expectTypeOf(request).toEqualTypeOf<SummaryRequest>();
        return request.text;
      },
    });
  });

  it("demands the model where its options stand, and one size at most", () => {
    expectTypeOf<{ keepLast: number; maxInputTokens: number }>().not.toExtend<ModelCompactOptions>();
    // @ts-expect-error two sizes
    void t.compact({ keepLast: 1, keepLastTurns: 1, summarize });
    // @ts-expect-error a model answers with text
    void t.compact({ keepLast: 1, summarize: () => 5 });
  });
});
