import type { Summarize } from "../../index.js";
import { requireWhole, type SummaryParameters } from "../shared/summary.js";

/** What is asked of the Messages API: the official client of `@anthropic-ai/sdk` can, on every platform. */
export interface AnthropicClient {
  readonly messages: {
    /** Asks for one answer. */
    create(
      body: { model: string; messages: { role: "user"; content: string }[]; max_tokens: number },
      options: { signal?: AbortSignal },
    ): PromiseLike<AnthropicAnswer>;
  };
}

/** What is read of an answer. */
export interface AnthropicAnswer {
  readonly stop_reason?: string | null;
  readonly content: readonly { readonly type: string }[];
}

/**
 * Makes a summarizer that asks Anthropic's Messages API.
 *
 * A refusal, or an answer that was cut off, is no summary: the compaction then says `summary-failed`, with an error that
 * names the `stop_reason`, and the transcript stays as it was. Retries and time-outs are the client's.
 *
 * @param client - an `Anthropic` of the package `@anthropic-ai/sdk`; it is passed in, nothing is imported
 * @param parameters - `model`, and whatever else the request is to say; `max_tokens` is `maxSummaryTokens` unless it is set
 * here, and has to hold what the model thinks, too
 *
 * @example A client that answers at once
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { summarizeWith } from "colloquy/anthropic";
 *
 * // const client = new Anthropic();
 * const content = [{ type: "text", text: "The user told a story." }];
 * const client = { messages: { create: async () => ({ stop_reason: "end_turn", content }) } };
 *
 * const transcript = Transcript.from(["a long story ".repeat(20), "and its end", "thanks"].map((text) => user(text)));
 * const summarize = summarizeWith(client, { model: "claude-haiku-4-5" });
 * const shorter = await transcript.compact({ keepLast: 1, summarize });
 * assert.equal(shorter.at(0)?.text, "[Compacted 2 earlier messages]\nThe user told a story.");
 * ```
 */
export function summarizeWith(client: AnthropicClient, parameters: SummaryParameters): Summarize {
  return async ({ prompt, maxTokens, signal }) => {
    const body = { max_tokens: maxTokens, ...parameters, messages: [{ role: "user" as const, content: prompt }] };
    const answer = await client.messages.create(body, signal === undefined ? {} : { signal });
    requireWhole("stop_reason", answer.stop_reason, ["end_turn", "stop_sequence"]);
    return answer.content.map(textOf).join("");
  };
}

function textOf(block: { readonly type: string; readonly text?: unknown }): string {
  return block.type === "text" && typeof block.text === "string" ? block.text : "";
}
