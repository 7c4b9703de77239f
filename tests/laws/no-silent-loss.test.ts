import { Transcript, TranscriptError, TranscriptInputError, type EntryInput } from "colloquy";
import { toChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { conversation, entryInput, visibleText } from "../support/arbitraries.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

function caughtFrom(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

const refused: [string, unknown][] = [
  ["a function", () => 1],
  ["a symbol", Symbol("s")],
  ["an invalid date", new Date(Number.NaN)],
  ["a class instance", new (class Point {})()],
  ["an ArrayBuffer", new ArrayBuffer(2)],
  ["a DataView", new DataView(new ArrayBuffer(2))],
  ["a boxed number", Object(1)],
  ["a boxed string", Object("s")],
  ["a promise", Promise.resolve(1)],
  ["a weak map", new WeakMap()],
];

describe("Nothing is lost in silence", () => {
  it("one bad entry anywhere makes from() and append() throw, naming it; what was there before stays what it was", () => {
    fc.assert(
      fc.property(
        fc.array(entryInput(), { maxLength: 4 }),
        fc.nat(4),
        fc.constantFrom(...refused),
        (list, place, [, value]) => {
          const at = Math.min(place, list.length);
          const bad = { role: "tool", toolResult: { toolCallId: "c", output: { deep: [value] } } } as EntryInput;
          const base = Transcript.from(list);
          const before = base.toJson();
          const error = caughtFrom(() => Transcript.from(list.toSpliced(at, 0, bad)));
          expect(error).toBeInstanceOf(TranscriptInputError);
          expect((error as TranscriptInputError).issues[0]?.entry).toBe(at);
          expect(caughtFrom(() => base.append(bad))).toBeInstanceOf(TranscriptInputError);
          expect(base.toJson()).toBe(before);
        },
      ),
    );
  });

  it.each(refused)("%s in a value is refused, naming entry and path", (_name, value) => {
    const forms: [EntryInput, string][] = [
      [{ role: "tool", toolResult: { toolCallId: "c", output: { list: [0, value] } } }, "toolResult.output.list[1]"],
      [
        { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: { a: value } }] },
        "toolCalls[0].input.a",
      ],
      [{ role: "user", text: "x", metadata: { own: { a: value } } }, "metadata.own.a"],
      [{ role: "user", content: [{ type: "custom", format: "acme", value: { a: value } }] }, "content[0].value.a"],
    ];
    for (const [bad, path] of forms) {
      const error = caughtFrom(() => Transcript.from([{ role: "user", text: "before" }, bad]));
      expect(error).toBeInstanceOf(TranscriptInputError);
      expect((error as Error).message).toContain(path);
      expect((error as Error).message).toContain("entry 1");
    }
  });

  it("all that people and models said is in the exported messages, or its loss is in the report", () => {
    fc.assert(
      fc.property(conversation(), (list) => {
        const transcript = Transcript.from(list);
        const { messages, report } = toChatMessages(transcript);
        const written = JSON.stringify(messages);
        transcript.entries().forEach((entry, index) => {
          const noted = report.some((note) => note.entry === index);
          for (const part of entry.content) {
            if (part.type === "text" || part.type === "refusal") {
              const there = written.includes(JSON.stringify(part.text.toWellFormed()).slice(1, -1));
              expect(there || noted, `text of entry ${index}`).toBe(true);
            }
            if (part.type === "tool-call") expect(written).toContain(JSON.stringify(part.toolCallId));
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  it("reasoning that chat messages have no place for is reported as dropped, and strict refuses to drop it", () => {
    fc.assert(
      fc.property(visibleText(), (thought) => {
        const transcript = Transcript.from([
          { role: "user", text: "q" },
          {
            role: "assistant",
            content: [
              { type: "reasoning", text: thought },
              { type: "text", text: "a" },
            ],
          },
        ]);
        expect(toChatMessages(transcript).report).toMatchObject([{ entry: 1, action: "dropped" }]);
        const error = caughtFrom(() => toChatMessages(transcript, { strict: true }));
        expect(error).toBeInstanceOf(TranscriptError);
        expect((error as TranscriptError).code).toBe("lossy-conversion");
      }),
    );
  });

  it("a conversation that chat messages can hold whole passes strict", () => {
    const said = fc.record(
      { role: fc.constantFrom("user" as const, "assistant" as const), text: fc.string({ minLength: 1 }) },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 5 }), (list) => {
        const { messages, report } = toChatMessages(Transcript.from(list as EntryInput[]), { strict: true });
        expect(report).toEqual([]);
        expect(messages).toEqual(list.map(({ role, text }) => ({ role, content: text })));
      }),
    );
  });
});
