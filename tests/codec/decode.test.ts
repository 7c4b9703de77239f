import { Transcript, TranscriptDecodeError, type DecodeOptions, type TranscriptDocument } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conversation, entryInput } from "../support/arbitraries.js";
import { change, documentLike } from "../support/changes.js";
import { dumpEntries } from "../support/dump.js";
import { parserSaysWhere } from "../support/runtime.js";

type Raw = Record<string, unknown>;

function documentOf(...entries: unknown[]): string {
  return JSON.stringify({ format: "colloquy", version: 1, entries });
}

function refusal(document: unknown, options?: DecodeOptions): TranscriptDecodeError {
  const result = Transcript.safeFromJson(document as string, options);
  if (result.success) throw new Error("It was read");
  return result.error;
}

const faulty = (count: number): string =>
  documentOf(...Array.from({ length: count }, () => ({ role: "user", content: 1 })));

describe("Transcript.fromJson() of text", () => {
  it("skips a byte order mark and white space around the document", () => {
    const text = documentOf({ role: "user", content: "\uFEFFhi" });
    for (const around of [`\uFEFF${text}`, `\n ${text}\r\n`, `\uFEFF \t${text} `])
      expect(Transcript.fromJson(around).toJson()).toBe(text);
  });

  const loose: [string, unknown, unknown][] = [
    [
      "flags that are false",
      { role: "user", content: "a", pinned: false, partial: false },
      { role: "user", content: "a" },
    ],
    [
      "text as a list of one part",
      { role: "user", content: [{ type: "text", text: "a" }] },
      { role: "user", content: "a" },
    ],
    ["keys in another order", { id: "1", content: "a", role: "user" }, { role: "user", content: "a", id: "1" }],
    ["annotations of nothing", { role: "user", content: "a", rich: {} }, { role: "user", content: "a" }],
    [
      "redacted that is false",
      { role: "assistant", content: [{ redacted: false, text: "a", type: "reasoning" }] },
      { role: "assistant", content: [{ type: "reasoning", text: "a" }] },
    ],
    [
      "arguments that do not parse to the input",
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "c", toolName: "f", input: { a: 1 }, inputText: "{}" }],
      },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "f", input: { a: 1 } }] },
    ],
    [
      "annotations that name the inner value first",
      {
        role: "user",
        content: "a",
        metadata: { s: ["1"] },
        rich: { "metadata.s.0": ["bigint"], "metadata.s": ["set"] },
      },
      { role: "user", content: "a", metadata: { s: ["1"] }, rich: { "metadata.s": ["set", { 0: ["bigint"] }] } },
    ],
    [
      "a URL in the spelling of another engine",
      { role: "user", content: "a", metadata: { u: "HTTPS://example.org" }, rich: { "metadata.u": ["URL"] } },
      { role: "user", content: "a", metadata: { u: "https://example.org/" }, rich: { "metadata.u": ["URL"] } },
    ],
  ];
  it.each(loose)("reads %s and writes the one spelling", (_name, given, canonical) => {
    expect(Transcript.fromJson(documentOf(given)).toJson()).toBe(documentOf(canonical));
  });

  it("reads numbers that JavaScript has and JSON has no form for, and writes them as such", () => {
    const text = documentOf({ role: "user", content: "a", metadata: { a: 1 } });
    const back = Transcript.fromJson(text.replace('"a":1', '"a":-0,"b":1e999'));
    expect(back.at(0)?.metadata).toStrictEqual({ a: -0, b: Number.POSITIVE_INFINITY });
    expect(Transcript.fromJson(back.toJson()).toJson()).toBe(back.toJson());
  });

  it("keeps such numbers also where only a later release can have put them", () => {
    const mark = { entries: 1, turns: 1, tokens: 1, rounds: 1, later: 1 };
    const text = documentOf(
      { role: "system", content: "s", summary: mark, later: 1 },
      {
        role: "user",
        content: [
          { type: "file", data: { url: "x", later: 1 }, later: 1 },
          { type: "later", later: 1 },
        ],
      },
    );
    for (const number of ["-0", "1e999", '{"a":[-1e999]}']) {
      const back = Transcript.fromJson(text.replaceAll('"later":1', `"later":${number}`));
      expect(dumpEntries(Transcript.fromJson(back.toJson()).entries())).toBe(dumpEntries(back.entries()));
      expect(Object.is(back.at(0)?.extra?.["later"], JSON.parse(number)) || number.startsWith("{")).toBe(true);
    }
  });

  it("takes -0 for 0 where something is counted", () => {
    const text = documentOf({ role: "system", content: "s", summary: { entries: 0, turns: 0, tokens: 0, rounds: 0 } });
    expect(Transcript.fromJson(text.replaceAll(":0", ":-0")).toJson()).toBe(text);
  });

  it("hands out entries that are frozen, and an empty document as the empty transcript", () => {
    const [entry] = Transcript.fromJson(documentOf({ role: "user", content: "a", metadata: { a: [{}] } })).entries();
    for (const value of [entry, entry?.content, entry?.content[0], entry?.metadata, entry?.metadata?.["a"]])
      expect(Object.isFrozen(value)).toBe(true);
    expect(Transcript.fromJson(documentOf())).toBe(Transcript.empty);
  });

  it("touches no prototype", () => {
    const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const entry = `{"role":"user","content":[{"type":"later","a":${polluting}}],"metadata":${polluting},"__proto__":{"polluted":1}}`;
    const rich = entry
      .replace(/\}$/, ',"rich":{"metadata.__proto__.polluted":["bigint"]}}')
      .replace('"polluted":1', '"polluted":"1"');
    for (const one of [entry, rich]) {
      const text = `{"format":"colloquy","version":1,"entries":[${one}]}`;
      const result = Transcript.safeFromJson(text);
      if (result.success)
        expect(Transcript.fromJson(result.transcript.toJson()).toJson()).toBe(result.transcript.toJson());
      expect(({} as Raw)["polluted"]).toBeUndefined();
      expect(([] as unknown as Raw)["polluted"]).toBeUndefined();
    }
  });
});

