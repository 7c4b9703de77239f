import { Transcript, type CompactOptions, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";

const user = (text: string): EntryInput => ({ role: "user", text });
const assistant = (text: string): EntryInput => ({ role: "assistant", text });
const call = (id: string): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: [{ toolCallId: id, toolName: "f", input: {} }],
});
const result = (id: string): EntryInput => ({ role: "tool", toolResult: { toolCallId: id, output: `out ${id}` } });
const pinned = (entry: EntryInput): EntryInput => ({ ...entry, pinned: true }) as EntryInput;

/** Short marks of the entries: `S3` for a summary of three, `call`, `result`, else the text. */
function shape(transcript: Transcript): string[] {
  return transcript.entries().map((entry) => {
    if (entry.role === "system" && entry.summary) return `S${entry.summary.entries}`;
    return entry.toolCalls ? "call" : entry.toolResult ? "result" : entry.text;
  });
}

const turns = (count: number): EntryInput[] =>
  Array.from({ length: count }, (_empty, turn) => [user(`u${turn}`), assistant(`a${turn}`)]).flat();
const compacted = (entries: readonly EntryInput[], options?: CompactOptions): string[] =>
  shape(Transcript.from(entries).compact(options));

describe("Transcript.compact() sizes", () => {
  it("keeps the first turn and the last three turns when nothing is said", () => {
    expect(compacted(turns(6))).toEqual(["u0", "a0", "S4", "u3", "a3", "u4", "a4", "u5", "a5"]);
  });

  it("keepLast keeps as many entries, and not the first turn", () => {
    expect(compacted(turns(3), { keepLast: 3 })).toEqual(["S3", "a1", "u2", "a2"]);
    expect(compacted(turns(3), { keepLast: 2, keepFirstTurn: true })).toEqual(["u0", "a0", "S2", "u2", "a2"]);
  });

  it("keepLastTurns keeps as many turns, the first one too unless it is declined", () => {
    expect(compacted(turns(4), { keepLastTurns: 1 })).toEqual(["u0", "a0", "S4", "u3", "a3"]);
    expect(compacted(turns(4), { keepLastTurns: 1, keepFirstTurn: false })).toEqual(["S6", "u3", "a3"]);
  });

  it("keepLastTokens keeps as many entries as fit", () => {
    const entries = [user("a".repeat(400)), user("b".repeat(400)), user("c".repeat(400))];
    expect(
      Transcript.from(entries)
        .compact({ keepLastTokens: 200 })
        .entries()
        .map((entry) => entry.text[0]),
    ).toEqual(["[", "b", "c"]);
    expect(compacted(entries, { keepLastTokens: 1 })).toEqual(["S2", "c".repeat(400)]);
    expect(compacted(entries, { keepLastTokens: 0 })).toEqual(["S3"]);
  });

  it("keepLastTokens is counted by the caller's tokenizer where there is one", () => {
    expect(compacted(turns(3), { keepLastTokens: 2, tokenizer: () => 1 })).toEqual(["S4", "u2", "a2"]);
  });

  it("a size of 0 keeps nothing but what is never folded", () => {
    const entries = [{ role: "system", text: "rules" } as const, ...turns(2), call("open")];
    for (const options of [{ keepLast: 0 }, { keepLastTurns: 0, keepFirstTurn: false }, { keepLastTokens: 0 }]) {
      expect(compacted(entries, options)).toEqual(["rules", "S4", "call"]);
    }
  });

  it("gives the same instance when there are no more entries than asked, leading system entries and summary aside", () => {
    const t = Transcript.from([{ role: "system", text: "rules" }, ...turns(2)]);
    expect(t.compact({ keepLast: 4 })).toBe(t);
    expect(t.compact({ keepLastTurns: 2 })).toBe(t);
    expect(shape(t.compact({ keepLast: 3 }))).toEqual(["rules", "S1", "a0", "u1", "a1"]);
  });
});

