import {
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  trimMessages,
} from "@langchain/core/messages";

export const isValidated = false;

export const restore = (json) => mapStoredMessagesToChatMessages(JSON.parse(json));

export const write = (messages) => JSON.stringify(mapChatMessagesToStoredMessages(messages));

export const empty = [];
export const append = (messages, text) => [...messages, new HumanMessage(text)];

export const keepLast = (messages, count) =>
  trimMessages(messages, { maxTokens: count, tokenCounter: (list) => list.length, strategy: "last" });

export const lengthOf = (messages) => messages.length;
