import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSpelledHash, spell, spellHash, unspell, wellFormed } from "../../../src/formats/shared/ids.js";
import { sha256 } from "../../../src/formats/shared/sha256.js";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom("", "\uD83D", "a.b", "cq_", "\uFEFFx"),
);

describe("sha256()", () => {
  it("gives what the runtime's own gives, whatever the length", async () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255);
      expect(sha256(bytes)).toEqual(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
    }
  });
});

describe("spell()", () => {
  it("gives letters, digits, _ and - alone, within the limit", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 28, max: 80 }), (text, limit) => {
        const spelled = spell(text, limit);
        expect(spelled).toMatch(/^[\w-]+$/);
        expect(spelled.length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it("is undone by unspell() where the text fits", () => {
    fc.assert(
      fc.property(anyText.map(wellFormed), (text) => {
        expect(unspell(spell(text, 10_000))).toBe(text);
      }),
    );
  });

  it("gives another spelling for another text, also where both are too long", () => {
    expect(spell("x".repeat(70), 64)).not.toBe(spell(`${"x".repeat(69)}y`, 64));
    expect(spell("\uD83D", 64)).not.toBe(spell("\uD83E", 64));
  });
});

describe("unspell()", () => {
  it("leaves alone what spell() did not write", () => {
    for (const text of ["call_1", "cq_*", "cq_YQ==", "cq_YR", "cq_gA", spellHash("x")])
      expect(unspell(text)).toBeUndefined();
  });
});

describe("spellHash()", () => {
  it("tells occurrences apart and is recognised", () => {
    expect(spellHash("a")).not.toBe(spellHash("a", 2));
    expect(isSpelledHash(spellHash("a", 3))).toBe(true);
    expect(isSpelledHash("call_1")).toBe(false);
  });
});
