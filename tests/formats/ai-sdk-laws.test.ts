import { type EntryInput, Transcript } from "colloquy";
import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation, entryInput } from "../support/arbitraries.js";
import { attack } from "../support/attack.js";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { objectOf } from "../support/values.js";
import { modelMessageFaults } from "./acceptance/ai-sdk.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { brokenMessageLists, copyMessages, dumpMessages, modelMessageLists } from "./ai-sdk-messages.js";
import { brokenMessageLists as brokenChatMessageLists } from "./openai-chat-messages.js";

/** The list comes back as it came, and nothing is reported but calls that wait. */
function expectSame(transcript: Transcript, messages: readonly object[]): void {
  const back = toModelMessages(transcript);
  expect(dumpMessages(back.messages)).toBe(dumpMessages(messages));
  expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
}

function readInPieces(messages: readonly object[], cuts: readonly number[]): Transcript {
  const inner = cuts.map((cut) => cut % (messages.length + 1)).sort((a, b) => a - b);
  let read = Transcript.empty;
  let start = 0;
  for (const end of [...inner, messages.length]) {
    read = fromModelMessages(messages.slice(start, end), { after: read });
    start = end;
  }
  return read;
}

describe("Model messages of every kind", () => {
  it("are generated as the SDK would accept them", () => {
    fc.assert(
      fc.property(modelMessageLists(), (messages) => {
        expect(modelMessageFaults(messages)).toEqual([]);
      }),
    );
  });

  it("come back as they came, key order included, and through the document", () => {
    fc.assert(
      fc.property(modelMessageLists(), (messages) => {
        const read = fromModelMessages(messages);
        expectSame(read, messages);
        expectSame(Transcript.fromJson(read.toJson()), messages);
      }),
      { numRuns: 500 },
    );
  });

  it("give the same transcript whole and in pieces", () => {
    fc.assert(
      fc.property(modelMessageLists(), fc.array(fc.nat(99)), (messages, cuts) => {
        const read = readInPieces(messages, cuts);
        expect(read.toJson()).toBe(fromModelMessages(messages).toJson());
        expectSame(read, messages);
      }),
      { numRuns: 300 },
    );
  });

  it("come back from copies of the entries and parts, as an edit makes them", () => {
    fc.assert(
      fc.property(modelMessageLists(), (messages) => {
        const entries = fromModelMessages(messages).entries();
        const copies = entries.map(
          (entry) => ({ ...entry, content: entry.content.map((part) => ({ ...part })) }) as EntryInput,
        );
        expectSame(Transcript.from(copies), messages);
      }),
    );
  });

  it("are accepted wherever the transcript is cut, compacted or pruned, by chat servers too", () => {
    fc.assert(
      fc.property(modelMessageLists(), fc.nat(6), (messages, size) => {
        const read = fromModelMessages(messages);
        const entries = read.entries();
        const others = [
          read.compact({ keepLast: size }),
          read.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }),
          ...read.splitAt(size),
          Transcript.from(entries.slice(size)),
          Transcript.from(entries.slice(0, size)),
          read.repair().transcript,
        ];
        for (const other of others) {
          expect(modelMessageFaults(toModelMessages(other).messages)).toEqual([]);
          expect(chatFaults(toChatMessages(other).messages)).toEqual([]);
        }
      }),
    );
  });
});

describe("Model messages that break rules", () => {
  it("are mended where they break them, reported, and stay as they are then", () => {
    fc.assert(
      fc.property(brokenMessageLists(), fc.constantFrom<object>({}, { openCalls: "abort" }), (messages, options) => {
        const { messages: mended, report } = toModelMessages(fromModelMessages(messages), options);
        expect(modelMessageFaults(mended)).toEqual([]);
        if (modelMessageFaults(messages).length > 0) expect(report).not.toEqual([]);
        if (report.length === 0) expect(dumpMessages(mended)).toBe(dumpMessages(messages));
        expectSame(fromModelMessages(mended), mended);
      }),
      { numRuns: 500 },
    );
  });

  it("share nothing with what was read or written", () => {
    fc.assert(
      fc.property(brokenMessageLists(), (messages) => {
        const given = copyMessages(messages);
        const read = fromModelMessages(given);
        expect(dumpMessages(given)).toBe(dumpMessages(messages));
        const json = read.toJson();
        const written = toModelMessages(read).messages;
        const before = dumpMessages(written);
        expectFresh(written);
        attack(given);
        attack(written);
        expect(read.toJson()).toBe(json);
        expect(dumpMessages(toModelMessages(read).messages)).toBe(before);
      }),
    );
  });
});

/** Nothing in it is frozen, and nothing stands in two places. */
function expectFresh(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null) return;
  expect(Object.isFrozen(value)).toBe(false);
  expect(seen.has(value)).toBe(false);
  seen.add(value);
  if (ArrayBuffer.isView(value)) return;
  for (const inner of Object.values(value)) expectFresh(inner, seen);
}

