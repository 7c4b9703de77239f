import { Transcript } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { utf8Length } from "../support/bytes.js";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";

const build = (id: string): Transcript => Transcript.from(entriesOf("compact", id));
const texts = (transcript: Transcript): string[] => transcript.entries().map((entry) => entry.text);

describe.runIf(sharedCasesAreThere)("Cases of compaction (from ../shared/cases)", () => {
  it("C001: a size of 0 means none, never all", () => {
    const t = build("C001");
    const [summary, ...rest] = t.compact({ keepLast: 0 }).entries();
    expect(rest).toEqual([]);
    expect(summary).toMatchObject({ role: "system", summary: { entries: 4 } });
    const turns = t.compact({ keepLastTurns: 0 });
    expect(texts(turns).slice(0, 2)).toEqual(["1", "2"]);
    expect(turns.at(2)).toMatchObject({ role: "system", summary: { entries: 2 } });
    expect(turns.length).toBe(3);
    const alone = t.compact({ keepLastTurns: 0, keepFirstTurn: false });
    expect(alone.length).toBe(1);
    expect(alone.at(0)).toMatchObject({ summary: { entries: 4 } });
  });

  it("C001: maxBytes 0 leaves only the marker of a result, keepLastTurns 0 spares no turn", () => {
    const t = build("C001").append(
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: {} }] },
      { role: "tool", toolResult: { toolCallId: "c", output: "secret ".repeat(40) } },
    );
    expect(t.pruneToolResults({ maxBytes: 0 })).toBe(t);
    const pruned = t.pruneToolResults({ maxBytes: 0, keepLastTurns: 0 });
    expect(pruned.length).toBe(6);
    expect(pruned.at(-1)?.text).not.toBe("");
    expect(pruned.at(-1)?.text).not.toContain("secret");
  });

  it.each([-5, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "C001: a size of %s is refused naming the option, and no entry is deleted",
    (size) => {
      const t = build("C001");
      const before = t.toJson();
      const attempts: [string, () => unknown][] = [
        ["keepLast", () => t.compact({ keepLast: size })],
        ["keepLastTurns", () => t.compact({ keepLastTurns: size })],
        ["keepLastTokens", () => t.compact({ keepLastTokens: size })],
        ["maxSummaryTokens", () => t.compact({ keepLast: 1, maxSummaryTokens: size })],
        ["maxBytes", () => t.pruneToolResults({ maxBytes: size })],
        ["keepLastTurns", () => t.pruneToolResults({ keepLastTurns: size })],
        ["every", () => t.maybeCompact({ keepLast: 1, every: size })],
        ["tokenBudget", () => t.maybeCompact({ keepLast: 1, tokenBudget: size })],
      ];
      for (const [option, attempt] of attempts) {
        expect(attempt).toThrow(RangeError);
        expect(attempt).toThrow(option);
      }
      expect(t.toJson()).toBe(before);
    },
  );

  it("C021: a group larger than the budget stays whole, and the user's request is the summary's only line", () => {
    const t = build("C021");
    const c = t.compact({ keepLastTokens: 1000 });
    expect(c.entries().map((entry) => entry.role)).toEqual(["system", "system", "assistant", "tool"]);
    expect(c.at(0)?.text).toBe("sys");
    expect(c.at(1)?.text.split("\n").slice(1)).toEqual(["  [user] find the manual"]);
    expect(c.at(-1)?.toolResult?.output).toBe("page ".repeat(4000));
    for (const keepFirstTurn of [true, "user"] as const)
      expect(t.compact({ keepLastTokens: 1000, keepFirstTurn })).toBe(t);
    expect(t.compact()).toBe(t);
  });

  it("C021: exported as chat messages, the system text stays alone and the summary stands in place with the line", () => {
    const { messages } = toChatMessages(build("C021").compact({ keepLastTokens: 1000 }));
    expect(messages[0]).toEqual({ role: "system", content: "sys" });
    expect(JSON.stringify(messages[1])).toContain("[user] find the manual");
    expect(messages.slice(2).map((message) => message.role)).toEqual(["assistant", "tool"]);
  });

  it("C021: exported for Anthropic, the system field stays alone and the user's first message carries the line", () => {
    const { system, messages } = toMessages(build("C021").compact({ keepLastTokens: 1000 }));
    expect(system).toBe("sys");
    expect(messages[0]?.role).toBe("user");
    expect(JSON.stringify(messages[0])).toContain("[user] find the manual");
  });

  it("C023: pruning shortens the one oversized result around a marker with the size that went, and settles", () => {
    const t = build("C023");
    const pruned = t.pruneToolResults({ maxBytes: 400, keepLastTurns: 0 });
    const short = pruned.at(2)?.text ?? "";
    expect(utf8Length(short)).toBeLessThanOrEqual(400);
    expect(short).toMatch(/^a+[^a].*\d[\d,.]*.*[^a]a+$/s);
    for (const index of [0, 1, 3, 4]) expect(pruned.at(index)).toBe(t.at(index));
    expect(pruned.at(2)?.toolResult).toMatchObject({ toolCallId: "v1", toolName: "f" });
    expect(pruned.estimateTokens()).toBeLessThan(t.estimateTokens() - 1800);
    expect(pruned.pruneToolResults({ maxBytes: 400, keepLastTurns: 0 })).toBe(pruned);
    expect(t.pruneToolResults({ maxBytes: 400 })).toBe(t);
  });

  it("C069: leading system entries stay as they are, in order, and are not in the summarised range", () => {
    const t = build("C069");
    const c = t.compact({ keepLast: 2 });
    expect(c.entries().slice(0, 2)).toEqual(t.entries().slice(0, 2));
    expect(c.at(2)).toMatchObject({ summary: { entries: 4 } });
    expect(c.at(2)?.text).not.toContain("verse");
    expect(texts(c).slice(3)).toEqual(["q3", "a3"]);
  });

  it("C071: an empty list, one system entry and one user entry compact, prune and export to themselves", () => {
    for (const t of [
      build("C071"),
      Transcript.empty,
      Transcript.from([]),
      Transcript.from([{ role: "user", text: "only" }]),
    ]) {
      expect(t.compact({ keepLast: 3 })).toBe(t);
      expect(t.pruneToolResults({ maxBytes: 1, keepLastTurns: 0 })).toBe(t);
      expect(t.planCompaction({ keepLast: 3 })).toBeUndefined();
      expect(t.estimateTokens()).toBeGreaterThanOrEqual(0);
      expect(toChatMessages(t).messages).toHaveLength(t.length);
    }
  });

  it("C163: a failed result is shortened like any other, stays an error, and keeps its start", () => {
    const t = build("C163");
    const pruned = t.pruneToolResults({ maxBytes: 2000, keepLastTurns: 0 });
    expect(utf8Length(pruned.at(2)?.text ?? "")).toBeLessThanOrEqual(2000);
    expect(pruned.at(2)?.toolResult?.outcome).toBe("error");
    expect(pruned.at(2)?.text.startsWith("conflict conflict ")).toBe(true);
    expect(t.pruneToolResults({ maxBytes: 2000 })).toBe(t);
  });

  it("C181: the last user entry stays at the end and the summary stands before it", () => {
    const t = build("C181");
    const c = t.compact({ keepLast: 1 });
    expect(c.length).toBe(2);
    expect(c.at(0)).toMatchObject({ summary: { entries: 4 } });
    expect(c.at(1)).toBe(t.at(4));
  });
});
