import { type EntryInput, Transcript } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation, entryInput } from "../support/arbitraries.js";
import { attack } from "../support/attack.js";
import { copyOf } from "../support/copy.js";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump } from "../support/dump.js";
import { expectFresh, plant } from "../support/laws.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { brokenMessageLists, chatMessageLists, type Message } from "./openai-chat-messages.js";

/** The list comes back as it came, and nothing is reported but calls that wait. */
function expectSame(transcript: Transcript, messages: readonly object[]): void {
  const back = toChatMessages(transcript);
  expect(dump(back.messages)).toBe(dump(messages));
  expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
}

function readInPieces(messages: readonly object[], cuts: readonly number[]): Transcript {
  const inner = cuts.map((cut) => cut % (messages.length + 1)).sort((a, b) => a - b);
  let read = Transcript.empty;
  let start = 0;
  for (const end of [...inner, messages.length]) {
    read = fromChatMessages(messages.slice(start, end), { after: read });
    start = end;
  }
  return read;
}

describe("Chat messages of every kind", () => {
  it("are generated as the endpoint would accept them", () => {
    fc.assert(
      fc.property(chatMessageLists(), (messages) => {
        expect(chatFaults(messages)).toEqual([]);
      }),
    );
  });

  it("come back as they came, key order included, and through the document", () => {
    fc.assert(
      fc.property(chatMessageLists(), (messages) => {
        const read = fromChatMessages(messages);
        expectSame(read, messages);
        expectSame(Transcript.fromJson(read.toJson()), messages);
      }),
      { numRuns: 500 },
    );
  });

  it("give the same transcript whole and in pieces", () => {
    fc.assert(
      fc.property(chatMessageLists(), fc.array(fc.nat(99)), (messages, cuts) => {
        const read = readInPieces(messages, cuts);
        expect(read.toJson()).toBe(fromChatMessages(messages).toJson());
        expectSame(read, messages);
      }),
      { numRuns: 300 },
    );
  });

  it("come back from copies of the entries and parts, as an edit makes them", () => {
    fc.assert(
      fc.property(chatMessageLists(), (messages) => {
        const entries = fromChatMessages(messages).entries();
        const copies = entries.map(
          (entry) => ({ ...entry, content: entry.content.map((part) => ({ ...part })) }) as EntryInput,
        );
        expectSame(Transcript.from(copies), messages);
      }),
    );
  });

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

  it("hold no secret any more once it was redacted", () => {
    fc.assert(
      fc.property(chatMessageLists(), (messages) => {
        const read = fromChatMessages(messages.map((message) => plant(message, "s3cr3t ", FIXED) as object));
        const clean = read.redact("s3cr3t");
        expect(clean.toJson()).not.toContain("s3cr3t");
        expect(JSON.stringify(toChatMessages(clean).messages)).not.toContain("s3cr3t");
      }),
    );
  });

  it("are accepted wherever the transcript is cut, compacted or pruned", () => {
    fc.assert(
      fc.property(chatMessageLists(), fc.nat(6), (messages, size) => {
        const read = fromChatMessages(messages);
        const entries = read.entries();
        const others = [
          read.compact({ keepLast: size }),
          read.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }),
          ...read.splitAt(size),
          Transcript.from(entries.slice(size)),
          Transcript.from(entries.slice(0, size)),
        ];
        for (const other of others) expect(chatFaults(toChatMessages(other).messages)).toEqual([]);
      }),
    );
  });
});

/** Names, ids, addresses and words of the format. */
const FIXED = ["role", "id", "tool_call_id", "name", "type", "format", "detail", "file_id", "file_data", "url", "data"];

