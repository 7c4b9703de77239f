import { Transcript } from "colloquy";
import { describe, expect, it } from "vitest";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";
import { isSummary } from "../support/oracle.js";

const summaries = (transcript: Transcript): readonly string[] =>
  transcript
    .entries()
    .filter(isSummary)
    .map((entry) => entry.text);

describe.runIf(sharedCasesAreThere)("Cases of summaries made without a model (from ../shared/cases)", () => {
  it("C057: five rounds leave one summary each, and its size does not run away", () => {
    let t = Transcript.from(entriesOf("summary", "C057"));
    const sizes: number[] = [];
    for (let round = 1; round <= 5; round++) {
      t = t.compact({ keepLast: 2 });
      expect(summaries(t)).toHaveLength(1);
      expect(t.at(0)).toMatchObject({ summary: { rounds: round } });
      sizes.push(summaries(t)[0]?.length ?? 0);
      for (let extra = 0; extra < 2; extra++) {
        t = t.append(
          { role: "user", text: `question number ${10 + extra} about the orchard` },
          { role: "assistant", text: `answer number ${extra}` },
        );
      }
    }
    expect(sizes[4]).toBeLessThanOrEqual(2 * (sizes[0] ?? 0));
  });

  it("C159: compacting again with nothing new gives the same instance, the earlier summary still in it", () => {
    const c = Transcript.from(entriesOf("summary", "C159")).compact({ keepLast: 2 });
    expect(c.compact({ keepLast: 2 })).toBe(c);
    expect(summaries(c)[0]).toContain("[user] q1");
  });

  it("C161: after two compactions the user's request is still stated, and the summary is no user entry", () => {
    const once = Transcript.from(entriesOf("summary", "C161")).compact({ keepLast: 2 });
    const twice = once.compact({ keepLast: 1 });
    const requests = summaries(twice)[0]
      ?.split("\n")
      .filter((line) => line.startsWith("  [user] "));
    expect(requests).toEqual(["  [user] sort the archive"]);
    expect(twice.entries().filter((entry) => entry.role === "user")).toEqual([]);
    expect(twice.entries().filter(isSummary)).toMatchObject([{ role: "system", summary: { entries: 5, rounds: 2 } }]);
  });

  it("C177: repeated compaction stacks no headings and counts each entry once", () => {
    const t = Transcript.from(entriesOf("summary", "C177"));
    const r1 = t.compact({ keepLast: 2 });
    const r2 = r1.compact({ keepLast: 2 });
    expect(r2).toBe(r1);
    const r3 = r2.compact({ keepLast: 0 });
    expect(r3.length).toBe(1);
    const lines = r3.at(0)?.text.split("\n") ?? [];
    expect(lines[0]).toBe("[Compacted 12 earlier messages]");
    expect(lines.filter((line) => line.includes("Compacted"))).toHaveLength(1);
    expect(lines.slice(1)).toHaveLength(12);
    expect(r3.at(0)).toMatchObject({ summary: { entries: 12, rounds: 2 } });
  });
});
