import {
  assistant,
  toolResult,
  Transcript,
  user,
  type Entry,
  type EntryInput,
  type Part,
  type Problem,
} from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { matchesOf, spotsOf, tangle } from "./broken.js";

const calls = (...ids: string[]): EntryInput =>
  assistant("", { toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: "f", input: {} })) });
const result = (id: string): EntryInput => toolResult(id, "r");
const parts = (...content: object[]): EntryInput => ({ role: "assistant", content: content as Part[] });
const approval = (id: string): EntryInput => ({
  role: "tool",
  content: [{ type: "approval-response", approvalId: `ask_${id}`, approved: true }],
});
const asking = (id: string): EntryInput =>
  parts(
    { type: "tool-call", toolCallId: id, toolName: "f", input: {} },
    { type: "approval-request", approvalId: `ask_${id}`, toolCallId: id },
  );

function problemsOf(...entries: EntryInput[]): string[] {
  return Transcript.from(entries).check().map(written);
}

function written({ kind, entry, toolCallId, pending }: Problem): string {
  return [kind, entry, toolCallId, pending && "pending"].filter((item) => item !== undefined).join(" ");
}

describe("Transcript.check()", () => {
  it("finds nothing in a transcript whose calls are answered right behind their step, in whatever order", () => {
    expect(problemsOf(user("go"), calls("a", "b"), result("b"), result("a"), assistant("done"))).toEqual([]);
    expect(problemsOf()).toEqual([]);
  });

  it("tells calls that still wait from those that something else follows", () => {
    expect(problemsOf(calls("a", "b"), result("b"))).toEqual(["open-call 0 a pending"]);
    expect(problemsOf(asking("a"), approval("a"))).toEqual(["open-call 0 a pending"]);
    expect(problemsOf(calls("a"), user("never mind"))).toEqual(["open-call 0 a"]);
    expect(problemsOf(calls("a"), result("b"))).toEqual(["open-call 0 a", "orphan-result 1 b"]);
  });

  it("takes a result before its call for an orphan, and the call for an open one", () => {
    expect(problemsOf(result("a"), calls("a"))).toEqual(["orphan-result 0 a", "open-call 1 a pending"]);
  });

  it("tells a surplus result from the one that answers", () => {
    expect(problemsOf(calls("a"), result("a"), result("a"))).toEqual(["duplicate-result 2 a"]);
  });

  it("takes each use of an id for a problem but the first, answered or not", () => {
    expect(problemsOf(calls("a"), result("a"), user("again"), calls("a"), result("a"))).toEqual([
      "duplicate-call-id 3 a",
    ]);
    expect(problemsOf(calls("a", "a"), result("a"), result("a"))).toEqual(["duplicate-call-id 0 a"]);
  });

  it("judges an id that comes back without a result both as used twice and as open", () => {
    const entries = [user("q1"), calls("x"), result("x"), assistant("a1"), user("q2"), calls("x"), assistant("a2")];
    expect(problemsOf(...entries)).toEqual(["duplicate-call-id 5 x", "open-call 5 x"]);
  });

  it("takes a result for misplaced when anything but results and approvals of its own step stands before it", () => {
    expect(problemsOf(calls("a"), user("wait"), result("a"))).toEqual(["misplaced-result 2 a"]);
    expect(problemsOf(calls("a"), calls("b"), result("b"), result("a"))).toEqual(["misplaced-result 3 a"]);
    expect(problemsOf(calls("a"), result("x"), result("a"))).toEqual(["orphan-result 1 x", "misplaced-result 2 a"]);
    expect(problemsOf(asking("a"), approval("a"), result("a"))).toEqual([]);
    expect(problemsOf(calls("a"), approval("x"), result("a"))).toEqual(["misplaced-result 2 a"]);
    expect(problemsOf(calls("a", "b"), result("a"), result("a"), result("b"))).toEqual(["duplicate-result 2 a"]);
  });

  it("reads results inside the model's own entry", () => {
    const call = { type: "tool-call", toolCallId: "a", toolName: "f", input: {} };
    const found = { type: "tool-result", toolCallId: "a", output: "r" };
    expect(problemsOf(parts(call, found, { type: "text", text: "done" }))).toEqual([]);
    expect(problemsOf(parts(call, found, found))).toEqual(["duplicate-result 0 a"]);
    expect(problemsOf(calls("a"), parts(call, found, found))).toEqual([
      "duplicate-call-id 1 a",
      "misplaced-result 1 a",
    ]);
  });

  it("takes an entry for empty when it has no parts or nothing but empty text", () => {
    const empty = [user(""), { role: "system", text: "" } as const, parts(), parts({ type: "text", text: "" })];
    expect(problemsOf(...empty)).toEqual(["empty-entry 0", "empty-entry 1", "empty-entry 2", "empty-entry 3"]);
    expect(problemsOf({ role: "assistant", content: [], metadata: { usage: 5 }, pinned: true })).toEqual([
      "empty-entry 0",
    ]);
  });

  it("takes no entry for empty that says something only others can read, or says it in spaces", () => {
    const proof = { google: { thoughtSignature: "SIG" } };
    expect(problemsOf(user(" "))).toEqual([]);
    expect(problemsOf(parts({ type: "text", text: "", providerMetadata: proof }))).toEqual([]);
    expect(problemsOf({ role: "assistant", content: [], providerMetadata: proof })).toEqual([]);
    expect(problemsOf(parts({ type: "text", text: "", extra: { audio: "AAAA" } }))).toEqual([]);
    expect(problemsOf(parts({ type: "reasoning", text: "" }))).toEqual([]);
    expect(problemsOf(parts({ type: "refusal", text: "" }))).toEqual([]);
    expect(problemsOf(user([{ type: "file", data: "" }]))).toEqual([]);
    expect(problemsOf(parts({ type: "custom", format: "acme", value: null }))).toEqual([]);
  });

  it("returns frozen problems whose messages name the place and repeat no content", () => {
    const secret = "s3cret";
    const entries = [calls(secret), user(secret), toolResult("other", secret)];
    const problems = Transcript.from(entries).check();
    expect(Object.isFrozen(problems) && problems.every(Object.isFrozen)).toBe(true);
    expect(problems.map(({ message }) => message)).toEqual([
      "entry 0 (assistant): the call has no result",
      "entry 2 (tool): the result belongs to no call before it",
    ]);
  });

  it("finds in generated lists, most of them broken, what a search entry by entry finds", () => {
    fc.assert(
      fc.property(fc.oneof(tangle(), brokenConversation()), (list) => {
        const transcript = Transcript.from(list);
        expect(transcript.check().map(written)).toEqual(expected(transcript.entries()));
      }),
      { numRuns: 1000 },
    );
  });

  it("finds nothing but calls that wait in sound conversations, also after a round trip", () => {
    fc.assert(
      fc.property(conversation({ reasoningEntries: true }), (list) => {
        const transcript = Transcript.from(list);
        expect(transcript.check().filter((problem) => problem.pending !== true)).toEqual([]);
        expect(Transcript.fromJson(transcript.toJson()).check()).toEqual(transcript.check());
      }),
    );
  });

  it("comes to an end with a hundred thousand calls of one id, each answered", () => {
    const list: EntryInput[] = Array.from({ length: 200_000 }, (_none, index) =>
      index % 2 ? result("call") : calls("call"),
    );
    const problems = Transcript.from(list).check();
    expect(problems).toHaveLength(99_999);
    expect(problems.every((problem) => problem.kind === "duplicate-call-id")).toBe(true);
  });
});