describe("Transcript.compact() and the first turn", () => {
  it("a greeting before the first user entry belongs to it", () => {
    const entries = [assistant("Hello!"), ...turns(4)];
    expect(compacted(entries, { keepLastTurns: 1 })).toEqual(["Hello!", "u0", "a0", "S4", "u3", "a3"]);
  });

  it('"user" keeps of it what the user said, with the summary right behind', () => {
    const entries = [user("one"), user("two"), call("c"), result("c"), assistant("done"), ...turns(2)];
    expect(compacted(entries, { keepLastTurns: 1, keepFirstTurn: "user" })).toEqual(["one", "two", "S5", "u1", "a1"]);
    expect(compacted([assistant("Hello!"), ...turns(2)], { keepLastTurns: 1, keepFirstTurn: "user" })).toEqual([
      "u0",
      "S2",
      "u1",
      "a1",
    ]);
  });

  it('"user" shortens an agent that works through one long turn', () => {
    const entries = [user("task"), ...["1", "2", "3"].flatMap((id) => [call(id), result(id)]), assistant("done")];
    expect(compacted(entries, { keepLast: 3, keepFirstTurn: "user" })).toEqual([
      "task",
      "S4",
      "call",
      "result",
      "done",
    ]);
  });

  it("is not kept where a summary stands before it", () => {
    const once = Transcript.from(turns(4)).compact({ keepLast: 4 });
    expect(shape(once.compact({ keepLastTurns: 1 }))).toEqual(["S6", "u3", "a3"]);
  });

  it("is kept again where the summary stands behind it", () => {
    const once = Transcript.from(turns(5)).compact({ keepLastTurns: 2 });
    expect(shape(once.concat([user("u5"), assistant("a5")]).compact({ keepLastTurns: 1 }))).toEqual([
      "u0",
      "a0",
      "S8",
      "u5",
      "a5",
    ]);
  });

  it("is not kept where it ends inside a group", () => {
    const entries = [user("u0"), call("late"), user("u1"), result("late"), ...turns(2)];
    expect(compacted(entries, { keepLastTurns: 1 })).toEqual(["S6", "u1", "a1"]);
  });
});

describe("Transcript.compact() and pins", () => {
  it("keeps pinned entries word for word between summary and tail, in order", () => {
    const entries = [user("u0"), pinned(assistant("a0")), user("u1"), pinned(user("u2")), ...turns(1)];
    expect(compacted(entries, { keepLast: 1 })).toEqual(["S3", "a0", "u2", "a0"]);
  });

  it("keeps the whole group of a pinned call or result", () => {
    for (const at of [1, 2]) {
      const entries = [user("u0"), call("c"), result("c"), assistant("done"), user("next")];
      const withPin = entries.map((entry, index) => (index === at ? pinned(entry) : entry));
      expect(compacted(withPin, { keepLast: 1 })).toEqual(["S2", "call", "result", "next"]);
    }
  });

  it("does not keep what an earlier summary stands among because that was pinned: twice is once", () => {
    const summary = { role: "system", text: "S", summary: { entries: 3, turns: 1, tokens: 5, rounds: 1 } } as const;
    const entries = [user("u"), call("c"), pinned(summary), result("c"), user("v")];
    expect(compacted(entries, { keepLast: 1 })).toEqual(["S6", "v"]);
    const once = Transcript.from(entries).compact({ keepLast: 1 });
    expect(once.compact({ keepLast: 1 })).toBe(once);
  });

  it("gives the same instance where only pinned entries lie between", () => {
    const t = Transcript.from([pinned(user("u0")), pinned(assistant("a0")), user("u1")]);
    expect(t.compact({ keepLast: 1 })).toBe(t);
  });
});

