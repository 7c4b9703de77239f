/**
 * Reads and writes the messages of OpenAI's Chat Completions and of the many servers that are compatible with them, and
 * the items of its Responses.
 *
 * No client is needed and none is loaded: the functions work on plain lists. The same format comes back byte for byte;
 * what another provider's conversation loses on the way is in the report.
 *
 * ```ts
 * import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
 * ```
 *
 * @example A stored conversation goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { fromChatMessages, toChatMessages } from "colloquy/openai";
 *
 * const stored = fromChatMessages([
 *   { role: "developer", content: "Answer in Danish." },
 *   { role: "user", content: "hej" },
 * ]).toJson();
 *
 * const { messages } = toChatMessages(Transcript.fromJson(stored));
 * assert.deepEqual(messages[0], { role: "developer", content: "Answer in Danish." });
 * ```
 *
 * @module
 */
export { fromResponsesItems } from "./openai-responses/read.js";
export { summarizeWithResponses, type ResponsesAnswer, type ResponsesClient } from "./openai-responses/summarize.js";
export { toResponsesItems } from "./openai-responses/write.js";
export { fromChatMessages } from "./openai-chat/read.js";
export { summarizeWithChat, type ChatAnswer, type ChatClient } from "./openai-chat/summarize.js";
export { toChatMessages } from "./openai-chat/write.js";
export type {
  ChatAssistantMessage,
  ChatAudioPart,
  ChatCacheBreakpoint,
  ChatCustomCall,
  ChatDeveloperMessage,
  ChatFilePart,
  ChatFunctionCall,
  ChatFunctionMessage,
  ChatImagePart,
  ChatMessage,
  ChatRefusalPart,
  ChatSystemMessage,
  ChatTextPart,
  ChatToolMessage,
  ChatUserMessage,
  ChatUserPart,
} from "./openai-chat/types.js";
export type {
  ResponsesAnnotation,
  ResponsesAssistantMessage,
  ResponsesCacheBreakpoint,
  ResponsesCustomToolCall,
  ResponsesCustomToolCallOutput,
  ResponsesFunctionCall,
  ResponsesFunctionCallOutput,
  ResponsesInputFile,
  ResponsesInputImage,
  ResponsesInputMessage,
  ResponsesInputPart,
  ResponsesInputText,
  ResponsesItem,
  ResponsesOutputMessage,
  ResponsesOutputText,
  ResponsesReasoning,
  ResponsesRefusal,
} from "./openai-responses/types.js";
export type { ConversionNote, FromOptions, ToOptions } from "../index.js";
export type { SummaryParameters } from "./shared/summary.js";
