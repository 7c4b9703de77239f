import type { EntryInput } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump } from "../support/dump.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { describeForged, describeLaws, expectKept, type Format, splitList } from "./contract.js";
import { brokenMessageLists, chatMessageLists, type Message } from "./openai-chat-messages.js";

/** Names, ids, addresses and words of the format. */
const FIXED = ["role", "id", "tool_call_id", "name", "type", "format", "detail", "file_id", "file_data", "url", "data"];

const format: Format<readonly object[]> = {
  title: "Chat messages",
  unit: "messages",
  judge: "endpoint",
  valid: chatMessageLists(),
  broken: brokenMessageLists(),
  read: (messages) => fromChatMessages(messages),
  readOn: (list, after) => fromChatMessages(list, { after }),
  write: (transcript, options) => {
    const { messages, report } = toChatMessages(transcript, options);
    return { written: messages, report };
  },
  split: splitList,
  faults: chatFaults,
  isFixed: (key) => FIXED.includes(key),
  changed: () => [],
  runs: { valid: 100, cut: 100, broken: 500, any: 500 },
};

describeLaws(format);

describe("Chat messages of every kind", () => {
  it("come back but for the one that was edited", () => {
    fc.assert(
      fc.property(chatMessageLists(), fc.nat(), (messages, seed) => {
        const read = fromChatMessages(messages);
        const users = read.entries().flatMap(({ role }, index) => (role === "user" ? [index] : []));
        if (users.length === 0) return;
        const edited = users[seed % users.length]!;
        const back = toChatMessages(
          read.replace(edited, { ...read.at(edited)!, content: "edited" } as unknown as EntryInput),
        ).messages;
        const isList = Array.isArray((messages[edited] as Message)["content"]);
        expect(back[edited]?.content).toEqual(isList ? [{ type: "text", text: "edited" }] : "edited");
        expect(dump(back.toSpliced(edited, 1))).toBe(dump(messages.toSpliced(edited, 1)));
      }),
    );
  });
});

describeForged(format, {
  name: "openai-chat",
  keys: "role content old spelled keys values undefined inner place freeForm arguments type bare under longId".split(
    " ",
  ),
  values: [
    ..."list null none call content audio critic developer image_url input_audio file text".split(" "),
    true,
    ["role", "content", "tool_calls", "type", "url", "__proto__"],
    { keys: ["url", "id"], values: { url: null, id: 5 } },
    { tool_calls: [], role: null, content: 5, name: 3 },
  ],
  providerMetadata: {
    openai: { tool_calls: 5, role: 7, function: { name: 5 }, image_url: 7, audio: { id: 4 }, imageDetail: 4 },
  },
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data/openai-chat)", () => {
  it.each(sharedConversations("openai-chat"))("$name", ({ messages }) => {
    expectKept(format, messages);
  });
});
