import { performance } from "node:perf_hooks";
import {
  Transcript,
  TranscriptDecodeError,
  TranscriptInputError,
  type EntryInput,
  type TranscriptDocument,
} from "colloquy";
import { describe, expect, it } from "vitest";

const documentOf = (...entries: readonly string[]): string =>
  `{"format":"colloquy","version":1,"entries":[${entries.join(",")}]}`;
const userOf = (metadata: string, rich?: string): string =>
  `{"role":"user","content":"x","metadata":{"a":${metadata}}${rich === undefined ? "" : `,"rich":${rich}`}}`;

/** Reads a document both ways and holds both to the law: a value that can be written again, or an error of ours. */
function outcomeOf(json: string): Transcript | TranscriptDecodeError {
  const salvaged = Transcript.salvage(json);
  expect(Transcript.fromJson(salvaged.transcript.toJson()).equals(salvaged.transcript)).toBe(true);
  const result = Transcript.safeFromJson(json);
  expect(salvaged.rejected.length === 0).toBe(result.success);
  if (!result.success) {
    expect(result.error).toBeInstanceOf(TranscriptDecodeError);
    expect(result.error.message.length).toBeLessThan(2000);
    return result.error;
  }
  const written = result.transcript.toJson();
  expect(Transcript.fromJson(written).toJson()).toBe(written);
  expect(salvaged.transcript.toJson()).toBe(written);
  return result.transcript;
}

