import { Transcript, TranscriptInputError, type EntryInput } from "colloquy";
import fc from "fast-check";
import SuperJSON from "superjson";
import { describe, expect, it } from "vitest";
import { restore, separate } from "../../src/codec/rich-value.js";
import { TYPED_ARRAYS } from "../../src/model/kinds.js";
import { entryInput, plainValue, richValue } from "../support/arbitraries.js";
import { fromBase64, toBase64 } from "../support/bytes.js";
import { dump } from "../support/dump.js";
import { nodeIsThere } from "../support/runtime.js";
import { objectOf } from "../support/values.js";

const asResult = (output: unknown): EntryInput => ({ role: "tool", toolResult: { toolCallId: "c", output } });

/** The value after a trip through the document, once it was seen that a second trip changes nothing. */
function tripOf(value: unknown): unknown {
  const built = Transcript.from([asResult(value)]);
  const back = Transcript.fromJson(built.toJson());
  expect(back.toJson()).toBe(built.toJson());
  expect(dump(back.at(0)?.toolResult?.output)).toBe(dump(built.at(0)?.toolResult?.output));
  return back.at(0)?.toolResult?.output;
}

/** The annotations of a value that is the output of a result. */
function annotationsOf(value: unknown): unknown {
  const [entry] = JSON.parse(Transcript.from([asResult(value)]).toJson()).entries as [{ rich?: unknown }];
  return entry.rich;
}

function refusalOf(value: unknown): TranscriptInputError {
  try {
    Transcript.from([{ role: "user", text: "before" }, asResult(value)]);
  } catch (error) {
    if (error instanceof TranscriptInputError) return error;
    throw error;
  }
  throw new Error("It was kept");
}

/** superjson as it comes, with the one transformer that this format needs. */
function stockSuperjson(): SuperJSON {
  const superjson = new SuperJSON();
  superjson.registerCustom<Uint8Array, string>(
    {
      isApplicable: (value): value is Uint8Array => value instanceof Uint8Array,
      serialize: toBase64,
      deserialize: fromBase64,
    },
    "bytes",
  );
  return superjson;
}

/** Whether superjson by itself can hold a value: it refuses some keys, and drops what errors have of their own. */
function fitsSuperjson(value: unknown): boolean {
  return !/"(?:__proto__|constructor|prototype)":|\)\{"code"/.test(dump(value));
}

/** An entry, a part or a list of parts with the keys of a later release where the document has them. */
function inDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDocument);
  if (typeof value !== "object" || value === null) return value;
  const later = (value as { extra?: object }).extra ?? {};
  const known = Object.entries(value).filter(([key]) => key !== "extra");
  const pairs = known.map(([key, item]) => [key, key === "content" ? inDocument(item) : item] as const);
  return objectOf([...pairs, ...Object.entries(later)]);
}

describe("Rich values in the document", () => {
  const table: [string, unknown, unknown, unknown][] = [
    ["undefined", undefined, null, ["undefined"]],
    ["NaN", Number.NaN, "NaN", ["number"]],
    ["-0", -0, "-0", ["number"]],
    ["-Infinity", Number.NEGATIVE_INFINITY, "-Infinity", ["number"]],
    ["bigint", -12n, "-12", ["bigint"]],
    ["Date", new Date(0), "1970-01-01T00:00:00.000Z", ["Date"]],
    ["RegExp", /a\/b/g, "/a\\/b/g", ["regexp"]],
    ["URL", new URL("https://example.org/?q"), "https://example.org/?q", ["URL"]],
    ["Set", new Set(["a", 1n]), ["a", "1"], ["set", { 1: ["bigint"] }]],
    ["Map", new Map([["a", -0]]), [["a", "-0"]], ["map", { "0.1": ["number"] }]],
    ["Error", new TypeError("no"), { name: "TypeError", message: "no" }, ["Error"]],
    ["bytes", Uint8Array.of(1, 2, 3), "AQID", [["custom", "bytes"]]],
    ["Int8Array", Int8Array.of(-1, 1), [-1, 1], [["typed-array", "Int8Array"]]],
    ["Float64Array", Float64Array.of(0.5, Number.NaN, -0), [0.5, "NaN", "-0"], [["typed-array", "Float64Array"]]],
    ["BigInt64Array", BigInt64Array.of(-1n), ["-1"], [["typed-array", "BigInt64Array"]]],
  ];

  it.each(table)("%s is written as JSON and one annotation, and comes back", (_name, value, json, annotation) => {
    const [entry] = JSON.parse(Transcript.from([asResult(value)]).toJson()).entries;
    expect(entry.content[0].output).toEqual(json);
    expect(entry.rich).toEqual({ "content.0.output": annotation });
    tripOf(value);
  });

  it("stands in nothing that JSON can hold", () => {
    fc.assert(
      fc.property(plainValue(), (value) => {
        expect(annotationsOf(value)).toBeUndefined();
      }),
    );
  });

  it("is written and read by separate() and restore() as two halves of one value", () => {
    fc.assert(
      fc.property(richValue(), (value) => {
        const { json, annotations } = separate({ value });
        const copy = JSON.parse(JSON.stringify(json)) as { value: unknown };
        restore(copy, annotations, () => []);
        expect(dump(copy.value)).toBe(dump(value));
      }),
      { numRuns: 300 },
    );
  });
});

