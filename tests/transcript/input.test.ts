import { Transcript, TranscriptInputError, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";
import { nodeIsThere } from "../support/runtime.js";

function refusalOf(entry: unknown): TranscriptInputError {
  try {
    Transcript.from([{ role: "user", text: "fine" }, entry as EntryInput]);
  } catch (error) {
    expect(error).toBeInstanceOf(TranscriptInputError);
    return error as TranscriptInputError;
  }
  throw new Error("It was accepted");
}

const one = (entry: EntryInput): Transcript => Transcript.from([entry]);
const call = { toolCallId: "c", toolName: "f", input: { a: 1 } };

describe("What may be put in", () => {
  it("says the same in the loose and in the full form", () => {
    const pairs: [EntryInput, EntryInput][] = [
      [
        { role: "user", text: "hi" },
        { role: "user", content: [{ type: "text", text: "hi" }] },
      ],
      [
        { role: "user", content: "hi" },
        { role: "user", content: [{ type: "text", text: "hi" }] },
      ],
      [
        { role: "assistant", text: "so", toolCalls: [call] },
        {
          role: "assistant",
          content: [
            { type: "text", text: "so" },
            { type: "tool-call", ...call },
          ],
        },
      ],
      [
        { role: "tool", toolResult: { toolCallId: "c", output: 1 } },
        { role: "tool", content: [{ type: "tool-result", toolCallId: "c", output: 1 }] },
      ],
    ];
    for (const [loose, full] of pairs) expect(one(loose).toJson()).toBe(one(full).toJson());
  });

  it("counts undefined as absent, except as an input or output", () => {
    const given = {
      role: "user",
      text: "x",
      id: undefined,
      name: undefined,
      content: undefined,
      metadata: undefined,
      pinned: undefined,
    } as EntryInput;
    expect(one(given).toJson()).toBe(one({ role: "user", text: "x" }).toJson());
    expect(one({ role: "tool", toolResult: { toolCallId: "c", output: undefined } }).at(0)?.toolResult).toHaveProperty(
      "output",
      undefined,
    );
  });

  it("false for pinned and partial counts as absent", () => {
    expect(one({ role: "user", text: "x", pinned: false, partial: false }).toJson()).toBe(
      one({ role: "user", text: "x" }).toJson(),
    );
  });

  it("a date becomes its ISO string, a string stays as it was written", () => {
    expect(one({ role: "user", text: "x", createdAt: new Date(0) }).at(0)?.createdAt).toBe("1970-01-01T00:00:00.000Z");
    expect(one({ role: "user", text: "x", createdAt: "2031-02-03T04:05:06Z" }).at(0)?.createdAt).toBe(
      "2031-02-03T04:05:06Z",
    );
  });

  it("a Buffer is its bytes, an object without prototype a plain one, a shared object is written out twice", () => {
    const shared = { n: 1 };
    const output = {
      buffer: nodeIsThere ? Buffer.from("hi") : Uint8Array.of(104, 105),
      bare: Object.assign(Object.create(null) as object, { k: 1 }),
      twice: [shared, shared],
    };
    const t = one({ role: "tool", toolResult: { toolCallId: "c", output } });
    for (const read of [t, Transcript.fromJson(t.toJson())]) {
      expect(read.at(0)?.toolResult?.output).toStrictEqual({
        buffer: Uint8Array.of(104, 105),
        bare: { k: 1 },
        twice: [{ n: 1 }, { n: 1 }],
      });
    }
  });

  it("an error keeps name, message, cause and plain values of its own, not its stack", () => {
    const error = Object.assign(new RangeError("no", { cause: new Error("why") }), { code: "E1" });
    const t = one({ role: "tool", toolResult: { toolCallId: "c", output: error } });
    expect(t.toJson()).not.toContain("input.test");
    const read = Transcript.fromJson(t.toJson()).at(0)?.toolResult?.output as RangeError & { code: string };
    expect([read instanceof Error, read.name, read.message, read.code, (read.cause as Error).message]).toEqual([
      true,
      "RangeError",
      "no",
      "E1",
      "why",
    ]);
  });

  it("base64 of a file is kept verbatim, whatever its alphabet and line breaks", () => {
    const data = "_-_-\r\nAA==";
    expect(one({ role: "user", content: [{ type: "file", data }] }).at(0)?.content[0]).toMatchObject({ data });
  });

  it("inputText is kept verbatim where it parses to the input, and dropped where it does not", () => {
    const texts = (input: unknown, inputText: string): unknown =>
      one({ role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input, inputText }] }).at(0)
        ?.toolCalls?.[0].inputText;
    expect(texts({ a: 1 }, '{ "a" : 1.0 }')).toBe('{ "a" : 1.0 }');
    expect(texts({ a: 2 }, '{"a":1}')).toBeUndefined();
    expect(texts("{bad", "{bad")).toBe("{bad");
  });
});