function codeOf(json: string): string {
  const outcome = outcomeOf(json);
  return outcome instanceof TranscriptDecodeError ? outcome.issues[0]!.code : "read";
}

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
    for (const depth of [500, 501, 1_000, 100_000]) {
      expect(codeOf(documentOf(userOf(lists(depth))))).toBe("too-deep");
      expect(codeOf(documentOf(userOf(objects(depth))))).toBe("too-deep");
      expect(codeOf(documentOf(sets(depth)))).toMatch(/too-deep|annotation/);
      expect(codeOf(documentOf(`{"role":"user","content":"x","later":${lists(depth + 1)}}`))).toBe("too-deep");
      expect(codeOf(documentOf(`{"role":"user","content":[{"type":"later","a":${lists(depth)}}]}`))).toBe("too-deep");
    }
    expect(codeOf(lists(1_000_000))).toBe("type");
    expect(codeOf(documentOf(lists(1_000_000)))).toBe("type");
    expect(codeOf(documentOf(`{"role":"user","content":${lists(1_000_000)}}`))).toBe("type");
  });

  it("holds a bigint of ten million digits, and is refused at once", () => {
    const json = documentOf(userOf(`"${"9".repeat(10_000_000)}"`, '{"metadata.a":["bigint"]}'));
    expect(codeOf(json)).toBe("annotation");
    expect(codeOf(documentOf(userOf(`"${"9".repeat(10_000)}"`, '{"metadata.a":["bigint"]}')))).toBe("read");
    expect(codeOf(documentOf(userOf(`"${"9".repeat(10_001)}"`, '{"metadata.a":["bigint"]}')))).toBe("annotation");
    expect(codeOf(documentOf(userOf('["9"]', '{"metadata.a":[["typed-array","BigInt64Array"]]}')))).not.toBe("crash");
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
    expect(codeOf(documentOf(`{"role":"user","content":"x","createdAt":"${time}"}`))).toBe("type");
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

const put = (output: unknown): Transcript =>
  Transcript.from([{ role: "tool", toolResult: { toolCallId: "a", output } }]);

/** What comes of putting a value in: it can be written and read again, or the code of the first issue. */
function comesOf(deed: () => Transcript): string {
  try {
    const json = deed().toJson();
    expect(Transcript.fromJson(json).toJson()).toBe(json);
    return "kept";
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    expect(error.message.length).toBeLessThan(2000);
    return error.issues[0]!.code;
  }
}

/** A value that holds itself again and again, level by level. */
function levels(count: number, level: (inner: unknown) => unknown): unknown {
  let value: unknown;
  for (let at = 0; at < count; at += 1) value = level(value);
  return value;
}

describe("A hostile value that is put in", () => {
  const doubled: [string, (inner: unknown) => unknown][] = [
    ["lists", (inner) => [inner, inner]],
    ["objects", (inner) => ({ a: inner, b: inner })],
    ["maps", (inner) => new Map([[inner, inner]])],
    ["sets", (inner) => new Set([inner, [inner]])],
    ["errors", (inner) => Object.assign(new Error("x", { cause: inner }), { inner })],
    [
      "errors whose values cannot be kept",
      (inner) => Object.assign(new Error("x"), { a: [inner, () => 1], b: [inner, () => 1] }),
    ],
  ];

  it.each(doubled)("made of %s that are shared level after level is refused instead of written out", (_name, level) => {
    expect(comesOf(() => put(levels(60, level)))).toBe("too-large");
    expect(comesOf(() => put(levels(8, level)))).toBe("kept");
  });

  it.each(doubled)("made of %s nested without end is refused", (name, level) => {
    const single = (inner: unknown): unknown => level(inner === undefined ? 1 : inner);
    expect(comesOf(() => put(levels(5_000, single)))).toMatch(/^too-/);
    void name;
  });

  it("that holds itself is refused, but for what hangs on an error", () => {
    const list: unknown[] = [];
    list.push(list);
    const map = new Map();
    map.set(map, map);
    const set = new Set();
    set.add(set);
    const error: Error & { self?: unknown } = new Error("x");
    error.cause = { error };
    for (const value of [list, map, set, error, { list }]) expect(comesOf(() => put(value))).toBe("cycle");
    const hung = Object.assign(new Error("x"), { request: { response: {} as object } });
    hung.request.response = { hung };
    expect(comesOf(() => put(hung))).toBe("kept");
  });

  it("with accessors is refused without running them", () => {
    let ran = 0;
    const get = (): unknown => (ran += 1);
    expect(comesOf(() => put(Object.defineProperty({}, "a", { get, enumerable: true })))).toBe("type");
    expect(comesOf(() => put([Object.defineProperty({}, "a", { get, enumerable: true })]))).toBe("type");
    expect(ran).toBe(0);
  });

  it("of a proxy is read once, as what the proxy says", () => {
    expect(comesOf(() => put(new Proxy({ a: [1] }, {})))).toBe("kept");
    let asked = 0;
    const wavering = new Proxy(
      { text: "x" },
      { get: (target, key) => (key === "text" ? (asked++ ? 5 : "x") : Reflect.get(target, key)) },
    );
    expect(comesOf(() => Transcript.from([{ role: "user", content: [{ type: "text", ...wavering }] }]))).toBe("kept");
  });

  it("that throws when it is read is refused by name, with what it threw as the cause", () => {
    const boom = new Error("boom");
    const thrower = (trap: keyof ProxyHandler<object>): object =>
      new Proxy(
        {},
        {
          [trap]: () => {
            throw boom;
          },
        },
      );
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const inputs: unknown[] = [
      { role: "tool", toolResult: { toolCallId: "a", output: thrower("ownKeys") } },
      { role: "tool", toolResult: { toolCallId: "a", output: thrower("getPrototypeOf") } },
      {
        role: "user",
        get text() {
          throw boom;
        },
      },
      thrower("get"),
      thrower("getPrototypeOf"),
      proxy,
    ];
    for (const input of inputs) {
      const build = (): Transcript => Transcript.from([{ role: "user", text: "x" }, input as EntryInput]);
      expect(comesOf(build)).toBe("unreadable");
      expect(errorOf(build)).toMatchObject({ issues: [{ entry: 1, code: "unreadable" }] });
      expect((errorOf(build) as Error).cause).toBeInstanceOf(Error);
    }
  });

  it("that is a list full of holes is refused at once", () => {
    expect(comesOf(() => put(Array.from({ length: 3 }).concat(new Array(1_000_000_000))))).toBe("type");
    expect(comesOf(() => Transcript.from([{ role: "user", content: new Array(100_000_000) }]))).toBe("type");
    expect(comesOf(() => Transcript.from([{ role: "assistant", text: "", toolCalls: new Array(100_000_000) }]))).toBe(
      "type",
    );
    const content = new Array(100_000_000);
    expect(comesOf(() => Transcript.from([{ role: "tool", toolResult: { toolCallId: "a", content } }]))).toBe("type");
  });

  it("that only looks like a value of the language is refused or taken for what it is", () => {
    for (const prototype of [Date, Map, Set, RegExp, URL, Uint8Array, Promise])
      expect(comesOf(() => put(Object.create(prototype.prototype as object)))).toBe("type");
    expect(comesOf(() => put({ [Symbol.toStringTag]: "Date" }))).toBe("type");
    expect(comesOf(() => put(Object.assign(new Error("x"), { name: Symbol("x") })))).not.toBe("crash");
  });

  it("with ten thousand digits is kept, and with more is refused", () => {
    expect(comesOf(() => put(10n ** 9_999n))).toBe("kept");
    expect(comesOf(() => put(10n ** 10_000n))).toBe("too-large");
    expect(comesOf(() => put(2n ** 30_000_000n))).toBe("too-large");
  });

  it("is told about in bounded messages, however long its keys and paths are", () => {
    const key = "k".repeat(100_000);
    expect(comesOf(() => put({ [key]: () => 1 }))).toBe("type");
    expect(comesOf(() => put(levels(400, (inner) => ({ [key]: inner ?? (() => 1) }))))).toBe("type");
    expect(comesOf(() => Transcript.from([{ role: "user", text: "x", [key]: 1 } as EntryInput]))).toBe("unknown-key");
  });
});

function errorOf(deed: () => unknown): unknown {
  try {
    deed();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("A parsed document that is handed over", () => {
  it("is refused when it holds itself, throws, or is shared level after level", () => {
    const cyclic: Record<string, unknown> = { format: "colloquy", version: 1, entries: [] };
    (cyclic["entries"] as unknown[]).push(cyclic);
    const shared = levels(60, (inner) => ({ a: inner ?? 1, b: inner ?? 1 }));
    const documents: unknown[] = [
      cyclic,
      { format: "colloquy", version: 1, entries: [{ role: "user", content: "x", metadata: { shared } }] },
      {
        format: "colloquy",
        version: 1,
        entries: [],
        get more() {
          throw new Error("boom");
        },
      },
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("boom");
          },
        },
      ),
    ];
    for (const document of documents) {
      const result = Transcript.safeFromJson(document as TranscriptDocument);
      expect(result.success).toBe(false);
    }
  });
});

/** A megabyte of each kind of trouble. */
const troubles: [string, () => string][] = [
  ["sound entries", () => fill('{"role":"user","content":"hello there"}')],
  ["empty objects for entries", () => fill("{}")],
  ["numbers for entries", () => fill("1")],
  ["entries that are all wrong", () => fill('{"role":"user","content":[{"type":"text","text":1}],"id":7}')],
  ["parts that are all wrong", () => documentOf(`{"role":"user","content":[${list(100_000, () => '{"type":1}')}]}`)],
  ["parts without a type", () => documentOf(`{"role":"user","content":[${list(300_000, () => "{}")}]}`)],
  ["sound parts", () => documentOf(`{"role":"user","content":[${list(40_000, () => '{"type":"text","text":"a"}')}]}`)],
  ["keys that nobody knows", () => documentOf(`{"role":"user","content":"x",${list(80_000, (at) => `"k${at}":1`)}}`)],
  ["keys beside the entries", () => documentOf().replace("{", `{${list(80_000, (at) => `"k${at}":1`)},`)],
  ["annotations", () => documentOf(annotated(25_000, (at) => [`"k${at}":"1"`, `"metadata.k${at}":["bigint"]`]))],
  [
    "annotations that point nowhere",
    () => documentOf(annotated(25_000, (at) => [`"k${at}":"1"`, `"metadata.x${at}":["bigint"]`])),
  ],
  ["one annotation with a long path", () => documentOf(userOf("1", `{"metadata${".a".repeat(500_000)}":["bigint"]}`))],
  [
    "annotations with long paths",
    () =>
      documentOf(
        userOf(
          `${'{"a":'.repeat(400)}1${"}".repeat(400)}`,
          `{${list(1_200, (at) => `"metadata${".a".repeat(400)}.b${at}":["bigint"]`)}}`,
        ),
      ),
  ],
  [
    "sets in sets",
    () =>
      fill(
        userOf(
          "[".repeat(100) + "]".repeat(100),
          `{"metadata.a":${'["set",{"0":'.repeat(99)}["set"]${"}]".repeat(99)}}`,
        ),
      ),
  ],
  ["text of escapes", () => documentOf(`{"role":"user","content":"${'\\"\\\\'.repeat(250_000)}"}`)],
  ["brackets that open", () => "[".repeat(1_000_000)],
  ["braces that open", () => '{"a":'.repeat(200_000)],
  ["a string that does not end", () => `{"a":"${"\\".repeat(1_000_000)}`],
  ["lists of entries", () => `{"format":"colloquy","version":1${',"entries":[]'.repeat(80_000)}}`],
];

function list(count: number, item: (at: number) => string): string {
  return Array.from({ length: count }, (_none, at) => item(at)).join();
}
function fill(entry: string): string {
  return documentOf(list(Math.floor(1_000_000 / (entry.length + 1)), () => entry));
}
function annotated(count: number, pair: (at: number) => readonly [string, string]): string {
  const pairs = Array.from({ length: count }, (_none, at) => pair(at));
  const join = (at: 0 | 1): string => pairs.map((each) => each[at]).join();
  return `{"role":"user","content":"x","metadata":{${join(0)}},"rich":{${join(1)}}}`;
}

describe("A megabyte of", () => {
  it.each(troubles)("%s is read or refused in bounded time", { timeout: 60_000 }, (name, make) => {
    const json = make();
    const timeOf = (deed: () => unknown): number => {
      const start = performance.now();
      deed();
      return Math.round(((performance.now() - start) * 1_000_000) / json.length);
    };
    const read = timeOf(() => Transcript.safeFromJson(json));
    const salvaged = timeOf(() => Transcript.salvage(json));
    // Machines differ, so that times are for reading; what grows faster than its input would not end here at all.
    if (process.env["HOSTILE_TIMES"] !== undefined) console.log(`${name}: ${read} ms, salvage ${salvaged} ms per MB`);
    expect(Math.max(read, salvaged)).toBeLessThan(20_000);
    outcomeOf(json);
  });
});