describe("Rich values and superjson", () => {
  it("reads what this library writes: entry and annotations give back the entry", () => {
    const superjson = stockSuperjson();
    fc.assert(
      fc.property(entryInput(), (input) => {
        const [entry] = Transcript.from([input]).entries();
        fc.pre(fitsSuperjson(entry));
        const { rich, ...json } = JSON.parse(JSON.stringify(entry));
        const read = superjson.deserialize({ json, meta: { values: rich, v: 1 } });
        expect(dump(read)).toBe(
          dump(inDocument({ ...entry, content: json.content === entry?.text ? json.content : entry?.content })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("writes the same JSON and annotations for the same value", () => {
    const superjson = stockSuperjson();
    fc.assert(
      fc.property(richValue(), (value) => {
        fc.pre(fitsSuperjson(value));
        const { json, meta } = superjson.serialize({ value });
        const ours = separate({ value });
        expect(dump(ours.json)).toBe(dump(json));
        expect(ours.annotations).toEqual(meta?.values ?? {});
      }),
      { numRuns: 300 },
    );
  });
});

describe("What superjson and JSON get wrong", () => {
  it("keys with dots and backslashes move no tag to another value", () => {
    const value = {
      "a.b": new Date(0),
      a: { b: "1970-01-01T00:00:00.000Z" },
      "a\\": { b: 1n },
      "a\\.b": "1",
      "": { "": -0 },
      ".": [undefined],
    };
    expect(tripOf(value)).toStrictEqual(value);
  });

  it.each(["constructor", "prototype", "__proto__", "toString", "hasOwnProperty", "then"])(
    "%s is a key like any other, beside and above rich values, and reaches no prototype",
    (key) => {
      const value = objectOf([
        [key, objectOf([[key, new Date(0)]])],
        ["plain", objectOf([[key, { polluted: 1 }]])],
      ]);
      expect(dump(tripOf(value))).toBe(dump(value));
      expect(dump(tripOf(new Map([[value, [value]]])))).toBe(dump(new Map([[value, [value]]])));
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    },
  );

  it.runIf(nodeIsThere)("a Buffer comes back as its bytes, and shares no memory with it", () => {
    const buffer = Buffer.from("héllo");
    const kept = tripOf({ buffer }) as { buffer: Uint8Array };
    expect(kept.buffer).toStrictEqual(Uint8Array.from(buffer));
    expect(Object.getPrototypeOf(kept.buffer)).toBe(Uint8Array.prototype);
    expect(kept.buffer.buffer).not.toBe(buffer.buffer);
  });

  class Money {
    constructor(readonly amount = 1) {}
  }
  class Dated {
    toJSON(): string {
      return "secret";
    }
  }
  const refused: [string, unknown][] = [
    ["an ArrayBuffer", new ArrayBuffer(2)],
    ["a DataView", new DataView(new ArrayBuffer(2))],
    ["an invalid Date", new Date(Number.NaN)],
    ["an instance of a class", new Money()],
    ["an instance of a class with toJSON", new Dated()],
    ["an object with a function toJSON", { toJSON: () => "other" }],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["an object with a symbol for a key", { [Symbol("s")]: 1 }],
    ["a boxed string", Object("text")],
    ["a boxed bigint", Object(1n)],
    ["a Promise", Promise.resolve(1)],
    ["a WeakMap", new WeakMap()],
    ["a subclass of Map", new (class extends Map {})()],
    ["a subclass of Date", new (class extends Date {})(0)],
    ["a sparse array", Object.assign([1], { 2: 3 })],
    ["an array with named properties", Object.assign([1], { name: 1 })],
    ["a Date with named properties", Object.assign(new Date(0), { zone: "UTC" })],
    ["a Map with named properties", Object.assign(new Map(), { name: 1 })],
    ["a regular expression with named properties", Object.assign(/a/, { name: 1 })],
    ["an accessor", Object.defineProperty({}, "a", { get: () => 1, enumerable: true })],
    ["a hidden property", Object.defineProperty({}, "a", { value: 1 })],
    ["a bigint of too many digits", 10n ** 10_000n],
  ];
  it.each(refused)("%s is refused on the way in, naming entry and path", (_name, value) => {
    const error = refusalOf({ list: [new Map([["k", value]])] });
    expect(error.issues).toHaveLength(1);
    expect(error.issues[0]?.entry).toBe(1);
    expect(error.issues[0]?.path.slice(0, 4)).toEqual(["toolResult", "output", "list", 0]);
    expect(error.message).toContain("entry 1 (tool): toolResult.output.list[0]");
    expect(error.message).not.toContain("secret");
  });

  it("a cycle is refused on the way in", () => {
    const loop: Record<string, unknown> = {};
    loop["self"] = [loop];
    expect(refusalOf(loop).issues[0]).toMatchObject({ entry: 1, code: "cycle" });
    const error = new Error("loop");
    error.cause = error;
    expect(refusalOf(error).issues[0]).toMatchObject({ entry: 1, code: "cycle" });
  });

  it("an object without prototype is a plain one", () => {
    const bare = Object.assign(Object.create(null) as object, { a: { b: 1 } });
    expect(tripOf(bare)).toStrictEqual({ a: { b: 1 } });
  });

  it("an error gets no cause that it did not have, and keeps one that is undefined", () => {
    const kept = tripOf([new RangeError("a"), new Error("b", { cause: undefined })]) as Error[];
    expect(kept.map((error) => Object.hasOwn(error, "cause"))).toEqual([false, true]);
    expect(kept[0]).toBeInstanceOf(RangeError);
    expect(annotationsOf(new Error("a"))).toEqual({ "content.0.output": ["Error"] });
  });

  it("an error keeps its plain values and its cause, but neither its stack nor what cannot be kept", () => {
    const cause = Object.assign(new Error("inner"), { status: 404n });
    const error = Object.assign(new Error("outer", { cause }), { code: "E1", socket: { write: () => 1 } });
    const kept = tripOf(error) as Error & { code: string };
    expect(kept.code).toBe("E1");
    expect(kept.cause).toMatchObject({ message: "inner", status: 404n });
    expect(Object.keys(kept)).toEqual(["code"]);
    expect(Transcript.from([asResult(error)]).toJson()).not.toContain("rich-value.test");
  });

  it("bytes take four characters for three", () => {
    const bytes = Uint8Array.from({ length: 3_000_000 }, (_empty, index) => index % 251);
    const json = Transcript.from([asResult(bytes)]).toJson();
    const back = Transcript.fromJson(json).at(0)?.toolResult?.output as Uint8Array;
    expect(json.length).toBeLessThan(4_000_000 + 300);
    expect(back.every((byte, index) => byte === bytes[index])).toBe(true);
  });

  it("a shared object is written out in each place, without a table of references", () => {
    const shared = { at: new Date(0) };
    const value = { one: shared, two: [shared, shared], three: new Set([shared]) };
    expect(annotationsOf(value)).toEqual({
      "content.0.output.one.at": ["Date"],
      "content.0.output.two.0.at": ["Date"],
      "content.0.output.two.1.at": ["Date"],
      "content.0.output.three": ["set", { "0.at": ["Date"] }],
    });
    const back = tripOf(value) as typeof value;
    expect(back).toStrictEqual(value);
    expect(annotationsOf({ one: { a: 1 }, two: {} })).toBeUndefined();
  });

  it("16,000 objects that stand in an array and in a Set come through", () => {
    const objects = Array.from({ length: 16_000 }, (_empty, index) => ({ index }));
    const back = tripOf({ list: objects, set: new Set(objects) }) as { list: unknown[]; set: Set<unknown> };
    expect([back.list.length, back.set.size]).toEqual([16_000, 16_000]);
    expect(back.list[15_999]).toEqual({ index: 15_999 });
  });

  it("data in the shape of superjson's own output stays data", () => {
    const written = new SuperJSON().serialize({ when: new Date(0), all: new Set([1n]) });
    const value = JSON.parse(JSON.stringify(written)) as unknown;
    expect(annotationsOf(value)).toBeUndefined();
    expect(tripOf(value)).toStrictEqual(value);
    expect(tripOf([value, new Date(0)])).toStrictEqual([value, new Date(0)]);
  });

  it("what is too deep to be written is refused, on the way in and in a document", () => {
    const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(tripOf(JSON.parse(deep(500)))).toBeDefined();
    expect(refusalOf(JSON.parse(deep(501))).issues[0]).toMatchObject({ entry: 1, code: "too-deep" });
    for (const levels of [501, 100_000]) {
      const document = Transcript.from([asResult(0)])
        .toJson()
        .replace('"output":0', `"output":${deep(levels)}`);
      const result = Transcript.safeFromJson(document);
      expect(result.success ? undefined : result.error.issues).toMatchObject([
        { entry: 0, path: ["content", 0, "output"], code: "too-deep" },
      ]);
    }
  });

  it(
    "a value that is shared so often that it cannot be written out is refused on the way in",
    { timeout: 60_000 },
    () => {
      let value: unknown = ["x"];
      for (let level = 0; level < 40; level++) value = [value, value];
      expect(refusalOf(value).issues[0]).toMatchObject({ entry: 1, code: "too-large" });
    },
  );

  it("every typed array comes back as its own class, and a part of a larger buffer as that part", () => {
    for (const [name, Type] of TYPED_ARRAYS) {
      const one = name.startsWith("Big") ? [1n, 2n, 3n] : [1, 2, 3];
      const whole = new Type(one as number[]) as unknown as Uint8Array;
      expect(tripOf(whole.subarray(1))).toStrictEqual(whole.slice(1));
    }
    expect(tripOf(Uint8Array.of(1, 2, 3).subarray(1, 2))).toStrictEqual(Uint8Array.of(2));
  });
});
