import { Transcript, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";

const letters: Record<string, EntryInput> = {
  u: { role: "user", text: "u" },
  a: { role: "assistant", text: "a" },
  s: { role: "system", text: "s" },
  t: { role: "tool", toolResult: { toolCallId: "c", output: "t" } },
  c: { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: {} }] },
  S: {
    role: "system",
    content: "[Compacted 1 earlier messages]\n  [user] x",
    summary: { entries: 1, turns: 1, tokens: 1, rounds: 1 },
  },
};

const build = (spelled: string): Transcript =>
  Transcript.from([...spelled].map((letter) => letters[letter] as EntryInput));

/** The turns of a list spelled in letters, each spelled in letters. */
const turnsOf = (spelled: string): string[] =>
  build(spelled)
    .turns()
    .map(({ start, end }) => spelled.slice(start, end));

describe("Transcript.turns()", () => {
  it.each([
    ["", []],
    ["ss", []],
    ["u", ["u"]],
    ["uaua", ["ua", "ua"]],
    ["suaua", ["ua", "ua"]],
    ["uuaua", ["uua", "ua"]],
    ["aua", ["a", "ua"]],
    ["sacctua", ["acct", "ua"]],
    ["ucta", ["ucta"]],
    ["uasua", ["uas", "ua"]],
    ["usua", ["us", "ua"]],
    ["uaSua", ["ua", "ua"]],
    ["uaSaua", ["ua", "a", "ua"]],
    ["SSua", ["ua"]],
    ["sSsua", ["s", "ua"]],
    ["uauS", ["ua", "u"]],
  ])("of %j are %j", (spelled, turns) => {
    expect(turnsOf(spelled)).toEqual(turns);
  });

  it("hold the entries themselves, with where they start and end", () => {
    const t = build("suaua");
    const [first, second] = t.turns();
    expect(first).toEqual({ entries: [t.at(1), t.at(2)], start: 1, end: 3 });
    expect(second?.entries[0]).toBe(t.at(3));
  });
});

describe("Transcript.splitAt()", () => {
  const lengths = (spelled: string, index: number): number[] =>
    build(spelled)
      .splitAt(index)
      .map((half) => half.length);

  it("cuts where it is asked to, from the end when negative, and clamps", () => {
    expect([0, 1, 4, 9, -1, -4, -9].map((index) => lengths("uaua", index))).toEqual([
      [0, 4],
      [1, 3],
      [4, 0],
      [4, 0],
      [3, 1],
      [0, 4],
      [0, 4],
    ]);
  });

  it("moves the cut later off a group", () => {
    expect([1, 2, 3].map((index) => lengths("ucta", index))).toEqual([
      [1, 3],
      [3, 1],
      [3, 1],
    ]);
    expect(lengths("uct", -1)).toEqual([3, 0]);
  });

  it("takes a result for that of the nearest call with its id", () => {
    expect(lengths("ucct", 2)).toEqual([2, 2]);
    expect([2, 3].map((index) => lengths("ucctt", index))).toEqual([
      [5, 0],
      [5, 0],
    ]);
    expect(lengths("ucttu", 3)).toEqual([4, 1]);
  });

  it("may cut behind a call that nothing answers", () => {
    expect(lengths("ucu", 2)).toEqual([2, 1]);
  });
});

describe("Transcript.at()", () => {
  it("counts from the end when negative and is undefined out of range", () => {
    const t = build("uas");
    expect([t.at(0)?.text, t.at(-1)?.text, t.at(3), t.at(-4)]).toEqual(["u", "s", undefined, undefined]);
  });
});
