import type { Summarize } from "../../index.js";
import { noSummary, requireWhole, type SummaryParameters } from "../shared/summary.js";

/** What is asked of Responses: the official client of `openai` can. */
export interface ResponsesClient {
  readonly responses: {
    /** Asks for one answer. */
    create(
      body: { model: string; input: string; max_output_tokens: number; store: boolean },
      options: { signal?: AbortSignal },
    ): PromiseLike<ResponsesAnswer>;
  };
}

/** What is read of an answer. */
export interface ResponsesAnswer {
  readonly status?: string | null;
  readonly incomplete_details?: { readonly reason?: string } | null;
  readonly output: readonly { readonly type: string }[];
}

/**
 * Makes a summarizer that asks OpenAI's Responses.
 *
 * A refusal, or an answer that is incomplete, is no summary: the compaction then says `summary-failed`, with an error that
 * names it, and the transcript stays as it was. Retries and time-outs are the client's.
 *
 * @param client - an `OpenAI` of the package `openai`; it is passed in, nothing is imported
 * @param parameters - `model`, and whatever else the request is to say, such as `reasoning`; `max_output_tokens` is
 * `maxSummaryTokens` unless it is set here, and has to hold what the model thinks, too; `store` is `false` unless set
 *
 * @example A client that answers at once
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { summarizeWithResponses } from "colloquy/openai";
 *
 * // const client = new OpenAI();
 * const content = [{ type: "output_text", text: "The user told a story." }];
 * const client = {
 *   responses: { create: async () => ({ status: "completed", output: [{ type: "message", content }] }) },
 * };
 *
 * const transcript = Transcript.from(["a long story ".repeat(20), "and its end", "thanks"].map((text) => user(text)));
 * const summarize = summarizeWithResponses(client, { model: "gpt-5-mini" });
 * const shorter = await transcript.compact({ keepLast: 1, summarize });
 * assert.equal(shorter.at(0)?.text, "[Compacted 2 earlier messages]\nThe user told a story.");
 * ```
 */
export function summarizeWithResponses(client: ResponsesClient, parameters: SummaryParameters): Summarize {
  return async ({ prompt, maxTokens, signal }) => {
    const body = { max_output_tokens: maxTokens, store: false, ...parameters, input: prompt };
    const answer = await client.responses.create(body, signal === undefined ? {} : { signal });
    const parts = answer.output.flatMap(partsOf);
    if (parts.some(({ type }) => type === "refusal")) throw noSummary("the model refused");
    requireWhole("incomplete_details.reason", answer.incomplete_details?.reason, []);
    requireWhole("status", answer.status, ["completed"]);
    return parts.map(({ text = "" }) => text).join("");
  };
}

interface OutputPart {
  readonly type: string;
  readonly text?: string;
}

/** The parts of a message. Items of other kinds, such as reasoning, are not what was asked for. */
function partsOf(item: { readonly type: string; readonly content?: unknown }): readonly OutputPart[] {
  return item.type === "message" && Array.isArray(item.content) ? (item.content as readonly OutputPart[]) : [];
}
