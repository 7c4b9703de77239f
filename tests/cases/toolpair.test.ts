import { Transcript } from "colloquy";
import { fromContents, toContents } from "colloquy/gemini";
import { describe, expect, it } from "vitest";
import { geminiFaults } from "../formats/acceptance/gemini.js";
import { entriesOf, readCase, sharedCasesAreThere } from "../support/cases.js";
import { openCalls, pairsOf } from "../support/oracle.js";

const texts = (transcript: Transcript): string[] =>
  transcript
    .entries()
    .slice(1)
    .map((entry) => entry.text);

describe.runIf(sharedCasesAreThere)("Cases of calls and results (from ../shared/cases)", () => {
  it("C005: two calls answered in reverse are judged separately: the one result that strayed is the one problem", () => {
    const t = Transcript.from(entriesOf("toolpair", "C005"));
    expect(t.check()).toHaveLength(1);
    expect(t.check()[0]).toMatchObject({ kind: "misplaced-result", entry: 4, toolCallId: "b1" });
  });

  it("C005: keepLast 6 folds the first entry alone and keeps both pairs", () => {
    const t = Transcript.from(entriesOf("toolpair", "C005"));
    const c = t.compact({ keepLast: 6 });
    expect(c.at(0)).toMatchObject({ summary: { entries: 1 } });
    expect(c.entries().slice(1)).toEqual(t.entries().slice(1));
  });

  it.each([
    [5, 5, ["next", "done"]],
    [4, 5, ["next", "done"]],
    [3, 5, ["next", "done"]],
    [2, 5, ["next", "done"]],
    [1, 6, ["done"]],
  ])("C005: keepLast %i gives a summary of %i and %j", (keepLast, folded, tail) => {
    const t = Transcript.from(entriesOf("toolpair", "C005"));
    const c = t.compact({ keepLast });
    expect(c.at(0)).toMatchObject({ role: "system", summary: { entries: folded } });
    expect(texts(c)).toEqual(tail);
    expect(c.check()).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])("C005: keepLast %i parts no pair and adds no problem", (keepLast) => {
    const t = Transcript.from(entriesOf("toolpair", "C005"));
    const c = t.compact({ keepLast });
    expect(openCalls(c.entries())).toEqual([]);
    expect(pairsOf(c.entries()).every((pair) => pair.call !== undefined)).toBe(true);
    expect(c.check().length).toBeLessThanOrEqual(1);
  });

  it("C125: a cut inside a turn of eight calls moves later and folds the calls and all their results together", () => {
    const c = Transcript.from(entriesOf("toolpair", "C125")).compact({ keepLast: 5 });
    expect(c.length).toBe(2);
    expect(c.at(0)).toMatchObject({ summary: { entries: 10 } });
    expect(c.at(1)?.text).toBe("read");
  });

  it("C153: a cut never lands before responses that stand in a content of the user", () => {
    const request = readCase("toolpair", "C153").input.data as { contents: object[] };
    const t = fromContents(request);
    for (const keepLast of [5, 4, 3]) {
      const { contents } = toContents(t.compact({ keepLast }));
      expect(geminiFaults({ contents })).toEqual([]);
      expect(JSON.stringify(contents[0])).not.toContain("functionResponse");
    }
    const { contents } = toContents(t.compact({ keepLast: 4 }));
    expect(contents.map(({ parts }) => JSON.stringify(parts)).join()).not.toContain("functionResponse");
  });
});