describe("Transcript.fromJson() of a parsed document", () => {
  const text = Transcript.from([
    { role: "user", text: "hi", metadata: { list: [{ a: 1 }], at: new Date(0) }, extra: { later: [1] } },
    { role: "tool", toolResult: { toolCallId: "c", output: { deep: [{ b: 2 }] } } },
  ]).toJson();

  it("says what its text says", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), fc.array(entryInput(), { maxLength: 3 })), (entries) => {
        const json = Transcript.from(entries).toJson();
        const parsed = Transcript.fromJson(JSON.parse(json) as TranscriptDocument);
        expect(parsed.toJson()).toBe(json);
        expect(dumpEntries(parsed.entries())).toBe(dumpEntries(Transcript.fromJson(json).entries()));
      }),
    );
  });

  it("changes nothing in it and freezes nothing of it", () => {
    const document = JSON.parse(text) as TranscriptDocument;
    Transcript.fromJson(document);
    expect(JSON.stringify(document)).toBe(text);
    const check = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      expect(Object.isFrozen(value)).toBe(false);
      Object.values(value).forEach(check);
    };
    check(document);
  });

  it("copies it: a later change reaches nothing", () => {
    const document = JSON.parse(text) as { entries: Raw[] };
    const transcript = Transcript.fromJson(document as unknown as TranscriptDocument);
    document.entries[0]!["content"] = "changed";
    (document.entries[0]!["metadata"] as { list: Raw[] }).list[0]!["a"] = "changed";
    document.entries.push({ role: "user", content: "changed" });
    expect(transcript.toJson()).toBe(text);
  });

  it("reads what toJSON() gives, whatever stands in it", () => {
    let value: unknown = "core";
    for (let level = 0; level < 499; level++) value = new Set([value]);
    const deep = Transcript.from([{ role: "tool", toolResult: { toolCallId: "c", output: value } }]);
    for (const transcript of [deep, Transcript.fromJson(text)])
      expect(Transcript.fromJson(transcript.toJSON()).toJson()).toBe(transcript.toJson());
  });

  const loop: Raw = { role: "user", content: "x" };
  loop["metadata"] = loop;
  const deep = JSON.parse(
    documentOf({ role: "user", content: "x", later: 0 }).replace("0}", `${"[".repeat(5000)}${"]".repeat(5000)}}`),
  ) as Raw;
  const unfit: [string, unknown, string][] = [
    ["undefined", undefined, "expected a string or a document, got undefined"],
    ["null", null, "expected a string or a document, got null"],
    ["a number", 5, "expected a string or a document, got a number"],
    ["a list", [{ role: "user", content: "CANARY" }], "expected a string or a document, got an array"],
    ["a Map", new Map([["format", "colloquy"]]), "expected a string or a document, got an instance of a class"],
    ["a String object", Object("{}"), "expected a string or a document, got an instance of a class"],
    [
      "a date in it",
      { format: "colloquy", version: 1, entries: [new Date(0)] },
      "expected a document of plain JSON data, got something else in it",
    ],
    [
      "undefined in it",
      { format: "colloquy", version: 1, entries: [undefined] },
      "expected a document of plain JSON data, got something else in it",
    ],
    [
      "a hole in it",
      { format: "colloquy", version: 1, entries: Array(1) },
      "expected a document of plain JSON data, got something else in it",
    ],
    [
      "a getter in it",
      {
        format: "colloquy",
        version: 1,
        get entries() {
          throw new Error("CANARY");
        },
      },
      "expected a document of plain JSON data, got something else in it",
    ],
    [
      "a cycle in it",
      { format: "colloquy", version: 1, entries: [loop] },
      "expected a document of plain JSON data, got a cycle in it",
    ],
    ["nesting without end", deep, "expected a document of plain JSON data, got one that is nested too deep"],
  ];
  it.each(unfit)("refuses %s", (_name, document, message) => {
    const error = refusal(document);
    expect(error.message).toBe(`Cannot decode transcript: ${message}`);
    expect(error.issues).toHaveLength(1);
    expect(error.issues[0]).toMatchObject({ path: [], message });
  });
});

