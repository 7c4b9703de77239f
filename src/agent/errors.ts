import { type Transcript, TranscriptError } from "../index.js";

/**
 * A call could not be completed: `cause` says why, and `transcript` is what there was by then.
 *
 * What was said and what tools did stays done: the transcript holds the message, every step that was completed and its
 * results. To try once more, go on from it without a message.
 *
 * @example A model that fails
 * ```ts
 * import assert from "node:assert/strict";
 * import { MockLanguageModelV3 } from "ai/test";
 * import { call, CallError } from "colloquy/agent";
 *
 * const model = new MockLanguageModelV3({ doGenerate: () => Promise.reject(new Error("overloaded")) });
 * try {
 *   await call({ model, message: "Hello" });
 *   assert.fail();
 * } catch (error) {
 *   assert.ok(error instanceof CallError);
 *   assert.equal(error.transcript.at(0)?.text, "Hello");
 *   assert.equal(error.cause instanceof Error && error.cause.message, "overloaded");
 * }
 * ```
 */
export class CallError extends TranscriptError {
  /** The transcript so far. Not enumerable: what prints or logs an error leaves it out. */
  declare readonly transcript: Transcript;

  /** Makes an error; programs catch them rather than make them. */
  constructor(transcript: Transcript, cause: unknown) {
    const what = cause instanceof Error ? cause.name : `a thrown ${typeof cause}`;
    super("call-failed", `Cannot complete call: ${what} (see the cause)`, { cause });
    Object.defineProperty(this, "transcript", { value: transcript });
  }
}
