import type { CompactionOutcome, Summarize } from "colloquy";
import { describe, expect, it } from "vitest";
import { talk } from "../../compaction/talk.js";
import { hangUp, json, type Reply, serve, silence } from "../../support/loopback.js";
import { providers } from "./providers.js";

const transcript = talk(5);
const options = { every: 1, keepLast: 2, maxSummaryTokens: 321 };

function compactWith(summarize: Summarize, signal?: AbortSignal): Promise<CompactionOutcome> {
  return transcript.maybeCompactAsync({ ...options, summarize, ...(signal && { signal }) });
}

describe.each(providers)("$name", (provider) => {
  async function outcomeOf(reply: Reply, timeout?: number): Promise<CompactionOutcome> {
    const { url } = await serve(reply);
    const outcome = await compactWith(provider.summarizer(url, timeout));
    expect(outcome.transcript === transcript).toBe(outcome.outcome === "unchanged");
    return outcome;
  }

  it("asks the official client with the prompt and the limit of tokens, and takes its text", async () => {
    const { url, asked } = await serve(json(provider.answer("They talked.")));
    const outcome = await compactWith(provider.summarizer(url));
    expect(outcome.transcript.at(0)?.text).toBe("[Compacted 8 earlier messages]\nThey talked.");
    expect(asked.map(({ body }) => provider.limitOf(body))).toEqual([321]);
    expect(provider.promptOf(asked[0]!.body)).toMatch(
      /^Summarize the conversation that is quoted below\.[^]*> \[user\]/,
    );
  });

  it.each(provider.unfit)("takes no answer for a summary that is %s, and names it", async (_what, body, named) => {
    const outcome = await outcomeOf(json(body));
    expect(outcome).toMatchObject({ reason: "summary-failed", error: { code: "summary-failed" } });
    expect((outcome as { error?: Error }).error?.message).toContain(named);
  });

  it("says that an empty answer is empty", async () => {
    expect(await outcomeOf(json(provider.answer(" \n")))).toMatchObject({ reason: "summary-empty" });
  });

  it.each([429, 500])("says that the endpoint answered %s", async (status) => {
    expect(await outcomeOf(json(provider.error(status), status))).toMatchObject({
      reason: "summary-failed",
      error: { status },
    });
  });

  it("says that the connection was cut in the middle of the answer", async () => {
    expect(await outcomeOf(hangUp)).toMatchObject({ reason: "summary-failed", error: expect.any(Error) as Error });
  });

  it("says that the client's time was out", async () => {
    expect(await outcomeOf(silence, 50)).toMatchObject({ reason: "summary-failed", error: expect.any(Error) as Error });
  });

  it("ends the request when the signal aborts", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let closed: Promise<unknown> | undefined;
    const { url } = await serve((response) => {
      closed = new Promise((resolve) => response.on("close", resolve));
      controller.abort(reason);
    });
    await expect(compactWith(provider.summarizer(url), controller.signal)).rejects.toBe(reason);
    await closed;
  });
});
