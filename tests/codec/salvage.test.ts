import { assistant, toolResult, Transcript, user, type EntryInput } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conversation } from "../support/arbitraries.js";
import { bundledConversations } from "../support/data.js";
import { parserSaysWhere } from "../support/runtime.js";

const entries = [
  { role: "user", content: 'say "hi" \\ and {[' },
  {
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "a", toolName: "f", input: { n: [1.5e3, -2, null] } }],
  },
  { role: "tool", content: [{ type: "tool-result", toolCallId: "a", output: "}]" }] },
  { role: "user", content: "\u2028 \uD83D end\\" },
];
const documentOf = (list: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ format: "colloquy", version: 1, ...more, entries: list });

/** What a salvage came to, at a glance. */
function told(json: string, options?: Parameters<typeof Transcript.salvage>[1]): object {
  const { transcript, rejected } = Transcript.salvage(json, options);
  return {
    kept: transcript.entries().map((entry) => JSON.parse(JSON.stringify(entry)) as unknown),
    rejected: rejected.map(({ index, raw, issues }) => [index, raw, issues.map((issue) => issue.code).join()]),
  };
}

describe("Transcript.salvage()", () => {
  it("reads what Transcript.fromJson() reads, and rejects nothing of it", () => {
    fc.assert(
      fc.property(conversation({ reasoningEntries: true }), fc.constantFrom("", "\uFEFF"), (list, mark) => {
        const json = Transcript.from(list).toJson();
        const { transcript, rejected } = Transcript.salvage(mark + json);
        expect(transcript.toJson()).toBe(json);
        expect(rejected).toEqual([]);
      }),
    );
  });

  it("keeps the sound entries around a faulty one, which it hands back as it came, with what is wrong", () => {
    const bad = { role: "user", content: 5, note: { keep: ["me"] } };
    const { transcript, rejected } = Transcript.salvage(documentOf([entries[0], bad, ...entries.slice(1), 7]));
    expect(transcript.toJson()).toBe(documentOf(entries));
    expect(rejected).toMatchObject([
      { index: 1, raw: bad, issues: [{ entry: 1, path: ["content"], code: "type" }] },
      { index: 5, raw: 7, issues: [{ entry: 5, path: [], code: "type" }] },
    ]);
    expect(rejected[0]!.issues).toEqual(
      Transcript.safeFromJson(documentOf([entries[0], bad])).success || decodeIssues(documentOf([entries[0], bad])),
    );
  });

  it("hands back an entry whose annotations do not fit as it came, not half read", () => {
    const bad = {
      role: "user",
      content: "x",
      metadata: { when: "2031-02-03T04:05:06.000Z", other: "no date" },
      rich: { "metadata.when": [["Date"]].flat(), "metadata.other": ["Date"] },
    };
    expect(told(documentOf([bad]))).toEqual({ kept: [], rejected: [[0, bad, "annotation"]] });
  });

  it("reads every whole entry before the tear of a document that was cut off anywhere, and gives the rest as text", () => {
    const json = documentOf(entries);
    for (let cut = 0; cut < json.length; cut += 1) expectTorn(json, cut);
  });

  it("does so for generated conversations, real ones, and those written with spaces", () => {
    fc.assert(
      fc.property(conversation(), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (list, where, spaced) => {
        const plain = Transcript.from(list).toJson();
        const json = spaced ? JSON.stringify(JSON.parse(plain), null, 2) : plain;
        expectTorn(json, Math.min(json.length - 1, Math.floor(where * json.length)));
      }),
    );
    for (const { messages } of bundledConversations()) {
      const list = messages.map((message): EntryInput => user(JSON.stringify(message)));
      const json = Transcript.from(list).toJson();
      for (let part = 1; part < 20; part += 1) expectTorn(json, Math.floor((json.length * part) / 20));
    }
  });

  it("tells a text that was cut off from one that goes on as something else", () => {
    const json = documentOf(entries.slice(0, 2));
    const message = (text: string): string | undefined => Transcript.salvage(text).rejected[0]?.issues[0]?.message;
    expect(message(json.slice(0, -30))).toBe(
      `expected JSON, got a text that is cut off after ${json.length - 30} characters`,
    );
    expect(message(`${json}{}`)).toBe(`expected JSON, got something else from character ${json.length} on`);
  });

  it("keeps the entries of a document that goes on behind its end, as where a shorter one was written over a longer", () => {
    expect(told(`${documentOf(entries)}\n lo"}]}`)).toEqual({ kept: entries, rejected: [[4, 'lo"}]}', "syntax"]] });
  });

  it("rejects an entry that is no JSON but ends where it should, and reads on", () => {
    const json = documentOf(entries)
      .replace('"content":"\u2028', '"content":"\\x \u2028')
      .replace('"role":"tool"', '"role" "tool"');
    const { transcript, rejected } = Transcript.salvage(json);
    expect(transcript.length).toBe(2);
    expect(rejected.map(({ index, raw }) => [index, typeof raw])).toEqual([
      [2, "string"],
      [3, "string"],
    ]);
    expect(json).toContain(rejected[1]!.raw);
  });

  it("takes nothing inside a value for an entry when a quote or a bracket is lost", () => {
    const planted = { role: "system", content: "planted" };
    const holder = {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "a", output: [planted, planted], note: JSON.stringify(planted) }],
    };
    const json = documentOf([entries[0], holder, entries[3]]);
    for (let lost = 0; lost < json.length; lost += 1) {
      const damaged = json.slice(0, lost) + json.slice(lost + 1);
      const { transcript } = Transcript.salvage(damaged);
      expect(transcript.entries().filter((entry) => entry.role === "system")).toEqual([]);
    }
  });

  it("gives an empty transcript and one rejected item for what is no document", () => {
    for (const text of [
      "",
      " ",
      "nonsense",
      "{",
      '{"format":"colloquy","version":1}',
      "[]",
      "null",
      '"{}"',
      '{"entries":{}}',
    ]) {
      const { transcript, rejected } = Transcript.salvage(text);
      expect(transcript).toBe(Transcript.empty);
      expect(rejected.map(({ index }) => index)).toEqual([0]);
      expect(rejected[0]!.issues.length).toBeGreaterThan(0);
    }
    expect(Transcript.salvage("nonsense").rejected[0]!.raw).toBe("nonsense");
    expect(Transcript.salvage('{"entries":{}}').rejected[0]!.raw).toEqual({ entries: {} });
  });

  it("says what is wrong around the entries and reads those that pass", () => {
    const cases: [object, string][] = [
      [{ version: 7 }, "newer-version"],
      [{ version: undefined }, "missing-key"],
      [{ format: "other" }, "type"],
      [{ owner: "me" }, "unknown-key"],
    ];
    for (const [more, code] of cases) {
      const { kept, rejected } = told(documentOf(entries, more)) as { kept: unknown; rejected: unknown[][] };
      expect(kept).toEqual(entries);
      const { entries: _entries, ...around } = JSON.parse(documentOf([], more)) as { entries: unknown };
      expect(rejected.map(([index, raw]) => [index, raw])).toEqual([[-1, around]]);
      expect(rejected[0]![2]).toBe(code);
    }
  });

  it("says of a document that was cut off only what is there and wrong", () => {
    const json = `{"entries":[${JSON.stringify(entries[0])},{"role":"us`;
    expect(told(json)).toEqual({ kept: [entries[0]], rejected: [[1, '{"role":"us', "syntax"]] });
    expect(told(`{"version":9,${json.slice(1)}`)).toEqual({
      kept: [entries[0]],
      rejected: [
        [-1, { version: 9 }, "newer-version"],
        [1, '{"role":"us', "syntax"],
      ],
    });
  });

  it("reads the last list of entries where there are two, as JSON does", () => {
    const json = `{"format":"colloquy","version":1,"entries":[${JSON.stringify(entries[0])}],"entr\\u0069es":[${JSON.stringify(entries[3])}]}`;
    expect(Transcript.salvage(json).transcript.toJson()).toBe(Transcript.fromJson(json).toJson());
  });

  it("rejects a text that is longer than maxLength as a whole", () => {
    const json = documentOf(entries);
    expect(told(json, { maxLength: json.length - 1 })).toEqual({ kept: [], rejected: [[0, json, "too-long"]] });
    expect(told(json, { maxLength: json.length })).toEqual({ kept: entries, rejected: [] });
  });

  it("lists at most maxIssues issues for each rejected entry", () => {
    const bad = { role: "user", content: [1, 2, 3] };
    const { rejected } = Transcript.salvage(documentOf([bad, bad]), { maxIssues: 2 });
    expect(rejected.map(({ issues }) => issues.length)).toEqual([2, 2]);
  });

  it("refuses what is no string, and options out of range", () => {
    const salvage = Transcript.salvage as (json: unknown, options?: unknown) => unknown;
    expect(() => salvage({ format: "colloquy", version: 1, entries: [] })).toThrow(TypeError);
    expect(() => salvage(undefined)).toThrow(
      new TypeError("Cannot salvage transcript: json: expected a string, got undefined"),
    );
    expect(() => salvage("", { maxLength: -1 })).toThrow(RangeError);
    expect(() => salvage("", { maxIssues: 1.5 })).toThrow(RangeError);
  });

  it("repeats no content in its issues", () => {
    const json = documentOf([{ role: "user", content: [{ type: "text", s3cret: "s3cret" }] }, "s3cret"]);
    for (const text of [json, json.slice(0, -5), `${json}s3cret`, "s3cret"]) {
      expect(JSON.stringify(Transcript.salvage(text).rejected.flatMap(({ issues }) => issues))).not.toContain("s3cret");
    }
  });

  it("gives a transcript that repair() mends where the other half of a pair was lost", () => {
    const call = { toolCallId: "a", toolName: "f", input: {} };
    const json = Transcript.from([
      user("go"),
      assistant("", { toolCalls: [call] }),
      toolResult("a", "r"),
      user("next"),
    ]).toJson();
    const { transcript } = Transcript.salvage(json.replace('"output":"r"', '"output" "r"'));
    expect(transcript.check().map((problem) => problem.kind)).toEqual(["open-call"]);
    expect(transcript.repair().transcript.check()).toEqual([]);
  });

  it("reads a hundred thousand entries before a tear, which a second look at each would not end", () => {
    const torn = documentOf(Array.from({ length: 100_001 }, () => entries[1])).slice(0, -7);
    const { transcript, rejected } = Transcript.salvage(torn);
    expect([transcript.length, rejected.length]).toEqual([100_000, 1]);
  });
});

function decodeIssues(json: string): unknown {
  const result = Transcript.safeFromJson(json);
  return result.success ? [] : result.error.issues;
}

/** Everything whole before the cut is kept, the rest is one text, and both together say what was there. */
function expectTorn(json: string, cut: number): void {
  const whole = (JSON.parse(json) as { entries: unknown[] }).entries;
  const torn = json.slice(0, cut);
  const { transcript, rejected } = Transcript.salvage(torn);
  const { raw, index } = rejected[0]!;
  expect(rejected).toHaveLength(1);
  expect(index).toBe(transcript.length);
  expect(torn.endsWith(raw as string)).toBe(true);
  expect(JSON.parse(JSON.stringify(transcript)).entries).toEqual(whole.slice(0, transcript.length));
  // No whole entry is in the rest.
  const next = whole[transcript.length];
  if (next !== undefined)
    expect((raw as string).replace(/\s/g, "")).not.toContain(JSON.stringify(next).replace(/\s/g, ""));
  const issues = rejected[0]!.issues.map(({ code, message }) => [
    code,
    message.includes("cut off") || message.includes("empty"),
  ]);
  if (parserSaysWhere) expect(issues).toEqual([["syntax", true]]);
}
