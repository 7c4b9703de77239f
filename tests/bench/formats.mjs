import { fromModelMessages, fromUIMessages, toModelMessages, toUIMessages } from "colloquy/ai-sdk";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromConverse, toConverse } from "colloquy/bedrock";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { fromContents, toContents } from "colloquy/gemini";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import { fromOtelMessages, toOtelMessages } from "colloquy/otel";

/** The formats, each with its functions on the list alone. */
export const formats = [
  { name: "ChatMessages", from: fromChatMessages, to: (transcript) => toChatMessages(transcript).messages },
  { name: "ResponsesItems", from: fromResponsesItems, to: (transcript) => toResponsesItems(transcript).input },
  { name: "Messages", from: fromMessages, to: (transcript) => toMessages(transcript).messages },
  { name: "Converse", from: fromConverse, to: (transcript) => toConverse(transcript).messages },
  { name: "Contents", from: fromContents, to: (transcript) => toContents(transcript).contents },
  { name: "ModelMessages", from: fromModelMessages, to: (transcript) => toModelMessages(transcript).messages },
  { name: "UIMessages", from: fromUIMessages, to: (transcript) => toUIMessages(transcript).messages },
  { name: "StoredMessages", from: fromStoredMessages, to: (transcript) => toStoredMessages(transcript).messages },
  { name: "OtelMessages", from: fromOtelMessages, to: (transcript) => toOtelMessages(transcript).messages },
];
