/**
 * Reads and writes the messages of Amazon Bedrock's Converse API.
 *
 * No client is needed and none is loaded: the functions work on plain objects. The same format comes back as it came, bytes
 * as bytes; what another provider's conversation loses on the way is in the report.
 *
 * ```ts
 * import { fromConverse, toConverse } from "colloquy/bedrock";
 * ```
 *
 * @example A stored conversation goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { fromConverse, toConverse } from "colloquy/bedrock";
 *
 * const stored = fromConverse({
 *   system: [{ text: "Answer in Danish." }],
 *   messages: [{ role: "user", content: [{ text: "hej" }] }],
 * }).toJson();
 *
 * const { system, messages } = toConverse(Transcript.fromJson(stored));
 * assert.deepEqual(system, [{ text: "Answer in Danish." }]);
 * assert.deepEqual(messages, [{ role: "user", content: [{ text: "hej" }] }]);
 * ```
 *
 * @module
 */
export { fromConverse } from "./bedrock/read.js";
export { toConverse } from "./bedrock/write.js";
export type {
  BedrockBlock,
  BedrockDocumentBlock,
  BedrockImageBlock,
  BedrockJson,
  BedrockMessage,
  BedrockReasoningBlock,
  BedrockRequest,
  BedrockReturnedMessage,
  BedrockSource,
  BedrockTextBlock,
  BedrockToolResultBlock,
  BedrockToolUseBlock,
  BedrockVideoBlock,
} from "./bedrock/types.js";
export type { ConversionNote, FromOptions, ToOptions } from "../index.js";
