import { Transcript, TranscriptDecodeError, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";
import { dump } from "../support/dump.js";

const t = Transcript.from([
  { role: "user", text: "hello" },
  { role: "assistant", text: "hello back" },
]);

function refusalOf(json: unknown): TranscriptDecodeError {
  const result = Transcript.safeFromJson(json as string);
  expect(result.success).toBe(false);
  if (result.success) throw new Error("It was accepted");
  expect(result.error).toBeInstanceOf(TranscriptDecodeError);
  expect(() => Transcript.fromJson(json as string)).toThrow(result.error.message);
  return result.error;
}

const withVersion = (version: unknown): string => JSON.stringify({ ...JSON.parse(t.toJson()), version });

describe("Transcript.fromJson()", () => {
  it("reads a document that is written out by hand", () => {
    const json = `{
      "format": "colloquy", "version": 1,
      "entries": [{ "content": "q", "role": "user" }, { "role": "assistant", "content": [{ "toolName": "f", "type": "tool-call", "toolCallId": "c", "input": null }] }]
    }`;
    expect(Transcript.fromJson(json).entries()).toMatchObject([
      { role: "user", text: "q" },
      { role: "assistant", toolCalls: [{ toolCallId: "c", toolName: "f", input: null }] },
    ]);
  });

  it("refuses a newer version naming both numbers", () => {
    const error = refusalOf(withVersion(7));
    expect(error.code).toBe("newer-version");
    expect(error.message).toMatch(/\b7\b.*\b1\b/);
  });

  it.each([0, -1, 1.5, "1", null, undefined, [1]])("refuses the version %j naming the field", (version) => {
    const error = refusalOf(withVersion(version));
    expect(error.message).toContain("version");
    expect(error.code).toBe("invalid-document");
  });

  it("skips a byte order mark", () => {
    expect(Transcript.fromJson(`\uFEFF${t.toJson()}`).equals(t)).toBe(true);
  });

  it("lists every fault with its entry and path, and leads with the first", () => {
    const entries = [
      { role: "user", content: null },
      { role: "user", content: "ok" },
      { role: "tool", content: [{ type: "tool-result", output: 1 }] },
    ];
    const error = refusalOf(JSON.stringify({ format: "colloquy", version: 1, entries }));
    expect(error.message).toMatch(
      /^Cannot decode transcript: entry 0 \(user\): content: expected .*\(and 1 more issue\)$/,
    );
    expect(error.issues.map(({ entry, path }) => [entry, path])).toEqual([
      [0, ["content"]],
      [2, ["content", 0, "toolCallId"]],
    ]);
  });

  it("never repeats content or an unknown key in an error", () => {
    const secret = "s3cret";
    const documents = [
      { format: "colloquy", version: 1, entries: [{ role: secret, content: secret }] },
      { format: "colloquy", version: 1, entries: [{ role: "user", content: [{ type: "text", text: [secret] }] }] },
      { format: "colloquy", version: 1, entries: [], [secret]: 1 },
      { format: secret, version: 1, entries: [] },
    ];
    for (const document of documents) {
      const error = refusalOf(JSON.stringify(document));
      expect(JSON.stringify([error.message, error.issues, error.cause])).not.toContain(secret);
    }
    expect(refusalOf(`{"a": ${secret}`).message).not.toContain(secret);
    expect(refusalOf(`{"a": ${secret}`).cause).toBeUndefined();
  });

  it("refuses what is no document at all with the same kind of error", () => {
    for (const value of ["", "null", "[]", "5", '"text"', "{}", "{", null, undefined, 5, [], {}])
      expect(refusalOf(value).issues.length).toBeGreaterThan(0);
  });

  it("keeps unknown keys and part types of a later minor release, and writes them back as they came", () => {
    const json =
      '{"format":"colloquy","version":1,"entries":[{"role":"user","content":[{"type":"text","text":"x","tone":"warm"},{"type":"hologram","size":[1,2]}],"mood":{"a":1}}]}';
    const read = Transcript.fromJson(json);
    expect(read.at(0)?.extra).toEqual({ mood: { a: 1 } });
    expect(read.at(0)?.content).toMatchObject([
      { extra: { tone: "warm" } },
      { type: "custom", format: "colloquy", value: { type: "hologram", size: [1, 2] } },
    ]);
    expect(JSON.parse(read.toJson())).toEqual(JSON.parse(json));
  });

  it("refuses a document that is longer than the caller allows", () => {
    const json = t.toJson();
    expect(Transcript.fromJson(json, { maxLength: json.length }).length).toBe(2);
    expect(Transcript.fromJson(json, { maxLength: Infinity }).length).toBe(2);
    expect(() => Transcript.fromJson(json, { maxLength: json.length - 1 })).toThrow(TranscriptDecodeError);
    expect(() => Transcript.fromJson(json, { maxLength: -1 })).toThrow(RangeError);
  });
});

describe("Data that looks like the library's own marks", () => {
  const holding = (output: unknown): Transcript =>
    Transcript.from([{ role: "tool", toolResult: { toolCallId: "c", output } } as EntryInput]);
  const samples = [
    new Date(0),
    new Map([["k", 1]]),
    new Set([1]),
    5n,
    Uint8Array.of(1, 2),
    undefined,
    Number.NaN,
    new URL("https://example.org/"),
    /a/g,
    new Error("e"),
  ];

  it.each(samples.map((value) => [dump(value), value]))(
    "the shape that is written for %s stays plain data",
    (_name, value) => {
      const [written] = (JSON.parse(holding({ a: value }).toJson()) as { entries: unknown[] }).entries;
      for (const output of [written, { a: written, b: value }, { json: written, meta: { values: { a: ["Date"] } } }]) {
        expect(dump(Transcript.fromJson(holding(output).toJson()).at(0)?.toolResult?.output)).toBe(dump(output));
      }
    },
  );

  it("keys with dots and backslashes do not move a type to another value", () => {
    const when = new Date("2031-01-01T00:00:00.000Z");
    const output = {
      row: ["plain", "2031-01-01T00:00:00.000Z"],
      "row.1": when,
      "end\\": { k: when },
      "end\\.k": "text",
      "": { "": when },
      "0": [1n],
    };
    expect(dump(Transcript.fromJson(holding(output).toJson()).at(0)?.toolResult?.output)).toBe(dump(output));
  });

  it("entries without rich values pay nothing, and an entry with one does not make its neighbours pay", () => {
    const json = Transcript.from([{ role: "user", text: "plain" }, ...holding(new Date(0))]).toJson();
    const entries = (JSON.parse(json) as { entries: object[] }).entries;
    expect(entries.map((entry) => "rich" in entry)).toEqual([false, true]);
    expect(t.toJson()).not.toContain("rich");
  });
});
