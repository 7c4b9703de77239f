/**
 * Reads and writes the messages of LangChain as they are stored: `{ type, data }`, serialized constructors, live ones.
 *
 * No SDK is loaded, and nothing that the messages name is constructed: the functions work on plain data. The same message
 * comes back as it came; what another provider's conversation loses on the way is in the report.
 *
 * ```ts
 * import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
 * ```
 *
 * @example A stored conversation goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { AIMessage, HumanMessage, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
 * import { Transcript } from "colloquy";
 * import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
 *
 * const stored = fromStoredMessages([new HumanMessage("hej")]).toJson();
 *
 * // const answer = await model.invoke(...);
 * const answer = new AIMessage("hej hej");
 * const transcript = fromStoredMessages([answer], { after: Transcript.fromJson(stored) });
 *
 * const { messages } = toStoredMessages(transcript);
 * assert.deepEqual(messages[1], answer.toDict());
 * assert.equal(mapStoredMessagesToChatMessages(messages)[0]?.text, "hej");
 * ```
 *
 * @module
 */
export { fromStoredMessages } from "./langchain/read.js";
export { toStoredMessages } from "./langchain/write.js";
export type { StoredMessage, StoredMessageData } from "./langchain/types.js";
export type { ConversionNote, FromOptions, ToOptions } from "../index.js";
