import {
  assistant,
  toolResult,
  Transcript,
  user,
  type Change,
  type Entry,
  type EntryInput,
  type Part,
  type RepairOptions,
} from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { matchesOf, tangle } from "./broken.js";

const calls = (...ids: string[]): EntryInput =>
  assistant("", { toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: "f", input: {} })) });
const result = (id: string, output = "r"): EntryInput => toolResult(id, output);
const parts = (...content: object[]): EntryInput => ({ role: "assistant", content: content as Part[] });
const call = (toolCallId: string, more: object = {}): object => ({
  type: "tool-call",
  toolCallId,
  toolName: "f",
  input: {},
  ...more,
});
const thought = (text: string): object => ({ type: "reasoning", text });
const request = (id: string): object => ({ type: "approval-request", approvalId: `ask_${id}`, toolCallId: id });
const response = (...ids: string[]): EntryInput => ({
  role: "tool",
  content: ids.map((id) => ({ type: "approval-response", approvalId: `ask_${id}`, approved: true })),
});

/** A transcript at a glance: the role of each entry and what stands in it. */
function sketch(transcript: Transcript): string[] {
  return transcript.entries().map((entry: Entry) => {
    const said = (entry.content as readonly Part[]).map((part) => {
      if (part.type === "text" || part.type === "reasoning") return `${part.type} ${part.text}`;
      if (part.type === "tool-call") return `call ${part.toolCallId}`;
      if (part.type === "tool-result") return `result ${part.toolCallId} ${part.outcome ?? String(part.output)}`;
      return "approvalId" in part ? `${part.type} ${part.approvalId}` : part.type;
    });
    return `${entry.role}: ${said.join(", ")}`;
  });
}

function repaired(entries: EntryInput[], options?: RepairOptions): string[] {
  return sketch(Transcript.from(entries).repair(options).transcript);
}

const written = ({ kind, entry, toolCallId, action, newToolCallId }: Change): string =>
  [kind, entry, toolCallId, action, newToolCallId].filter((item) => item !== undefined).join(" ");

function changesOf(entries: EntryInput[], options?: RepairOptions): string[] {
  return Transcript.from(entries).repair(options).changes.map(written);
}

