import type { ToolSet } from "ai";
import { Transcript } from "../index.js";
import { readTranscript, requireOptions } from "./arguments.js";
import { callFrom } from "./call.js";
import { Memory } from "./memory.js";
import type { CallOptions, CallResult, Message, StreamOptions, StreamResult } from "./options.js";
import type { RunOptions } from "./run.js";
import { streamFrom } from "./stream.js";

/** What an {@link Agent} is made of: the model, its tools and all that holds for every call. */
export type AgentOptions<TOOLS extends ToolSet = ToolSet> = Omit<CallOptions<TOOLS>, "message">;

/**
 * A model that remembers: each call goes on where the one before ended.
 *
 * Calls wait for each other, in the order in which they were made. A call that fails leaves what there was by then: what was
 * said stays said, and `call()` without a message tries once more. A tool must not wait for a call of its own agent: it would
 * wait for itself.
 *
 * @example A conversation that is stored, and gets shorter
 * ```ts
 * import assert from "node:assert/strict";
 * import { MockLanguageModelV3 } from "ai/test";
 * import { Agent } from "colloquy/agent";
 *
 * const count = { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0, text: 9, reasoning: 0 };
 * const model = new MockLanguageModelV3({
 *   doGenerate: {
 *     content: [{ type: "text", text: "I see." }],
 *     finishReason: { unified: "stop", raw: "stop" },
 *     usage: { inputTokens: count, outputTokens: count },
 *     warnings: [],
 *   },
 * });
 * const agent = new Agent({ model, system: "You are terse." });
 * assert.equal(agent.getTranscript().length, 0);
 *
 * for (const message of ["one", "two", "three", "four", "five"]) await agent.call(message);
 * assert.equal(agent.getTranscript().length, 11);
 *
 * const shorter = agent.getTranscript().compact({ keepLastTurns: 3 });
 * agent.setTranscript(shorter);
 * const { transcript } = await agent.call("six");
 * assert.equal(transcript, agent.getTranscript());
 * assert.equal(transcript.length, 12); // instructions, first turn, summary, three turns, and the new one
 * ```
 */
export class Agent<TOOLS extends ToolSet = ToolSet> {
  readonly #options: RunOptions;
  readonly #memory: Memory;
  /** Settles when the last call that was made has ended. */
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @throws {@link TranscriptDecodeError} when `transcript` is a string that does not decode, naming the entry at fault
   * @throws TypeError when there is no model, or a setting is given whose place `transcript`, `message` or `system` takes
   */
  constructor(options: AgentOptions<TOOLS>) {
    const { transcript = Transcript.empty, ...others } = requireOptions(options);
    this.#memory = new Memory(readTranscript(transcript));
    this.#options = others;
  }

  /** The conversation so far, with what a call that still runs has brought by now. Its `length` is 0 before any call. */
  getTranscript(): Transcript {
    return this.#memory.transcript;
  }

  /**
   * Puts another conversation in place: a transcript, or its JSON. A call that runs goes on from it: what it says next is
   * written from it, and what comes back goes behind it.
   *
   * @throws {@link TranscriptDecodeError} when a string does not decode, naming the entry at fault
   * @throws TypeError for anything else
   */
  setTranscript(transcript: Transcript | string): void {
    this.#memory.set(readTranscript(transcript));
  }

  /**
   * Says something and returns the answer, as {@link call} does.
   *
   * @param message - left out, the model goes on from where the transcript ends: behind results that were added, behind a
   * person's approval, or after a call that failed
   * @param options - settings for this call alone, such as `abortSignal`
   * @throws {@link CallError} when the call fails
   */
  call(message?: Message, options?: Partial<Omit<AgentOptions<TOOLS>, "transcript">>): Promise<CallResult<TOOLS>> {
    return this.#inTurn(
      () => callFrom<TOOLS>(this.#memory, this.#settingsFor(message, options)),
      () => undefined,
    );
  }

  /** Says something and returns the answer as it comes, as {@link stream} does. The next call waits until the stream has ended. */
  stream(
    message?: Message,
    options?: Partial<Omit<StreamOptions<TOOLS>, "transcript" | "message">>,
  ): Promise<StreamResult<TOOLS>> {
    return this.#inTurn(
      () => streamFrom<TOOLS>(this.#memory, this.#settingsFor(message, options)),
      ({ transcript }) => transcript,
    );
  }

  #settingsFor(message: Message | undefined, options: RunOptions | undefined): RunOptions {
    return requireOptions({ ...this.#options, ...options, ...(message !== undefined && { message }) });
  }

  /** Starts something when all calls before have ended. Its own end is told by its result. */
  #inTurn<T>(start: () => Promise<T>, ended: (result: T) => unknown): Promise<T> {
    const started = this.#turn.then(start);
    this.#turn = started.then(ended).catch(() => {});
    return started;
  }
}
