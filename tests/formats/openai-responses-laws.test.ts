import { type EntryInput, Transcript } from "colloquy";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dump } from "../support/dump.js";
import { anyEntries, forgedSources } from "../support/laws.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { responsesFaults } from "./acceptance/openai-responses.js";
import { describeLaws, expectSame, type Format, splitList } from "./contract.js";
import { brokenMessageLists } from "./openai-chat-messages.js";
import { brokenItemLists, type Item, itemLists, listsWithReferences } from "./openai-responses-items.js";

/** Names, ids, addresses and words of the format. */
const FIXED = [
  "role",
  "id",
  "call_id",
  "name",
  "namespace",
  "type",
  "format",
  "detail",
  "phase",
  "status",
  "encrypted_content",
  "file_id",
  "file_data",
  "file_url",
  "image_url",
  "url",
  "data",
];

const format: Format<readonly object[]> = {
  title: "Responses items",
  unit: "items",
  judge: "endpoint",
  valid: fc.oneof({ weight: 4, arbitrary: itemLists() }, { weight: 1, arbitrary: listsWithReferences() }),
  broken: brokenItemLists(),
  read: (items) => fromResponsesItems(items),
  readOn: (list, after) => fromResponsesItems(list, { after }),
  write: (transcript, options) => {
    const { input, report } = toResponsesItems(transcript, options);
    return { written: input, report };
  },
  split: splitList,
  faults: responsesFaults,
  isFixed: (key) => FIXED.includes(key),
  changed: (transcript) => [
    transcript.repair().transcript,
    transcript.map((entry) =>
      entry.role === "assistant"
        ? ({ ...entry, content: entry.content.filter(({ type }) => type !== "reasoning") } as EntryInput)
        : entry,
    ),
  ],
  isForChatToo: true,
  runs: { valid: 100, cut: 100, broken: 500, any: 500 },
};

describeLaws(format);

describe("Responses items of every kind", () => {
  it("come back but for the one that was edited", () => {
    fc.assert(
      fc.property(itemLists(), fc.nat(), (items, seed) => {
        const read = fromResponsesItems(items);
        const users = read.entries().flatMap(({ role }, index) => (role === "user" ? [index] : []));
        if (users.length === 0) return;
        const nth = seed % users.length;
        const edited = read.replace(users[nth]!, {
          ...read.at(users[nth]!)!,
          content: "edited",
        } as unknown as EntryInput);
        const place = items.flatMap((item, index) => (isUser(item) ? [index] : []))[nth]!;
        const back = toResponsesItems(edited).input as unknown as Item[];
        const isList = Array.isArray(items[place]!["content"]);
        expect(back[place]!["content"]).toEqual(isList ? [{ type: "input_text", text: "edited" }] : "edited");
        expect(dump(back.toSpliced(place, 1))).toBe(dump(items.toSpliced(place, 1)));
      }),
    );
  });
});

function isUser(item: Item): boolean {
  const isMessage = item["type"] === undefined || item["type"] === "message";
  return isMessage && (item["role"] === "user" || item["role"] === "critic");
}

describe("Whatever a transcript holds", () => {
  it("is accepted compacted, pruned and repaired", () => {
    fc.assert(
      fc.property(anyEntries, fc.nat(6), (entries, size) => {
        const transcript = Transcript.from(entries);
        const others = [
          transcript.compact({ keepLast: size }),
          transcript.compact({ keepLastTurns: size, keepFirstTurn: "user" }),
          transcript.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }),
          transcript.repair().transcript,
          transcript.repair({ openCalls: "drop", pendingCalls: "abort" }).transcript,
        ];
        for (const other of others) expect(responsesFaults(toResponsesItems(other).input)).toEqual([]);
      }),
    );
  });

  it("is accepted when it was read from chat messages, and the other way round", () => {
    fc.assert(
      fc.property(brokenMessageLists(), brokenItemLists(), (messages, items) => {
        const { input } = toResponsesItems(fromChatMessages(messages));
        expect(responsesFaults(input)).toEqual([]);
        expectSame(format, fromResponsesItems(input), input);
        expect(chatFaults(toChatMessages(fromResponsesItems(items)).messages)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("is written so under sources that no reader made", () => {
    const keys = [
      "role",
      "content",
      "item",
      "joined",
      "place",
      "led",
      "idless",
      "bare",
      "of",
      "texts",
      "forms",
      "kind",
    ];
    const words = ["list", "content", "input_audio", "input_file", "file_url", "shell_call", "program_output", true];
    const lists = [
      ["type", "role", "content", "call_id", "id", "__proto__"],
      { keys: ["id", "type"], values: { id: 5, type: null } },
      { type: null, role: null, content: 5, id: 3, summary: 7 },
      [0, 1],
    ];
    const more = ["keys", "values", "inner", "type", "arguments", "freeForm", "lone", "run", "bareData"];
    const sources = forgedSources("openai-responses", [...keys, ...more], [...words, ...lists]);
    const providerMetadata = fc.constantFrom({
      openai: {
        itemId: "fc 1",
        phase: 5,
        reasoningEncryptedContent: 7,
        texts: 4,
        imageDetail: 4,
        item: { type: 5, role: 7, call_id: 3, summary: "x" },
        part: { type: 5, text: 7, image_url: 3 },
      },
    });
    const value = fc.constantFrom<object>(
      { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: "" },
      { type: "message", role: "user", content: 5 },
      { type: "item_reference", id: "a" },
      { type: 5 },
    );
    fc.assert(
      fc.property(
        brokenItemLists(),
        sources,
        providerMetadata,
        fc.array(value, { maxLength: 3 }),
        fc.nat(),
        (items, sources, metadata, values, seed) => {
          let turn = seed % 1000;
          const next = (): object =>
            turn++ % 3 === 0
              ? { source: sources[turn % sources.length], ...(turn % 2 === 0 && { providerMetadata: metadata }) }
              : {};
          const customs = values.map((given) => ({ type: "custom", format: "openai-responses", value: given }));
          const entries = fromResponsesItems(items).entries();
          const forged = entries.map((entry) => ({
            ...entry,
            ...next(),
            content: [
              ...entry.content.map((part) => ({ ...part, ...next() })),
              ...(entry.role === "tool" ? [] : customs.map((custom) => ({ ...custom, ...next() }))),
            ],
          }));
          expect(responsesFaults(toResponsesItems(Transcript.from(forged as EntryInput[])).input)).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
