import { Transcript, type EntryInput } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeDocument } from "../../src/codec/encode.js";
import { ENTRY_KEYS, PART_KEYS } from "../../src/model/vocabulary.js";
import { entryInput } from "../support/arbitraries.js";
import { attack } from "../support/attack.js";
import { objectOf } from "../support/values.js";

type Raw = Record<string, unknown>;

/** The entries of what a list of inputs is written as. */
function written(...inputs: unknown[]): Raw[] {
  return (JSON.parse(Transcript.from(inputs as EntryInput[]).toJson()) as { entries: Raw[] }).entries;
}

const inputs = fc.array(entryInput(), { maxLength: 4 });

/** The keys of all objects in a value that have them in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (Object.prototype.toString.call(value) !== "[object Object]") return value;
  return objectOf(Object.entries(value as object).reverse());
}

/** Whether keys stand in the order of a list, those that it does not name behind them. */
function expectOrder(keys: readonly string[], order: readonly string[]): void {
  const ranks = keys.map((key) => (order.includes(key) ? order.indexOf(key) : order.length));
  expect(ranks, keys.join()).toEqual(ranks.toSorted((a, b) => a - b));
}

describe("The document", () => {
  it("begins with its format and version", () => {
    expect(Transcript.empty.toJson()).toBe('{"format":"colloquy","version":1,"entries":[]}');
    expect(Transcript.from([{ role: "user", text: "hi" }]).toJson()).toBe(
      '{"format":"colloquy","version":1,"entries":[{"role":"user","content":"hi"}]}',
    );
  });

  it("is one line", () => {
    fc.assert(
      fc.property(inputs, (entries) => {
        expect(Transcript.from(entries).toJson()).not.toMatch(/[\n\r]/);
      }),
    );
  });

  it("holds for each entry what JSON.stringify gives of it, alone and in a list", () => {
    fc.assert(
      fc.property(inputs, (made) => {
        const transcript = Transcript.from(made);
        const pieces = transcript.entries().map((entry) => JSON.stringify(entry));
        expect(transcript.toJson()).toBe(`{"format":"colloquy","version":1,"entries":[${pieces.join(",")}]}`);
        expect(JSON.stringify(transcript.entries())).toBe(`[${pieces.join(",")}]`);
        expect(JSON.stringify({ transcript })).toBe(`{"transcript":${transcript.toJson()}}`);
      }),
    );
  });

  it("is the same whatever order the keys of the input have", () => {
    fc.assert(
      fc.property(inputs, (made) => {
        const turned = made.map((entry) => {
          const { content } = entry as { content?: unknown };
          const parts = Array.isArray(content) ? { content: content.map(reversed) } : {};
          return reversed({ ...entry, ...parts }) as EntryInput;
        });
        expect(Transcript.from(turned).toJson()).toBe(Transcript.from(made).toJson());
      }),
    );
  });

  it("has the keys of entries and parts in one order, those of a later release behind them, and annotations last", () => {
    const entryOrder = [...ENTRY_KEYS].filter((key) => key !== "rich");
    fc.assert(
      fc.property(inputs, (made) => {
        for (const entry of written(...made)) {
          const { rich, ...rest } = entry;
          expectOrder(Object.keys(rest), entryOrder);
          if (rich !== undefined) expect(Object.keys(entry).at(-1)).toBe("rich");
          if (typeof entry["content"] === "string") continue;
          for (const part of entry["content"] as Raw[]) {
            const own = [...PART_KEYS.get(part["type"] as string)!];
            const order = own.filter((key) => !["type", "providerMetadata", "source"].includes(key));
            expectOrder(Object.keys(part), ["type", ...order, "providerMetadata", "source"]);
          }
        }
      }),
    );
  });

  it("holds neither derived fields nor flags that are false, nor empty extra", () => {
    const [first, second, third] = written(
      {
        role: "assistant",
        text: "a",
        toolCalls: [{ toolCallId: "c", toolName: "f", input: 1 }],
        pinned: false,
        partial: false,
        extra: {},
      },
      { role: "tool", toolResult: { toolCallId: "c", output: 1, outcome: undefined, toolName: undefined } },
      { role: "assistant", content: [{ type: "reasoning", text: "hm", redacted: false, extra: {} }] },
    );
    expect(first).toStrictEqual({
      role: "assistant",
      content: [
        { type: "text", text: "a" },
        { type: "tool-call", toolCallId: "c", toolName: "f", input: 1 },
      ],
    });
    expect(second).toStrictEqual({ role: "tool", content: [{ type: "tool-result", toolCallId: "c", output: 1 }] });
    expect(third).toStrictEqual({ role: "assistant", content: [{ type: "reasoning", text: "hm" }] });
  });

  it("has one spelling for text: a string where it is one plain part, a list otherwise", () => {
    const text = (more: object): unknown => ({ role: "user", content: [{ type: "text", text: "a", ...more }] });
    const entries = written(
      { role: "user", text: "a" },
      { role: "user", content: "a" },
      text({}),
      text({ providerMetadata: undefined, source: undefined }),
      text({ providerMetadata: {} }),
      text({ extra: { later: 1 } }),
      text({ source: {} }),
      { role: "user", content: [] },
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "" },
        ],
      },
      { role: "assistant", content: [{ type: "refusal", text: "a" }] },
    );
    const kinds = entries.map((entry) => (typeof entry["content"] === "string" ? "string" : "list"));
    expect(kinds).toEqual([...Array<string>(4).fill("string"), ...Array<string>(6).fill("list")]);
    expect(new Set(entries.slice(0, 4).map((entry) => JSON.stringify(entry))).size).toBe(1);
  });

  it("keeps createdAt as it was written, and writes a Date as its ISO string", () => {
    const times = ["2031-02-03T04:05:06Z", "2031-02-03 04:05:06.123456789+05:30", "2031-02-03"];
    const entries = written(...times.map((createdAt) => ({ role: "user", text: "", createdAt })));
    expect(entries.map((entry) => entry["createdAt"])).toEqual(times);
    expect(written({ role: "user", text: "", createdAt: new Date(0) })[0]?.["createdAt"]).toBe(
      "1970-01-01T00:00:00.000Z",
    );
  });

  it("has annotations on the entries that need them, and on no other", () => {
    const at = new Date(0);
    const entries = written(
      { role: "user", text: "plain", metadata: { at: at.toISOString(), n: null, list: [0, -1] } },
      { role: "user", text: "rich", metadata: { at } },
      { role: "tool", toolResult: { toolCallId: "c", output: undefined } },
      { role: "user", content: [{ type: "file", data: "AAAA" }] },
      { role: "user", content: [{ type: "file", data: Uint8Array.of(0, 0, 0) }] },
      { role: "user", text: "NaN" },
    );
    expect(entries.map((entry) => entry["rich"])).toEqual([
      undefined,
      { "metadata.at": ["Date"] },
      { "content.0.output": ["undefined"] },
      undefined,
      { "content.0.data": [["custom", "bytes"]] },
      undefined,
    ]);
    expect(entries.slice(3, 5)).toMatchObject([
      { content: [{ type: "file", data: "AAAA" }] },
      { content: [{ type: "file", data: "AAAA" }] },
    ]);
  });

  it("shares plain data with the entries instead of copying it", () => {
    const transcript = Transcript.from([
      { role: "tool", toolResult: { toolCallId: "c", output: { big: ["data"] } } },
      { role: "user", text: "x", metadata: { big: ["data"] } },
    ]);
    const [first, second] = encodeDocument(transcript.entries()).entries as unknown as [{ content: unknown }, Raw];
    expect(first.content).toBe(transcript.at(0)?.content);
    expect(second["metadata"]).toBe(transcript.at(1)?.metadata);
  });
});

describe("Transcript.toJSON()", () => {
  it("gives what toJson() says, parsed", () => {
    fc.assert(
      fc.property(inputs, (made) => {
        const transcript = Transcript.from(made);
        expect(JSON.stringify(transcript.toJSON())).toBe(transcript.toJson());
        expect(JSON.parse(transcript.toJson())).toEqual(JSON.parse(JSON.stringify(transcript.toJSON())));
      }),
    );
  });

  it("gives nothing through which the transcript can be changed", () => {
    fc.assert(
      fc.property(inputs, (made) => {
        const transcript = Transcript.from(made);
        const before = transcript.toJson();
        attack(transcript.toJSON());
        expect(transcript.toJson()).toBe(before);
      }),
    );
  });
});
