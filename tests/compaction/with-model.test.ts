import { estimateTokens, Transcript, type ModelCompactOptions } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { compactOptions, idsOf, tagged } from "../support/tagged.js";
import { isSummary } from "../support/oracle.js";
import { listener, recorder, talk } from "./talk.js";

const failing = (): never => {
  throw new Error("429");
};

describe("Transcript.compact() with summarize", () => {
  it("keeps what compact() keeps and puts the model's text below the heading", async () => {
    const before = talk(8);
    const after = await before.compact({ keepLastTurns: 3, summarize: () => "They talked." });
    const plain = before.compact({ keepLastTurns: 3 });
    expect(after.entries().map((entry) => isSummary(entry))).toEqual(plain.entries().map((entry) => isSummary(entry)));
    const summary = after.entries().findIndex(isSummary);
    expect(after.at(summary)).toMatchObject({ role: "system", summary: plain.at(summary)?.summary });
    expect(after.at(summary)?.text).toBe("[Compacted 8 earlier messages]\nThey talked.");
    for (const [index, entry] of after.entries().entries()) if (index !== summary) expect(entry).toBe(plain.at(index));
  });

  it("has the shape and the mark that it has without a model, whatever is folded", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(conversation({ reasoningEntries: true }), brokenConversation()),
        compactOptions(),
        async (list, options) => {
          const before = Transcript.from(tagged(list));
          const plain = before.compact(options);
          const { told, onUnchanged } = listener();
          const { requests, summarize } = recorder();
          const after = await before.compact({ ...options, summarize, onUnchanged } as ModelCompactOptions);
          expect(requests.length).toBe(plain === before ? 0 : 1);
          expect(after === before).toBe(told.length === 1);
          if (after === before) {
            expect(told).toEqual([{ reason: plain === before ? "nothing-to-fold" : "not-shorter" }]);
            return;
          }
          expect(idsOf(after)).toEqual(idsOf(plain));
          const [summary, other] = [after.entries().find(isSummary), plain.entries().find(isSummary)];
          expect(summary?.summary).toEqual(other?.summary);
          expect(summary?.text).toBe(`[Compacted ${other?.summary?.entries} earlier messages]\nS`);
          expect(after.estimateTokens()).toBeLessThan(before.estimateTokens());
          expect(await after.compact({ ...options, summarize } as ModelCompactOptions)).toBe(after);
          expect(after.compact(options)).toBe(after);
          expect(Transcript.fromJson(after.toJson()).equals(after)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("takes the text as it is: spaces, line breaks and lone surrogates included", async () => {
    const text = "  first\r\n\n  [user] not a line\n\uD83D ";
    const after = await talk(4).compact({ keepLast: 2, summarize: () => text });
    expect(after.at(0)?.text).toBe(`[Compacted 6 earlier messages]\n${text}`);
  });

  it("keeps a text longer than maxSummaryTokens whole, as long as the transcript gets shorter", async () => {
    const text = "long ".repeat(80);
    const after = await talk(4).compact({ keepLast: 2, maxSummaryTokens: 10, summarize: () => text });
    expect(after.at(0)?.text).toBe(`[Compacted 6 earlier messages]\n${text}`);
  });

  it.each([
    ["an empty text", ""],
    ["white space", " \n\t\u00A0\u2028\uFEFF"],
    ["characters that show nothing", "\u200B\u0000\u00AD"],
    ["undefined", undefined],
    ["null", null],
    ["a number", 5],
    ["an object", { text: "S" }],
    ["a String object", new String("S")],
  ])("counts %s as empty", async (_name, answer) => {
    const before = talk(4);
    const { told, onUnchanged } = listener();
    expect(await before.compact({ keepLast: 2, summarize: () => answer as string, onUnchanged })).toBe(before);
    expect(told).toEqual([{ reason: "summary-empty" }]);
    const summarize = (): string => answer as string;
    const outcome = await before.maybeCompactAsync({ keepLast: 2, every: 1, summarize });
    expect(outcome).toEqual({ outcome: "unchanged", transcript: before, reason: "summary-empty" });
    expect(outcome.transcript).toBe(before);
  });

  it.each([
    ["a rejection", () => Promise.reject(new Error("429"))],
    ["a throw", failing],
    ["an AbortError of its own", () => Promise.reject(new DOMException("429", "AbortError"))],
  ])("gives the same instance and the error after %s", async (_name, summarize) => {
    const before = talk(4);
    const { told, onUnchanged } = listener();
    expect(await before.compact({ keepLast: 2, summarize, onUnchanged })).toBe(before);
    expect(told).toMatchObject([{ reason: "summary-failed", error: { message: "429" } }]);
    const outcome = await before.maybeCompactAsync({ keepLast: 2, every: 1, summarize });
    expect(outcome).toMatchObject({ outcome: "unchanged", reason: "summary-failed", error: { message: "429" } });
    expect(outcome.transcript).toBe(before);
  });

  it("tells of an error that is undefined", async () => {
    const { told, onUnchanged } = listener();
    await talk(4).compact({ keepLast: 2, summarize: () => Promise.reject(undefined), onUnchanged });
    expect(told).toEqual([{ reason: "summary-failed", error: undefined }]);
    expect(told[0]).toHaveProperty("error");
  });

  it("refuses a summary that makes nothing shorter, by the estimate and by a tokenizer", async () => {
    const before = talk(3, 40);
    const { told, onUnchanged } = listener();
    const heading = "[Compacted 4 earlier messages]\n".length;
    const folded = before
      .entries()
      .slice(0, 4)
      .reduce((sum, entry) => sum + entry.text.length, 0);
    const same = "x".repeat(folded - heading);
    expect(await before.compact({ keepLast: 2, summarize: () => same, onUnchanged })).toBe(before);
    const shorter = await before.compact({ keepLast: 2, summarize: () => same.slice(4), onUnchanged });
    expect(shorter.estimateTokens()).toBe(before.estimateTokens() - 1);
    const words = (text: string): number => text.split(" ").length;
    const wordy = "a ".repeat(40);
    expect(estimateTokens(wordy)).toBeLessThan(folded / 4);
    expect(await before.compact({ keepLast: 2, summarize: () => wordy, tokenizer: words, onUnchanged })).toBe(before);
    expect(told).toEqual([{ reason: "not-shorter" }, { reason: "not-shorter" }]);
  });

  it("asks neither model nor gate when there is nothing to fold", async () => {
    const never = (): never => {
      throw new Error("asked");
    };
    const lists = [
      Transcript.empty,
      talk(1),
      Transcript.from([{ role: "system", text: "rules" }]),
      talk(3).compact({ keepLast: 2 }),
    ];
    for (const before of lists) {
      const { told, onUnchanged } = listener();
      const options = { keepLast: 2, summarize: never, gate: { reserve: never }, onUnchanged };
      expect(await before.compact(options)).toBe(before);
      expect(await before.compactAsync(options)).toBe(before);
      const outcome = await before.maybeCompactAsync({ ...options, every: 0, tokenBudget: 0 });
      const reason = before === Transcript.empty ? "not-triggered" : "nothing-to-fold";
      expect(outcome).toEqual({ outcome: "unchanged", transcript: before, reason });
      expect(told.map((one) => one.reason)).toEqual(["nothing-to-fold", "nothing-to-fold", reason]);
    }
  });

  it("folds an earlier summary: its text goes to the model, its counts are added, and one summary is left", async () => {
    const first = await talk(6).compact({ keepLast: 2, summarize: () => "FIRST" });
    const { requests, summarize } = recorder("SECOND");
    const second = await first.concat(talk(3).entries()).compact({ keepLast: 2, summarize });
    expect(requests[0]).toMatchObject({ previousSummary: "FIRST" });
    expect(requests[0]?.entries).toHaveLength(6);
    expect(requests[0]?.text).not.toContain("FIRST");
    expect(second.entries().filter(isSummary)).toHaveLength(1);
    const [tokens, more] = [first.at(0)?.summary?.tokens ?? 0, second.at(0)?.summary?.tokens ?? 0];
    expect(second.at(0)).toMatchObject({ summary: { entries: 16, turns: 8, rounds: 2 } });
    expect(more).toBeGreaterThan(tokens);
    expect(second.at(0)?.text).toBe("[Compacted 16 earlier messages]\nSECOND");
  });

  it("alternates with compact() without a model: nothing is folded twice, no heading piles up", async () => {
    const plain = talk(6).compact({ keepLast: 2 });
    const { requests, summarize } = recorder("BY MODEL");
    const modelled = await plain.concat(talk(3).entries()).compact({ keepLast: 2, summarize });
    expect(requests[0]?.previousSummary).toBe(plain.at(0)?.text.split("\n").slice(1).join("\n"));
    const again = modelled.concat(talk(1).entries()).compact({ keepLast: 2 });
    const lines = again.at(0)?.text.split("\n") ?? [];
    expect(lines.slice(0, 2)).toEqual(["[Compacted 18 earlier messages]", "BY MODEL"]);
    expect(lines).toHaveLength(4);
    expect(again.at(0)).toMatchObject({ summary: { entries: 18, rounds: 3 } });
  });

  it("takes a tokenizer's failure for the programmer's error that it is", async () => {
    const tokenizer = (): number => Number.NaN;
    await expect(talk(4).compact({ keepLast: 2, summarize: () => "S", tokenizer })).rejects.toMatchObject({
      code: "tokenizer-failed",
    });
  });
});

describe("onUnchanged", () => {
  it("cannot lose the transcript by throwing or rejecting", async () => {
    const before = talk(4);
    const callbacks = [
      (): void => {
        throw new Error("callback");
      },
      (() => Promise.reject(new Error("callback"))) as () => void,
    ];
    for (const onUnchanged of callbacks) {
      expect(await before.compact({ keepLast: 2, summarize: () => "", onUnchanged })).toBe(before);
      const outcome = await before.maybeCompactAsync({ keepLast: 2, every: 1, summarize: () => "", onUnchanged });
      expect(outcome).toEqual({ outcome: "unchanged", transcript: before, reason: "summary-empty" });
    }
  });

  it("is not called when something was compacted", async () => {
    const { told, onUnchanged } = listener();
    await talk(4).compact({ keepLast: 2, summarize: () => "S", onUnchanged });
    expect(told).toEqual([]);
  });
});
