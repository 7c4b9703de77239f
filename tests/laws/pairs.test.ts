import { Transcript, type CompactOptions, type EntryInput } from "colloquy";
import { fromChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { bundledConversations, sharedConversations, sharedDataIsThere } from "../support/data.js";
import {
  approvalSpans,
  isResult,
  isSummary,
  openCalls,
  pairsOf,
  pendingStart,
  resultStretches,
} from "../support/oracle.js";
import { compactOptions, idsOf, pruneOptions, tagged } from "../support/tagged.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

type Deed = (transcript: Transcript) => readonly Transcript[];

/** Who belongs to whom, by the ids of their entries. */
function pairsById(transcript: Transcript): Map<string, string> {
  const ids = idsOf(transcript);
  return new Map(
    pairsOf(transcript.entries()).map((pair) => [
      ids[pair.result] ?? "?",
      pair.call ? `${ids[pair.call.entry]}/${pair.call.part}` : "orphan",
    ]),
  );
}

function problemCounts(transcripts: readonly Transcript[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of transcripts.flatMap((transcript) => transcript.check()))
    counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function expectWhole(before: Transcript, after: readonly Transcript[]): void {
  const owners = pairsById(before);
  for (const transcript of after) {
    const ids = new Set(idsOf(transcript));
    const now = pairsById(transcript);
    for (const [result, call] of owners) {
      if (call === "orphan") continue;
      const callKept = ids.has(call.split("/")[0] ?? "?");
      expect(ids.has(result), `result ${result} of call ${call}, call kept: ${callKept}`).toBe(callKept);
    }
    for (const [result, call] of now) expect(call, `result ${result} found another call`).toBe(owners.get(result));
  }
  const [had, has] = [problemCounts([before]), problemCounts(after)];
  for (const [kind, count] of Object.entries(has))
    expect(count, `problems of kind ${kind}`).toBeLessThanOrEqual(had[kind] ?? 0);
}

/** The law for sound and for broken lists, for one deed with generated options. */
function holdsFor<T>(options: fc.Arbitrary<T>, deed: (given: T) => Deed): void {
  const inputs = fc.oneof(conversation({ reasoningEntries: true }), brokenConversation());
  fc.assert(
    fc.property(inputs, options, (list, given) => {
      const before = Transcript.from(tagged(list));
      expectWhole(before, deed(given)(before));
    }),
    { numRuns: 400 },
  );
}

describe("Pairs stay whole", () => {
  it("through compact(): no result without its call, no answered call without its result, no new problem", () => {
    holdsFor(compactOptions(), (options) => (transcript) => [transcript.compact(options)]);
  });

  it("through compact() of what compact() made, with other options and new entries", () => {
    holdsFor(fc.tuple(compactOptions(), compactOptions()), ([first, second]) => (transcript) => [
      transcript.compact(first).compact(second),
    ]);
  });

  it("through splitAt(), wherever it is asked to cut, both halves taken together", () => {
    holdsFor(fc.integer({ min: -16, max: 16 }), (at) => (transcript) => transcript.splitAt(at));
  });

  it("through pruneToolResults()", () => {
    holdsFor(pruneOptions(), (options) => (transcript) => [transcript.pruneToolResults(options)]);
  });

  it("through maybeCompact() that is triggered", () => {
    holdsFor(fc.nat(6), (keepLast) => (transcript) => [transcript.maybeCompact({ every: 0, keepLast })]);
  });
});

describe("Transcript.compact()", () => {
  const unpinned = fc.oneof(
    conversation({ pins: false, reasoningEntries: true }),
    brokenConversation().map(withoutPins),
  );

  it("keeps a tail that never opens with a result", () => {
    fc.assert(
      fc.property(unpinned, compactOptions(), (list, options) => {
        const before = Transcript.from(tagged(list));
        const after = before.compact(options);
        if (after === before) return;
        const at = after.entries().findIndex(isSummary);
        expect(isResult(after.at(at + 1))).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it("never folds a step that waits for results, whatever the size", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), compactOptions(), (list, options) => {
        const before = Transcript.from(tagged(list));
        const waiting = idsOf(before).slice(pendingStart(before.entries()));
        expect(idsOf(before.compact(options)).slice(-waiting.length || Infinity)).toEqual(waiting);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the whole group of a pinned entry, word for word", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), compactOptions(), (list, options) => {
        const before = Transcript.from(tagged(list));
        const after = before.compact(options);
        const groups = resultStretches(before.entries());
        before.entries().forEach((entry, index) => {
          if (entry.pinned !== true) return;
          const { start, end } = groups.find((span) => span.start <= index && index <= span.end) ?? {
            start: index,
            end: index,
          };
          for (const covered of before.entries().slice(start, end + 1)) {
            // A summary gives way to the new one also where it stood inside a group.
            if (isSummary(covered)) continue;
            expect(after.entries().map((kept) => JSON.stringify(kept))).toContain(JSON.stringify(covered));
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it("keeps reasoning that stands in an entry of its own together with the calls that it led to", () => {
    fc.assert(
      fc.property(
        conversation({ reasoningEntries: true, pins: false }),
        compactOptions(),
        fc.integer({ min: 0, max: 20 }),
        (list, options, at) => {
          const before = Transcript.from(tagged(list));
          const entries = before.entries();
          for (const result of [before.compact(options), ...before.splitAt(at)]) {
            const ids = idsOf(result);
            entries.forEach((entry, index) => {
              const alone = entry.content.length > 0 && entry.content.every((part) => part.type === "reasoning");
              if (!alone || entries[index + 1]?.toolCalls === undefined) return;
              expect(ids.includes(`e${index}`), `reasoning e${index} and its call`).toBe(ids.includes(`e${index + 1}`));
            });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keeps approvals together with their call, answered or not, as splitAt() does", () => {
    fc.assert(
      fc.property(brokenConversation(), compactOptions(), fc.nat(14), (list, options, at) => {
        const before = Transcript.from(tagged(list));
        const calls = before.entries().flatMap((entry) => entry.toolCalls?.map((call) => call.toolCallId) ?? []);
        fc.pre(new Set(calls).size === calls.length);
        for (const after of [before.compact(options), ...before.splitAt(at)]) {
          const ids = idsOf(after);
          for (const { start, end } of approvalSpans(before.entries())) {
            expect(ids.includes(`e${end}`), `approval e${end} and call e${start}`).toBe(ids.includes(`e${start}`));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("keeps an approval together with a call that stands behind its request in one entry", () => {
    const step: EntryInput[] = [
      {
        role: "assistant",
        content: [
          { type: "approval-request", approvalId: "ask", toolCallId: "a" },
          { type: "tool-call", toolCallId: "a", toolName: "f", input: {} },
        ],
      },
      { role: "tool", content: [{ type: "approval-response", approvalId: "ask", approved: true }] },
    ];
    expect(Transcript.from(step).splitAt(1)[0].length).toBe(2);
  });

  it("leaves one summary at most when it folds, also of a list that had several", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), compactOptions(), (list, options) => {
        const before = Transcript.from(list);
        const after = before.compact(options);
        if (after !== before) expect(after.entries().filter(isSummary)).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe("Transcript.pruneToolResults()", () => {
  it("changes nothing but the results: as many entries, in the same order, with the same ids, calls, names and outcomes", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), pruneOptions(), (list, options) => {
        const shape = (transcript: Transcript): unknown =>
          transcript.entries().map(({ id, role, text, toolCalls, toolResult }) => {
            if (toolResult) return [id, toolResult.toolCallId, toolResult.toolName, toolResult.outcome];
            return [id, role, text, toolCalls?.map((call) => call.toolCallId)];
          });
        const before = Transcript.from(tagged(list));
        expect(shape(before.pruneToolResults(options))).toEqual(shape(before));
      }),
    );
  });
});

function withoutPins(list: readonly EntryInput[]): EntryInput[] {
  return list.map((entry) => ({ ...entry, pinned: false }) as EntryInput);
}

const sizes: CompactOptions[] = [
  {},
  { keepLast: 1 },
  { keepLast: 7 },
  { keepLast: 20, keepFirstTurn: "user" },
  { keepLastTurns: 0 },
  { keepLastTokens: 800 },
];

function expectWholeReal(messages: readonly object[]): void {
  const transcript = Transcript.from(tagged(fromChatMessages(messages).entries()));
  for (const options of sizes) expectWhole(transcript, [transcript.compact(options)]);
  for (const at of [1, 2, 3, 4, 5, -1, -2, -3]) expectWhole(transcript, transcript.splitAt(at));
  expectWhole(transcript, [transcript.pruneToolResults({ maxBytes: 200, keepLastTurns: 0 })]);
  expect(openCalls(transcript.pruneToolResults({ maxBytes: 0 }).entries())).toEqual(openCalls(transcript.entries()));
}

describe("Pairs stay whole in bundled real conversations", () => {
  it.each(bundledConversations())("$name", ({ messages }) => expectWholeReal(messages));
});

describe.runIf(sharedDataIsThere)("Pairs stay whole in real conversations (from ../shared/data)", () => {
  it.each(sharedConversations("openai-chat"))("$name", ({ messages }) => expectWholeReal(messages));
});
