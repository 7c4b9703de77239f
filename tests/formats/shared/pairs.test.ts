import { type Problem, Transcript } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairCalls } from "../../../src/formats/shared/pairs.js";
import { brokenConversation, conversation } from "../../support/arbitraries.js";

describe("pairCalls()", () => {
  it("finds open and pending calls, orphans and surplus results where Transcript.check() lists them", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), (inputs) => {
        const transcript = Transcript.from(inputs);
        const entries = transcript.entries();
        const pairs = pairCalls(entries);
        const listed = (kind: Problem["kind"]): unknown[] =>
          transcript
            .check()
            .filter((problem) => problem.kind === kind)
            .map(({ entry, toolCallId, pending }) => [entry, toolCallId, pending === true]);
        const calls = entries.flatMap((_entry, index) => pairs.callsOf(index));
        const open = calls.filter(({ answer }) => answer === undefined);
        expect(open.map(({ entry, id }) => [entry, id, entry === pairs.pendingEntry])).toEqual(listed("open-call"));
        const results = entries.flatMap((_entry, index) => pairs.resultsOf(index));
        const orphans = results.filter(({ call }) => call === undefined);
        expect(orphans.map(({ entry, id }) => [entry, id, false])).toEqual(listed("orphan-result"));
        const surplus = results.filter(({ surplus: isSurplus }) => isSurplus);
        expect(surplus.map(({ entry, id }) => [entry, id, false])).toEqual(listed("duplicate-result"));
      }),
      { numRuns: 300 },
    );
  });
});