describe("Transcript.repair()", () => {
  it("answers an open call with a marked result behind the other results of its step", () => {
    const entries = [calls("a", "b", "c"), result("b"), user("next")];
    expect(repaired(entries)).toEqual([
      "assistant: call a, call b, call c",
      "tool: result b r",
      "tool: result a aborted",
      "tool: result c aborted",
      "user: text next",
    ]);
    expect(changesOf(entries)).toEqual(["open-call 0 a answered", "open-call 0 c answered"]);
    const made = Transcript.from(entries).repair().transcript.at(2)?.toolResult;
    expect(made).toEqual({
      type: "tool-result",
      toolCallId: "a",
      toolName: "f",
      outcome: "aborted",
      output: "The call has no result.",
    });
  });

  it("leaves calls that wait, and does with them what is asked by name", () => {
    const entries = [user("go"), calls("a", "b"), result("a")];
    const transcript = Transcript.from(entries);
    expect(transcript.repair().transcript).toBe(transcript);
    expect(transcript.repair({ openCalls: "drop" }).transcript).toBe(transcript);
    expect(repaired(entries, { pendingCalls: "abort" }).slice(2)).toEqual([
      "tool: result a r",
      "tool: result b aborted",
    ]);
    expect(repaired(entries, { pendingCalls: "drop" })).toEqual([
      "user: text go",
      "assistant: call a",
      "tool: result a r",
    ]);
    expect(repaired([user("go"), calls("a")], { pendingCalls: "drop" })).toEqual(["user: text go"]);
  });

  it("answers a call that only looks as if it waited, since something else followed it", () => {
    expect(repaired([calls("a"), result("stray")])).toEqual(["assistant: call a", "tool: result a aborted"]);
  });

  it("moves a misplaced result behind its step and keeps the order of what it moves", () => {
    const entries = [calls("a", "b", "c"), result("c"), user("wait"), result("b"), user("still"), result("a")];
    expect(repaired(entries)).toEqual([
      "assistant: call a, call b, call c",
      "tool: result c r",
      "tool: result b r",
      "tool: result a r",
      "user: text wait",
      "user: text still",
    ]);
    expect(changesOf(entries)).toEqual(["misplaced-result 3 b moved", "misplaced-result 5 a moved"]);
  });

  it("keeps all that an entry holds when it moves it", () => {
    const late: EntryInput = { ...result("a"), id: "m7", metadata: { when: new Date(0) }, pinned: true } as EntryInput;
    const { transcript } = Transcript.from([calls("a"), user("wait"), late]).repair();
    expect(transcript.at(1)).toEqual(Transcript.from([late]).at(0));
  });

  it("moves the approval that led to a misplaced result along with it", () => {
    const asked = parts(call("a"), request("a"));
    expect(repaired([asked, user("yes"), response("a"), result("a")])).toEqual([
      "assistant: call a, approval-request ask_a",
      "tool: approval-response ask_a",
      "tool: result a r",
      "user: text yes",
    ]);
  });

  it("takes a misplaced result out of the model's own entry", () => {
    const entries = [
      calls("a"),
      parts(call("a"), ...["x", "y"].map((output) => ({ type: "tool-result", toolCallId: "a", output }))),
    ];
    expect(repaired(entries)).toEqual(["assistant: call a", "tool: result a y", "assistant: call a_2, result a_2 x"]);
  });

  it("renames a reused id with its results and its requests for approval, to what collides with nothing", () => {
    const entries = [
      calls("a", "a_2"),
      result("a"),
      result("a_2"),
      parts(call("a"), request("a")),
      response("a"),
      result("a", "second"),
    ];
    expect(repaired(entries).slice(3)).toEqual([
      "assistant: call a_3, approval-request ask_a",
      "tool: approval-response ask_a",
      "tool: result a_3 second",
    ]);
    expect(Transcript.from(entries).repair().transcript.at(3)?.content[1]).toMatchObject({ toolCallId: "a_3" });
    expect(changesOf(entries)).toEqual(["duplicate-call-id 3 a renamed a_3"]);
  });

  it("lets a call that waits keep its id, since its result will come under that id", () => {
    const entries = [calls("a"), result("a"), user("again"), calls("a")];
    const { transcript, changes } = Transcript.from(entries).repair();
    expect(sketch(transcript)).toEqual([
      "assistant: call a_1",
      "tool: result a_1 r",
      "user: text again",
      "assistant: call a",
    ]);
    expect(changes.map(written)).toEqual(["duplicate-call-id 0 a renamed a_1"]);
    expect(transcript.append(result("a")).check()).toEqual([]);
  });

  it("drops orphans, surplus results and empty entries", () => {
    const entries = [user(""), result("x"), calls("a"), result("a"), result("a", "again"), parts(), user("next")];
    expect(repaired(entries)).toEqual(["assistant: call a", "tool: result a r", "user: text next"]);
    expect(changesOf(entries)).toEqual([
      "empty-entry 0 dropped",
      "orphan-result 1 x dropped",
      "duplicate-result 4 a dropped",
      "empty-entry 5 dropped",
    ]);
  });

  it("drops a call on demand with its approvals, and no more of its entry", () => {
    const entries = [
      parts({ type: "text", text: "Let me see" }, call("a"), call("b"), request("a"), request("b")),
      response("a", "b"),
      result("b"),
      user("next"),
    ];
    expect(repaired(entries, { openCalls: "drop" })).toEqual([
      "assistant: text Let me see, call b, approval-request ask_b",
      "tool: approval-response ask_b",
      "tool: result b r",
      "user: text next",
    ]);
  });

  it("leaves no empty entry behind a dropped call, and no reasoning that led to it alone", () => {
    const drop = { openCalls: "drop" } as const;
    const next = "user: text next";
    expect(repaired([calls("a"), user("next")], drop)).toEqual([next]);
    expect(repaired([parts({ type: "text", text: "" }, call("a")), user("next")], drop)).toEqual([next]);
    expect(repaired([parts(thought("one"), call("a")), user("next")], drop)).toEqual([next]);
    expect(repaired([parts(thought("one")), parts(call("a")), user("next")], drop)).toEqual([next]);
    expect(repaired([parts(call("a"), request("a")), response("a"), user("next")], drop)).toEqual([next]);
    expect(repaired([parts(thought("one"), call("a"), thought("two"), call("b")), result("b")], drop)).toEqual([
      "assistant: reasoning one, call a, reasoning two, call b",
      "tool: result b r",
    ]);
    expect(
      repaired([parts(thought("one"), call("a"), thought("two"), call("b")), result("b"), user("next")], drop),
    ).toEqual(["assistant: reasoning two, call b", "tool: result b r", next]);
  });

  it("keeps reasoning that led to something else too", () => {
    const drop = { openCalls: "drop" } as const;
    const both = [parts(thought("one"), call("a"), call("b")), result("b"), user("next")];
    expect(repaired(both, drop)[0]).toBe("assistant: reasoning one, call b");
    const spoken = [parts(thought("one"), { type: "text", text: "Let me see" }, call("a")), user("next")];
    expect(repaired(spoken, drop)[0]).toBe("assistant: reasoning one, text Let me see");
    const apart = [parts(thought("one")), parts({ type: "text", text: "Let me see" }, call("a")), user("next")];
    expect(repaired(apart, drop)[0]).toBe("assistant: reasoning one");
  });

  it("drops the proof of a part whose id changes, and no other", () => {
    const proof = { providerMetadata: { openai: { itemId: "fc_1", cache: true } } };
    const { transcript } = Transcript.from([
      calls("a"),
      result("a"),
      parts(call("b", proof), call("a", proof)),
      result("b"),
      result("a"),
    ]).repair();
    expect(transcript.at(2)?.toolCalls?.map((part) => part.providerMetadata)).toEqual([
      { openai: { itemId: "fc_1", cache: true } },
      { openai: { cache: true } },
    ]);
  });

  it("keeps arguments that are no JSON as they are", () => {
    const broken = parts(call("a", { input: '{"n":1', inputText: '{"n":1' }));
    const { transcript } = Transcript.from([broken, user("next")]).repair();
    expect(transcript.at(0)?.toolCalls?.[0]).toMatchObject({ input: '{"n":1', inputText: '{"n":1' });
  });

  it("refuses other values of its options by name", () => {
    const transcript = Transcript.from([user("hi")]);
    const repair = (options: object) => () => transcript.repair(options as RepairOptions);
    expect(repair({ openCalls: "keep" })).toThrow(
      new TypeError('Cannot repair transcript: openCalls: expected "abort" or "drop", got another string'),
    );
    expect(repair({ pendingCalls: null })).toThrow(
      new TypeError('Cannot repair transcript: pendingCalls: expected "keep", "abort" or "drop", got null'),
    );
    expect(repair({ pendingCalls: true })).toThrow(TypeError);
    expect(transcript.repair({}).transcript).toBe(transcript);
  });

  it("returns frozen changes whose messages repeat no content", () => {
    const { changes } = Transcript.from([
      calls("s3cret"),
      user("s3cret"),
      result("s3cret", "s3cret"),
      user(""),
    ]).repair();
    expect(changes.map(({ message }) => message)).toEqual([
      "entry 2 (tool): moved the result behind its call in entry 0",
      "entry 3 (user): dropped the entry, which says nothing",
    ]);
    expect(Object.isFrozen(changes) && changes.every(Object.isFrozen)).toBe(true);
  });
});

