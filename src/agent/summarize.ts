import type { generateText, LanguageModel, ToolSet } from "ai";
import { type Summarize, TranscriptError } from "../index.js";
import { loadAiSdk } from "./ai-sdk.js";

/** Settings of `generateText` that a summary does not decide itself. */
export type SummarySettings = Pick<
  Parameters<typeof generateText<ToolSet>>[0],
  "maxOutputTokens" | "maxRetries" | "headers" | "providerOptions" | "temperature"
>;

/** Why an answer ended that is no whole summary. */
const TORN: readonly string[] = ["length", "content-filter", "error"];

/**
 * Makes a summarizer that asks a model of the AI SDK.
 *
 * An answer that was cut off or filtered is no summary: the compaction then says `summary-failed`, with an error that names
 * the `finishReason`, and the transcript stays as it was.
 *
 * @param settings - whatever else `generateText` is to be told, such as `providerOptions`; `maxOutputTokens` is
 * `maxSummaryTokens` unless it is set here, and has to hold what the model thinks, too
 *
 * @example An agent that gets shorter by itself
 * ```ts
 * import { Agent, summarizeWith } from "colloquy/agent";
 *
 * const summarize = summarizeWith("openai/gpt-5-nano");
 * const agent = new Agent({
 *   model: "openai/gpt-5",
 *   autoCompact: { tokenBudget: 200_000, keepLastTokens: 40_000, summarize },
 * });
 * await agent.call("Hello");
 * ```
 */
export function summarizeWith(model: LanguageModel, settings: SummarySettings = {}): Summarize {
  return async ({ prompt, maxTokens, signal }) => {
    const { generateText } = await loadAiSdk();
    const { text, finishReason } = await generateText({
      maxOutputTokens: maxTokens,
      ...settings,
      model,
      prompt,
      ...(signal !== undefined && { abortSignal: signal }),
    });
    if (!TORN.includes(finishReason)) return text;
    throw new TranscriptError("summary-failed", `Cannot summarize: finishReason: expected "stop", got ${finishReason}`);
  };
}
