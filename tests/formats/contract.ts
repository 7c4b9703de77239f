import { type ConversionNote, type EntryInput, type Part, type ToOptions, Transcript } from "colloquy";
import { toChatMessages } from "colloquy/openai";
import fc, { type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { attack } from "../support/attack.js";
import { copyOf } from "../support/copy.js";
import { dump as dumpValue } from "../support/dump.js";
import { anyEntries, copiesOf, cutsOf, expectFresh, forge, forgedSources, plant } from "../support/laws.js";
import { chatFaults } from "./acceptance/openai-chat.js";

/** What the laws need to know of a format whose conversations are `Given`. */
export interface Format<Given> {
  /** What the names of the tests call it. */
  readonly title: string;
  readonly unit: "messages" | "items" | "contents";
  readonly judge: "endpoint" | "SDK" | "schema";
  /** Conversations as they may come, and conversations that break rules. */
  readonly valid: Arbitrary<Given>;
  readonly broken: Arbitrary<Given>;
  read(given: Given): Transcript;
  /** Reads more of the list behind what was read. */
  readOn(list: readonly object[], after: Transcript): Transcript;
  write(transcript: Transcript, options?: ToOptions): { written: Given; report: readonly ConversionNote[] };
  /** The list, and what stands before it. */
  split(given: Given): { head?: Given | undefined; list: readonly object[] };
  /** Why the provider would not accept it. */
  faults(given: Given): string[];
  /** Whether a text under a key is a name, an id, an address or a word of the format. */
  isFixed(key: string, text: string): boolean;
  /** What else than by cuts, compaction and pruning the transcript may become, with all still accepted. */
  changed(transcript: Transcript): Transcript[];
  /** Whether what was cut is looked at as chat messages, too. */
  readonly isForChatToo?: boolean;
  /** Set where the values of `dump` and `copyOf` do not do. */
  readonly dump?: (value: unknown) => string;
  readonly copy?: (given: Given) => Given;
  readonly runs: { readonly valid: number; readonly cut: number; readonly broken: number; readonly any: number };
}

/** A list is all of it. */
export const splitList = (list: readonly object[]): { list: readonly object[] } => ({ list });

/** A request is a list, with a system prompt before it now and then. */
export function splitRequest<System>({ system, messages }: { system?: System; messages: readonly object[] }): {
  head?: { system: System; messages: [] } | undefined;
  list: readonly object[];
} {
  return { head: system === undefined ? undefined : { system, messages: [] }, list: messages };
}

const openCalls = fc.constantFrom<ToOptions>({}, { openCalls: "abort" });

/** The conversation comes back as it came, and nothing is reported but calls that wait. */
export function expectSame<Given>(format: Format<Given>, transcript: Transcript, given: Given): void {
  const { dump = dumpValue } = format;
  const { written, report } = format.write(transcript);
  expect(dump(format.split(written))).toBe(dump(format.split(given)));
  expect(report.filter(({ action }) => action !== "open")).toEqual([]);
}

export function readInPieces<Given>(format: Format<Given>, given: Given, cuts: readonly number[]): Transcript {
  const { head, list } = format.split(given);
  const inner = cuts.map((cut) => cut % (list.length + 1)).sort((a, b) => a - b);
  let read = head === undefined ? Transcript.empty : format.read(head);
  let start = 0;
  for (const end of [...inner, list.length]) {
    read = format.readOn(list.slice(start, end), read);
    start = end;
  }
  return read;
}

function expectAccepted<Given>(format: Format<Given>, transcript: Transcript): void {
  expect(format.faults(format.write(transcript).written)).toEqual([]);
}

/** What is written is accepted, and read back to the same. */
export function expectWritten<Given>(format: Format<Given>, transcript: Transcript): Given {
  const { written } = format.write(transcript);
  expect(format.faults(written)).toEqual([]);
  expectSame(format, format.read(written), written);
  return written;
}

/** A conversation that was recorded comes back as it came, whole and in pieces, and is accepted compacted. */
export function expectKept<Given>(format: Format<Given>, given: Given): void {
  expect(format.faults(given)).toEqual([]);
  const read = format.readOn(format.split(given).list, Transcript.empty);
  expectSame(format, read, given);
  expectSame(format, Transcript.fromJson(read.toJson()), given);
  expectSame(format, readInPieces(format, given, [1, 2, 3, 7, 20, 21]), given);
  for (const size of [1, 2, 3, 10]) expectAccepted(format, read.compact({ keepLast: size }));
}

/** A transcript that was recorded elsewhere is written as the provider accepts it, compacted too. */
export function expectWelcome<Given>(format: Format<Given>, transcript: Transcript): void {
  expectWritten(format, transcript);
  for (const size of [1, 2, 3, 10]) expectAccepted(format, transcript.compact({ keepLast: size }));
}

/** Declares the laws that hold for every format. */
export function describeLaws<Given>(format: Format<Given>): void {
  describe(`${format.title} of every kind`, () => declareKept(format));
  describe(`${format.title} that break rules`, () => declareMended(format));
  describe("Whatever a transcript holds", () => declareWritten(format));
}

function declareKept<Given>(format: Format<Given>): void {
  const { valid, runs, dump = dumpValue, isForChatToo = false } = format;

  it(`are generated as the ${format.judge} would accept them`, () => {
    fc.assert(
      fc.property(valid, (given) => {
        expect(format.faults(given)).toEqual([]);
      }),
      { numRuns: runs.valid },
    );
  });

  it("come back as they came, key order included, and through the document", () => {
    fc.assert(
      fc.property(valid, (given) => {
        const read = format.read(given);
        expectSame(format, read, given);
        expectSame(format, Transcript.fromJson(read.toJson()), given);
      }),
      { numRuns: 500 },
    );
  });

  it("give the same transcript whole and in pieces", () => {
    fc.assert(
      fc.property(valid, fc.array(fc.nat(99)), (given, cuts) => {
        const read = readInPieces(format, given, cuts);
        expect(read.toJson()).toBe(format.read(given).toJson());
        expectSame(format, read, given);
      }),
      { numRuns: 300 },
    );
  });

  it("come back from copies of the entries and parts, as an edit makes them", () => {
    fc.assert(
      fc.property(valid, (given) => {
        expectSame(format, copiesOf(format.read(given)), given);
      }),
    );
  });

  it("hold no secret any more once it was redacted", () => {
    fc.assert(
      fc.property(valid, (given) => {
        const clean = format.read(plant(given, "s3cr3t ", format.isFixed)).redact("s3cr3t");
        expect(clean.toJson()).not.toContain("s3cr3t");
        const back = format.write(clean);
        expect(dump(back)).not.toContain("s3cr3t");
        expect(format.faults(back.written)).toEqual([]);
      }),
    );
  });

  const others = isForChatToo ? ", by chat servers too" : "";
  it(`are accepted wherever the transcript is cut, compacted or pruned${others}`, () => {
    fc.assert(
      fc.property(valid, fc.nat(6), (given, size) => {
        const read = format.read(given);
        for (const other of [...cutsOf(read, size), ...format.changed(read)]) {
          expectAccepted(format, other);
          if (isForChatToo) expect(chatFaults(toChatMessages(other).messages)).toEqual([]);
        }
      }),
      { numRuns: runs.cut },
    );
  });
}

function declareMended<Given>(format: Format<Given>): void {
  const { broken, runs, dump = dumpValue, copy = copyOf } = format;

  it("are mended where they break them, reported, and stay as they are then", () => {
    fc.assert(
      fc.property(broken, openCalls, (given, options) => {
        const { written: mended, report } = format.write(format.read(given), options);
        expect(format.faults(mended)).toEqual([]);
        if (format.faults(given).length > 0) expect(report).not.toEqual([]);
        if (report.length === 0) expect(dump(mended)).toBe(dump(given));
        expectSame(format, format.read(mended), mended);
      }),
      { numRuns: runs.broken },
    );
  });

  it("share nothing with what was read or written", () => {
    fc.assert(
      fc.property(broken, (original) => {
        const given = copy(original);
        const read = format.read(given);
        expect(dump(given)).toBe(dump(original));
        const json = read.toJson();
        const { written } = format.write(read);
        const before = dump(written);
        expectFresh(written);
        attack(given);
        attack(written);
        expect(read.toJson()).toBe(json);
        expect(dump(format.write(read).written)).toBe(before);
      }),
    );
  });
}

function declareWritten<Given>(format: Format<Given>): void {
  const { dump = dumpValue, judge, unit } = format;

  it(`is written as the ${judge} accepts it, twice the same, and read back to the same ${unit}`, () => {
    fc.assert(
      fc.property(anyEntries, openCalls, (entries, options) => {
        const transcript = Transcript.from(entries);
        const { written } = format.write(transcript, options);
        expect(format.faults(written)).toEqual([]);
        expect(dump(format.write(transcript, options).written)).toBe(dump(written));
        expectSame(format, format.read(written), written);
      }),
      { numRuns: format.runs.any },
    );
  });
}

/** Declares that what is written is accepted whatever stands in sources, as the format notes them, and in metadata. */
export function describeForged<Given>(
  format: Format<Given>,
  forged: { name: string; keys: readonly string[]; values: readonly unknown[]; providerMetadata: object },
): void {
  const { name, keys, values, providerMetadata } = forged;
  describe("Whatever a transcript holds", () => {
    it("is written so under sources that no reader made", () => {
      fc.assert(
        fc.property(format.broken, forgedSources(name, keys, values), fc.nat(), (given, sources, seed) => {
          let turn = seed % 1000;
          const next = (): object =>
            turn++ % 3 === 0 ? { source: sources[turn % sources.length], providerMetadata } : {};
          expectAccepted(format, forge(format.read(given), next));
        }),
        { numRuns: 500 },
      );
    });
  });
}

/** Declares what holds for formats that know proofs and cache marks. */
export function describeProofs<Given>(format: Format<Given>): void {
  describe("Whatever a transcript holds", () => {
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
        fc.property(anyEntries, added, (entries, made) => {
          const list = [...entries];
          for (const { at, content: said } of made) {
            const assistant = { role: "assistant", content: said, name: "bob", providerMetadata: proof } as EntryInput;
            list.splice(at % (list.length + 1), 0, assistant);
          }
          expectWritten(format, Transcript.from(list));
        }),
        { numRuns: 500 },
      );
    });

    it("is accepted before and after compaction, pruning and repair", () => {
      fc.assert(
        fc.property(anyEntries, fc.nat(5), (entries, size) => {
          const transcript = Transcript.from(entries);
          expectAccepted(format, transcript.compact({ keepLast: size }));
          expectAccepted(format, transcript.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }));
          expectAccepted(format, transcript.repair().transcript);
        }),
      );
    });
  });
}
