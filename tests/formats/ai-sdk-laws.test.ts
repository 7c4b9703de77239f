import { Transcript } from "colloquy";
import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
import { fromChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { anyEntries } from "../support/laws.js";
import { modelMessageFaults } from "./acceptance/ai-sdk.js";
import { brokenMessageLists, copyMessages, dumpMessages, modelMessageLists } from "./ai-sdk-messages.js";
import {
  describeForged,
  describeLaws,
  expectSame,
  expectWritten,
  type Format,
  readInPieces,
  splitList,
} from "./contract.js";
import { brokenMessageLists as brokenChatMessageLists } from "./openai-chat-messages.js";

/** Names, ids, addresses and words of the format. */
const FIXED = (
  "role type toolCallId toolName approvalId mediaType data image url fileId kind signature itemId " +
  "redactedData reference openai outcome"
).split(" ");

const format: Format<readonly object[]> = {
  title: "Model messages",
  unit: "messages",
  judge: "SDK",
  valid: modelMessageLists(),
  broken: brokenMessageLists(),
  read: (messages) => fromModelMessages(messages),
  readOn: (list, after) => fromModelMessages(list, { after }),
  write: (transcript, options) => {
    const { messages, report } = toModelMessages(transcript, options);
    return { written: messages, report };
  },
  split: splitList,
  faults: (messages) => modelMessageFaults(messages),
  isFixed: (key) => FIXED.includes(key),
  changed: (transcript) => [transcript.repair().transcript],
  isForChatToo: true,
  dump: dumpMessages,
  copy: copyMessages,
  runs: { valid: 100, cut: 100, broken: 500, any: 500 },
};

describeLaws(format);

describe("Whatever a transcript holds", () => {
  it("is written as version 5 accepts it where that is asked for", () => {
    const lists = brokenMessageLists().map((messages) => fromModelMessages(messages));
    const made = anyEntries.map((entries) => Transcript.from(entries));
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
});

describeForged(format, {
  name: "ai-sdk",
  keys: "role content group keys values undefined inner type carrier tag untyped output exact loose unnamed".split(" "),
  values: [
    ...(
      "list start middle end tool assistant critic image reasoning-file file file-data image-url file-id media " +
      "URL Buffer ArrayBuffer data url bare json unknown"
    ).split(" "),
    true,
    ["role", "content", "type", "providerOptions", "mediaType", "__proto__"],
    { keys: ["type", "value", "reason", "providerOptions"], values: { reason: null, providerOptions: 5 } },
    { providerExecuted: true, role: null, content: 5, type: 3, mediaType: false, input: 3 },
  ],
  providerMetadata: {
    "ai-sdk": {
      role: 7,
      type: 5,
      input: 1,
      output: { value: 5, providerOptions: 3 },
      providerOptions: 4,
      reference: {},
    },
  },
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
  it.each(sharedConversations("openai-chat"))("$name", ({ messages }) => {
    const read = fromChatMessages(messages);
    const others = [1, 2, 3, 10].map((size) => read.compact({ keepLast: size }));
    for (const other of [read, ...others, read.pruneToolResults({ maxBytes: 100, keepLastTurns: 0 })]) {
      const written = expectWritten(format, other);
      expectSame(format, readInPieces(format, written, [1, 2, 3, 7, 20, 21]), written);
    }
  });
});
