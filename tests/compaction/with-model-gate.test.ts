import { estimateTokens, UsageBudget, type Reservation, type SummaryRequest, type UsageGate } from "colloquy";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { boom, listener, loggingGate, recorder, talk } from "./talk.js";

describe("UsageGate", () => {
  it("grants the estimate of prompt and answer before the call, and is settled with what was used", async () => {
    const { log, gate } = loggingGate();
    let asked: SummaryRequest | undefined;
    const summarize = (request: SummaryRequest): string => {
      asked = request;
      log.push("call");
      return "They talked.";
    };
    await talk(4).compact({ keepLast: 2, maxSummaryTokens: 500, summarize, gate });
    const prompt = estimateTokens(asked?.prompt);
    expect(log).toEqual([`reserve ${prompt + 500}`, "call", `settle ${prompt + 3}`]);
  });

  it("is asked by a caller's tokenizer where there is one, in whole numbers", async () => {
    const { log, gate } = loggingGate();
    const budget = new UsageBudget({ limit: 100_000 });
    const options = { keepLast: 2, summarize: () => "S", tokenizer: (text: string) => text.length / 7 };
    await talk(4).compact({ ...options, gate });
    for (const line of log) expect(line).toMatch(/^(reserve|settle) \d+$/);
    const { told, onUnchanged } = listener();
    await talk(4).compact({ ...options, gate: budget, onUnchanged });
    expect(told).toEqual([]);
    expect(budget.used).toBeGreaterThan(0);
  });

  it("is asked anew for each chunk", async () => {
    const { log, gate } = loggingGate();
    const { requests, summarize } = recorder();
    await talk(20).compact({ keepLast: 2, maxInputTokens: 600, summarize, gate });
    const calls = requests.flatMap(({ prompt }) => [
      `reserve ${estimateTokens(prompt) + 2_000}`,
      `settle ${estimateTokens(prompt)}`,
    ]);
    expect(log).toEqual(calls);
  });

  it.each([
    ["undefined", undefined],
    ["a promise of undefined", Promise.resolve(undefined)],
    ["null", null],
  ])("refuses by %s: the model is not called and the same instance comes back", async (_name, refusal) => {
    const before = talk(4);
    const { log, gate } = loggingGate(() => refusal);
    const { requests, summarize } = recorder();
    const { told, onUnchanged } = listener();
    expect(await before.compact({ keepLast: 2, summarize, gate, onUnchanged })).toBe(before);
    expect(await before.maybeCompactAsync({ keepLast: 2, every: 1, summarize, gate })).toEqual({
      outcome: "unchanged",
      transcript: before,
      reason: "gate-refused",
    });
    expect(told).toEqual([{ reason: "gate-refused" }]);
    expect(requests).toEqual([]);
    expect(log).toHaveLength(2);
  });

  it("refuses a later chunk: what went before is no half result", async () => {
    let grants = 2;
    const { log, gate } = loggingGate((reservation) => ((grants -= 1) < 0 ? undefined : reservation));
    const { requests, summarize } = recorder();
    const { told, onUnchanged } = listener();
    const before = talk(20);
    expect(await before.compact({ keepLast: 2, maxInputTokens: 600, summarize, gate, onUnchanged })).toBe(before);
    expect(told).toEqual([{ reason: "gate-refused" }]);
    expect(requests).toHaveLength(2);
    expect(log.filter((line) => line.startsWith("settle"))).toHaveLength(2);
  });

  it.each<[string, UsageGate]>([
    ["throws", { reserve: boom }],
    ["rejects", { reserve: async () => boom() }],
    ["grants nothing that can be settled", { reserve: () => true as unknown as Reservation }],
    ["cannot be settled", { reserve: () => ({ settle: boom, cancel: () => {} }) }],
    ["rejects when settled", { reserve: () => ({ settle: async () => boom(), cancel: () => {} }) }],
  ])("that %s makes the summary fail, with the error", async (_name, gate) => {
    const before = talk(4);
    const outcome = await before.maybeCompactAsync({ keepLast: 2, every: 1, summarize: () => "S", gate });
    expect(outcome).toMatchObject({
      outcome: "unchanged",
      reason: "summary-failed",
      error: expect.any(Error) as Error,
    });
    expect(outcome.transcript).toBe(before);
  });

  it("is cancelled when the call fails; a cancel that throws hides nothing", async () => {
    for (const cancel of [boom, (async () => boom()) as () => void, () => {}]) {
      const { log, gate } = loggingGate((reservation) => ({
        ...reservation,
        cancel: () => (log.push("cancel"), cancel()),
      }));
      const { told, onUnchanged } = listener();
      await talk(4).compact({ keepLast: 2, summarize: () => Promise.reject(new Error("503")), gate, onUnchanged });
      expect(log.slice(1)).toEqual(["cancel"]);
      expect(told).toMatchObject([{ reason: "summary-failed", error: { message: "503" } }]);
    }
  });

  it.each([
    ["is empty", "", "summary-empty"],
    ["is no text", 5, "summary-empty"],
    ["makes nothing shorter", "long ".repeat(1_000), "not-shorter"],
  ])("is settled where the answer %s: it was paid for", async (_name, answer, reason) => {
    const { log, gate } = loggingGate();
    const { told, onUnchanged } = listener();
    await talk(4).compact({ keepLast: 2, summarize: () => answer as string, gate, onUnchanged });
    expect(log).toEqual([expect.stringMatching(/^reserve/), expect.stringMatching(/^settle/)]);
    expect(told).toEqual([{ reason }]);
  });

  it("is settled also where the tokenizer fails at the answer", async () => {
    const { log, gate } = loggingGate();
    const tokenizer = (text: string): number => (text.includes("ANSWER") ? Number.NaN : text.length);
    await expect(talk(4).compact({ keepLast: 2, summarize: () => "ANSWER", gate, tokenizer })).rejects.toMatchObject({
      code: "tokenizer-failed",
    });
    expect(log[1]).toBe(log[0]?.replace("reserve", "settle"));
  });

  it("keeps concurrent compactions within one budget", async () => {
    const { requests, summarize } = recorder();
    await talk(4).compact({ keepLast: 2, maxSummaryTokens: 100, summarize });
    const each = estimateTokens(requests[0]?.prompt) + 100;
    const budget = new UsageBudget({ limit: 3 * each - 1 });
    let [running, most] = [0, 0];
    const slow = async (): Promise<string> => {
      most = Math.max(most, (running += 1));
      expect(budget.used + budget.remaining).toBeLessThanOrEqual(budget.limit);
      await wait(5);
      running -= 1;
      return "long ".repeat(80);
    };
    const all = Array.from({ length: 8 }, () =>
      talk(4).maybeCompactAsync({ keepLast: 2, every: 1, maxSummaryTokens: 100, summarize: slow, gate: budget }),
    );
    const outcomes = await Promise.all(all);
    expect(most).toBe(2);
    expect(outcomes.filter((outcome) => outcome.outcome === "compacted")).toHaveLength(2);
    for (const outcome of outcomes.slice(2)) expect(outcome).toMatchObject({ reason: "gate-refused" });
    expect(budget.used).toBe(2 * each);
    expect(budget.remaining).toBe(each - 1);
  });
});
