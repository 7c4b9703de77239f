import { UsageBudget, type Transcript } from "colloquy";
import type {
  CompactionOutcome,
  CompactOptions,
  Entry,
  MaybeCompactOptions,
  ModelCompactOptions,
  ModelMaybeCompactOptions,
  ModelOptions,
  Reservation,
  Summarize,
  SummaryRequest,
  UnchangedReason,
  UsageGate,
} from "colloquy";
import { describe, expectTypeOf, it } from "vitest";

declare const t: Transcript;
declare const summarize: Summarize;

describe("Transcript.compact()", () => {
  it("is a promise with summarize, and a transcript without", () => {
    expectTypeOf(t.compact({ summarize })).toEqualTypeOf<Promise<Transcript>>();
    expectTypeOf(t.compact({ keepLastTurns: 3, keepFirstTurn: "user", summarize })).toEqualTypeOf<
      Promise<Transcript>
    >();
    expectTypeOf(t.compact()).toEqualTypeOf<Transcript>();
    expectTypeOf(t.compact({})).toEqualTypeOf<Transcript>();
    expectTypeOf(t.compact({ keepLast: 2 })).toEqualTypeOf<Transcript>();
    expectTypeOf(t.compact({ keepLast: 2, summarize: undefined })).toEqualTypeOf<Transcript>();
  });

  it("refuses a model's options without the model, unknown ones, and answers that are no text", () => {
    // @ts-expect-error maxInputTokens without summarize
    t.compact({ keepLast: 2, maxInputTokens: 5_000 });
    // @ts-expect-error onUnchanged without summarize
    t.compact({ keepLast: 2, onUnchanged: () => {} });
    // @ts-expect-error an unknown option
    void t.compact({ keepLast: 2, summarize, maxTokens: 5 });
    // @ts-expect-error a promise of a number
    void t.compact({ keepLast: 2, summarize: async () => 5 });
    // @ts-expect-error no such way to show results
    void t.compact({ keepLast: 2, summarize, toolResults: "all" });
  });
});

describe("Transcript.compactAsync() and maybeCompactAsync()", () => {
  it("take options of either kind", () => {
    expectTypeOf<Parameters<Transcript["compactAsync"]>[0]>().toEqualTypeOf<
      CompactOptions | ModelCompactOptions | undefined
    >();
    expectTypeOf<Parameters<Transcript["maybeCompactAsync"]>[0]>().toEqualTypeOf<
      MaybeCompactOptions | ModelMaybeCompactOptions
    >();
    expectTypeOf(t.maybeCompactAsync({ keepLast: 2, every: 40, tokenBudget: 8_000, summarize })).toEqualTypeOf<
      Promise<CompactionOutcome>
    >();
  });

  it("need a size where there is a trigger", () => {
    // @ts-expect-error no size to keep
    void t.maybeCompactAsync({ every: 40, summarize });
  });
});

describe("Transcript.maybeCompact() and planCompaction()", () => {
  it("take no model", () => {
    // @ts-expect-error a model takes time
    t.maybeCompact({ keepLast: 2, every: 40, summarize });
    // @ts-expect-error a plan is made without a model
    t.planCompaction({ keepLast: 2, summarize });
  });
});

describe("SummaryRequest", () => {
  it("is read only and says what may be missing", () => {
    expectTypeOf<SummaryRequest>().toEqualTypeOf<{
      readonly text: string;
      readonly entries: readonly Entry[];
      readonly previousSummary?: string;
      readonly prompt: string;
      readonly maxTokens: number;
      readonly signal?: AbortSignal;
    }>();
  });
});

describe("onUnchanged", () => {
  it("is told a reason that is one of six, and perhaps an error", () => {
    type Told = Parameters<NonNullable<ModelOptions["onUnchanged"]>>[0];
    expectTypeOf<Told["reason"]>().toEqualTypeOf<UnchangedReason>();
    expectTypeOf<Told["error"]>().toEqualTypeOf<unknown>();
    expectTypeOf<UnchangedReason>().toEqualTypeOf<
      "not-triggered" | "nothing-to-fold" | "gate-refused" | "summary-failed" | "summary-empty" | "not-shorter"
    >();
  });
});

describe("UsageBudget", () => {
  it("is a gate that answers at once, with numbers that can only be read", () => {
    const budget = new UsageBudget({ limit: 5 });
    expectTypeOf(budget).toExtend<UsageGate>();
    expectTypeOf(budget.reserve(1)).toEqualTypeOf<Reservation | undefined>();
    // @ts-expect-error read only
    budget.used = 0;
    // @ts-expect-error a limit is needed
    void new UsageBudget({});
  });

  it("may be replaced by any gate, one that takes its time included", () => {
    const gate = { reserve: async (tokens: number) => (tokens > 5 ? undefined : { settle() {}, cancel() {} }) };
    expectTypeOf(gate).toExtend<UsageGate>();
    void t.compact({ keepLast: 2, summarize, gate });
  });
});
