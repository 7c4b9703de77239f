import type { Summarize } from "../../index.js";
import { noSummary, requireWhole, type SummaryParameters } from "../shared/summary.js";

/** What is asked of Chat Completions: the official client of `openai` can, and so can those of compatible servers. */
export interface ChatClient {
  readonly chat: {
    readonly completions: {
      /** Asks for one answer. */
      create(
        body: { model: string; messages: { role: "user"; content: string }[]; max_completion_tokens: number },
        options: { signal?: AbortSignal },
      ): PromiseLike<ChatAnswer>;
    };
  };
}

/** What is read of an answer. */
export interface ChatAnswer {
  readonly choices: readonly {
    readonly finish_reason?: string | null;
    readonly message: { readonly content?: string | null; readonly refusal?: string | null };
  }[];
}

/**
 * Makes a summarizer that asks OpenAI's Chat Completions, or a server that is compatible with it.
 *
 * A refusal, or an answer that was cut off, is no summary: the compaction then says `summary-failed`, with an error that
 * names it, and the transcript stays as it was. Retries and time-outs are the client's.
 *
 * @param client - an `OpenAI` of the package `openai`; it is passed in, nothing is imported
 * @param parameters - `model`, and whatever else the request is to say, such as `reasoning_effort`; `max_completion_tokens`
 * is `maxSummaryTokens` unless it is set here, and has to hold what the model thinks, too
 *
 * @example A client that answers at once
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { summarizeWithChat } from "colloquy/openai";
 *
 * // const client = new OpenAI();
 * const message = { content: "The user told a story." };
 * const client = { chat: { completions: { create: async () => ({ choices: [{ finish_reason: "stop", message }] }) } } };
 *
 * const transcript = Transcript.from(["a long story ".repeat(20), "and its end", "thanks"].map((text) => user(text)));
 * const summarize = summarizeWithChat(client, { model: "gpt-5-mini" });
 * const shorter = await transcript.compact({ keepLast: 1, summarize });
 * assert.equal(shorter.at(0)?.text, "[Compacted 2 earlier messages]\nThe user told a story.");
 * ```
 */
export function summarizeWithChat(client: ChatClient, parameters: SummaryParameters): Summarize {
  return async ({ prompt, maxTokens, signal }) => {
    const body = {
      max_completion_tokens: maxTokens,
      ...parameters,
      messages: [{ role: "user" as const, content: prompt }],
    };
    const { choices } = await client.chat.completions.create(body, signal === undefined ? {} : { signal });
    const [choice] = choices;
    if (choice?.message.refusal) throw noSummary("the model refused");
    requireWhole("finish_reason", choice?.finish_reason, ["stop"]);
    return choice?.message.content ?? "";
  };
}
