import { safeValidateUIMessages } from "ai";
import { Transcript } from "colloquy";
import { fromUIMessages, toModelMessages, toUIMessages } from "colloquy/ai-sdk";
import { toChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { anyEntries, copiesOf } from "../support/laws.js";
import { modelMessageFaults } from "./acceptance/ai-sdk.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { dumpMessages } from "./ai-sdk-messages.js";
import { uiMessageLists } from "./ai-sdk-ui-messages.js";

/** The list comes back as it came, and nothing is reported but calls that wait. */
function expectSame(transcript: Transcript, messages: readonly object[]): void {
  const back = toUIMessages(transcript);
  expect(dumpMessages(back.messages)).toBe(dumpMessages(messages));
  expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
}

describe("UI messages of every kind", () => {
  it("come back as they came, key order included, and through the document", () => {
    fc.assert(
      fc.property(uiMessageLists(), (messages) => {
        const read = fromUIMessages(messages);
        expectSame(read, messages);
        expectSame(Transcript.fromJson(read.toJson()), messages);
      }),
      { numRuns: 500 },
    );
  });

  it("give the same transcript whole and one by one", () => {
    fc.assert(
      fc.property(uiMessageLists(), (messages) => {
        let read = Transcript.empty;
        for (const message of messages) read = fromUIMessages([message], { after: read });
        expect(read.toJson()).toBe(fromUIMessages(messages).toJson());
      }),
    );
  });

  it("come back from copies of the entries and parts, as an edit makes them", () => {
    fc.assert(
      fc.property(uiMessageLists(), (messages) => {
        expectSame(copiesOf(fromUIMessages(messages)), messages);
      }),
    );
  });

  it("are accepted by the SDK and by others as model messages, cut and compacted too", () => {
    fc.assert(
      fc.property(uiMessageLists(), fc.nat(6), (messages, size) => {
        const read = fromUIMessages(messages);
        for (const other of [read, read.compact({ keepLast: size }), ...read.splitAt(size), read.repair().transcript]) {
          expect(modelMessageFaults(toModelMessages(other).messages)).toEqual([]);
          expect(chatFaults(toChatMessages(other).messages)).toEqual([]);
          toUIMessages(other);
        }
      }),
    );
  });
});

describe("Whatever a transcript holds", () => {
  it("is written as UI messages that the SDK accepts, twice the same, and read back to the same messages", async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, fc.constantFrom<object>({}, { openCalls: "abort" }), async (entries, options) => {
        const transcript = Transcript.from(entries);
        const { messages } = toUIMessages(transcript, options);
        if (messages.length > 0) {
          const checked = await safeValidateUIMessages({ messages });
          expect(checked.success ? [] : checked.error.message.slice(0, 2000)).toEqual([]);
        }
        expect(dumpMessages(toUIMessages(transcript, options).messages)).toBe(dumpMessages(messages));
        expectSame(fromUIMessages(messages), messages);
      }),
      { numRuns: 300 },
    );
  });
});

describe.runIf(sharedDataIsThere)("Recorded UI messages (from ../shared/data/ai-sdk-ui)", () => {
  it.each(sharedConversations("ai-sdk-ui"))("$name", async ({ messages }) => {
    const read = fromUIMessages(messages);
    expectSame(read, messages);
    expectSame(Transcript.fromJson(read.toJson()), messages);
    expect(read.length).toBeGreaterThan(20);
    for (const size of [1, 2, 3, 10]) {
      const compacted = read.compact({ keepLast: size });
      expect(modelMessageFaults(toModelMessages(compacted).messages)).toEqual([]);
      expect(await safeValidateUIMessages({ messages: toUIMessages(compacted).messages })).toMatchObject({
        success: true,
      });
    }
  });
});
