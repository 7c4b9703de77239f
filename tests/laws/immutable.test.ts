import { Transcript, type EntryInput } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { conversation, entryInput, richValue } from "../support/arbitraries.js";
import { attack } from "../support/attack.js";
import { copyOf } from "../support/copy.js";
import { bundledConversations, sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump, dumpEntries } from "../support/dump.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

/** What can be told about a transcript, read anew. */
function look(transcript: Transcript): string {
  return `${transcript.toJson()}\n${dumpEntries(transcript.entries())}\n${transcript.estimateTokens()}`;
}

function expectUnchangedBy(transcript: Transcript, deed: () => void): void {
  const before = look(transcript);
  deed();
  expect(look(transcript)).toBe(before);
}

describe("Nothing reachable changes", () => {
  it("whatever is done to what entries() hands out", () => {
    fc.assert(
      fc.property(fc.array(entryInput(), { maxLength: 4 }), (inputs) => {
        const transcript = Transcript.from(copyOf(inputs));
        expectUnchangedBy(transcript, () => attack(transcript.entries()));
      }),
      { numRuns: 200 },
    );
  });

  it("whatever is done to the entries of a transcript that was read from a document", () => {
    fc.assert(
      fc.property(conversation(), (inputs) => {
        const transcript = Transcript.fromJson(Transcript.from(inputs).toJson());
        expectUnchangedBy(transcript, () => attack(transcript.entries()));
      }),
    );
  });

  it("whatever is done afterwards to what was put in", () => {
    fc.assert(
      fc.property(fc.array(entryInput(), { maxLength: 4 }), (inputs) => {
        const given = copyOf(inputs);
        const transcript = Transcript.from(given);
        expectUnchangedBy(transcript, () => attack(given));
        if (inputs.length > 0) expect(dump(given), "the attack itself").not.toBe(dump(inputs));
      }),
      { numRuns: 200 },
    );
  });

  it("whatever is done to rich values after append, concat and replace took them", () => {
    fc.assert(
      fc.property(richValue(), (value) => {
        const give = (): EntryInput => ({ role: "tool", toolResult: { toolCallId: "c", output: copyOf(value) } });
        const [appended, joined, put] = [give(), give(), give()];
        const transcript = Transcript.from([
          { role: "user", text: "q" },
          { role: "user", text: "r" },
        ])
          .append(appended)
          .concat([joined])
          .replace(0, put);
        expectUnchangedBy(transcript, () => attack([appended, joined, put]));
      }),
    );
  });

  it("whatever is done to the document that toJSON() gives, and to one that fromJson() took", () => {
    fc.assert(
      fc.property(conversation(), (inputs) => {
        const transcript = Transcript.from(inputs);
        expectUnchangedBy(transcript, () => attack(transcript.toJSON()));
        const given = JSON.parse(transcript.toJson()) as ReturnType<Transcript["toJSON"]>;
        const read = Transcript.fromJson(given);
        expectUnchangedBy(read, () => attack(given));
      }),
    );
  });

  it("whatever is done to turns, to the halves of a split, to what since() gives and to a compacted transcript", () => {
    fc.assert(
      fc.property(conversation(), fc.nat(10), (inputs, at) => {
        const transcript = Transcript.from(inputs);
        expectUnchangedBy(transcript, () => {
          attack(transcript.turns());
          attack(transcript.splitAt(at).map((half) => half.entries()));
          attack(transcript.since(Transcript.empty));
          attack(transcript.compact({ keepLast: 2 }).entries());
          attack([...transcript]);
        });
      }),
    );
  });

  it("whatever is done to the messages that an export returned", () => {
    fc.assert(
      fc.property(conversation(), (inputs) => {
        const transcript = Transcript.from(inputs);
        expectUnchangedBy(transcript, () => attack(toChatMessages(transcript)));
      }),
    );
  });

  it("and nothing that is handed out is the caller's own object", () => {
    const metadata = { at: new Date(0), list: [1] };
    const entry = Transcript.from([{ role: "user", text: "x", metadata }]).at(0);
    expect(entry?.metadata).not.toBe(metadata);
    expect(entry?.metadata?.["at"]).not.toBe(metadata.at);
  });
});

describe("What a program can lean on", () => {
  it("entries() is one frozen list, and its plain entries are frozen to the ground", () => {
    fc.assert(
      fc.property(conversation(), (inputs) => {
        const transcript = Transcript.from(inputs);
        expect(transcript.entries()).toBe(transcript.entries());
        expect(Object.isFrozen(transcript.entries())).toBe(true);
        for (const entry of transcript.entries()) {
          expect([entry, entry.content, ...entry.content].every((value) => Object.isFrozen(value))).toBe(true);
        }
      }),
    );
  });

  it("a value that cannot be frozen is a fresh copy at each read, so that one reader does not see another's changes", () => {
    const transcript = Transcript.from([
      { role: "tool", toolResult: { toolCallId: "c", output: { when: new Date(5), bytes: Uint8Array.of(1) } } },
    ]);
    const read = (): { when: Date; bytes: Uint8Array } =>
      transcript.at(0)?.toolResult?.output as { when: Date; bytes: Uint8Array };
    read().when.setTime(9);
    read().bytes[0] = 9;
    expect(read()).toEqual({ when: new Date(5), bytes: Uint8Array.of(1) });
  });

  it("bytes of a file are copied in and copied out", () => {
    const data = Uint8Array.of(1, 2, 3);
    const transcript = Transcript.from([{ role: "user", content: [{ type: "file", data }] }]);
    data[0] = 9;
    const read = (): Uint8Array =>
      (transcript.at(0)?.content[0] as { data: Uint8Array } | undefined)?.data ?? new Uint8Array(0);
    read()[1] = 9;
    expect([...read()]).toEqual([1, 2, 3]);
  });
});

function expectUnchangedReal(messages: readonly object[]): void {
  const given = copyOf(messages);
  const transcript = fromChatMessages(given);
  expectUnchangedBy(transcript, () => {
    attack(given);
    attack(transcript.entries());
  });
}

describe("Nothing reachable changes in bundled real conversations", () => {
  it.each(bundledConversations())("$name", ({ messages }) => expectUnchangedReal(messages));
});

describe.runIf(sharedDataIsThere)("Nothing reachable changes in real conversations (from ../shared/data)", () => {
  const short = sharedConversations("openai-chat").filter(({ messages }) => messages.length < 100);
  it.each(short)("$name", ({ messages }) => expectUnchangedReal(messages));
});
