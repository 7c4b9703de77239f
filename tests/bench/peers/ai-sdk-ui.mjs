import { validateUIMessages } from "ai";

export const isValidated = true;

export const restore = (json) => validateUIMessages({ messages: JSON.parse(json) });

export const empty = [];
export const append = (messages, text) => [
  ...messages,
  { id: `${messages.length}`, role: "user", parts: [{ type: "text", text }] },
];

export const lengthOf = (messages) => messages.length;
