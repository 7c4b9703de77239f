import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromChatMessages } from "colloquy/openai";
import { describe, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { forgedProofs } from "../support/laws.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { anthropicRequests, brokenRequests, type Message, type Request } from "./anthropic-messages.js";
import {
  describeForged,
  describeLaws,
  describeProofs,
  expectKept,
  expectWelcome,
  type Format,
  splitRequest,
} from "./contract.js";

/** Names, ids, addresses and words of the format. */
const FIXED = ["role", "id", "tool_use_id", "name", "type", "media_type", "file_id", "url", "signature"];

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/\n]{4,}=*$/.test(text);
}

const format: Format<Request> = {
  title: "Anthropic messages",
  unit: "messages",
  judge: "endpoint",
  valid: anthropicRequests(),
  broken: brokenRequests(),
  read: (request) => fromMessages(request as { system?: string; messages: Message[] }),
  readOn: (list, after) => fromMessages(list, { after }),
  write: (transcript, options) => {
    const { report, ...written } = toMessages(transcript, options);
    return { written: written as unknown as Request, report };
  },
  split: splitRequest,
  faults: anthropicFaults,
  isFixed: (key, text) => FIXED.includes(key) || isBase64(text),
  changed: (transcript) => [
    transcript.repair({ pendingCalls: "abort" }).transcript,
    transcript.concat(transcript.entries()),
  ],
  runs: { valid: 300, cut: 300, broken: 1000, any: 1000 },
};

describeLaws(format);
describeProofs(format);
describeForged(format, {
  name: "anthropic",
  keys: (
    "role content more joined apart inList whole response thoughtLast keys " +
    "values undefined inner type dataUrl carrier spelled spelledId ownId exact"
  ).split(" "),
  values: [
    ..."list text null critic image document base64".split(" "),
    true,
    ["role", "content", "type", "text", "id", "__proto__", "is_error", "cache_control"],
    { keys: ["url", "data", "type"], values: { url: null, data: 5 } },
    { content: null, role: null, is_error: false, text: 5 },
  ],
  providerMetadata: forgedProofs,
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data)", () => {
  it.each(sharedConversations("anthropic"))("anthropic/$name", ({ messages }) => {
    expectKept(format, { messages: messages as Message[] });
  });

  it.each(sharedConversations("openai-chat"))("openai-chat/$name", ({ messages }) => {
    expectWelcome(format, fromChatMessages(messages));
  });
});
