import { Transcript } from "colloquy";
import { fromUIMessages, toModelMessages } from "colloquy/ai-sdk";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromContents, toContents } from "colloquy/gemini";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import { fromOtelMessages, toOtelMessages } from "colloquy/otel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { anyEntries, cutsOf } from "../support/laws.js";
import { modelMessageFaults } from "./acceptance/ai-sdk.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { geminiFaults } from "./acceptance/gemini.js";
import { langchainFaults } from "./acceptance/langchain.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { responsesFaults } from "./acceptance/openai-responses.js";
import { otelFaults, otelPartFaults } from "./acceptance/otel.js";
import { describeForged, describeLaws, expectWelcome, type Format, splitList } from "./contract.js";
import { BLOBS, brokenOtelMessageLists, otelMessageLists } from "./otel-messages.js";

/** Names, ids and words of the format. */
const FIXED = ["role", "type", "id", "name", "modality", "mime_type", "file_id", "outcome"];

const format: Format<readonly object[]> = {
  title: "OpenTelemetry messages",
  unit: "messages",
  judge: "schema",
  valid: otelMessageLists(),
  broken: brokenOtelMessageLists(),
  read: (messages) => fromOtelMessages(messages),
  readOn: (list, after) => fromOtelMessages(list, { after }),
  write: (transcript, options) => {
    const { messages, report } = toOtelMessages(transcript, options);
    return { written: messages, report };
  },
  split: splitList,
  faults: otelFaults,
  isFixed: (key, text) => FIXED.includes(key) || BLOBS.includes(text),
  changed: (transcript) => [
    transcript.repair({ pendingCalls: "abort" }).transcript,
    transcript.concat(transcript.entries()),
  ],
  runs: { valid: 300, cut: 300, broken: 600, any: 600 },
};

describeLaws(format);
describeForged(format, {
  name: "otel",
  keys: "role group keys values undefined idless arguments response exact type untold".split(" "),
  values: [
    ..."start middle end tool user critic text result none blob uri file_data".split(" "),
    true,
    ["role", "parts", "type", "content", "id", "name", "response", "finish_reason", "__proto__"],
    { type: 5, role: null, parts: 3, content: 7, name: false, finish_reason: true, response: null },
  ],
  providerMetadata: {
    otel: { role: 7, parts: 5, type: 3, name: 4, finish_reason: [], id: 9, content: {}, modality: 1 },
  },
});

describe("Whatever a transcript holds", () => {
  it("is written in parts that are as their types are", () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        expect(otelPartFaults(toOtelMessages(Transcript.from(entries)).messages)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("is written without what proves it to a provider", () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const proof = { anthropic: { signature: "pr00f" }, google: { thoughtSignature: "pr00f" } };
        const proved = Transcript.from(entries).map((entry) => {
          const content = entry.content.map((part) => ({ ...part, providerMetadata: proof }));
          return { ...entry, content } as typeof entry;
        });
        const { messages, report } = toOtelMessages(proved);
        expect(JSON.stringify(messages)).not.toContain("pr00f");
        const told = report.filter(({ what }) => what.startsWith("proofs of a provider"));
        expect(told.length).toBe(proved.entries().some(({ content }) => content.length > 0) ? 2 : 0);
      }),
    );
  });
});

interface Other {
  read(messages: readonly object[]): Transcript;
  /** Why the provider would not accept what is written for it. */
  faults(transcript: Transcript): string[];
}

const others: Readonly<Record<string, Other>> = {
  "ai-sdk-ui": {
    read: (messages) => fromUIMessages(messages),
    faults: (transcript) => modelMessageFaults(toModelMessages(transcript).messages),
  },
  anthropic: {
    read: (messages) => fromMessages(messages),
    faults: (transcript) => anthropicFaults(toMessages(transcript)),
  },
  gemini: {
    read: (messages) => fromContents(messages),
    faults: (transcript) => geminiFaults(toContents(transcript)),
  },
  langchain: {
    read: (messages) => fromStoredMessages(messages),
    faults: (transcript) => langchainFaults(toStoredMessages(transcript).messages),
  },
  "openai-chat": {
    read: (messages) => fromChatMessages(messages),
    faults: (transcript) => chatFaults(toChatMessages(transcript).messages),
  },
  "openai-responses": {
    read: (messages) => fromResponsesItems(messages),
    faults: (transcript) => responsesFaults(toResponsesItems(transcript).input),
  },
};

/** What a conversation says, in order, less what telemetry does not hold and what results say. */
function said(transcript: Transcript): unknown[] {
  return transcript.entries().flatMap(({ content }) =>
    content.flatMap((part): unknown[] => {
      if (part.type === "text" || part.type === "refusal") return [part.text];
      if (part.type === "reasoning") return part.redacted === true ? [] : [{ thought: part.text }];
      if (part.type === "tool-call") return [[part.toolCallId, part.toolName, part.input]];
      if (part.type === "tool-result") return [[part.toolCallId, part.outcome]];
      return [];
    }),
  );
}

describe.runIf(sharedDataIsThere).each(Object.keys(others))(
  "Recorded conversations (from ../shared/data/%s)",
  (name) => {
    it.each(sharedConversations(name))("$name", ({ messages }) => {
      const { read, faults } = others[name]!;
      const transcript = read(messages);
      expectWelcome(format, transcript);
      for (const other of [transcript, ...cutsOf(transcript, 10)]) {
        const { messages } = toOtelMessages(other);
        expect(otelPartFaults(messages)).toEqual([]);
        const back = fromOtelMessages(messages);
        expect(said(back)).toEqual(said(other));
        expect(faults(back)).toEqual([]);
      }
    });
  },
);