/** What is wrong by the letter, found by looking at everything in between for every result. */
function expected(entries: readonly Entry[]): string[] {
  const matches = matchesOf(entries);
  const open = (id: string, entry: number, part: number): boolean =>
    !matches.some(({ call }) => call?.entry === entry && call.part === part && call.id === id);
  const pendingStep = findPending(entries);
  const found: [entry: number, rank: number, text: string][] = [];
  entries.forEach((entry, index) => {
    if (saysNothing(entry)) found.push([index, 0, `empty-entry ${index}`]);
  });
  const spots = spotsOf(entries, "tool-call");
  spots.forEach((spot, order) => {
    const { id, entry, part } = spot;
    if (spots.slice(0, order).some((earlier) => earlier.id === id))
      found.push([entry, 1 + part, `duplicate-call-id ${entry} ${id}`]);
    if (open(id, entry, part))
      found.push([entry, 1 + part, `open-call ${entry} ${id}${pendingStep === entry ? " pending" : ""}`]);
  });
  for (const { result: place, call, surplus } of matches) {
    const kind = call === undefined ? "orphan-result" : surplus ? "duplicate-result" : "misplaced-result";
    if (kind === "misplaced-result" && isHome(entries, place.entry, call!.entry)) continue;
    found.push([place.entry, 1000 + place.part, `${kind} ${place.entry} ${place.id}`]);
  }
  return found.sort((one, other) => one[0] - other[0] || one[1] - other[1]).map(([, , text]) => text);
}

function isHome(entries: readonly Entry[], at: number, step: number): boolean {
  if (at === step) return true;
  if (entries[at]!.role !== "tool") return false;
  return entries.slice(step + 1, at).every((_entry, offset) => isOfStep(entries, step + 1 + offset, step));
}

function isOfStep(entries: readonly Entry[], index: number, step: number): boolean {
  if (entries[index]!.role !== "tool") return false;
  const own = matchesOf(entries).filter((match) => match.result.entry === index);
  if (own.length > 0) return own.every((match) => match.call?.entry === step);
  const responses = entries[index]!.content.filter((part: Part) => part.type === "approval-response");
  return (responses as { approvalId: string }[]).every(({ approvalId }) => stepOf(entries, index, approvalId) === step);
}

/** The step of the call that the latest request with this id before an entry asked consent for. */
function stepOf(entries: readonly Entry[], before: number, approvalId: string): number | undefined {
  let step: number | undefined;
  entries.slice(0, before).forEach((entry, at) => {
    (entry.content as readonly Part[]).forEach((part, index) => {
      if (part.type !== "approval-request" || part.approvalId !== approvalId) return;
      const { toolCallId: id } = part;
      const earlier = spotsOf(entries, "tool-call").filter(
        (spot) => spot.id === id && (spot.entry < at || (spot.entry === at && spot.part < index)),
      );
      const answered = matchesOf(entries).filter(
        ({ result: place }) => place.entry < at || (place.entry === at && place.part < index),
      );
      const isFree = (spot: { entry: number; part: number }): boolean =>
        !answered.some(({ call, surplus }) => !surplus && call?.entry === spot.entry && call.part === spot.part);
      const owner = earlier.findLast(isFree) ?? earlier.at(-1);
      if (owner !== undefined) step = owner.entry;
    });
  });
  return step;
}

function findPending(entries: readonly Entry[]): number | undefined {
  const step = entries.findLastIndex((entry) => entry.role !== "tool");
  const matches = matchesOf(entries);
  const isQuiet = entries.slice(step + 1).every((_entry, offset) => {
    const own = matches.filter((match) => match.result.entry === step + 1 + offset);
    return own.every((match) => match.call?.entry === step);
  });
  return isQuiet ? step : undefined;
}

function saysNothing(entry: Entry): boolean {
  if (entry.role === "tool" || entry.summary !== undefined) return false;
  return entry.content.every(
    (part: Part) => part.type === "text" && part.text === "" && part.providerMetadata === undefined,
  );
}