const options: fc.Arbitrary<RepairOptions> = fc.record(
  {
    openCalls: fc.constantFrom("abort" as const, "drop" as const),
    pendingCalls: fc.constantFrom("keep" as const, "abort" as const, "drop" as const),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const lists = fc.oneof(
  { weight: 4, arbitrary: tangle() },
  { weight: 4, arbitrary: brokenConversation() },
  { weight: 1, arbitrary: conversation({ reasoningEntries: true }) },
);

/** Gives every call and every result a mark of its own, to tell who is who when ids have changed. */
function marked(list: readonly EntryInput[]): Transcript {
  let count = 0;
  const mark = (part: Part): Part => {
    count += 1;
    if (part.type === "tool-call") return { ...part, input: { mark: count } };
    return part.type === "tool-result" ? ({ ...part, content: undefined, output: { mark: count } } as Part) : part;
  };
  const entries = Transcript.from(list).entries();
  return Transcript.from(entries.map((entry) => ({ ...entry, content: entry.content.map(mark) }) as EntryInput));
}

const markOf = (part: Part | undefined): unknown => {
  const value = part?.type === "tool-call" ? part.input : part?.type === "tool-result" ? part.output : undefined;
  return (value as { mark?: number } | undefined)?.mark;
};

/** The marks of each answered call and of its result. */
function pairsOf(transcript: Transcript): [unknown, unknown][] {
  const entries = transcript.entries();
  const at = (spot: { entry: number; part: number }): unknown => markOf(entries[spot.entry]!.content[spot.part]);
  return matchesOf(entries).flatMap(({ result: place, call: owner, surplus }): [unknown, unknown][] =>
    owner === undefined || surplus ? [] : [[at(owner), at(place)]],
  );
}

const byCall = (pairs: [unknown, unknown][]): [unknown, unknown][] =>
  pairs.toSorted(([one], [other]) => Number(one) - Number(other));

function holds(claim: (before: Transcript, given: RepairOptions) => void, numRuns = 300): void {
  fc.assert(
    fc.property(lists, options, (list, given) => claim(marked(list), given)),
    { numRuns },
  );
}

describe("Transcript.repair() of lists that are mostly broken", () => {
  it("leaves nothing to find but calls that wait, and those only where they were to be kept", () => {
    holds((before, given) => {
      const left = before.repair(given).transcript.check();
      const mayWait = (given.pendingCalls ?? "keep") === "keep";
      expect(left.filter((problem) => !(mayWait && problem.pending === true))).toEqual([]);
    }, 1000);
  });

  it("is done once: repairing again changes nothing", () => {
    holds((before, given) => {
      const { transcript } = before.repair(given);
      const again = transcript.repair(given);
      expect(again.transcript).toBe(transcript);
      expect(again.changes).toEqual([]);
    });
  });

  it("gives the same for equal transcripts", () => {
    holds((before, given) => {
      const one = before.repair(given);
      const other = Transcript.fromJson(before.toJson()).repair(given);
      expect(other.transcript.toJson()).toBe(one.transcript.toJson());
      expect(other.changes).toEqual(one.changes);
    });
  });

  it("returns the same instance exactly where it lists no change, and lists one wherever something is wrong", () => {
    holds((before, given) => {
      const { transcript, changes } = before.repair(given);
      const mayWait = (given.pendingCalls ?? "keep") === "keep";
      const isSound = before.check().every((problem) => mayWait && problem.pending === true);
      expect(transcript === before).toBe(isSound);
      expect(changes.length === 0).toBe(isSound);
    });
  });

  it("keeps every pair: an answered call has the same result as before", () => {
    holds((before, given) => {
      const pairs = pairsOf(before);
      const after = pairsOf(before.repair(given).transcript).filter(([, answer]) => answer !== undefined);
      expect(byCall(after)).toEqual(byCall(pairs));
    });
  });

  it("invents nothing but marked answers: calls, their order and all other parts are those of before", () => {
    holds((before, given) => {
      const told = (transcript: Transcript): string[] =>
        transcript
          .entries()
          .filter((entry) => entry.role !== "tool")
          .flatMap((entry) => entry.content as readonly Part[])
          .filter((part) => part.type !== "tool-result")
          .map((part) => JSON.stringify({ ...part, toolCallId: undefined, providerMetadata: undefined }));
      const [had, has] = [told(before), told(before.repair(given).transcript)];
      let at = 0;
      for (const part of has) {
        at = had.indexOf(part, at) + 1;
        expect(at, `${part} was there, in this order`).toBeGreaterThan(0);
      }
      if (given.openCalls !== "drop" && given.pendingCalls !== "drop") {
        const empty = before.check().filter((problem) => problem.kind === "empty-entry");
        const gone = empty.flatMap((problem) => before.at(problem.entry)!.content).length;
        expect(has.length).toBe(had.length - gone);
      }
    });
  });

  it("leaves the ids of calls that wait alone", () => {
    holds((before) => {
      const waiting = (transcript: Transcript): string[] =>
        transcript.check().flatMap((problem) => (problem.pending ? [problem.toolCallId!] : []));
      const ids = waiting(before);
      const after = waiting(before.repair().transcript);
      expect(after.length).toBe(ids.length);
      expect(after.slice(0, 1)).toEqual(ids.slice(0, 1));
      if (new Set(ids).size === ids.length) expect(after).toEqual(ids);
    });
  });

  it("lists its changes in the order of the entries, each at a place that is there", () => {
    holds((before, given) => {
      const places = before.repair(given).changes.map((change) => change.entry);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      for (const place of places) expect(before.at(place)).toBeDefined();
    });
  });

  it("keeps no proof in a part that it changed", () => {
    holds((before, given) => {
      const after = before.repair(given).transcript;
      const old = new Set(
        before.entries().flatMap((entry) => (entry.content as readonly Part[]).map((part) => JSON.stringify(part))),
      );
      for (const entry of after.entries())
        for (const part of entry.content as readonly Part[])
          if (!old.has(JSON.stringify(part))) expect(JSON.stringify(part)).not.toContain("SIG");
    });
  });

  it("can be written and read again", () => {
    holds((before, given) => {
      const { transcript } = before.repair(given);
      expect(Transcript.fromJson(transcript.toJson()).toJson()).toBe(transcript.toJson());
    });
  });
});

describe("After Transcript.repair()", () => {
  it("compaction, pruning and splitting find nothing to break", () => {
    fc.assert(
      fc.property(lists, fc.nat(8), (list, size) => {
        const sound = Transcript.from(list).repair({ pendingCalls: "abort" }).transcript;
        const made = [
          sound.compact({ keepLast: size }),
          sound.compact({ keepLastTurns: size }),
          sound.pruneToolResults({ maxBytes: 1, keepLastTurns: 0 }),
          ...sound.splitAt(size),
        ];
        expect(made.flatMap((transcript) => transcript.check())).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("or, where nothing was repaired, no kind of problem more often than before", () => {
    const counts = (transcripts: readonly Transcript[]): Map<string, number> => {
      const found = new Map<string, number>();
      for (const { kind } of transcripts.flatMap((transcript) => transcript.check()))
        found.set(kind, (found.get(kind) ?? 0) + 1);
      return found;
    };
    const first = fc.constantFrom<boolean | "user">(true, false, "user");
    fc.assert(
      fc.property(tangle(), fc.nat(8), first, (list, size, keepFirstTurn) => {
        const before = Transcript.from(list);
        const had = counts([before]);
        const deeds = [
          [before.compact({ keepLast: size, keepFirstTurn })],
          [before.compact({ keepLastTurns: size, keepFirstTurn })],
          [before.compact({ keepLastTokens: 4 * size, keepFirstTurn })],
          [before.pruneToolResults({ maxBytes: 1, keepLastTurns: 0 })],
          before.splitAt(size),
        ];
        for (const made of deeds)
          for (const [kind, count] of counts(made)) expect(count, kind).toBeLessThanOrEqual(had.get(kind) ?? 0);
      }),
      { numRuns: 300 },
    );
  });
});
