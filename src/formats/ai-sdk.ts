/**
 * Reads and writes the messages of the Vercel AI SDK: those that models take, and those that pages show and databases store.
 *
 * No SDK is loaded: the functions work on plain lists. The same format comes back byte for byte, for every version from 5 to
 * 7; what another provider's conversation loses on the way is in the report. Options for providers, such as signatures and
 * cache marks, are kept for all of them.
 *
 * ```ts
 * import { fromModelMessages, fromUIMessages, toModelMessages, toUIMessages } from "colloquy/ai-sdk";
 * ```
 *
 * @example A stored conversation goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
 *
 * const stored = fromModelMessages([{ role: "user", content: "hej" }]).toJson();
 *
 * // const { response } = await generateText({ model, messages });
 * const response = { messages: [{ role: "assistant", content: [{ type: "text", text: "hej hej" }] }] };
 * const transcript = fromModelMessages(response.messages, { after: Transcript.fromJson(stored) });
 *
 * const { messages } = toModelMessages(transcript);
 * assert.deepEqual(messages, [{ role: "user", content: "hej" }, ...response.messages]);
 * ```
 *
 * @module
 */
export { fromModelMessages } from "./ai-sdk/read.js";
export { toModelMessages, type ToModelMessagesOptions } from "./ai-sdk/write.js";
export { fromUIMessages } from "./ai-sdk/ui-read.js";
export { toUIMessages } from "./ai-sdk/ui-write.js";
export type {
  JsonValue,
  ModelApprovalRequest,
  ModelApprovalResponse,
  ModelAssistantMessage,
  ModelAssistantMessage5,
  ModelData,
  ModelFilePart,
  ModelImagePart,
  ModelMessage,
  ModelMessage5,
  ModelOutputItem,
  ModelReasoningPart,
  ModelSystemMessage,
  ModelTextPart,
  ModelToolCallPart,
  ModelToolMessage,
  ModelToolMessage5,
  ModelToolOutput,
  ModelToolOutput5,
  ModelToolResultPart,
  ModelToolResultPart5,
  ModelUserMessage,
  ProviderOptions,
} from "./ai-sdk/types.js";
export type {
  UIApproval,
  UIDataPart,
  UIFilePart,
  UIMessage,
  UIPart,
  UISourcePart,
  UIStepStart,
  UITextPart,
  UIToolPart,
  UIToolRun,
} from "./ai-sdk/ui-types.js";
export type { ConversionNote, FromOptions, ToOptions } from "../index.js";