describe("Whatever a transcript holds", () => {
  const inputs = fc.oneof(conversation(), brokenConversation(), fc.array(entryInput(), { maxLength: 8 }));

  it("is written as the SDK accepts it, twice the same, and read back to the same messages", () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom<object>({}, { openCalls: "abort" }), (entries, options) => {
        const transcript = Transcript.from(entries);
        const { messages } = toModelMessages(transcript, options);
        expect(modelMessageFaults(messages)).toEqual([]);
        expect(dumpMessages(toModelMessages(transcript, options).messages)).toBe(dumpMessages(messages));
        expectSame(fromModelMessages(messages), messages);
      }),
      { numRuns: 500 },
    );
  });

  it("is written as version 5 accepts it where that is asked for", () => {
    const lists = brokenMessageLists().map((messages) => fromModelMessages(messages));
    const made = inputs.map((entries) => Transcript.from(entries));
    fc.assert(
      fc.property(fc.oneof(made, lists), (transcript) => {
        const { messages } = toModelMessages(transcript, { version: 5 });
        const faults = modelMessageFaults(messages.filter(isOfVersion5), 5);
        expect(faults.filter((fault) => !fault.includes("not answered"))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("is written so from chat messages that break rules", () => {
    fc.assert(
      fc.property(brokenChatMessageLists(), (messages) => {
        expect(modelMessageFaults(toModelMessages(fromChatMessages(messages)).messages)).toEqual([]);
      }),
    );
  });

  it("is written so under sources that no reader made", () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const keys = ["role", "content", "group", "keys", "values", "undefined", "inner", "type", "carrier", "tag"];
    const words = [
      "list",
      "start",
      "middle",
      "end",
      "tool",
      "assistant",
      "critic",
      "image",
      "reasoning-file",
      "file",
      "file-data",
      "image-url",
      "file-id",
      "media",
      "URL",
      "Buffer",
      "ArrayBuffer",
      "data",
      "url",
      "bare",
      "json",
      "unknown",
      true,
    ];
    const lists = [
      ["role", "content", "type", "providerOptions", "mediaType", "__proto__"],
      { keys: ["type", "value", "reason", "providerOptions"], values: { reason: null, providerOptions: 5 } },
      { providerExecuted: true, role: null, content: 5, type: 3, mediaType: false, input: 3 },
    ];
    const source = fc
      .dictionary(
        fc.constantFrom(...keys, "untyped", "output", "exact", "loose", "unnamed"),
        fc.oneof(fc.constantFrom<unknown>(...words, ...lists), json),
      )
      .map((noted) => ({ ...noted, format: "ai-sdk" }));
    const providerMetadata = {
      "ai-sdk": {
        role: 7,
        type: 5,
        input: 1,
        output: { value: 5, providerOptions: 3 },
        providerOptions: 4,
        reference: {},
      },
    };
    fc.assert(
      fc.property(brokenMessageLists(), fc.array(source, { minLength: 1 }), fc.nat(), (messages, sources, seed) => {
        let turn = seed % 1000;
        const next = (): object =>
          turn++ % 3 === 0 ? { source: sources[turn % sources.length], providerMetadata } : {};
        const entries = fromModelMessages(messages).entries();
        const forged = entries.map((entry) => ({
          ...entry,
          ...next(),
          content: entry.content.map((part) => ({ ...part, ...next() })),
        }));
        expect(modelMessageFaults(toModelMessages(Transcript.from(forged as EntryInput[])).messages)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** Roles and kinds that no version knows are not checked by the schema of version 5. */
function isOfVersion5(message: { role: string; content: unknown }): boolean {
  const known = ["text", "image", "file", "reasoning", "tool-call", "tool-result"];
  const parts = Array.isArray(message.content)
    ? (message.content as { type: string; output?: { type: string; value: unknown } }[])
    : [];
  const isKnown = ({ type, output }: (typeof parts)[number]): boolean => {
    const items = output?.type === "content" ? (output.value as { type: string }[]) : [];
    return known.includes(type) && output?.type !== "later-output" && items.every(({ type }) => type !== "later-item");
  };
  return ["system", "user", "assistant", "tool"].includes(message.role) && parts.every(isKnown);
}

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data/openai-chat)", () => {
  it.each(sharedConversations("openai-chat").map(({ name, messages }) => ({ name, messages })))(
    "$name",
    ({ messages }) => {
      const read = fromChatMessages(messages);
      const others = [1, 2, 3, 10].map((size) => read.compact({ keepLast: size }));
      for (const other of [read, ...others, read.pruneToolResults({ maxBytes: 100, keepLastTurns: 0 })]) {
        const { messages: written } = toModelMessages(other);
        expect(modelMessageFaults(written)).toEqual([]);
        expectSame(fromModelMessages(written), written);
        expectSame(readInPieces(written, [1, 2, 3, 7, 20, 21]), written);
      }
    },
  );
});

describe("Secrets", () => {
  it("are in model messages no more once they were redacted", () => {
    const fixed = (
      "role type toolCallId toolName approvalId mediaType data image url fileId kind signature itemId " +
      "redactedData reference openai outcome"
    ).split(" ");
    const plant = (value: unknown, key = ""): unknown => {
      if (typeof value === "string") return value === "" || fixed.includes(key) ? value : `s3cr3t ${value}`;
      if (Array.isArray(value)) return value.map((item) => plant(item, key));
      if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
        return value;
      return objectOf(Object.entries(value).map(([name, item]) => [name, plant(item, name)] as const));
    };
    fc.assert(
      fc.property(modelMessageLists(), (messages) => {
        const clean = fromModelMessages(messages.map((message) => plant(message) as object)).redact("s3cr3t");
        expect(clean.toJson()).not.toContain("s3cr3t");
        expect(dumpMessages(toModelMessages(clean).messages)).not.toContain("s3cr3t");
      }),
    );
  });
});
