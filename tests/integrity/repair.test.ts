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
import { describe, expect, it } from "vitest";

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
