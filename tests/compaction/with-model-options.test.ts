import type { CompactOptions, ModelCompactOptions } from "colloquy";
import { describe, expect, it } from "vitest";
import { listener, recorder, step, talk } from "./talk.js";

describe("Transcript.maybeCompactAsync() with summarize", () => {
  it("waits for its trigger, and says so", async () => {
    const before = talk(4);
    const { requests, summarize } = recorder();
    const { told, onUnchanged } = listener();
    const tokens = before.estimateTokens();
    const options = { keepLast: 2, summarize, onUnchanged };
    const waits = [
      {},
      { every: 8 },
      { tokenBudget: tokens, threshold: 1 },
      { tokenBudget: 8, threshold: 1, tokenizer: () => 1 },
    ];
    for (const wait of waits) {
      expect(await before.maybeCompactAsync({ ...options, ...wait })).toEqual({
        outcome: "unchanged",
        transcript: before,
        reason: "not-triggered",
      });
    }
    expect(told).toEqual(waits.map(() => ({ reason: "not-triggered" })));
    expect(requests).toEqual([]);
    for (const fired of [
      { every: 7 },
      { tokenBudget: tokens - 1, threshold: 1 },
      { tokenBudget: 7, threshold: 1, tokenizer: (text: string) => Math.min(text.length, 1) },
    ]) {
      const outcome = await before.maybeCompactAsync({ ...options, ...fired });
      expect(outcome.outcome === "compacted" || outcome.reason === "not-shorter").toBe(true);
    }
    expect(requests).toHaveLength(3);
  });

  it("has what arrived meanwhile brought in by concat and since", async () => {
    const base = talk(4).append(...step("c", "f", {}, "r"));
    let live = base;
    const outcome = await base.maybeCompactAsync({
      keepLast: 2,
      every: 1,
      summarize: async () => {
        live = live.append({ role: "user", text: "late" });
        return "S";
      },
    });
    const merged = outcome.transcript.concat(live.since(base));
    expect(merged.entries().map((entry) => entry.role)).toEqual(["system", "assistant", "tool", "user"]);
    expect(merged.at(-1)).toBe(live.at(-1));
  });

  it("holds nothing up while a slow tokenizer measures, for the trigger and for the summary", async () => {
    const tokenizer = (text: string): number => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return text.length;
    };
    const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
    let ticks = 0;
    let isDone = false;
    const tick = (): void => {
      ticks += 1;
      if (!isDone) soon(tick);
    };
    soon(tick);
    await talk(50).maybeCompactAsync({ keepLast: 2, tokenBudget: 5, tokenizer, summarize: () => "S" });
    isDone = true;
    // Some 200 texts of a millisecond each, in slices of four.
    expect(ticks).toBeGreaterThan(30);
  });
});

describe("Options beside summarize", () => {
  const summarize = (): string => "S";
  const wrong: [string, object, ErrorConstructor | RangeErrorConstructor][] = [
    ["summarize", { summarize: "gpt" }, TypeError],
    ["summarize", { summarize: null }, TypeError],
    ["signal", { signal: {} }, TypeError],
    ["signal", { signal: null }, TypeError],
    ["gate", { gate: {} }, TypeError],
    ["gate", { gate: null }, TypeError],
    ["toolResults", { toolResults: "all" }, TypeError],
    ["onUnchanged", { onUnchanged: 1 }, TypeError],
    ["maxTokens", { maxTokens: 5 }, TypeError],
    ["keepLast", { keepLast: -1 }, RangeError],
    ["maxSummaryTokens", { maxSummaryTokens: Number.NaN }, RangeError],
    ["maxInputTokens", { maxInputTokens: 0 }, RangeError],
    ["maxInputTokens", { maxInputTokens: 1.5 }, RangeError],
    ["maxInputTokens", { maxInputTokens: Number.POSITIVE_INFINITY }, RangeError],
    ["keepLastTurns", { keepLastTurns: 1 }, TypeError],
  ];

  it.each(wrong)("refuses a wrong %s by name: %o", async (name, options, type) => {
    const { told, onUnchanged } = listener();
    const all = { keepLast: 2, summarize, onUnchanged, ...options } as unknown as ModelCompactOptions & {
      keepLast: number;
    };
    for (const attempt of [talk(4).compact(all), talk(4).compactAsync(all), talk(4).maybeCompactAsync(all)]) {
      const error: unknown = await attempt.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(type);
      expect(String(error)).toContain(name);
    }
    expect(told).toEqual([]);
  });

  it("are refused without summarize, and summarize where no model can be waited for", () => {
    const t = talk(4);
    const without = { keepLast: 2, maxInputTokens: 5_000 } as CompactOptions;
    expect(() => t.compact(without)).toThrow(/maxInputTokens without summarize/);
    expect(() => t.maybeCompact({ keepLast: 2, every: 1, summarize } as never)).toThrow(TypeError);
    expect(() => t.planCompaction({ keepLast: 2, summarize } as never)).toThrow(/summarize/);
    expect(() => t.maybeCompact({ keepLast: 2, every: 1, onUnchanged: () => {} } as never)).toThrow(TypeError);
  });
});
