import { Transcript, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";

describe.runIf(sharedCasesAreThere)("Cases of token estimates (from ../shared/cases)", () => {
  it("C043: Chinese text counts its UTF-8 bytes, not its UTF-16 units", () => {
    const entries = entriesOf("tokens", "C043");
    const empty = entries.map((entry) => ({ ...entry, text: "" }) as EntryInput);
    const difference = Transcript.from(entries).estimateTokens() - Transcript.from(empty).estimateTokens();
    expect(Math.abs(difference - 300)).toBeLessThanOrEqual(1);
  });

  it("C065: a tokenizer's control words are counted and kept like any text", () => {
    const t = Transcript.from(entriesOf("tokens", "C065"));
    expect(Number.isFinite(t.estimateTokens()) && t.estimateTokens() > 0).toBe(true);
    const c = t.compact({ keepLast: 1 });
    expect(c.at(0)?.text).toContain("what does <|endoftext|> mean?");
    expect(c.at(1)?.text).toBe("It ends a text; <|im_start|> starts one.");
  });

  it("C127: a budget in tokens is compared with tokens, and counts what is kept", () => {
    const t = Transcript.from(entriesOf("tokens", "C127"));
    expect(t.compact({ keepLastTokens: 2500 })).toBe(t);
    const c = t.compact({ keepLastTokens: 1500 });
    expect(c.length).toBe(3);
    expect(c.at(0)).toMatchObject({ summary: { entries: 1 } });
    expect([c.at(1), c.at(2)]).toEqual([t.at(1), t.at(2)]);
    expect(c.estimateTokens()).toBeLessThanOrEqual(1500);
    expect(t.maybeCompact({ tokenBudget: 2500, threshold: 1, keepLastTokens: 2500 })).toBe(t);
  });

  it("C179: the only user entry is kept whole however large it is, with and without a caller's tokenizer", () => {
    const t = Transcript.from(entriesOf("tokens", "C179"));
    expect(t.compact({ keepLastTokens: 2000 })).toBe(t);
    expect(t.compact({ keepLastTokens: 2000, tokenizer: (text) => text.length })).toBe(t);
    expect(t.maybeCompact({ tokenBudget: 2000, threshold: 1, keepLastTokens: 2000 })).toBe(t);
  });

  it("C179: a picture given as a file part counts a flat 1,000 tokens", () => {
    const t = Transcript.from([
      { role: "user", content: [{ type: "file", mediaType: "image/png", data: "AAAA".repeat(250_000) }] },
    ]);
    expect(t.estimateTokens()).toBe(1000);
  });
});
