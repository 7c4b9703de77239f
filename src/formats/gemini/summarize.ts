import type { Summarize } from "../../index.js";
import { requireWhole, type SummaryParameters } from "../shared/summary.js";

/** What is asked of Gemini: the official client of `@google/genai` can. */
export interface GeminiClient {
  readonly models: {
    /** Asks for one answer. */
    generateContent(request: {
      model: string;
      contents: string;
      config: { maxOutputTokens: number; abortSignal?: AbortSignal };
    }): PromiseLike<GeminiAnswer>;
  };
}

/** What is read of an answer. */
export interface GeminiAnswer {
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly candidates?: readonly {
    readonly finishReason?: string;
    readonly content?: { readonly parts?: readonly { readonly text?: string; readonly thought?: boolean }[] };
  }[];
}

/**
 * Makes a summarizer that asks Gemini.
 *
 * A prompt that was blocked, or an answer that was cut off or filtered, is no summary: the compaction then says
 * `summary-failed`, with an error that names the reason, and the transcript stays as it was. Retries and time-outs are the
 * client's.
 *
 * @param client - a `GoogleGenAI` of the package `@google/genai`; it is passed in, nothing is imported
 * @param parameters - `model`, and whatever else the request's `config` is to say, such as `thinkingConfig`;
 * `maxOutputTokens` is `maxSummaryTokens` unless it is set here, and has to hold what the model thinks, too
 *
 * @example A client that answers at once
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { summarizeWith } from "colloquy/gemini";
 *
 * // const client = new GoogleGenAI({});
 * const content = { parts: [{ text: "The user told a story." }] };
 * const client = { models: { generateContent: async () => ({ candidates: [{ finishReason: "STOP", content }] }) } };
 *
 * const transcript = Transcript.from(["a long story ".repeat(20), "and its end", "thanks"].map((text) => user(text)));
 * const summarize = summarizeWith(client, { model: "gemini-2.5-flash" });
 * const shorter = await transcript.compact({ keepLast: 1, summarize });
 * assert.equal(shorter.at(0)?.text, "[Compacted 2 earlier messages]\nThe user told a story.");
 * ```
 */
export function summarizeWith(client: GeminiClient, { model, ...parameters }: SummaryParameters): Summarize {
  return async ({ prompt, maxTokens, signal }) => {
    const config = {
      maxOutputTokens: maxTokens,
      ...parameters,
      ...(signal !== undefined && { abortSignal: signal }),
    };
    const { promptFeedback, candidates } = await client.models.generateContent({ model, contents: prompt, config });
    requireWhole("promptFeedback.blockReason", promptFeedback?.blockReason, []);
    const [candidate] = candidates ?? [];
    requireWhole("finishReason", candidate?.finishReason, ["STOP"]);
    const parts = candidate?.content?.parts ?? [];
    return parts.map(({ text = "", thought }) => (thought === true ? "" : text)).join("");
  };
}
