import { type EntryInput, type Part, Transcript } from "colloquy";
import { fromConverse, toConverse } from "colloquy/bedrock";
import { fromChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation, entryInput } from "../support/arbitraries.js";
import { attack } from "../support/attack.js";
import { copyOf } from "../support/copy.js";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump } from "../support/dump.js";
import { bedrockFaults } from "./acceptance/bedrock.js";
import { bedrockRequests, brokenRequests, type Request } from "./bedrock-messages.js";

/** The request comes back as it came, and nothing is reported but calls that wait. */
function expectSame(
  transcript: Transcript,
  { system, messages }: { system?: unknown; messages: readonly object[] },
): void {
  const back = toConverse(transcript);
  expect(dump({ system: back.system, messages: back.messages })).toBe(dump({ system, messages }));
  expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
}

function readInPieces({ system, messages }: Request, cuts: readonly number[]): Transcript {
  const inner = cuts.map((cut) => cut % (messages.length + 1)).sort((a, b) => a - b);
  let read = system === undefined ? Transcript.empty : fromConverse({ system, messages: [] });
  let start = 0;
  for (const end of [...inner, messages.length]) {
    read = fromConverse(messages.slice(start, end), { after: read });
    start = end;
  }
  return read;
}

function read(request: Request): Transcript {
  return fromConverse(request);
}

