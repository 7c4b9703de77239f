import {
  Transcript,
  TranscriptInputError,
  type EntryInput,
  type Part,
  type TextPart,
  type ToolCallInput,
  type TranscriptDocument,
} from "colloquy";
import { describe, expect, it } from "vitest";

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

  it.each(doubled)("made of %s nested without end is refused", (_name, level) => {
    const single = (inner: unknown): unknown => level(inner === undefined ? 1 : inner);
    expect(comesOf(() => put(levels(5_000, single)))).toMatch(/^too-/);
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
    const error = Object.defineProperty(new Error("x"), "response", { get, enumerable: true });
    expect(comesOf(() => put(error))).toBe("kept");
    expect(ran).toBe(0);
  });

  it("of a proxy is read once, as what the proxy says", () => {
    expect(comesOf(() => put(new Proxy({ a: [1] }, {})))).toBe("kept");
    let asked = 0;
    const wavering = new Proxy({ type: "text", text: "x" } as Part, {
      get: (target, key) => (key === "text" && asked++ > 0 ? 5 : (Reflect.get(target, key) as unknown)),
    });
    expect(comesOf(() => Transcript.from([{ role: "user", content: [wavering] }]))).toBe("kept");
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
    const holes: unknown[] = [];
    holes.length = 1_000_000_000;
    const built = [
      () => put(holes),
      () => put(Object.assign([1, 2], { length: 1_000_000_000 })),
      () => Transcript.from([{ role: "user", content: holes as Part[] }]),
      () => Transcript.from([{ role: "assistant", text: "", toolCalls: holes as ToolCallInput[] }]),
      () => Transcript.from([{ role: "tool", toolResult: { toolCallId: "a", content: holes as TextPart[] } }]),
    ];
    expect(built.map(comesOf)).toEqual(["type", "type", "type", "type", "type"]);
  });

  it("that only looks like a value of the language is refused or taken for what it is", () => {
    for (const prototype of [Date, Map, Set, RegExp, URL, Uint8Array, Promise])
      expect(comesOf(() => put(Object.create(prototype.prototype as object)))).toBe("type");
    expect(comesOf(() => put({ [Symbol.toStringTag]: "Date" }))).toBe("type");
    expect(comesOf(() => put(Object.assign(new Error("x"), { name: Symbol("x"), message: {} })))).toBe("kept");
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
