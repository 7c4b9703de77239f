import { Transcript } from "colloquy";
import { toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";

/** These fail by exhausting stack, memory or patience where the cost is out of all proportion; nothing is timed. */
const patience = { timeout: 120_000 };

describe.runIf(sharedCasesAreThere)("Cases of cost (from ../shared/cases)", () => {
  it(
    "C025: 200,000 entries are built, joined, written, read, compacted and exported without exhausting the stack",
    patience,
    () => {
      const list = entriesOf("performance", "C025");
      const t = Transcript.from(list);
      expect(t.concat(list).length).toBe(400_000);
      const back = Transcript.fromJson(t.toJson());
      expect(back.length).toBe(200_000);
      expect(back.compact({ keepLast: 4 }).length).toBe(5);
      expect(back.pruneToolResults()).toBe(back);
      expect(toChatMessages(back).messages).toHaveLength(200_000);
    },
  );

  it("C047: megabytes without a word boundary are estimated and compacted", patience, () => {
    const t = Transcript.from(entriesOf("performance", "C047"));
    expect(t.estimateTokens()).toBe((5_000_000 + 3_000_000) / 4);
    expect(t.compact({ keepLast: 1 }).length).toBe(2);
  });

  it.each([{ keepLast: 1 }, { keepLastTurns: 0 }, { keepLastTokens: 10 }])(
    "C047: during one compact with %j a tokenizer sees each distinct text a few times at most",
    patience,
    (keep) => {
      const t = Transcript.from(entriesOf("performance", "C047"));
      const seen = new Map<string, number>();
      t.compact({ ...keep, tokenizer: (text) => (seen.set(text, (seen.get(text) ?? 0) + 1), text.length) });
      expect(Math.max(0, ...seen.values())).toBeLessThanOrEqual(6);
    },
  );

  it(
    "C099: 20,000 appends, each asked for its length and estimate, leave every older value as it was",
    patience,
    () => {
      const [said, answered] = entriesOf("performance", "C099");
      if (said === undefined || answered === undefined) throw new Error("The case lost its pattern");
      let t = Transcript.empty;
      const kept: Transcript[] = [];
      for (let index = 0; index < 20_000; index++) {
        t = t.append(index % 2 === 0 ? said : answered);
        if (t.length !== index + 1 || t.estimateTokens() !== Math.floor((index + 1) / 4))
          throw new Error(`entry ${index}: ${t.length}, ${t.estimateTokens()}`);
        if (index % 1000 === 0) kept.push(t);
      }
      kept.forEach((older, index) => expect(older.entries()).toHaveLength(index * 1000 + 1));
    },
  );
});
