import { fromMessages } from "colloquy/anthropic";
import { fromContents, toContents } from "colloquy/gemini";
import { fromChatMessages, fromResponsesItems } from "colloquy/openai";
import { describe, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { geminiFaults } from "./acceptance/gemini.js";
import { describeForged, describeLaws, describeProofs, expectKept, expectWelcome, type Format } from "./contract.js";
import { brokenRequests, geminiRequests, type Message, type Request } from "./gemini-contents.js";

/** Names, ids, addresses and words of the format. */
const FIXED =
  "role id name mimeType mime_type fileUri file_uri data thoughtSignature thought_signature language outcome toolType".split(
    " ",
  );

const format: Format<Request> = {
  title: "Gemini contents",
  unit: "contents",
  judge: "endpoint",
  runs: { valid: 300, cut: 300, broken: 600, any: 600 },
  valid: geminiRequests(),
  broken: brokenRequests(),
  read: (request) => fromContents(request as { systemInstruction?: string; contents: Message[] }),
  readOn: (list, after) => fromContents(list, { after }),
  write: (transcript, options) => {
    const { report, ...written } = toContents(transcript, options);
    return { written: written as unknown as Request, report };
  },
  split: ({ systemInstruction, contents }) => ({
    head: systemInstruction === undefined ? undefined : { systemInstruction, contents: [] },
    list: contents,
  }),
  faults: geminiFaults,
  isFixed: (key) => FIXED.includes(key),
  changed: (transcript) => [
    transcript.concat(transcript.entries()),
    transcript.repair({ pendingCalls: "abort" }).transcript,
  ],
};

describeLaws(format);
describeProofs(format);
describeForged(format, {
  name: "gemini",
  keys: (
    "role roleless more joined apart own carrier keys values undefined inner snake innerSnake missing second bypass " +
    "id generated bare exact loose files json typed named string"
  ).split(" "),
  values: [
    ..."list text part contents critic function skip_thought_signature_validator image".split(" "),
    true,
    ["role", "parts", "text", "functionCall", "name", "__proto__", "thought", "thoughtSignature", "response"],
    { keys: ["id", "name", "args", "data"], values: { id: "", name: 5, args: null, data: 5, parts: [] } },
    { parts: null, role: null, thought: 7, text: 5, thoughtSignature: "" },
  ],
  providerMetadata: {
    google: {
      thoughtSignature: 5,
      functionCall: { name: 5, args: 7 },
      functionResponse: 3,
      role: {},
      parts: 3,
      text: 5,
    },
    vertex: { thoughtSignature: "V" },
  },
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data)", () => {
  it.each(sharedConversations("gemini"))("gemini/$name", ({ messages }) => {
    expectKept(format, { contents: messages as Message[] });
  });

  it.each(sharedConversations("openai-chat"))("openai-chat/$name", ({ messages }) => {
    expectWelcome(format, fromChatMessages(messages));
  });

  it.each(sharedConversations("openai-responses"))("openai-responses/$name", ({ messages }) => {
    expectWelcome(format, fromResponsesItems(messages));
  });

  it.each(sharedConversations("anthropic"))("anthropic/$name", ({ messages }) => {
    expectWelcome(format, fromMessages(messages));
  });
});