describe("What is refused, naming entry and path", () => {
  const faults: [string, unknown, string][] = [
    ["no object", null, "entry 1"],
    ["a list", [], "entry 1"],
    ["an unknown role", { role: "robot", text: "x" }, "role"],
    ["no role", { text: "x" }, "role"],
    ["no content at all", { role: "user" }, "entry 1 (user)"],
    ["text that is no string", { role: "user", text: 5 }, "entry 1 (user): text: expected a string, got a number"],
    ["an unknown key", { role: "user", text: "x", colour: "red" }, "colour"],
    ["an unknown key of a part", { role: "user", content: [{ type: "text", text: "x", size: 1 }] }, "content[0].size"],
    ["an unknown part type", { role: "user", content: [{ type: "hologram" }] }, "content[0].type"],
    ["a part without its text", { role: "user", content: [{ type: "text" }] }, "content[0].text"],
    [
      "a call id of another type",
      { role: "tool", toolResult: { toolCallId: 7, output: 1 } },
      "toolResult.toolCallId: expected a string, got a number",
    ],
    [
      "an empty call id",
      { role: "assistant", text: "", toolCalls: [{ ...call, toolCallId: "" }] },
      "toolCalls[0].toolCallId",
    ],
    [
      "a call without input",
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f" }] },
      "toolCalls[0].input",
    ],
    [
      "a custom part without value",
      { role: "user", content: [{ type: "custom", format: "acme" }] },
      "content[0].value",
    ],
    [
      "a custom part whose value is undefined, which counts as absent",
      { role: "user", content: [{ type: "custom", format: "acme", value: undefined }] },
      "content[0].value",
    ],
    ["a result without output", { role: "tool", toolResult: { toolCallId: "c" } }, "toolResult"],
    [
      "a result with output and content",
      { role: "tool", toolResult: { toolCallId: "c", output: 1, content: [] } },
      "toolResult",
    ],
    [
      "an unknown outcome",
      { role: "tool", toolResult: { toolCallId: "c", output: 1, outcome: "meh" } },
      "toolResult.outcome",
    ],
    ["text and other content", { role: "user", text: "a", content: "b" }, "text"],
    ["calls twice", { role: "assistant", toolCalls: [call], content: [{ type: "text", text: "x" }] }, "toolCalls"],
    ["a call in a user entry", { role: "user", content: [{ type: "tool-call", ...call }] }, "content[0]"],
    ["reasoning in a system entry", { role: "system", content: [{ type: "reasoning", text: "x" }] }, "content[0]"],
    [
      "a result in an assistant entry",
      { role: "assistant", content: [{ type: "tool-result", toolCallId: "c", output: 1 }] },
      "content[0]",
    ],
    ["text in a tool entry", { role: "tool", content: [{ type: "text", text: "x" }] }, "content[0]"],
    [
      "two results in a tool entry",
      { role: "tool", content: ["a", "b"].map((id) => ({ type: "tool-result", toolCallId: id, output: 1 })) },
      "content",
    ],
    [
      "a file given as a URL string",
      { role: "user", content: [{ type: "file", data: "https://example.org/a.png" }] },
      "content[0].data",
    ],
    [
      "a summary mark on a user entry",
      { role: "user", content: "x", summary: { entries: 1, turns: 1, tokens: 1, rounds: 1 } },
      "summary",
    ],
    ["a date that is none", { role: "user", text: "x", createdAt: new Date(Number.NaN) }, "createdAt"],
    ["metadata that is no object", { role: "user", text: "x", metadata: "m" }, "metadata"],
    ["a known key as extra", { role: "user", text: "x", extra: { role: "system" } }, "extra.role"],
  ];

  it.each(faults)("%s", (_name, entry, where) => {
    const error = refusalOf(entry);
    expect(error.message).toContain(where);
    expect(error.message).toContain("entry 1");
    expect(error.issues[0]?.entry).toBe(1);
    expect(error.code).toBe("invalid-input");
  });

  it.each([
    ["content: null", { role: "assistant", content: null, tool_calls: [] }, "fromChatMessages"],
    ["tool_calls", { role: "assistant", content: "x", tool_calls: [] }, "fromChatMessages"],
    ["tool_call_id", { role: "tool", content: "x", tool_call_id: "c" }, "fromChatMessages"],
    ["contents with parts", { role: "user", parts: [{ text: "x" }] }, "fromContents"],
    ["UI messages with parts", { role: "user", parts: [{ type: "text", text: "x" }] }, "fromUIMessages"],
  ])("messages of another shape (%s), with the name of the function that reads them", (_name, entry, reader) => {
    expect(refusalOf(entry).message).toContain(reader);
  });

  it("cycles, accessors and sparse lists, naming the path", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = { again: cycle };
    const accessor = Object.defineProperty({}, "late", { get: () => 1, enumerable: true });
    const sparse: unknown[] = [1];
    sparse[2] = 3;
    const values: [unknown, RegExp][] = [
      [cycle, /output\.self\.again/],
      [{ deep: accessor }, /output\.deep\.late/],
      [{ deep: sparse }, /output\.deep/],
    ];
    for (const [output, path] of values)
      expect(refusalOf({ role: "tool", toolResult: { toolCallId: "c", output } }).message).toMatch(path);
  });

  it("and every fault of the list is among the issues", () => {
    const list = [
      { role: "user", text: 1 },
      { role: "user", text: "x" },
      { role: "robot", text: "x" },
    ] as unknown as EntryInput[];
    expect(() => Transcript.from(list)).toThrow(
      expect.objectContaining({ issues: expect.arrayContaining([expect.objectContaining({ entry: 0 })]) as object }),
    );
  });

  it("what is no list of entries is refused with a message, not with a crash of the runtime", () => {
    for (const value of [null, undefined, 5, {}, "text"]) {
      expect(() => Transcript.from(value as never)).toThrow(/Cannot|iterable|expected/);
      expect(() => Transcript.empty.concat(value as never)).toThrow(/Cannot|iterable|expected/);
      expect(() => Transcript.from(value as never)).not.toThrow(/Cannot read properties/);
    }
  });
});
