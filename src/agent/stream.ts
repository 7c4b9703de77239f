import type { streamText, ToolSet } from "ai";
import { Transcript } from "../index.js";
import { loadAiSdk } from "./ai-sdk.js";
import { readTranscript, requireOptions } from "./arguments.js";
import { CallError } from "./errors.js";
import { Memory } from "./memory.js";
import type { StreamOptions, StreamResult } from "./options.js";
import { Run, type RunOptions } from "./run.js";
import { type StreamPart, TornStep } from "./torn-step.js";

/**
 * Calls a model with the SDK's `streamText`, and returns its result at once; `transcript` there is a promise.
 *
 * The stream runs on to its end whether it is read or not; `abortSignal` stops it. A stream that is aborted or breaks keeps
 * what had arrived as a `partial` entry: text as far as it came, and calls that were complete. A call that was cut off is left
 * out.
 *
 * @throws as {@link call} for what is found before the model is asked; what comes later rejects `transcript` with a
 * {@link CallError}
 *
 * @example A page that shows the answer as it comes
 * ```ts
 * import assert from "node:assert/strict";
 * import { stream } from "colloquy/agent";
 *
 * const result = await stream({ model: "openai/gpt-5-mini", message: "Tell me a story" });
 * let shown = "";
 * for await (const text of result.textStream) shown += text;
 * assert.equal((await result.transcript).at(-1)?.text, shown);
 * ```
 */
export async function stream<TOOLS extends ToolSet>(options: StreamOptions<TOOLS>): Promise<StreamResult<TOOLS>> {
  const { transcript = Transcript.empty, ...settings } = requireOptions(options);
  return await streamFrom(new Memory(readTranscript(transcript)), settings);
}

/** Calls a model with what a memory holds. What is said and what comes back goes into it. */
export async function streamFrom<TOOLS extends ToolSet>(
  memory: Memory,
  options: RunOptions,
): Promise<StreamResult<TOOLS>> {
  const sdk = await loadAiSdk();
  const run = new Run(memory, options, sdk, true);
  try {
    // The settings are the caller's, but for those that the run has typed itself.
    const settings = (await run.begin()) as Parameters<typeof streamText<TOOLS>>[0];
    const result = sdk.streamText<TOOLS>(settings);
    const parts = result.fullStream as AsyncIterable<StreamPart>;
    const ended = follow(parts, memory, options.abortSignal)
      .then(() => run.end())
      .catch((error: unknown) => {
        throw new CallError(memory.transcript, error);
      });
    return Object.assign(result, {
      transcript: quietly(ended.then(({ transcript }) => transcript)),
      report: quietly(ended.then(({ report }) => report)),
    });
  } catch (error) {
    throw new CallError(memory.transcript, error);
  }
}

/** A promise that need not be looked at: the stream itself tells of its errors, too. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Follows a stream to its end. Throws what ended it, when all that had arrived is in the memory. */
async function follow(
  parts: AsyncIterable<StreamPart>,
  memory: Memory,
  signal: AbortSignal | undefined,
): Promise<void> {
  const torn = new TornStep();
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const part of parts) {
      torn.take(part);
      if (part.type === "error") failure ??= { error: part.error };
      if (part.type === "abort") {
        failure = { error: signal?.reason ?? new DOMException("The call was aborted", "AbortError") };
      }
    }
  } catch (error) {
    failure = { error };
  }
  if (failure === undefined) return;
  memory.set(memory.transcript.concat(torn.entries()));
  throw failure.error;
}
