import { Transcript, TranscriptInputError, type EntryInput } from "colloquy";
import { toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { sharedCasesAreThere, valueOf } from "../support/cases.js";
import { dump } from "../support/dump.js";

/** A transcript that holds a value twice: as call input and as a result. */
function holding(value: unknown): Transcript {
  const entries: EntryInput[] = [
    { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: { value } }] },
    { role: "tool", toolResult: { toolCallId: "c", output: value } },
  ];
  return Transcript.from(entries);
}

function valuesIn(transcript: Transcript): unknown[] {
  const input = transcript.at(0)?.toolCalls?.[0].input as { value: unknown };
  return [input.value, transcript.at(1)?.toolResult?.output];
}

/** The value as it is read after one and after two trips through the document, in both places. */
function tripsOf(value: unknown): Record<string, unknown>[] {
  const once = Transcript.fromJson(holding(value).toJson());
  const twice = Transcript.fromJson(once.toJson());
  expect(twice.toJson()).toBe(once.toJson());
  return [...valuesIn(once), ...valuesIn(twice)] as Record<string, unknown>[];
}

describe.runIf(sharedCasesAreThere)("Cases of rich values (from ../shared/cases)", () => {
  it("C007: an error without a cause comes back without one, an error with one with it, and a second write is the same", () => {
    for (const value of tripsOf(valueOf("rich-values", "C007"))) {
      const [e1, e2] = [value["e1"] as Error, value["e2"] as Error];
      expect([e1 instanceof Error, e1.name, e1.message, Object.hasOwn(e1, "cause")]).toEqual([
        true,
        "TypeError",
        "no",
        false,
      ]);
      expect((e2.cause as Error).message).toBe("inner");
    }
    const coded = tripsOf({ e: Object.assign(new Error("gone"), { code: "ENOENT" }) })[0]?.["e"];
    expect(coded).toMatchObject({ message: "gone", code: "ENOENT" });
    expect(holding(Object.assign(new Error("gone"), { code: "ENOENT" })).toJson()).not.toContain("rich-values.test");
  });

  it("C015: plain data that looks like a tag stays plain data, the shapes that the library itself writes included", () => {
    const given = valueOf("rich-values", "C015");
    for (const value of tripsOf(given)) expect(dump(value)).toBe(dump(given));
    const real = [new Date(0), new Map([["k", 1]]), new Set([1]), 5n, Uint8Array.of(1, 2), undefined];
    for (const rich of real) {
      const [written] = (
        JSON.parse(holding({ a: rich }).toJson()) as { entries: Record<string, unknown>[] }
      ).entries.slice(1);
      const looksLike = { ...written, nested: [written] };
      for (const value of tripsOf(looksLike)) expect(dump(value)).toBe(dump(looksLike));
      for (const value of tripsOf({ looksLike, rich })) expect(dump(value)).toBe(dump({ looksLike, rich }));
    }
  });

  it("C061: keys with quotes, line breaks, U+2028, NUL and tag names come back as they were, in order", () => {
    const given = valueOf("rich-values", "C061");
    for (const value of tripsOf(given)) expect(Object.entries(value)).toEqual(Object.entries(given));
    expect(Object.keys(given)).toHaveLength(7);
  });

  it("C073: maps and sets keep their kind, their order, and keys of every type", () => {
    for (const value of tripsOf(valueOf("rich-values", "C073"))) {
      const pairs = [...(value["m"] as Map<unknown, unknown>)];
      expect(pairs.slice(0, 2)).toEqual([
        [7, "seven"],
        ["7", { n: 7 }],
      ]);
      expect(pairs[2]?.[0]).toEqual(new Date("2030-01-01T00:00:00.000Z"));
      expect(pairs[2]?.[1]).toEqual(new Set(["a", "b"]));
      expect([value["s"], value["em"]]).toEqual([new Set(), new Map()]);
    }
  });

  it("C083: keys with dots and backslashes do not move a type to another value", () => {
    const given = valueOf("rich-values", "C083");
    for (const value of tripsOf(given)) expect(dump(value)).toBe(dump(given));
  });

  it("C091: a sparse array is refused, naming entry and path", () => {
    expect(() => holding(valueOf("rich-values", "C091"))).toThrow(TranscriptInputError);
    expect(() => holding(valueOf("rich-values", "C091"))).toThrow(/entry 0.*sparse/);
  });

  it("C091: NaN, -Infinity, -0 and undefined in a list come back as they were", () => {
    const { sparse: _sparse, ...given } = valueOf("rich-values", "C091");
    for (const value of tripsOf(given)) {
      expect([value["nan"], value["inf"], value["nz"]]).toEqual([Number.NaN, Number.NEGATIVE_INFINITY, -0]);
      expect(value["undef"]).toStrictEqual([undefined, null]);
    }
  });

  it("C103: bytes come back as bytes, also when the document was kept inside another one", () => {
    const given = valueOf("rich-values", "C103");
    const outer = JSON.parse(JSON.stringify({ kept: holding(given).toJson() })) as { kept: string };
    for (const value of [...tripsOf(given), ...valuesIn(Transcript.fromJson(outer.kept))] as Record<
      string,
      unknown
    >[]) {
      expect(value["raw"]).toStrictEqual(Uint8Array.of(0xc8, 0x0d, 0x0a, 0x00, 0xfe));
      expect(value["empty"]).toStrictEqual(new Uint8Array(0));
    }
  });

  it("C103: exported as chat messages, bytes are text, neither an index map nor [object Object]", () => {
    const written = JSON.stringify(
      toChatMessages(Transcript.from([{ role: "user", text: "x" }, ...holding(valueOf("rich-values", "C103"))]))
        .messages,
    );
    expect(written).not.toContain("[object");
    expect(written).not.toMatch(/\\"0\\":\s*200/);
    expect(written).toContain("yA0KAP4=");
  });

  it("C149: an invalid date is refused, naming entry and path", () => {
    expect(() => holding(valueOf("rich-values", "C149"))).toThrow(TranscriptInputError);
    const late = (): unknown =>
      Transcript.from([
        { role: "user", text: "x" },
        { role: "tool", toolResult: { toolCallId: "c", output: valueOf("rich-values", "C149") } },
      ]);
    expect(late).toThrow(/entry 1.*when/);
  });
});