describe("Converse messages of every kind", () => {
  it("are generated as the endpoint would accept them", () => {
    fc.assert(
      fc.property(bedrockRequests(), (request) => {
        expect(bedrockFaults(request)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("come back as they came, key order included, and through the document", () => {
    fc.assert(
      fc.property(bedrockRequests(), (request) => {
        const transcript = read(request);
        expectSame(transcript, request);
        expectSame(Transcript.fromJson(transcript.toJson()), request);
      }),
      { numRuns: 500 },
    );
  });

  it("give the same transcript whole and in pieces", () => {
    fc.assert(
      fc.property(bedrockRequests(), fc.array(fc.nat(99)), (request, cuts) => {
        const transcript = readInPieces(request, cuts);
        expect(transcript.toJson()).toBe(read(request).toJson());
        expectSame(transcript, request);
      }),
      { numRuns: 300 },
    );
  });

  it("come back from copies of the entries and parts, as an edit makes them", () => {
    fc.assert(
      fc.property(bedrockRequests(), (request) => {
        const copies = read(request)
          .entries()
          .map((entry) => ({ ...entry, content: entry.content.map((part) => ({ ...part })) }) as EntryInput);
        expectSame(Transcript.from(copies), request);
      }),
    );
  });

  it("are accepted wherever the transcript is cut, compacted or pruned", () => {
    fc.assert(
      fc.property(bedrockRequests(), fc.nat(6), (request, size) => {
        const transcript = read(request);
        const entries = transcript.entries();
        const others = [
          transcript.compact({ keepLast: size }),
          transcript.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }),
          transcript.repair({ pendingCalls: "abort" }).transcript,
          ...transcript.splitAt(size),
          Transcript.from(entries.slice(size)),
          Transcript.from(entries.slice(0, size)),
          transcript.concat(entries),
        ];
        for (const other of others) expect(bedrockFaults(toConverse(other))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("hold no secret any more once it was redacted", () => {
    fc.assert(
      fc.property(bedrockRequests(), (request) => {
        const clean = read(plant(request, "s3cr3t ") as Request).redact("s3cr3t");
        expect(clean.toJson()).not.toContain("s3cr3t");
        expect(JSON.stringify(toConverse(clean))).not.toContain("s3cr3t");
      }),
    );
  });
});

const FIXED = ["role", "toolUseId", "name", "type", "format", "uri", "bytes", "signature", "status"];

/** Puts a secret in front of every text that is no name, id, address or word of the format. */
function plant(value: unknown, secret: string, key = ""): unknown {
  if (typeof value === "string") return value === "" || FIXED.includes(key) ? value : secret + value;
  if (Array.isArray(value)) return value.map((item) => plant(item, secret, key));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  const planted = {};
  for (const [name, item] of Object.entries(value)) {
    Object.defineProperty(planted, name, { value: plant(item, secret, name), enumerable: true });
  }
  return planted;
}

describe("Converse messages that break rules", () => {
  it("are mended where they break them, reported, and stay as they are then", () => {
    fc.assert(
      fc.property(brokenRequests(), fc.constantFrom<object>({}, { openCalls: "abort" }), (request, options) => {
        const { report, ...mended } = toConverse(read(request), options);
        expect(bedrockFaults(mended)).toEqual([]);
        if (bedrockFaults(request).length > 0) expect(report).not.toEqual([]);
        if (report.length === 0) expect(dump(mended)).toBe(dump(request));
        expectSame(fromConverse(mended), mended);
      }),
      { numRuns: 600 },
    );
  });

  it("share nothing with what was read or written", () => {
    fc.assert(
      fc.property(brokenRequests(), (request) => {
        const given = copyOf(request);
        const transcript = read(given);
        expect(dump(given)).toBe(dump(request));
        const json = transcript.toJson();
        const { report: _report, ...written } = toConverse(transcript);
        const before = dump(written);
        expectFresh(written);
        attack(given);
        attack(written);
        expect(transcript.toJson()).toBe(json);
        const { report: _again, ...again } = toConverse(transcript);
        expect(dump(again)).toBe(before);
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
  if (value instanceof Uint8Array) return;
  for (const inner of Object.values(value)) expectFresh(inner, seen);
}

describe("Whatever a transcript holds", () => {
  const inputs = fc.oneof(conversation(), brokenConversation(), fc.array(entryInput(), { maxLength: 8 }));

  it("is written as the endpoint accepts it, twice the same, and read back to the same messages", () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom<object>({}, { openCalls: "abort" }), (entries, options) => {
        const transcript = Transcript.from(entries);
        const { report: _report, ...written } = toConverse(transcript, options);
        expect(bedrockFaults(written)).toEqual([]);
        const { report: _again, ...again } = toConverse(transcript, options);
        expect(dump(again)).toBe(dump(written));
        expectSame(fromConverse(written), written);
      }),
      { numRuns: 600 },
    );
  });

  it("is accepted with own proofs, cache marks and names anywhere", () => {
    const proof = { anthropic: { signature: "S", cacheControl: { type: "ephemeral" } }, bedrock: { signature: "S" } };
    const parts: readonly Part[] = [
      { type: "reasoning", text: "r", providerMetadata: proof },
      { type: "reasoning", text: "", redacted: true, providerMetadata: { anthropic: { redactedData: "D" } } },
      { type: "text", text: "t ", providerMetadata: proof },
      { type: "tool-call", toolCallId: "p", toolName: "a.b", input: {} },
      { type: "tool-result", toolCallId: "p", output: "inner" },
      { type: "file", mediaType: "application/pdf", data: "JVBERi0=", providerMetadata: proof },
    ];
    // A result inside an answer stands behind its call.
    const inner = parts.find(({ type }) => type === "tool-result")!;
    const others = parts.filter((part) => part !== inner);
    const content = fc.tuple(fc.shuffledSubarray(others, { minLength: 1 }), fc.boolean()).map(([chosen, isInner]) => {
      return isInner && chosen.some(({ type }) => type === "tool-call") ? [...chosen, inner] : chosen;
    });
    const added = fc.array(fc.record({ at: fc.nat(), content }), { maxLength: 4 });
    fc.assert(
      fc.property(inputs, added, (entries, made) => {
        const list = [...entries];
        for (const { at, content: said } of made) {
          const assistant = { role: "assistant", content: said, name: "bob", providerMetadata: proof } as EntryInput;
          list.splice(at % (list.length + 1), 0, assistant);
        }
        const { report: _report, ...written } = toConverse(Transcript.from(list));
        expect(bedrockFaults(written)).toEqual([]);
        expectSame(fromConverse(written), written);
      }),
      { numRuns: 500 },
    );
  });

  it("is accepted before and after compaction, pruning and repair", () => {
    fc.assert(
      fc.property(inputs, fc.nat(5), (entries, size) => {
        const transcript = Transcript.from(entries);
        const others = [
          transcript.compact({ keepLast: size }),
          transcript.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }),
          transcript.repair().transcript,
        ];
        for (const other of others) expect(bedrockFaults(toConverse(other))).toEqual([]);
      }),
    );
  });

  it("is written so under sources that no reader made", () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const keys = ["role", "more", "joined", "apart", "own", "empty", "keys", "values", "undefined", "outer", "second"];
    const others = [
      "inner",
      "place",
      "member",
      "fileFormat",
      "bytes",
      "carrier",
      "named",
      "success",
      "spelled",
      "exact",
    ];
    const words = ["text", "map", "critic", "image", "document", "png", true];
    const lists = [
      ["role", "content", "toolUseId", "text", "name", "__proto__", "status", "bytes"],
      { keys: ["url", "data", "type"], values: { url: null, data: 5 } },
      { content: null, role: null, status: false, text: 5 },
    ];
    const source = fc
      .dictionary(fc.constantFrom(...keys, ...others), fc.oneof(fc.constantFrom<unknown>(...words, ...lists), json))
      .map((noted) => ({ ...noted, format: "bedrock" }));
    const providerMetadata = {
      anthropic: {
        signature: 5,
        redactedData: {},
        cacheControl: { type: "ephemeral" },
        source: 7,
        role: 7,
        content: 3,
      },
    };
    fc.assert(
      fc.property(brokenRequests(), fc.array(source, { minLength: 1 }), fc.nat(), (request, sources, seed) => {
        let turn = seed % 1000;
        const next = (): object =>
          turn++ % 3 === 0 ? { source: sources[turn % sources.length], providerMetadata } : {};
        const forged = read(request)
          .entries()
          .map((entry) => ({ ...entry, ...next(), content: entry.content.map((part) => ({ ...part, ...next() })) }));
        expect(bedrockFaults(toConverse(Transcript.from(forged as EntryInput[])))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data)", () => {
  it.each(sharedConversations("openai-chat").map(({ name, messages }) => ({ name, messages })))(
    "openai-chat/$name",
    ({ messages }) => {
      const transcript = fromChatMessages(messages);
      const { report: _report, ...written } = toConverse(transcript);
      expect(bedrockFaults(written)).toEqual([]);
      expectSame(fromConverse(written), written);
      for (const size of [1, 2, 3, 10])
        expect(bedrockFaults(toConverse(transcript.compact({ keepLast: size })))).toEqual([]);
    },
  );
});
