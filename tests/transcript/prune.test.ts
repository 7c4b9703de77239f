import { Transcript, type EntryInput, type Outcome } from "colloquy";
import { describe, expect, it } from "vitest";
import { utf8Length } from "../support/bytes.js";

const call = (...ids: string[]): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: "read", input: {} })),
});
const result = (toolCallId: string, output: unknown, outcome?: Outcome): EntryInput => ({
  role: "tool",
  toolResult: { toolCallId, toolName: "read", output, ...(outcome ? { outcome } : {}) },
});

/** One turn with one result in it, and a turn behind it that the default spares. */
const holding = (output: unknown, outcome?: Outcome): Transcript =>
  Transcript.from([{ role: "user", text: "q" }, call("c"), result("c", output, outcome), { role: "user", text: "r" }]);
const textAfter = (output: unknown, maxBytes: number): string =>
  holding(output).pruneToolResults({ maxBytes }).at(2)?.text ?? "";

describe("Transcript.pruneToolResults()", () => {
  it("leaves a result that fits to the byte, and shortens one that is a byte longer", () => {
    const t = holding("x".repeat(100));
    expect(t.pruneToolResults({ maxBytes: 100 })).toBe(t);
    expect(utf8Length(textAfter("x".repeat(101), 100))).toBeLessThanOrEqual(100);
  });

  it("keeps head and tail around a marker that says how much went, within the limit in all", () => {
    const text = textAfter(`HEAD${"-".repeat(2000)}TAIL`, 300);
    expect(text).toMatch(/^HEAD-+/);
    expect(text).toMatch(/-+TAIL$/);
    expect(utf8Length(text)).toBeLessThanOrEqual(300);
    const marker = text.slice(4, -4).replace(/^-+|-+$/g, "");
    expect(marker).toMatch(/\d/);
  });

  it("allows 4,096 bytes and spares the last turn when nothing is said", () => {
    const t = holding("y".repeat(4096));
    expect(t.pruneToolResults()).toBe(t);
    expect(utf8Length(holding("y".repeat(4097)).pruneToolResults().at(2)?.text ?? "")).toBeLessThanOrEqual(4096);
    const last = Transcript.from([{ role: "user", text: "q" }, call("c"), result("c", "z".repeat(9999))]);
    expect(last.pruneToolResults()).toBe(last);
    expect(last.pruneToolResults({ keepLastTurns: 0 })).not.toBe(last);
  });

  it("spares as many turns as asked", () => {
    const turn = (id: string): EntryInput[] => [{ role: "user", text: id }, call(id), result(id, "z".repeat(500))];
    const t = Transcript.from([...turn("a"), ...turn("b"), ...turn("c")]);
    const sizes = (keepLastTurns: number): boolean[] => {
      const pruned = t.pruneToolResults({ maxBytes: 100, keepLastTurns });
      return [2, 5, 8].map((index) => pruned.at(index) === t.at(index));
    };
    expect([0, 1, 2, 3].map(sizes)).toEqual([
      [false, false, false],
      [false, false, true],
      [false, true, true],
      [true, true, true],
    ]);
  });

  it("spares the tools that are named", () => {
    const t = holding("x".repeat(500));
    expect(t.pruneToolResults({ maxBytes: 100, excludeTools: ["read"] })).toBe(t);
    expect(t.pruneToolResults({ maxBytes: 100, excludeTools: ["write"] })).not.toBe(t);
  });

  it("spares a tool that is named by its call alone", () => {
    const unnamed: EntryInput = { role: "tool", toolResult: { toolCallId: "c", output: "x".repeat(500) } };
    const t = Transcript.from([{ role: "user", text: "q" }, call("c"), unnamed, { role: "user", text: "r" }]);
    expect(t.pruneToolResults({ maxBytes: 100, excludeTools: ["read"] })).toBe(t);
  });

  it.each(["error", "denied", "aborted"] as const)("shortens a result with the outcome %s, which stays", (outcome) => {
    const pruned = holding("x".repeat(500), outcome).pruneToolResults({ maxBytes: 100 });
    expect(pruned.at(2)?.toolResult).toMatchObject({ outcome, toolCallId: "c", toolName: "read" });
    expect(utf8Length(pruned.at(2)?.text ?? "")).toBeLessThanOrEqual(100);
  });

  it("shortens an output that is no text, and text among files", () => {
    const rows = holding({ rows: Array.from({ length: 200 }, (_empty, index) => ({ index })) });
    expect(rows.pruneToolResults({ maxBytes: 200 }).estimateTokens()).toBeLessThan(rows.estimateTokens() / 4);
    const body: EntryInput = {
      role: "tool",
      toolResult: { toolCallId: "c", content: [{ type: "text", text: "x".repeat(5000) }] },
    };
    const t = Transcript.from([{ role: "user", text: "q" }, call("c"), body, { role: "user", text: "r" }]);
    expect(utf8Length(t.pruneToolResults({ maxBytes: 200 }).at(2)?.text ?? "")).toBeLessThanOrEqual(200);
  });

  it("never cuts inside a character, whatever the limit", () => {
    for (let maxBytes = 0; maxBytes < 120; maxBytes++) {
      const text = textAfter("ab\u{1F6A4}漢é".repeat(40), maxBytes);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain("\uFFFD");
    }
  });

  it("is the marker alone where the limit has no room for more", () => {
    const text = textAfter("secret ".repeat(100), 0);
    expect(text).not.toBe("");
    expect(text).not.toContain("secret");
    expect(textAfter("secret ".repeat(100), 1)).not.toContain("secret");
  });

  it("changes nothing when it is done again with the same limit, limits below the marker included", () => {
    for (let maxBytes = 0; maxBytes < 200; maxBytes += 7) {
      const once = holding("w".repeat(999)).pruneToolResults({ maxBytes });
      expect(once.pruneToolResults({ maxBytes })).toBe(once);
    }
  });

  it("leaves a pending step alone, and prunes an answered call at the end", () => {
    const t = Transcript.from([{ role: "user", text: "q" }, call("a", "b"), result("a", "x".repeat(500))]);
    expect(t.pruneToolResults({ maxBytes: 10, keepLastTurns: 0 })).toBe(t);
    const answered = t.append(result("b", "x"));
    expect(answered.pruneToolResults({ maxBytes: 10, keepLastTurns: 0 }).at(2)).not.toBe(answered.at(2));
  });

  it("leaves what people and models said alone", () => {
    const t = Transcript.from([
      { role: "user", text: "x".repeat(9999) },
      { role: "assistant", text: "y".repeat(9999) },
    ]);
    expect(t.pruneToolResults({ maxBytes: 0, keepLastTurns: 0 })).toBe(t);
  });
});