describe("Transcript.compact() and groups", () => {
  it("moves a cut inside a group later, folding the whole group", () => {
    expect(compacted([user("u"), call("c"), result("c"), assistant("a")], { keepLast: 2 })).toEqual(["S3", "a"]);
  });

  it("moves it earlier where later would leave nothing", () => {
    expect(compacted([user("u"), assistant("a"), call("c"), result("c")], { keepLast: 1 })).toEqual([
      "S2",
      "call",
      "result",
    ]);
  });

  it("never lets the tail open with a result, not with an orphan either", () => {
    expect(compacted([user("u"), assistant("a"), result("lost"), user("v")], { keepLast: 2 })).toEqual(["S3", "v"]);
  });

  it("keeps a pending step, and the results that it has already, whatever the size", () => {
    const step: EntryInput = {
      role: "assistant",
      text: "",
      toolCalls: ["p", "q"].map((toolCallId) => ({ toolCallId, toolName: "f", input: {} })),
    };
    expect(compacted([...turns(2), step, result("q")], { keepLast: 0 })).toEqual(["S4", "call", "result"]);
    expect(compacted([...turns(2), step, result("q"), user("never mind")], { keepLast: 0 })).toEqual(["S7"]);
  });

  it("keeps a pending step where an earlier call has its approval request inside that step", () => {
    const step: EntryInput = {
      role: "assistant",
      content: [
        { type: "approval-request", approvalId: "ask", toolCallId: "earlier" },
        { type: "tool-call", toolCallId: "waits", toolName: "f", input: {} },
      ],
    };
    for (const options of [{ keepLast: 0 }, { keepLastTurns: 0 }, { keepLastTokens: 0 }]) {
      expect(compacted([user("u"), call("earlier"), step], options).at(-1)).toBe("call");
    }
  });

  it("keeps a call together with a response to its approval request", () => {
    const asks: EntryInput = {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "c", toolName: "f", input: {} },
        { type: "approval-request", approvalId: "ask", toolCallId: "c" },
      ],
    };
    const answers: EntryInput = {
      role: "tool",
      content: [{ type: "approval-response", approvalId: "ask", approved: true }],
    };
    expect(compacted([user("u"), asks, answers, result("c"), user("v")], { keepLast: 3 })).toEqual(["S4", "v"]);
    expect(compacted([user("u"), asks, answers], { keepLast: 0 })).toEqual(["S1", "call", ""]);
    expect(compacted([user("u"), asks, answers, user("v"), user("w")], { keepLast: 3 })).toEqual(["S3", "v", "w"]);
    expect(compacted([user("u"), asks, result("c"), answers, user("v")], { keepLast: 2 })).toEqual(["S4", "v"]);
    expect(compacted([user("u"), pinned(asks), answers, user("v")], { keepLast: 1 })).toEqual(["S1", "call", "", "v"]);
    expect(Transcript.from([user("u"), asks, answers, user("v")]).splitAt(2)[0].length).toBe(3);
    expect(Transcript.from([user("u"), asks, result("c"), answers, user("v")]).splitAt(3)[0].length).toBe(4);
  });

  it("keeps the group whole when ids are used again in another turn", () => {
    const turn = [user("u"), call("same"), result("same"), assistant("a")];
    expect(compacted([...turn, ...turn], { keepLast: 3 })).toEqual(["S5", "call", "result", "a"]);
    expect(compacted([...turn, ...turn], { keepLast: 2 })).toEqual(["S7", "a"]);
  });
});

