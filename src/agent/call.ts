import type { generateText, ToolSet } from "ai";
import { Transcript } from "../index.js";
import { loadAiSdk } from "./ai-sdk.js";
import { readTranscript, requireOptions } from "./arguments.js";
import { CallError } from "./errors.js";
import { Memory } from "./memory.js";
import type { CallOptions, CallResult } from "./options.js";
import { Run, type RunOptions } from "./run.js";

/**
 * Calls a model with the SDK's `generateText`, tools included, and returns its result with the conversation as a transcript.
 *
 * It goes on until the model answers without a call, until a tool needs what it cannot give itself (a person's approval, or
 * a result of the program's own), or for 20 steps, unless `stopWhen` says something else.
 *
 * @throws {@link CallError} when the call fails; its transcript holds what there was by then
 * @throws {@link TranscriptDecodeError} when `transcript` is a string that does not decode, naming the entry at fault
 * @throws TypeError when there is no model, or a setting is given whose place `transcript`, `message` or `system` takes
 * @throws {@link TranscriptError} with the code `missing-package` when the package `ai` is not installed
 *
 * @example A conversation that goes on in a later execution
 * ```ts
 * import assert from "node:assert/strict";
 * import { MockLanguageModelV3 } from "ai/test";
 * import { call } from "colloquy/agent";
 *
 * const count = { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0, text: 9, reasoning: 0 };
 * const model = new MockLanguageModelV3({
 *   doGenerate: {
 *     content: [{ type: "text", text: "Two tablets." }],
 *     finishReason: { unified: "stop", raw: "stop" },
 *     usage: { inputTokens: count, outputTokens: count },
 *     warnings: [],
 *   },
 * });
 * const { text, transcript } = await call({ model, message: "What is the dose?" });
 * assert.equal(text, "Two tablets.");
 * const json = transcript.toJson(); // to be stored
 *
 * const later = await call({ model, transcript: json, message: "And for children?" });
 * assert.equal(later.transcript.length, 4);
 * ```
 */
export async function call<TOOLS extends ToolSet>(options: CallOptions<TOOLS>): Promise<CallResult<TOOLS>> {
  const { transcript = Transcript.empty, ...settings } = requireOptions(options);
  return await callFrom(new Memory(readTranscript(transcript)), settings);
}

/** Calls a model with what a memory holds. What is said and what comes back goes into it. */
export async function callFrom<TOOLS extends ToolSet>(memory: Memory, options: RunOptions): Promise<CallResult<TOOLS>> {
  const sdk = await loadAiSdk();
  const run = new Run(memory, options, sdk, false);
  try {
    // The settings are the caller's, but for those that the run has typed itself.
    const settings = (await run.begin()) as Parameters<typeof generateText<TOOLS>>[0];
    const result = await sdk.generateText<TOOLS>(settings);
    return Object.assign(result, run.end());
  } catch (error) {
    throw new CallError(memory.transcript, error);
  }
}
