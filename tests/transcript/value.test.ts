import { Transcript, TranscriptError, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";
import { nodeIsThere } from "../support/runtime.js";

const user = (text: string): EntryInput => ({ role: "user", text });
const assistant = (text: string): EntryInput => ({ role: "assistant", text });
const t = Transcript.from([user("q"), assistant("a"), user("secret words")]);

describe("A Transcript", () => {
  it("is frozen and has no keys", () => {
    expect(Object.isFrozen(t)).toBe(true);
    expect(Object.keys(t)).toEqual([]);
    expect(Reflect.ownKeys(t)).toEqual([]);
    expect({ ...t }).toEqual({});
    expect(() => Object.assign(t, { length: 5 })).toThrow(TypeError);
  });

  it("has no public constructor", () => {
    const Made = Transcript as unknown as new (...args: unknown[]) => Transcript;
    expect(() => new Made()).toThrow();
    expect(() => new Made([user("x")])).toThrow();
  });

  it("is told from look-alikes, subclasses and copies by isTranscript()", () => {
    class Fake extends (Transcript as unknown as new () => object) {}
    const proxied = new Proxy(t, {});
    const fakes = [
      null,
      undefined,
      {},
      { ...t },
      Object.create(t),
      Object.create(Transcript.prototype),
      structuredClone(t),
      proxied,
      t.toJson(),
    ];
    expect(Transcript.isTranscript(t)).toBe(true);
    expect(fakes.map((fake) => Transcript.isTranscript(fake))).toEqual(fakes.map(() => false));
    expect(() => new Fake()).toThrow();
  });

  it("refuses its methods to a look-alike with a TypeError", () => {
    const fake = Object.create(Transcript.prototype) as Transcript;
    for (const attempt of [
      () => fake.length,
      () => fake.toJson(),
      () => fake.append(user("x")),
      () => fake.compact(),
    ]) {
      expect(attempt).toThrow(TypeError);
    }
  });

  it.runIf(nodeIsThere)("shows in the console as a short line without content", async () => {
    const { inspect } = await import("node:util");
    expect(inspect(t)).toBe("Transcript { length: 3, turns: 2 }");
    expect(inspect({ kept: [t] }, { depth: 5 })).not.toContain("secret");
    expect(String(t)).not.toContain("secret");
  });

  it("is what JSON.stringify makes of it, alone and inside other data", () => {
    expect(JSON.stringify(t)).toBe(t.toJson());
    expect(JSON.stringify({ kept: t })).toBe(`{"kept":${t.toJson()}}`);
    expect(t.toJSON()).toEqual(JSON.parse(t.toJson()));
  });

  it("is written as a format, a version and entries, a plain text as a string", () => {
    const entries: EntryInput[] = [
      user("What is the weather in Paris?"),
      {
        role: "assistant",
        content: [
          { type: "text", text: "Checking." },
          { type: "tool-call", toolCallId: "call_1", toolName: "get_weather", input: { city: "Paris" } },
        ],
      },
      { role: "tool", toolResult: { toolCallId: "call_1", toolName: "get_weather", output: "18C, clear" } },
    ];
    expect(Transcript.from(entries).toJson()).toBe(
      '{"format":"colloquy","version":1,"entries":[' +
        '{"role":"user","content":"What is the weather in Paris?"},' +
        '{"role":"assistant","content":[{"type":"text","text":"Checking."},{"type":"tool-call","toolCallId":"call_1","toolName":"get_weather","input":{"city":"Paris"}}]},' +
        '{"role":"tool","content":[{"type":"tool-result","toolCallId":"call_1","toolName":"get_weather","output":"18C, clear"}]}]}',
    );
  });

  it("iterates its entries", () => {
    expect([...t]).toEqual(t.entries());
    expect(Array.from(t)[0]).toBe(t.at(0));
  });

  it("empty has no entries and is a Transcript", () => {
    expect([Transcript.empty.length, Transcript.empty.entries(), Transcript.isTranscript(Transcript.empty)]).toEqual([
      0,
      [],
      true,
    ]);
  });
});

describe("Transcript.equals()", () => {
  it("compares by value, rich values included", () => {
    const make = (output: unknown): Transcript =>
      Transcript.from([{ role: "tool", toolResult: { toolCallId: "c", output } }]);
    const values = [
      1,
      "1",
      null,
      undefined,
      NaN,
      -0,
      0,
      1n,
      new Date(0),
      new Date(1),
      new Map([[1, 2]]),
      new Set([1]),
      Uint8Array.of(1),
      [1],
      { 0: 1 },
      {},
    ];
    values.forEach((one, row) => {
      values.forEach((other, column) =>
        expect(make(one).equals(make(other)), `${row} and ${column}`).toBe(row === column),
      );
    });
  });

  it("is true for what was restored and false for what is no Transcript", () => {
    expect(t.equals(Transcript.fromJson(t.toJson()))).toBe(true);
    expect([null, undefined, {}, t.toJson(), t.entries()].map((other) => t.equals(other))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("tells ids, names and metadata apart", () => {
    const base = Transcript.from([user("x")]);
    for (const more of [{ id: "1" }, { name: "n" }, { metadata: { a: 1 } }, { pinned: true }]) {
      expect(base.equals(Transcript.from([{ ...user("x"), ...more } as EntryInput]))).toBe(false);
    }
  });
});

describe("Transcript.since() and startsWith()", () => {
  it("give what came after a base, by identity and by value", () => {
    const base = Transcript.from([user("q")]);
    const next = base.append(assistant("a"));
    expect(next.since(base)).toEqual([next.at(1)]);
    expect(next.since(Transcript.fromJson(base.toJson()))).toEqual([next.at(1)]);
    expect(next.startsWith(base) && next.startsWith(next) && next.startsWith(Transcript.empty)).toBe(true);
    expect(next.since(next)).toEqual([]);
  });

  it("since() throws a TranscriptError when the base is no prefix, without content", () => {
    for (const base of [t.append(user("later")), Transcript.from([user("other secret")])]) {
      expect(t.startsWith(base)).toBe(false);
      expect(() => t.since(base)).toThrow(TranscriptError);
      expect(() => t.since(base)).toThrow(
        expect.objectContaining({ code: "not-a-prefix", message: expect.not.stringContaining("secret") as string }),
      );
    }
  });

  it("bring in what arrived while a compaction ran", async () => {
    const start = Transcript.from(Array.from({ length: 10 }, (_empty, index) => user(`m${index}`)));
    const live = start.append(user("meanwhile"));
    const compacted = await start.compactAsync({ keepLast: 2 });
    const joined = compacted.concat(live.since(start));
    expect(
      joined
        .entries()
        .slice(1)
        .map((entry) => entry.text),
    ).toEqual(["m8", "m9", "meanwhile"]);
  });
});
