import { type EntryInput, Transcript } from "colloquy";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation, entryInput } from "../support/arbitraries.js";
import { attack } from "../support/attack.js";
import { copyOf } from "../support/copy.js";
import { dump } from "../support/dump.js";
import { expectFresh, plant } from "../support/laws.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { responsesFaults } from "./acceptance/openai-responses.js";
import { brokenMessageLists } from "./openai-chat-messages.js";
import { brokenItemLists, type Item, itemLists, listsWithReferences } from "./openai-responses-items.js";

/** The list comes back as it came, and nothing is reported but calls that wait. */
function expectSame(transcript: Transcript, items: readonly object[]): void {
  const back = toResponsesItems(transcript);
  expect(dump(back.input)).toBe(dump(items));
  expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
}

function readInPieces(items: readonly object[], cuts: readonly number[]): Transcript {
  const inner = cuts.map((cut) => cut % (items.length + 1)).sort((a, b) => a - b);
  let read = Transcript.empty;
  let start = 0;
  for (const end of [...inner, items.length]) {
    read = fromResponsesItems(items.slice(start, end), { after: read });
    start = end;
  }
  return read;
}

const lists = fc.oneof({ weight: 4, arbitrary: itemLists() }, { weight: 1, arbitrary: listsWithReferences() });

describe("Responses items of every kind", () => {
  it("are generated as the endpoint would accept them", () => {
    fc.assert(
      fc.property(lists, (items) => {
        expect(responsesFaults(items)).toEqual([]);
      }),
    );
  });

  it("come back as they came, key order included, and through the document", () => {
    fc.assert(
      fc.property(lists, (items) => {
        const read = fromResponsesItems(items);
        expectSame(read, items);
        expectSame(Transcript.fromJson(read.toJson()), items);
      }),
      { numRuns: 500 },
    );
  });

  it("give the same transcript whole and in pieces", () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(99)), (items, cuts) => {
        const read = readInPieces(items, cuts);
        expect(read.toJson()).toBe(fromResponsesItems(items).toJson());
        expectSame(read, items);
      }),
      { numRuns: 300 },
    );
  });

  it("come back from copies of the entries and parts, as an edit makes them", () => {
    fc.assert(
      fc.property(lists, (items) => {
        const entries = fromResponsesItems(items).entries();
        const copies = entries.map(
          (entry) => ({ ...entry, content: entry.content.map((part) => ({ ...part })) }) as EntryInput,
        );
        expectSame(Transcript.from(copies), items);
      }),
    );
  });

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

  it("hold no secret any more once it was redacted", () => {
    fc.assert(
      fc.property(lists, (items) => {
        const read = fromResponsesItems(items.map((item) => plant(item, "s3cr3t ", FIXED) as object));
        const clean = read.redact("s3cr3t");
        expect(clean.toJson()).not.toContain("s3cr3t");
        const { input } = toResponsesItems(clean);
        expect(JSON.stringify(input)).not.toContain("s3cr3t");
        expect(responsesFaults(input)).toEqual([]);
      }),
    );
  });

  it("are accepted wherever the transcript is cut, compacted or pruned", () => {
    fc.assert(
      fc.property(lists, fc.nat(6), (items, size) => {
        const read = fromResponsesItems(items);
        const entries = read.entries();
        const withoutReasoning = read.map((entry) =>
          entry.role === "assistant"
            ? ({ ...entry, content: entry.content.filter(({ type }) => type !== "reasoning") } as EntryInput)
            : entry,
        );
        const others = [
          read.compact({ keepLast: size }),
          read.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }),
          read.repair().transcript,
          ...read.splitAt(size),
          Transcript.from(entries.slice(size)),
          Transcript.from(entries.slice(0, size)),
          withoutReasoning,
        ];
        for (const other of others) {
          expect(responsesFaults(toResponsesItems(other).input)).toEqual([]);
          expect(chatFaults(toChatMessages(other).messages)).toEqual([]);
        }
      }),
    );
  });
});

function isUser(item: Item): boolean {
  const isMessage = item["type"] === undefined || item["type"] === "message";
  return isMessage && (item["role"] === "user" || item["role"] === "critic");
}

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

describe("Responses items that break rules", () => {
  it("are mended where they break them, reported, and stay as they are then", () => {
    fc.assert(
      fc.property(brokenItemLists(), fc.constantFrom<object>({}, { openCalls: "abort" }), (items, options) => {
        const { input, report } = toResponsesItems(fromResponsesItems(items), options);
        expect(responsesFaults(input)).toEqual([]);
        if (responsesFaults(items).length > 0) expect(report).not.toEqual([]);
        if (report.length === 0) expect(dump(input)).toBe(dump(items));
        expectSame(fromResponsesItems(input), input);
      }),
      { numRuns: 500 },
    );
  });

  it("share nothing with what was read or written", () => {
    fc.assert(
      fc.property(brokenItemLists(), (items) => {
        const given = copyOf(items);
        const read = fromResponsesItems(given);
        expect(dump(given)).toBe(dump(items));
        const json = read.toJson();
        const written = toResponsesItems(read).input;
        const before = dump(written);
        expectFresh(written);
        attack(given);
        attack(written);
        expect(read.toJson()).toBe(json);
        expect(dump(toResponsesItems(read).input)).toBe(before);
      }),
    );
  });
});

describe("Whatever a transcript holds", () => {
  const inputs = fc.oneof(conversation(), brokenConversation(), fc.array(entryInput(), { maxLength: 8 }));

  it("is written as the endpoint accepts it, twice the same, and read back to the same items", () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom<object>({}, { openCalls: "abort" }), (entries, options) => {
        const transcript = Transcript.from(entries);
        const { input } = toResponsesItems(transcript, options);
        expect(responsesFaults(input)).toEqual([]);
        expect(dump(toResponsesItems(transcript, options).input)).toBe(dump(input));
        expectSame(fromResponsesItems(input), input);
      }),
      { numRuns: 500 },
    );
  });

  it("is accepted compacted, pruned and repaired", () => {
    fc.assert(
      fc.property(inputs, fc.nat(6), (entries, size) => {
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
        expectSame(fromResponsesItems(input), input);
        expect(chatFaults(toChatMessages(fromResponsesItems(items)).messages)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("is written so under sources that no reader made", () => {
    const json = fc.jsonValue({ maxDepth: 2 });
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
    const source = fc
      .dictionary(
        fc.constantFrom(...keys, "keys", "values", "inner", "type", "arguments", "freeForm", "lone", "run", "bareData"),
        fc.oneof(fc.constantFrom<unknown>(...words, ...lists), json),
      )
      .map((noted) => ({ ...noted, format: "openai-responses" }));
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
        fc.array(source, { minLength: 1 }),
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
