/**
 * Reads and writes the messages of Anthropic's Messages API.
 *
 * No client is needed and none is loaded: the functions work on plain objects. The same format comes back byte for byte,
 * signatures of thoughts included; what another provider's conversation loses on the way is in the report.
 *
 * ```ts
 * import { fromMessages, toMessages } from "colloquy/anthropic";
 * ```
 *
 * @example A stored conversation goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { fromMessages, toMessages } from "colloquy/anthropic";
 *
 * const stored = fromMessages({
 *   system: "Answer in Danish.",
 *   messages: [{ role: "user", content: "hej" }],
 * }).toJson();
 *
 * const { system, messages } = toMessages(Transcript.fromJson(stored));
 * assert.equal(system, "Answer in Danish.");
 * assert.deepEqual(messages, [{ role: "user", content: "hej" }]);
 * ```
 *
 * @module
 */
export { fromMessages } from "./anthropic/read.js";
export { summarizeWith, type AnthropicAnswer, type AnthropicClient } from "./anthropic/summarize.js";
export { toMessages } from "./anthropic/write.js";
export type {
  AnthropicAssistantBlock,
  AnthropicAssistantMessage,
  AnthropicCacheControl,
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicMessage,
  AnthropicRedactedThinkingBlock,
  AnthropicRequest,
  AnthropicReturnedMessage,
  AnthropicSystemMessage,
  AnthropicTextBlock,
  AnthropicThinkingBlock,
  AnthropicToolResultBlock,
  AnthropicToolUseBlock,
  AnthropicUserBlock,
  AnthropicUserMessage,
} from "./anthropic/types.js";
export type { ConversionNote, FromOptions, ToOptions } from "../index.js";
export type { SummaryParameters } from "./shared/summary.js";
