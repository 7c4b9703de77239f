import { Transcript } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { chatMessages } from "../support/chat-messages.js";
import { copyOf } from "../support/copy.js";
import { bundledConversations, sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump } from "../support/dump.js";
import { openCalls } from "../support/oracle.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

/** The same values under the same keys in the same order, and nothing to report but calls that wait for their results. */
function expectSame(transcript: Transcript, messages: readonly object[]): void {
  const { messages: back, report } = toChatMessages(transcript);
  expect(dump(back)).toBe(dump(messages));
  expect(JSON.stringify(back)).toBe(JSON.stringify(messages));
  expect(report.filter((note) => note.action !== "open")).toEqual([]);
  expect(report.length > 0).toBe(openCalls(transcript.entries()).length > 0);
}

function inPieces(messages: readonly object[], cuts: readonly number[]): Transcript {
  const bounds = [0, ...cuts.map((cut) => cut % (messages.length + 1)).sort((a, b) => a - b), messages.length];
  return bounds
    .slice(1)
    .reduce((after, end, index) => fromChatMessages(messages.slice(bounds[index], end), { after }), Transcript.empty);
}

describe("Same format, same bytes: toChatMessages(fromChatMessages(m))", () => {
  it("equals m, key order included, with an empty report", () => {
    fc.assert(
      fc.property(chatMessages(), (messages) => expectSame(fromChatMessages(messages), messages)),
      { numRuns: 400 },
    );
  });

  it("equals m with toJson and fromJson in between", () => {
    fc.assert(
      fc.property(chatMessages(), (messages) =>
        expectSame(Transcript.fromJson(fromChatMessages(messages).toJson()), messages),
      ),
      { numRuns: 300 },
    );
  });

  it("equals m that arrived in pieces, cut anywhere", () => {
    fc.assert(
      fc.property(chatMessages(), fc.array(fc.nat(30), { maxLength: 4 }), (messages, cuts) =>
        expectSame(inPieces(messages, cuts), messages),
      ),
      { numRuns: 300 },
    );
  });

  it("equals m that was built entry by entry from what it was read to", () => {
    fc.assert(
      fc.property(chatMessages(), (messages) => {
        const read = fromChatMessages(messages);
        expectSame(
          read.entries().reduce((sofar, entry) => sofar.append(entry), Transcript.empty),
          messages,
        );
      }),
    );
  });

  it("equals m also when the list was changed after it was read, or when an earlier export was", () => {
    fc.assert(
      fc.property(chatMessages(), (messages) => {
        const given = copyOf(messages);
        const transcript = fromChatMessages(given);
        for (const message of given) Object.assign(message, { role: "user", content: "changed" });
        for (const message of toChatMessages(transcript).messages) Object.assign(message, { content: "changed" });
        expectSame(transcript, messages);
      }),
    );
  });

  it("equals the kept messages of m after one entry was taken out of a conversation without calls", () => {
    const said = fc.record(
      { role: fc.constantFrom("user", "assistant", "system"), content: fc.string() },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(said, { minLength: 2, maxLength: 6 }), fc.nat(5), (messages, place) => {
        const at = place % messages.length;
        const entries = fromChatMessages(messages).entries();
        expectSame(Transcript.from(entries.toSpliced(at, 1)), messages.toSpliced(at, 1));
      }),
    );
  });
});

function expectSameReal(messages: readonly object[]): void {
  const transcript = fromChatMessages(messages);
  expectSame(transcript, messages);
  expectSame(Transcript.fromJson(transcript.toJson()), messages);
  expectSame(inPieces(messages, [1, 2, 3, 4, 5, 8, 13, 21, messages.length - 1]), messages);
}

describe("Same format, same bytes, for bundled real conversations", () => {
  it.each(bundledConversations())("$name", ({ messages }) => expectSameReal(messages));
});

describe.runIf(sharedDataIsThere)("Same format, same bytes, for real conversations (from ../shared/data)", () => {
  it.each(sharedConversations("openai-chat"))("$name", ({ messages }) => expectSameReal(messages));
});
