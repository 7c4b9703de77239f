/**
 * Calls models with the Vercel AI SDK, and keeps the conversation as a {@link Transcript}.
 *
 * The package `ai`, version 5 to 7, is a peer: programs install it themselves.
 *
 * ```ts
 * import { Agent, call, stream, summarizeWith } from "colloquy/agent";
 * ```
 *
 * @example A question in one execution, the next in a later one
 * ```ts
 * import assert from "node:assert/strict";
 * import { call } from "colloquy/agent";
 *
 * const model = "anthropic/claude-haiku-4.5";
 * const { transcript } = await call({ model, message: "What is the dose?" });
 * const json = transcript.toJson();
 *
 * const later = await call({ model, transcript: json, message: "And for children?" });
 * assert.equal(later.transcript.length, 4);
 * ```
 *
 * @module
 */
export { Agent, type AgentOptions } from "./agent.js";
export { call } from "./call.js";
export { CallError } from "./errors.js";
export type {
  AutoCompact,
  CallOptions,
  CallResult,
  ConversationOptions,
  Message,
  StreamOptions,
  StreamResult,
} from "./options.js";
export { stream } from "./stream.js";
export { summarizeWith, type SummarySettings } from "./summarize.js";
