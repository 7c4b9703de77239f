import { APICallError } from "ai";
import type { MockLanguageModelV3 } from "ai/test";
import type { CompactionOutcome, SummaryRequest } from "colloquy";
import { summarizeWith, type SummarySettings } from "colloquy/agent";
import { describe, expect, it } from "vitest";
import { talk } from "../compaction/talk.js";
import { type Answer, model, promptsOf, says } from "./models.js";

const transcript = talk(5);
const options = { every: 1, keepLast: 2, maxSummaryTokens: 321 };

function compactWith(mock: MockLanguageModelV3, settings?: SummarySettings): Promise<CompactionOutcome> {
  return transcript.maybeCompactAsync({ ...options, summarize: summarizeWith(mock, settings) });
}

const ends = (unified: Answer["finishReason"]["unified"], text = "They talked"): Answer => {
  return { ...says(text), finishReason: { unified, raw: undefined } };
};

describe("summarizeWith() of colloquy/agent", () => {
  it("asks the model with the prompt, the limit of tokens and the signal", async () => {
    const mock = model(says("They talked."));
    const outcome = await compactWith(mock);
    expect(outcome.transcript.at(0)?.text).toBe("[Compacted 8 earlier messages]\nThey talked.");
    expect(JSON.stringify(promptsOf(mock)[0])).toContain("Summarize the conversation that is quoted below.");
    expect(mock.doGenerateCalls[0]?.maxOutputTokens).toBe(321);
  });

  it("lets settings of its own go before", async () => {
    const mock = model(says("They talked."));
    await compactWith(mock, { maxOutputTokens: 5_000, temperature: 0 });
    expect(mock.doGenerateCalls[0]).toMatchObject({ maxOutputTokens: 5_000, temperature: 0 });
  });

  it.each(["length", "content-filter", "error"] as const)(
    "takes no answer for a summary that ended by %s: the same instance comes back, and the outcome names it",
    async (reason) => {
      const outcome = await compactWith(model(ends(reason)));
      expect(outcome.transcript).toBe(transcript);
      expect(outcome).toMatchObject({
        reason: "summary-failed",
        error: { code: "summary-failed", message: `Cannot summarize: finishReason: expected "stop", got ${reason}` },
      });
    },
  );

  it("says that an empty answer is empty", async () => {
    const outcome = await compactWith(model(ends("stop", " \n")));
    expect(outcome).toEqual({ outcome: "unchanged", transcript, reason: "summary-empty" });
  });

  it("says what the model failed with", async () => {
    const error = new APICallError({
      message: "busy",
      url: "",
      requestBodyValues: {},
      statusCode: 529,
      isRetryable: false,
    });
    expect(await compactWith(model(error))).toMatchObject({ reason: "summary-failed", error });
  });

  it("is aborted by the signal of the compaction", async () => {
    const controller = new AbortController();
    const request: SummaryRequest = { text: "", entries: [], prompt: "p", maxTokens: 9, signal: controller.signal };
    const mock = model(() => {
      controller.abort();
      return says("too late");
    });
    await summarizeWith(mock)(request);
    expect(mock.doGenerateCalls[0]?.abortSignal?.aborted).toBe(true);
  });
});