describe("Transcript.maybeCompact()", () => {
  const t = Transcript.from(turns(4));

  it("compacts when there are more than `every` entries", () => {
    expect(t.maybeCompact({ every: 8, keepLast: 2 })).toBe(t);
    expect(shape(t.maybeCompact({ every: 7, keepLast: 2 }))).toEqual(["S6", "u3", "a3"]);
  });

  it("compacts when the estimate is more than the budget times the threshold, 0.8 when nothing is said", () => {
    const long = Transcript.from([user("x".repeat(400)), user("y".repeat(400))]);
    expect(long.maybeCompact({ tokenBudget: 250, keepLast: 1 })).toBe(long);
    expect(shape(long.maybeCompact({ tokenBudget: 249, keepLast: 1 }))[0]).toBe("S1");
    expect(long.maybeCompact({ tokenBudget: 200, threshold: 1, keepLast: 1 })).toBe(long);
  });

  it("measures with the caller's tokenizer", () => {
    expect(t.maybeCompact({ tokenBudget: 8, threshold: 1, tokenizer: () => 1, keepLast: 2 })).toBe(t);
    expect(t.maybeCompact({ tokenBudget: 7, threshold: 1, tokenizer: () => 1, keepLast: 2 })).not.toBe(t);
  });

  it("maybeCompactAsync() says what came of it", async () => {
    expect(await t.maybeCompactAsync({ every: 8, keepLast: 2 })).toEqual({
      outcome: "unchanged",
      transcript: t,
      reason: "not-triggered",
    });
    expect(await t.maybeCompactAsync({ every: 1, keepLast: 8 })).toEqual({
      outcome: "unchanged",
      transcript: t,
      reason: "nothing-to-fold",
    });
    const done = await t.maybeCompactAsync({ every: 7, keepLast: 2 });
    expect(done.outcome).toBe("compacted");
    expect(done.transcript.toJson()).toBe(t.compact({ keepLast: 2 }).toJson());
  });
});

describe("Transcript.shouldCompact()", () => {
  it("is true for more entries than that", () => {
    expect([3, 4, 5].map((size) => Transcript.from(turns(2)).shouldCompact(size))).toEqual([true, false, false]);
  });
});

describe("Options of compaction", () => {
  it("two sizes at once are refused, naming both", () => {
    const both = { keepLast: 1, keepLastTurns: 1 } as unknown as CompactOptions;
    expect(() => Transcript.from(turns(2)).compact(both)).toThrow(
      /keepLast\b.*keepLastTurns|keepLastTurns.*keepLast\b/,
    );
  });

  it("maybeCompact() without a size is refused", () => {
    expect(() => Transcript.from(turns(2)).maybeCompact({ every: 1 } as never)).toThrow(/keepLast/);
  });

  it.each(["keepLast", "keepLastTurns", "keepLastTokens", "maxSummaryTokens"])(
    "a %s that is no number is refused with a RangeError naming it",
    (option) => {
      for (const size of ["2", null, true]) {
        const options = { [option]: size } as never;
        const error = new RangeError(
          `${option}: expected a whole number of at least 0, got ${size === null ? "null" : `a ${typeof size}`}`,
        );
        expect(() => Transcript.from(turns(2)).compact(options)).toThrow(error);
        expect(() => Transcript.from(turns(2)).planCompaction(options)).toThrow(error);
      }
    },
  );

  it.each([
    ["throws", () => JSON.parse("{") as number],
    ["gives NaN", () => Number.NaN],
    ["gives a negative number", () => -1],
    ["gives infinity", () => Infinity],
    ["gives text", () => "3" as unknown as number],
  ])("a tokenizer that %s makes the call throw, naming the entry", (_name, tokenizer) => {
    const t = Transcript.from(turns(3));
    for (const attempt of [
      (): unknown => t.compact({ keepLastTokens: 1, tokenizer }),
      (): unknown => t.estimateTokens({ tokenizer }),
    ]) {
      expect(attempt).toThrow(
        expect.objectContaining({ code: "tokenizer-failed", message: expect.stringMatching(/entry \d/) as string }),
      );
    }
  });

  it("the error of a tokenizer that throws is the cause", () => {
    const cause = new Error("no vocabulary");
    const tokenizer = (): number => {
      throw cause;
    };
    expect(() => Transcript.from(turns(1)).estimateTokens({ tokenizer })).toThrow(expect.objectContaining({ cause }));
  });
});
