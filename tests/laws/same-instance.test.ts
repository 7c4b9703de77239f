import { Transcript, type CompactOptions, type EntryInput } from "colloquy";
import { fromChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { brokenConversation, conversation, entryInput } from "../support/arbitraries.js";
import { bundledConversations, sharedConversations, sharedDataIsThere } from "../support/data.js";
import { leadingCount } from "../support/oracle.js";
import { compactOptions, pruneOptions } from "../support/tagged.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

const anyList = fc.oneof(
  conversation({ reasoningEntries: true }),
  brokenConversation(),
  fc.array(entryInput(), { maxLength: 4 }),
);

/** What a deed gives when it is done to what it gave before. */
function expectSettled(list: readonly EntryInput[], deed: (transcript: Transcript) => Transcript): void {
  const once = deed(Transcript.from(list));
  expect(deed(once)).toBe(once);
}

/** What a deed gives when there is nothing to do. */
function expectSame(name: string, deed: (transcript: Transcript) => Transcript): void {
  it(name, () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const transcript = Transcript.from(list);
        expect(deed(transcript)).toBe(transcript);
      }),
    );
  });
}

describe("Nothing to do, same instance", () => {
  it("compact() of what compact() gave, for every kind of size", () => {
    fc.assert(
      fc.property(anyList, compactOptions(), (list, options) =>
        expectSettled(list, (transcript) => transcript.compact(options)),
      ),
      { numRuns: 500 },
    );
  });

  it("compact() of a compacted transcript that went through its document", () => {
    fc.assert(
      fc.property(anyList, compactOptions(), (list, options) => {
        const back = Transcript.fromJson(Transcript.from(list).compact(options).toJson());
        expect(back.compact(options)).toBe(back);
      }),
    );
  });

  it("pruneToolResults() of what pruneToolResults() gave with the same limit, limits below the marker included", () => {
    fc.assert(
      fc.property(anyList, pruneOptions(), (list, options) =>
        expectSettled(list, (transcript) => transcript.pruneToolResults(options)),
      ),
      { numRuns: 300 },
    );
  });

  it("maybeCompact() that is not triggered, or has no trigger", () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const transcript = Transcript.from(list);
        expect(transcript.maybeCompact({ keepLast: 0 })).toBe(transcript);
        expect(transcript.maybeCompact({ keepLast: 0, every: transcript.length })).toBe(transcript);
        expect(transcript.maybeCompact({ keepLast: 0, tokenBudget: transcript.estimateTokens(), threshold: 1 })).toBe(
          transcript,
        );
      }),
    );
  });

  it("planCompaction() is undefined exactly where compact() gives the same instance", () => {
    fc.assert(
      fc.property(anyList, compactOptions(), (list, options) => {
        const transcript = Transcript.from(list);
        expect(transcript.planCompaction(options) === undefined).toBe(transcript.compact(options) === transcript);
      }),
      { numRuns: 300 },
    );
  });

  expectSame("append() of nothing", (transcript) => transcript.append());
  expectSame("concat() of nothing, be it a list, a generator or a transcript", (transcript) =>
    transcript
      .concat([])
      .concat((function* none(): Generator<EntryInput> {})())
      .concat(Transcript.empty),
  );
  expectSame("map() with the identity", (transcript) => transcript.map((entry) => entry));
  expectSame("map() that gives equal copies", (transcript) => transcript.map((entry) => ({ ...entry }) as EntryInput));
  expectSame("replace() of each entry by an equal one", (transcript) =>
    transcript.entries().reduce((sofar, entry, index) => sofar.replace(index, { ...entry } as EntryInput), transcript),
  );
  expectSame("redact() of what is not there", (transcript) =>
    transcript.redact("\u0001 not in there \u0002").redact(/\u0001 nor this \u0002/g),
  );
  expectSame("redact() of something by itself", (transcript) => transcript.redact("e", "e"));
  expectSame("withSystem(undefined) where no system entry leads", (transcript) =>
    leadingCount(transcript.entries()) > 0 ? transcript : transcript.withSystem(undefined),
  );

  it("withSystem() of the text that leads already", () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const transcript = Transcript.from(list).withSystem("Be brief.");
        expect(transcript.withSystem("Be brief.")).toBe(transcript);
        expect(transcript.at(0)?.text).toBe("Be brief.");
      }),
    );
  });
});

const sizes: CompactOptions[] = [
  {},
  { keepLast: 0 },
  { keepLast: 9 },
  { keepLast: 9, keepFirstTurn: "user" },
  { keepLastTurns: 1 },
  { keepLastTokens: 500 },
];

function expectSettledReal(messages: readonly object[]): void {
  const list = fromChatMessages(messages).entries();
  for (const options of sizes) expectSettled(list, (transcript) => transcript.compact(options));
  expectSettled(list, (transcript) => transcript.pruneToolResults({ maxBytes: 300, keepLastTurns: 0 }));
  expectSettled(list, (transcript) => transcript.map((entry) => ({ ...entry }) as EntryInput));
}

describe("Nothing to do, same instance, in bundled real conversations", () => {
  it.each(bundledConversations())("$name", ({ messages }) => expectSettledReal(messages));
});

describe.runIf(sharedDataIsThere)("Nothing to do, same instance, in real conversations (from ../shared/data)", () => {
  it.each(sharedConversations("openai-chat"))("$name", ({ messages }) => expectSettledReal(messages));
});