describe("Chat messages that break rules", () => {
  it("are mended where they break them, reported, and stay as they are then", () => {
    fc.assert(
      fc.property(brokenMessageLists(), fc.constantFrom<object>({}, { openCalls: "abort" }), (messages, options) => {
        const { messages: mended, report } = toChatMessages(fromChatMessages(messages), options);
        expect(chatFaults(mended)).toEqual([]);
        if (chatFaults(messages).length > 0) expect(report).not.toEqual([]);
        if (report.length === 0) expect(dump(mended)).toBe(dump(messages));
        expectSame(fromChatMessages(mended), mended);
      }),
      { numRuns: 500 },
    );
  });

  it("share nothing with what was read or written", () => {
    fc.assert(
      fc.property(brokenMessageLists(), (messages) => {
        const given = copyOf(messages);
        const read = fromChatMessages(given);
        expect(dump(given)).toBe(dump(messages));
        const json = read.toJson();
        const written = toChatMessages(read).messages;
        const before = dump(written);
        expectFresh(written);
        attack(given);
        attack(written);
        expect(read.toJson()).toBe(json);
        expect(dump(toChatMessages(read).messages)).toBe(before);
      }),
    );
  });
});

describe("Whatever a transcript holds", () => {
  const inputs = fc.oneof(conversation(), brokenConversation(), fc.array(entryInput(), { maxLength: 8 }));

  it("is written as the endpoint accepts it, twice the same, and read back to the same messages", () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom<object>({}, { openCalls: "abort" }), (entries, options) => {
        const transcript = Transcript.from(entries);
        const { messages } = toChatMessages(transcript, options);
        expect(chatFaults(messages)).toEqual([]);
        expect(dump(toChatMessages(transcript, options).messages)).toBe(dump(messages));
        expectSame(fromChatMessages(messages), messages);
      }),
      { numRuns: 500 },
    );
  });

  it("is written so under sources that no reader made", () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const keys = ["role", "content", "old", "spelled", "keys", "values", "undefined", "inner", "place", "freeForm"];
    const words = [
      "list",
      "null",
      "none",
      "call",
      "content",
      "audio",
      "critic",
      "developer",
      "image_url",
      "input_audio",
      "file",
      "text",
      true,
    ];
    const lists = [
      ["role", "content", "tool_calls", "type", "url", "__proto__"],
      { keys: ["url", "id"], values: { url: null, id: 5 } },
      { tool_calls: [], role: null, content: 5, name: 3 },
    ];
    const source = fc
      .dictionary(
        fc.constantFrom(...keys, "arguments", "type", "bare", "under", "longId"),
        fc.oneof(fc.constantFrom<unknown>(...words, ...lists), json),
      )
      .map((noted) => ({ ...noted, format: "openai-chat" }));
    const providerMetadata = {
      openai: { tool_calls: 5, role: 7, function: { name: 5 }, image_url: 7, audio: { id: 4 }, imageDetail: 4 },
    };
    fc.assert(
      fc.property(brokenMessageLists(), fc.array(source, { minLength: 1 }), fc.nat(), (messages, sources, seed) => {
        let turn = seed % 1000;
        const next = (): object =>
          turn++ % 3 === 0 ? { source: sources[turn % sources.length], providerMetadata } : {};
        const entries = fromChatMessages(messages).entries();
        const forged = entries.map((entry) => ({
          ...entry,
          ...next(),
          content: entry.content.map((part) => ({ ...part, ...next() })),
        }));
        expect(chatFaults(toChatMessages(Transcript.from(forged as EntryInput[])).messages)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data/openai-chat)", () => {
  it.each(sharedConversations("openai-chat").map(({ name, messages }) => ({ name, messages })))(
    "$name",
    ({ messages }) => {
      expect(chatFaults(messages)).toEqual([]);
      const read = fromChatMessages(messages);
      expectSame(read, messages);
      expectSame(Transcript.fromJson(read.toJson()), messages);
      expectSame(readInPieces(messages, [1, 2, 3, 7, 20, 21]), messages);
      for (const size of [1, 2, 3, 10])
        expect(chatFaults(toChatMessages(read.compact({ keepLast: size })).messages)).toEqual([]);
    },
  );
});
