import { Transcript, TranscriptInputError, type EntryInput } from "colloquy";
import { fromChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { brokenConversation, conversation, entryInput, plainValue, richValue, text } from "../support/arbitraries.js";
import { bundledConversations, sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump, dumpEntries } from "../support/dump.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

function expectRoundTrip(transcript: Transcript): void {
  const json = transcript.toJson();
  const back = Transcript.fromJson(json);
  expect(dumpEntries(back.entries())).toBe(dumpEntries(transcript.entries()));
  expect(back.toJson()).toBe(json);
  expect(JSON.stringify(transcript)).toBe(json);
  expect(back.equals(transcript)).toBe(true);
}

const asResult = (output: unknown): EntryInput => ({ role: "tool", toolResult: { toolCallId: "c", output } });
const asCall = (input: unknown): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: [{ toolCallId: "c", toolName: "f", input }],
});

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = "core";
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

describe("Round trip: Transcript.fromJson(t.toJson())", () => {
  it("has equal entries and the same JSON, for every form of input", () => {
    fc.assert(
      fc.property(fc.array(entryInput(), { maxLength: 5 }), (inputs) => expectRoundTrip(Transcript.from(inputs))),
      { numRuns: 300 },
    );
  });

  it("has equal entries and the same JSON, for sound conversations", () => {
    fc.assert(
      fc.property(conversation({ reasoningEntries: true }), (inputs) => expectRoundTrip(Transcript.from(inputs))),
    );
  });

  it("has equal entries and the same JSON, for broken conversations", () => {
    fc.assert(fc.property(brokenConversation(), (inputs) => expectRoundTrip(Transcript.from(inputs))));
  });

  it("has the same JSON whatever was written, read and forked before, piece by piece", () => {
    const step = fc.tuple(entryInput(), fc.constantFrom("write", "read", "fork", "go on"));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let transcript = Transcript.empty;
        for (const [input, then] of steps) {
          const next = transcript.append(input);
          if (then === "write") expect(next.toJson()).toBe(JSON.stringify(next));
          if (then === "read") next.entries();
          if (then !== "fork") transcript = next;
        }
        expectRoundTrip(transcript);
      }),
    );
  });

  it("gives every value back as it was put in, as a result, as call input and as metadata", () => {
    fc.assert(
      fc.property(fc.oneof(richValue(), plainValue()), (value) => {
        const before = dump(value);
        const built = Transcript.from([
          asCall(value),
          asResult(value),
          { role: "user", text: "x", metadata: { value } },
        ]);
        for (const transcript of [built, Transcript.fromJson(built.toJson())]) {
          const [call, result, said] = transcript.entries();
          expect(dump(call?.toolCalls?.[0].input)).toBe(before);
          expect(dump(result?.toolResult?.output)).toBe(before);
          expect(dump(said?.metadata?.["value"])).toBe(before);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives every text back code unit by code unit", () => {
    fc.assert(
      fc.property(text(), (said) => {
        const back = Transcript.fromJson(Transcript.from([{ role: "user", text: said }]).toJson());
        expect(back.at(0)?.text).toBe(said);
      }),
    );
  });

  it("is the same for the parsed document as for its text", () => {
    fc.assert(
      fc.property(conversation(), (inputs) => {
        const transcript = Transcript.from(inputs);
        expect(Transcript.fromJson(transcript.toJSON()).toJson()).toBe(transcript.toJson());
      }),
    );
  });
});

describe("Transcript.toJson()", () => {
  it("is the envelope around what JSON.stringify gives of each entry", () => {
    fc.assert(
      fc.property(fc.array(entryInput(), { maxLength: 4 }), (inputs) => {
        const transcript = Transcript.from(inputs);
        const entries = transcript.entries().map((entry) => JSON.stringify(entry));
        expect(transcript.toJson()).toBe(`{"format":"colloquy","version":1,"entries":[${entries.join(",")}]}`);
      }),
    );
  });

  it("is the same for a transcript made of another one's entries, and of copies of them", () => {
    fc.assert(
      fc.property(fc.array(entryInput(), { maxLength: 5 }), (inputs) => {
        const transcript = Transcript.from(inputs);
        expect(Transcript.from(transcript.entries()).toJson()).toBe(transcript.toJson());
        expect(Transcript.from(transcript.entries().map((entry) => ({ ...entry }) as EntryInput)).toJson()).toBe(
          transcript.toJson(),
        );
      }),
    );
  });
});

describe("Depth of free-form values", () => {
  const shapes: [string, (inner: unknown) => unknown][] = [
    ["lists", (inner) => [inner]],
    ["objects", (inner) => ({ a: inner })],
    ["maps", (inner) => new Map([["k", inner]])],
    ["sets", (inner) => new Set([inner])],
    ["causes of errors", (inner) => new Error("e", { cause: inner })],
  ];
  it.each(shapes)(
    "what is accepted on input can be read back, up to the limit and a little beyond: %s",
    { timeout: 60_000 },
    (_name, wrap) => {
      for (let depth = 497; depth <= 503; depth++) {
        const value = nested(depth, wrap);
        let built: Transcript;
        try {
          built = Transcript.from([asCall(value), asResult(value)]);
        } catch (error) {
          expect(error).toBeInstanceOf(TranscriptInputError);
          continue;
        }
        expect(Transcript.fromJson(built.toJson()).toJson()).toBe(built.toJson());
      }
    },
  );

  it.each(shapes.slice(0, 2))("498 levels are accepted, 510 refused naming the entry: %s", (_name, wrap) => {
    expectRoundTrip(Transcript.from([asResult(nested(498, wrap))]));
    let caught: unknown;
    try {
      Transcript.from([{ role: "user", text: "x" }, asResult(nested(510, wrap))]);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TranscriptInputError);
    expect((caught as TranscriptInputError).issues[0]?.entry).toBe(1);
  });
});

describe("Round trip of bundled real conversations", () => {
  it.each(bundledConversations())("$name", ({ messages }) => expectRoundTrip(fromChatMessages(messages)));
});

describe.runIf(sharedDataIsThere)("Round trip of real conversations (from ../shared/data)", () => {
  it.each(sharedConversations("openai-chat"))("$name", ({ messages }) => expectRoundTrip(fromChatMessages(messages)));
});
