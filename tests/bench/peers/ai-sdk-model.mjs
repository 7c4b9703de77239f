import { modelMessageSchema, pruneMessages } from "ai";
import { z } from "zod";

export const isValidated = true;

const schema = z.array(modelMessageSchema);

export const restore = (json) => schema.parse(JSON.parse(json));

export const empty = [];
export const append = (messages, text) => [...messages, { role: "user", content: text }];

export const keepLast = (messages, count) =>
  pruneMessages({ messages, reasoning: "all", toolCalls: `before-last-${count}-messages` });

export const lengthOf = (messages) => messages.length;