describe("What is read", () => {
  const sources = fc.oneof(
    documentLike().map((entries) => ({ format: "colloquy", version: 1, entries: [entries].flat() }) as object),
    fc
      .array(entryInput(), { minLength: 1, maxLength: 3 })
      .map((made) => JSON.parse(Transcript.from(made).toJson()) as object),
  );

  it("is written so that it is read again as the same", () => {
    let read = 0;
    fc.assert(
      fc.property(sources, fc.array(change(), { maxLength: 2 }), (document, changes) => {
        for (const apply of changes) apply(document);
        const result = Transcript.safeFromJson(
          JSON.stringify(document).replaceAll("1e+308", "1e999").replaceAll(":1.5", ":-0"),
        );
        if (!result.success) return;
        read += 1;
        const json = result.transcript.toJson();
        const again = Transcript.fromJson(json);
        expect(again.toJson()).toBe(json);
        expect(dumpEntries(again.entries())).toBe(dumpEntries(result.transcript.entries()));
        expect(Transcript.from(result.transcript.entries().map((entry) => ({ ...entry })) as never).toJson()).toBe(
          json,
        );
      }),
      { numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it("keeps every key and every part type that it does not know, at every level, in its place", () => {
    const entry = {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c",
          content: [
            { type: "text", text: "a", k1: 1 },
            { type: "later", k2: { a: [null] } },
            { type: "file", data: { url: "x", k3: 3 } },
          ],
          k4: [4],
        },
        { type: "later-still", text: "b" },
      ],
      k5: "5",
      "": { "": 6 },
    };
    const summary = { role: "system", content: "s", summary: { entries: 1, turns: 1, tokens: 1, rounds: 1, k6: "6" } };
    const text = documentOf(entry, summary);
    const transcript = Transcript.fromJson(text);
    expect(transcript.toJson()).toBe(text);
    expect(transcript.at(0)?.extra).toEqual({ k5: "5", "": { "": 6 } });
    expect(transcript.at(0)?.content[1]).toEqual({
      type: "custom",
      format: "colloquy",
      value: { type: "later-still", text: "b" },
    });
    expect(Transcript.from(transcript.entries().map((one) => ({ ...one })) as never).toJson()).toBe(text);
  });
});

describe("TranscriptDecodeError", () => {
  it("lists every fault with entry, path, code and message, and leads with the first", () => {
    const error = refusal(
      documentOf(
        { role: "user", content: null },
        { role: "user", content: "fine" },
        {
          role: "assistant",
          content: [
            { type: "text", text: 1 },
            { type: "tool-call", toolName: "f", input: 1 },
            { type: "approval-response" },
          ],
        },
        { role: "user", content: "x", id: 1, createdAt: "now" },
      ),
    );
    expect(error.message).toBe(
      "Cannot decode transcript: entry 0 (user): content: expected a string or an array of parts, got null (and 7 more issues)",
    );
    expect(error.issues.map(({ entry, path }) => [entry, path.join(".")])).toEqual([
      [0, "content"],
      [2, "content.0.text"],
      [2, "content.1.toolCallId"],
      [2, "content.2.approvalId"],
      [2, "content.2.approved"],
      [2, "content.2"],
      [3, "id"],
      [3, "createdAt"],
    ]);
    expect(Object.isFrozen(error.issues) && error.issues.every((issue) => Object.isFrozen(issue))).toBe(true);
  });

  it("counts what it does not show", () => {
    expect(refusal(faulty(1)).message).not.toContain("(and");
    expect(refusal(faulty(2)).message).toMatch(/ \(and 1 more issue\)$/);
    expect(refusal(faulty(3)).message).toMatch(/ \(and 2 more issues\)$/);
    expect(refusal(faulty(100)).message).toMatch(/ \(and 99 more issues\)$/);
  });

  it("lists 100 issues, or as many as maxIssues says, and reads no further", () => {
    const many = refusal(faulty(5000));
    expect(many.issues).toHaveLength(100);
    expect(many.message).toMatch(/ \(and at least 100 more issues\)$/);
    expect(refusal(faulty(10), { maxIssues: 3 }).issues).toHaveLength(3);
    expect(refusal(faulty(10), { maxIssues: 3 }).message).toMatch(/ \(and at least 3 more issues\)$/);
    expect(refusal(faulty(10), { maxIssues: 10 }).message).toMatch(/ \(and 9 more issues\)$/);
    const none = refusal(faulty(10), { maxIssues: 0 });
    expect(none.issues).toEqual([]);
    expect(none.message).toContain("entry 0 (user): content: expected a string or an array of parts, got a number");
    const parts = Array.from({ length: 5000 }, () => ({ type: "tool-result", content: [1, 2] }));
    const inner = { type: "tool-result", toolCallId: "c", content: Array.from({ length: 5000 }, () => 1) };
    for (const entry of [
      { role: "user", content: parts },
      { role: "tool", content: [inner] },
    ]) {
      const error = refusal(documentOf(entry));
      expect(error.issues).toHaveLength(100);
      expect(error.message).toMatch(/ \(and at least 1\d\d more issues\)$/);
    }
  });

  it("has a message under 2,000 characters, whatever came in", () => {
    const long = "x".repeat(10_000);
    const documents: unknown[] = [
      { format: long, version: long, entries: long, [long]: long },
      { format: "colloquy", version: 1e300, entries: [] },
      { format: "colloquy", version: -1e300, entries: [] },
      ...[
        { role: long },
        { role: "user", content: [{ type: "file", [long]: 1 }] },
        { role: "user", content: long, createdAt: long },
      ].map((entry) => ({ format: "colloquy", version: 1, entries: [entry] })),
      {
        format: "colloquy",
        version: 1,
        entries: [{ role: "user", content: "", metadata: {}, rich: { [long]: [long] } }],
      },
    ];
    for (const document of documents) expect(refusal(JSON.stringify(document)).message.length).toBeLessThan(2000);
    expect(refusal(long).message.length).toBeLessThan(2000);
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const result = Transcript.safeFromJson(anything as string);
        if (!result.success) expect(result.error.message.length).toBeLessThan(2000);
      }),
    );
  });

  it("repeats nothing of the document: no value, no key that is not of the format, no parser's error", () => {
    fc.assert(
      fc.property(
        documentLike(),
        fc.array(change(), { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (made, changes, cut) => {
          const document = {
            format: "colloquy",
            version: 1,
            entries: [{ role: "user", content: "x", later: { k: ["v"] } }, made],
          };
          for (const apply of changes) apply(document);
          const text = JSON.stringify(document, (_key, value: unknown) => {
            if (value === "x" || value === "") return "CANARY";
            if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
            return { ...value, CANARY: "CANARY", position4242: "at position 4242" };
          });
          for (const broken of [text, text.slice(0, cut % text.length), `${text}CANARY`, `CANARY at position 4242`]) {
            const result = Transcript.safeFromJson(broken);
            if (result.success) continue;
            const { error } = result;
            expect(error.cause).toBeUndefined();
            expect(`${error.message} ${JSON.stringify(error.issues)} ${error.stack}`).not.toMatch(/CANARY|4242/);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.runIf(parserSaysWhere)("says where text stops being JSON, counted in the text as it was given", () => {
    const text = documentOf({ role: "user", content: "CANARY" });
    const said = (broken: string): string => refusal(broken).issues[0]!.message;
    expect(said(text.slice(0, -5))).toBe(
      `expected JSON, got a text that is cut off after ${text.length - 5} characters`,
    );
    expect(said(`\uFEFF${text.slice(0, -5)}`)).toBe(
      `expected JSON, got a text that is cut off after ${text.length - 4} characters`,
    );
    expect(said(`${text}${text}`)).toBe(`expected JSON, got something else from character ${text.length} on`);
    expect(said(`\uFEFF${text}${text}`)).toBe(`expected JSON, got something else from character ${text.length + 1} on`);
    for (const empty of ["", " \n", "\uFEFF"]) expect(said(empty)).toBe("expected JSON, got an empty text");
    for (const faked of ["x at position 42", "Unexpected end", "at position 42 (line 1 column 43)"])
      expect(said(faked)).toBe("expected JSON, got another text");
    expect(said("{")).toBe("expected JSON, got a text that is cut off after 1 characters");
  });

  it("is the one that fromJson() throws", () => {
    const { message, issues, code, name } = refusal(faulty(2));
    expect(() => Transcript.fromJson(faulty(2))).toThrow(expect.objectContaining({ message, issues, code, name }));
    expect([name, code]).toEqual(["TranscriptDecodeError", "invalid-document"]);
  });
});

describe("Options of decoding", () => {
  const text = documentOf({ role: "user", content: "hi" });

  it("maxLength refuses text that is longer, naming both lengths, before it is parsed", () => {
    expect(Transcript.fromJson(text, { maxLength: text.length }).length).toBe(1);
    expect(Transcript.fromJson(text, { maxLength: Infinity }).length).toBe(1);
    const error = refusal(`${text}!`, { maxLength: text.length });
    expect(error.issues).toEqual([
      {
        path: [],
        code: "too-long",
        message: `expected at most ${text.length} characters (maxLength), got ${text.length + 1}`,
      },
    ]);
    expect(refusal(text, { maxLength: 0 }).issues[0]?.code).toBe("too-long");
  });

  it("may be absent, empty or undefined", () => {
    for (const options of [undefined, {}, { maxLength: undefined, maxIssues: undefined }])
      expect(Transcript.fromJson(text, options as DecodeOptions).length).toBe(1);
  });

  const sizes = [-1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53, "5", null, {}, 5n];
  it.each(["maxLength", "maxIssues"])("%s out of range is a RangeError that names it, for every document", (option) => {
    for (const size of option === "maxIssues" ? [...sizes, Infinity] : sizes) {
      for (const document of [text, "no JSON", JSON.parse(text) as TranscriptDocument]) {
        const options = { [option]: size } as DecodeOptions;
        expect(() => Transcript.fromJson(document, options)).toThrow(RangeError);
        expect(() => Transcript.safeFromJson(document, options)).toThrow(new RegExp(`^${option}: `));
      }
    }
  });

  it("that are no object are a TypeError", () => {
    for (const options of [null, 5, "text", true])
      expect(() => Transcript.fromJson(text, options as unknown as DecodeOptions)).toThrow(TypeError);
  });
});
