import { Transcript, TranscriptDecodeError } from "colloquy";
import { describe, expect, it } from "vitest";
import { codeOf, documentOf, outcomeOf, REFUSED, userOf } from "./hostile.js";

/** The metadata of the one entry of a document that is read. */
function metadataOf(json: string): Record<string, unknown> {
  const outcome = outcomeOf(json);
  if (outcome instanceof TranscriptDecodeError) throw outcome;
  return outcome.at(0)!.metadata!;
}

describe("A hostile document", () => {
  it("pollutes no prototype by its keys, and keeps them as data", () => {
    const keys = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2}`;
    const kept = metadataOf(documentOf(userOf(keys)))["a"] as object;
    expect(JSON.stringify(kept)).toBe(keys);
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    outcomeOf(documentOf(`{"role":"user","content":"x","__proto__":{"pinned":true},"constructor":1}`));
    outcomeOf(documentOf(`{"__proto__":{"role":"user"},"content":"x"}`));
    outcomeOf(`{"__proto__":{"format":"colloquy","version":1,"entries":[]}}`);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(Reflect.get({}, "pinned")).toBeUndefined();
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"])(
    "names the inherited %s as role, type, key and tag, and is refused or read as data",
    (name) => {
      expect(codeOf(documentOf(`{"role":"${name}","content":"x"}`))).toBe("type");
      expect(codeOf(documentOf(`{"role":"user","content":[{"type":"${name}"}]}`))).toBe("read");
      expect(codeOf(documentOf(`{"role":"user","content":"x","${name}":1}`))).toBe("read");
      expect(codeOf(documentOf(userOf("1", `{"metadata.a":["${name}"]}`)))).toBe("annotation");
      expect(codeOf(documentOf(userOf("[1]", `{"metadata.a":[["typed-array","${name}"]]}`)))).toBe("annotation");
      expect(codeOf(documentOf(userOf("1", `{"metadata.a":[["custom","${name}"]]}`)))).toBe("annotation");
      expect(codeOf(documentOf(userOf("1", `{"metadata.a":[["class","${name}"]]}`)))).toBe("annotation");
      expect(codeOf(documentOf(userOf("1", `{"metadata.${name}":["bigint"]}`)))).toBe("annotation");
      expect(codeOf(documentOf(userOf('{"b":"1"}', `{"metadata.a.${name}.x":["bigint"]}`)))).toBe("annotation");
    },
  );

  it("puts a value under an own __proto__ that annotations speak of", () => {
    const json = documentOf(
      `{"role":"user","content":"x","metadata":{"__proto__":"1"},"rich":{"metadata.__proto__":["bigint"]}}`,
    );
    expect(Object.getOwnPropertyDescriptor(metadataOf(json), "__proto__")!.value).toBe(1n);
  });

  it.each([
    ['["symbol"]', "1"],
    ['[["symbol","x"]]', "1"],
    ['[["class","Date"]]', "{}"],
    ['[["custom","Buffer"]]', '"AAAA"'],
    ["[null]", "1"],
    ["[[]]", "1"],
    ["[]", "1"],
    ['["bigint",{},{}]', '"1"'],
    ['["set",["set"]]', "[]"],
    ['["set",{"0":["set",{"0":["set"]}]}]', "[[1]]"],
    ['["Date",{"x":["Date"]}]', '"2031-02-03T04:05:06.000Z"'],
    ['["map",{"0.0.0":["undefined"]}]', "[[1,2]]"],
    ['"set"', "[]"],
    ["7", "[]"],
    ["null", "[]"],
  ])("has the tag %s that nobody knows or that does not fit, and is refused", (tag, value) => {
    expect(codeOf(documentOf(userOf(value, `{"metadata.a":${tag}}`)))).toBe("annotation");
  });

  it("has a table of references, and is refused", () => {
    const doubling = Array.from(
      { length: 20 },
      (_none, level) => `"metadata.a.${level}":["metadata.a.${level + 1}"]`,
    ).join();
    for (const rich of [
      `{"referentialEqualities":{"metadata.a":["metadata.b"]}}`,
      `{"metadata.a":[["x"],{}],"referentialEqualities":{${doubling}}}`,
      `{"values":{"metadata.a":["Date"]},"referentialEqualities":[["metadata.a"]]}`,
    ])
      expect(codeOf(documentOf(userOf("[1]", rich)))).toBe("annotation");
    expect(codeOf(documentOf(userOf(`{"json":1,"meta":{"referentialEqualities":{${doubling}}}}`)))).toBe("read");
  });

  it("nests values, tags and sets in sets as deep as is allowed, and is refused beyond", () => {
    const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    const objects = (depth: number): string => `${'{"b":'.repeat(depth)}1${"}".repeat(depth)}`;
    const sets = (depth: number): string =>
      userOf(lists(depth), `{"metadata.a":${'["set",{"0":'.repeat(depth - 1)}["set"]${"}]".repeat(depth - 1)}}`);
    for (const depth of [490, 499]) {
      expect(codeOf(documentOf(userOf(lists(depth))))).toBe("read");
      expect(codeOf(documentOf(userOf(objects(depth))))).toBe("read");
      expect(codeOf(documentOf(sets(depth)))).toBe("read");
    }
    for (const depth of [500, 501, 1_000, 50_000]) {
      expect(codeOf(documentOf(userOf(lists(depth))))).toBe("too-deep");
      expect(codeOf(documentOf(userOf(objects(depth))))).toBe("too-deep");
      expect(codeOf(documentOf(sets(depth)))).toMatch(REFUSED);
      expect(codeOf(documentOf(`{"role":"user","content":"x","later":${lists(depth + 1)}}`))).toBe("too-deep");
      expect(codeOf(documentOf(`{"role":"user","content":[{"type":"later","a":${lists(depth)}}]}`))).toBe("too-deep");
    }
    expect(codeOf(lists(200_000))).toBe("type");
    expect(codeOf(documentOf(lists(200_000)))).toBe("type");
    expect(codeOf(documentOf(`{"role":"user","content":${lists(200_000)}}`))).toBe("type");
  });

  it("holds a bigint of ten million digits, and is refused at once", () => {
    const json = documentOf(userOf(`"${"9".repeat(10_000_000)}"`, '{"metadata.a":["bigint"]}'));
    expect(codeOf(json)).toMatch(REFUSED);
    expect(codeOf(documentOf(userOf(`"${"9".repeat(10_000)}"`, '{"metadata.a":["bigint"]}')))).toBe("read");
    expect(codeOf(documentOf(userOf(`"${"9".repeat(10_001)}"`, '{"metadata.a":["bigint"]}')))).toMatch(REFUSED);
    const elements = (digits: number): string =>
      userOf(`["${"9".repeat(digits)}"]`, '{"metadata.a":[["typed-array","BigInt64Array"]]}');
    expect(codeOf(documentOf(elements(1_000_000)))).toMatch(REFUSED);
  });

  it("holds lone surrogates, NUL, line separators and escapes, and comes back as it was", () => {
    const texts = ["\uD800", "\uDC00\uD800", "a\u0000b", "\u2028\u2029\u0085", "\uFEFF", "\u001B[2J", "\u202E"];
    for (const text of texts) {
      const outcome = outcomeOf(
        documentOf(`{"role":"user","content":${JSON.stringify(text)},"metadata":{${JSON.stringify(text)}:1}}`),
      );
      expect((outcome as Transcript).at(0)?.text).toBe(text);
      expect(Object.keys((outcome as Transcript).at(0)!.metadata!)).toEqual([text]);
    }
    expect((outcomeOf(documentOf('{"role":"user","content":"\uD800\u2028"}')) as Transcript).at(0)?.text).toBe(
      "\uD800\u2028",
    );
    expect(codeOf(documentOf('{"role":"user","content":"\u0000"}'))).toBe("syntax");
  });

  it("says a key twice, and the last one counts, as in JSON", () => {
    const json = documentOf('{"role":"user","content":"one","content":"two","role":"assistant"}');
    expect((outcomeOf(json) as Transcript).at(0)).toMatchObject({ role: "assistant", text: "two" });
    expect(codeOf('{"version":7,"format":"colloquy","version":1,"entries":[]}')).toBe("read");
  });

  it("holds numbers beyond what JavaScript counts exactly: as text where there is text, else as the nearest", () => {
    const inputText = '{"n":12345678901234567890,"m":1.0,"e":1e400}';
    const call = {
      type: "tool-call",
      toolCallId: "a",
      toolName: "f",
      input: JSON.parse(inputText) as unknown,
      inputText,
    };
    const { transcript } = Transcript.salvage(
      Transcript.from([{ role: "assistant", content: [call as never] }]).toJson(),
    );
    expect(transcript.at(0)?.toolCalls?.[0]?.inputText).toBe(inputText);
    expect(metadataOf(documentOf(userOf("12345678901234567890")))["a"]).toBe(12345678901234567000);
    expect(metadataOf(documentOf(userOf("1e999")))["a"]).toBe(Infinity);
    expect(metadataOf(documentOf(userOf("-0")))["a"]).toBe(-0);
  });

  it("holds patterns, URLs and texts that cost much to read elsewhere", () => {
    expect(codeOf(documentOf(userOf(`"/${"(a+)+$".repeat(1_000)}/"`, '{"metadata.a":["regexp"]}')))).toBe("read");
    expect(codeOf(documentOf(userOf(`"/${"(".repeat(100_000)}/"`, '{"metadata.a":["regexp"]}')))).toBe("annotation");
    expect(codeOf(documentOf(userOf(`"http://a/${"%".repeat(1_000_000)}"`, '{"metadata.a":["URL"]}')))).toBe("read");
    const time = `2031-02-03T04:05:06.${"0".repeat(1_000_000)}!`;
    expect(codeOf(documentOf(`{"role":"user","content":"x","createdAt":"${time}"}`))).toBe("format");
    expect(codeOf(documentOf(`{"role":"user","content":[{"type":"file","data":"${"a".repeat(1_000_000)}"}]}`))).toBe(
      "read",
    );
  });

  it("is told about in bounded messages that repeat nothing of it", () => {
    const name = "CANARY".repeat(10_000);
    for (const json of [
      documentOf(`{"role":"user","content":[{"type":"text","${name}":1}]}`),
      documentOf(`{"role":"${name}","content":"x"}`),
      documentOf(`{"role":"user","content":[{"type":"text","text":{"${name}":1}}],"text":"${name}"}`),
      documentOf(userOf(`{"${name}":1}`, `{"metadata.a.${name}":["${name}"]}`)),
      documentOf(`{"role":"system","content":"x","summary":"${name}"}`),
      documentOf(`{"role":"user","content":[{"type":"file","data":{"url":["${name}"]}}]}`),
      ...["id", "pinned", "metadata", "source", "createdAt", "rich", "extra", "toolCalls"].map((key) =>
        documentOf(`{"role":"system","content":"x","${key}":["${name}"]}`),
      ),
      ...["system", "user", "assistant", "tool"].map((role) =>
        documentOf(`{"role":"${role}","content":{"x":"${name}"}}`),
      ),
      `{"${name}":"${name}"}`,
      name,
      `${documentOf()}${name}`,
    ]) {
      const error = outcomeOf(json) as TranscriptDecodeError;
      expect(error).toBeInstanceOf(TranscriptDecodeError);
      expect(error.message).not.toContain("CANARY");
      expect(JSON.stringify(error.issues)).not.toContain("CANARY");
      expect(JSON.stringify(Transcript.salvage(json).rejected.map(({ issues }) => issues))).not.toContain("CANARY");
    }
  });
});
