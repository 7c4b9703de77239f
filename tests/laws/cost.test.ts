import { Transcript, type EntryInput } from "colloquy";
import { describe, expect, it, vi } from "vitest";
import { isSummary } from "../support/oracle.js";

const user = (text: string): EntryInput => ({ role: "user", text });
const patience = { timeout: 120_000 };

/** A tokenizer that counts how often it is asked, and for how many characters. */
function countingTokenizer(): { readonly tokenizer: (text: string) => number; calls: number; characters: number } {
  const count = {
    calls: 0,
    characters: 0,
    tokenizer: (text: string): number => (
      (count.calls += 1),
      (count.characters += text.length),
      Math.ceil(text.length / 4)
    ),
  };
  return count;
}

const long = (turns: number): Transcript =>
  Transcript.from(
    Array.from({ length: turns }, (_empty, turn): EntryInput[] => [
      user(`question ${turn}`),
      { role: "assistant", text: "", toolCalls: [{ toolCallId: `c${turn}`, toolName: "look", input: { turn } }] },
      { role: "tool", toolResult: { toolCallId: `c${turn}`, output: `result ${turn}` } },
      { role: "assistant", text: `answer ${turn}` },
    ]).flat(),
  );

describe("Cost follows the change", () => {
  it("an append shares the entries that are there: none is built again", () => {
    const base = long(50);
    const next = base.append(user("more")).concat([user("and more")]);
    base.entries().forEach((entry, index) => expect(next.at(index)).toBe(entry));
  });

  it("what was written once is not written again: an append, and a fork, write what they add", () => {
    const base = long(50);
    const written = base.toJson().length;
    const write = vi.spyOn(JSON, "stringify");
    const forks = [base.append(user("more")), base.append(user("other")).append(user("more"))];
    for (const fork of forks) expect(fork.toJson().length).toBeGreaterThan(written);
    const characters = write.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
    write.mockRestore();
    expect(characters).toBeLessThan(200);
  });

  it("a fork shares the entries of what it was forked from, and so do both halves of a split", () => {
    const base = long(50);
    const [left, right] = [base.append(user("left")), base.append(user("right"))];
    expect(left.at(10)).toBe(right.at(10));
    const [head, tail] = base.splitAt(40);
    expect([...head, ...tail].every((entry, index) => entry === base.at(index))).toBe(true);
  });

  it("an edit keeps every entry that it did not touch", () => {
    const base = long(50);
    const edited = base.replace(100, user("changed"));
    base.entries().forEach((entry, index) => expect(edited.at(index) === entry).toBe(index !== 100));
  });

  it("compaction hands on the entries that it keeps, not copies of them", () => {
    const base = long(50);
    const compacted = base.compact({ keepLast: 8 });
    expect(compacted.entries().slice(-8)).toEqual(base.entries().slice(-8));
    expect(
      compacted
        .entries()
        .slice(-8)
        .every((entry, index) => entry === base.entries().slice(-8)[index]),
    ).toBe(true);
  });

  it("concat() takes each item of an iterable once, in order", () => {
    const taken: number[] = [];
    function* items(): Generator<EntryInput> {
      for (let index = 0; index < 5; index++) {
        taken.push(index);
        yield user(String(index));
      }
    }
    expect(Transcript.empty.concat(items()).length).toBe(5);
    expect(taken).toEqual([0, 1, 2, 3, 4]);
  });

  it(
    "100,000 appends with every snapshot kept and asked for its estimate end, and every snapshot is what it was",
    patience,
    () => {
      const snapshots = [Transcript.empty];
      let transcript = Transcript.empty;
      for (let index = 0; index < 100_000; index++) {
        transcript = transcript.append(user("four"));
        if (transcript.estimateTokens() !== index + 1)
          throw new Error(`estimate of ${index + 1} entries is ${transcript.estimateTokens()}`);
        snapshots.push(transcript);
      }
      for (const at of [0, 1, 2, 63, 64, 65, 4096, 99_999, 100_000]) expect(snapshots[at]?.length).toBe(at);
      expect(snapshots[777]?.entries()).toHaveLength(777);
      expect(snapshots[100_000]?.entries()).toHaveLength(100_000);
    },
  );

  it("100,000 forks of one long transcript end, and each holds its own entry", patience, () => {
    const base = long(2500);
    const forks = Array.from({ length: 100_000 }, (_empty, index) => base.append(user(`fork ${index}`)));
    expect(forks[0]?.at(-1)?.text).toBe("fork 0");
    expect(forks[99_999]?.at(-1)?.text).toBe("fork 99999");
    expect(forks[50_000]?.entries()).toHaveLength(base.length + 1);
    expect(base.length).toBe(10_000);
  });

  it("one compaction asks the caller's tokenizer about each text a small number of times, however many cuts there are", () => {
    const transcript = long(500);
    for (const options of [{ keepLast: 10 }, { keepLastTurns: 5 }, { keepLastTokens: 300 }]) {
      const count = countingTokenizer();
      transcript.compact({ ...options, tokenizer: count.tokenizer });
      expect(count.calls).toBeLessThan(6 * transcript.length);
    }
  });

  it("twice the entries ask the caller's tokenizer for about twice the characters, not four times", () => {
    const charactersOf = (turns: number): number => {
      const count = countingTokenizer();
      long(turns).compact({ keepLastTokens: 100, tokenizer: count.tokenizer });
      return Math.max(count.characters, 1);
    };
    expect(charactersOf(800) / charactersOf(400)).toBeLessThan(3);
  });

  it(
    "a transcript of 200,000 entries is built, written, read and compacted without exhausting the stack",
    patience,
    () => {
      const list = Array.from({ length: 100_000 }, (): EntryInput[] => [
        user("u"),
        { role: "assistant", text: "a" },
      ]).flat();
      const transcript = Transcript.empty.concat(list);
      const back = Transcript.fromJson(transcript.toJson());
      expect(back.length).toBe(200_000);
      expect(back.compact({ keepLast: 2 }).entries().filter(isSummary)).toHaveLength(1);
      expect(back.turns()).toHaveLength(100_000);
      expect(back.since(transcript)).toEqual([]);
    },
  );
});
