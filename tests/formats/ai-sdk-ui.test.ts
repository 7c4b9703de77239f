import { type EntryInput, type Part, Transcript, TranscriptInputError } from "colloquy";
import { fromUIMessages, toModelMessages, toUIMessages } from "colloquy/ai-sdk";
import { fromChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { dumpMessages } from "./ai-sdk-messages.js";

function expectSame(messages: readonly object[]): Transcript {
  const read = fromUIMessages(messages);
  for (const transcript of [read, Transcript.fromJson(read.toJson())]) {
    const back = toUIMessages(transcript);
    expect(dumpMessages(back.messages)).toBe(dumpMessages(messages));
    expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
  }
  return read;
}

const message = (...parts: object[]): object => ({ id: "m1", role: "assistant", parts });
const tool = (rest: object): object => ({ type: "tool-f", toolCallId: "a", input: { n: 1 }, ...rest });

describe("fromUIMessages()", () => {
  it("reads each step as an entry of the model, and an entry for each result", () => {
    const read = expectSame([
      message(
        { type: "step-start" },
        { type: "text", text: "First." },
        tool({ state: "output-available", output: "one" }),
        tool({ toolCallId: "b", state: "output-available", output: 2 }),
        { type: "step-start" },
        { type: "reasoning", text: "hm", state: "done", providerMetadata: { anthropic: { signature: "s" } } },
        { type: "text", text: "Second.", state: "done" },
        { type: "step-start" },
      ),
    ]);
    expect(read.entries().map(({ role, text }) => [role, text])).toEqual([
      ["assistant", "First."],
      ["tool", "one"],
      ["tool", "2"],
      ["assistant", "Second."],
    ]);
    expect(read.at(3)?.content[0]?.providerMetadata).toEqual({ anthropic: { signature: "s" } });
  });

  it("reads each state of a tool part", () => {
    const read = (rest: object): { result: unknown; types: string[] } => {
      const transcript = expectSame([message(tool(rest))]);
      const result = transcript.entries().find(({ toolResult }) => toolResult !== undefined)?.toolResult;
      const types = transcript.entries().flatMap(({ content }) => content.map(({ type }) => type));
      return { result: result && [result.outcome, result.output], types };
    };
    expect(read({ state: "input-streaming" })).toEqual({ result: undefined, types: ["custom"] });
    expect(read({ state: "input-available" })).toEqual({ result: undefined, types: ["tool-call"] });
    expect(read({ state: "approval-requested", approval: { id: "p" } }).types).toEqual([
      "tool-call",
      "approval-request",
    ]);
    expect(read({ state: "approval-responded", approval: { id: "p", approved: true } })).toEqual({
      result: undefined,
      types: ["tool-call", "approval-request", "approval-response"],
    });
    expect(read({ state: "approval-responded", approval: { id: "p", approved: false } }).result).toEqual([
      "denied",
      "",
    ]);
    expect(read({ state: "output-available", output: 7 }).result).toEqual([undefined, 7]);
    expect(read({ state: "output-available", output: 7, preliminary: true }).result).toBeUndefined();
    expect(read({ state: "output-error", errorText: "no" }).result).toEqual(["error", "no"]);
    expect(read({ state: "output-denied", approval: { id: "p", approved: false, reason: "no" } }).result).toEqual([
      "denied",
      "no",
    ]);
    expect(read({ state: "output-error", errorText: "no", input: undefined, rawInput: "{bad" }).result).toEqual([
      "error",
      "no",
    ]);
  });

  it("keeps what a provider ran behind its call, as the SDK's model messages do", () => {
    const read = expectSame([message(tool({ state: "output-available", output: 1, providerExecuted: true }))]);
    expect(read.entries().map(({ role }) => role)).toEqual(["assistant"]);
    const { messages, report } = toModelMessages(read);
    expect(messages[0]?.content).toMatchObject([
      { type: "tool-call", providerExecuted: true },
      { type: "tool-result" },
    ]);
    expect(report).toEqual([]);
  });

  it("reads what version 4 stored", () => {
    const call = { state: "result", toolCallId: "a", toolName: "f", args: { n: 1 }, result: "ok" };
    for (const given of [
      { id: "m", role: "assistant", content: "", parts: [{ type: "tool-invocation", toolInvocation: call }] },
      { id: "m", role: "assistant", content: "", toolInvocations: [call] },
    ]) {
      const read = expectSame([given]);
      expect(read.at(0)?.toolCalls).toMatchObject([{ toolCallId: "a", toolName: "f", input: { n: 1 } }]);
      expect(read.at(1)?.toolResult).toMatchObject({ output: "ok" });
    }
    expect(expectSame([{ id: "u", role: "user", content: "hi", createdAt: "2031" }]).at(0)?.text).toBe("hi");
  });

  it("keeps reasoning as version 4 stored it", () => {
    const details = [{ type: "text", text: "hm", signature: "s" }];
    const read = expectSame([message({ type: "reasoning", reasoning: "hm", details }, { type: "text", text: "Yes." })]);
    expect(toModelMessages(read)).toMatchObject({
      messages: [{ role: "assistant", content: "Yes." }],
      report: [{ entry: 0, path: "content[0]", action: "dropped" }],
    });
  });

  it("names the message at fault and the place in it, and lists all", () => {
    const messages = [
      { id: "x", role: "user", content: 7 },
      message(tool({ state: "output-available", toolCallId: "" })),
    ];
    let fault: unknown;
    try {
      fromUIMessages(messages);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(TranscriptInputError);
    const { message: text, issues } = fault as TranscriptInputError;
    expect(text).toBe(
      "Cannot read UI messages: message 0 (user): parts: expected an array, got undefined (and 1 more issue)",
    );
    expect(issues[1]).toMatchObject({ entry: 1, path: ["parts", 0, "toolCallId"] });
    const inside = message({ type: "step-start" }, tool({ state: "output-available", output: { at: [() => 1] } }));
    expect(() => fromUIMessages([inside])).toThrow(
      "Cannot read UI messages: message 0: parts[1].output.at[0]: expected",
    );
    expect(() => fromUIMessages("" as never)).toThrow("Cannot read UI messages: expected an array");
  });
});

describe("toUIMessages()", () => {
  it("puts results into the parts of their calls, and files into addresses", () => {
    const { messages, report } = toUIMessages(
      fromChatMessages([
        { role: "user", content: "x" },
        {
          role: "assistant",
          content: "Looking.",
          tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "a", content: "found" },
        { role: "assistant", content: "Done." },
      ]).append({ role: "user", content: [{ type: "file", mediaType: "image/png", data: Uint8Array.of(1, 2, 3) }] }),
    );
    expect(messages.map(({ id, role, parts }) => [id, role, parts])).toEqual([
      ["colloquy-0", "user", [{ type: "text", text: "x" }]],
      [
        "colloquy-1",
        "assistant",
        [
          { type: "text", text: "Looking." },
          { type: "tool-f", toolCallId: "a", state: "output-available", input: {}, output: "found" },
        ],
      ],
      ["colloquy-3", "assistant", [{ type: "text", text: "Done." }]],
      ["colloquy-4", "user", [{ type: "file", mediaType: "image/png", url: "data:image/png;base64,AQID" }]],
    ]);
    expect(report).toEqual([]);
  });

  it("tells at the result what its part cannot hold", () => {
    const content: Part[] = [
      { type: "text", text: "no" },
      { type: "file", mediaType: "image/png", data: "AAAA" },
      { type: "custom", format: "other", value: {} },
    ];
    const { report } = toUIMessages(
      Transcript.from([
        { role: "assistant", text: "", toolCalls: [{ toolCallId: "a", toolName: "f", input: {} }] },
        { role: "tool", content: [{ type: "tool-result", toolCallId: "a", outcome: "error", content }] },
      ] as EntryInput[]),
    );
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [1, "converted"],
      [1, "dropped"],
      [1, "dropped"],
    ]);
  });

  it("notes calls that wait, answers them where that is asked for, and tells orphans as text", () => {
    const transcript = Transcript.from([
      { role: "tool", toolResult: { toolCallId: "z", toolName: "g", output: "lost" } },
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "a", toolName: "f", input: {} }] },
    ]);
    const { messages, report } = toUIMessages(transcript);
    expect(messages[0]?.parts).toEqual([{ type: "text", text: "[result of a call to g that is not here]\nlost" }]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [0, "converted"],
      [1, "open"],
    ]);
    const aborted = toUIMessages(transcript, { openCalls: "abort" });
    expect(aborted.messages[1]?.parts).toMatchObject([
      { state: "output-error", errorText: "[aborted] The call has no result." },
    ]);
    expect(() => toUIMessages(transcript, { strict: true, openCalls: "abort" })).toThrow(
      "Cannot write UI messages: entry 1",
    );
  });

  it("gives untouched messages back when another was edited", () => {
    const messages = [
      { id: "u", role: "user", parts: [{ type: "text", text: "x" }] },
      message({ type: "step-start" }, tool({ state: "output-available", output: "one", title: null })),
    ];
    const read = fromUIMessages(messages);
    const back = toUIMessages(read.replace(0, { ...read.at(0)!, content: "edited" } as never));
    expect(back.messages[0]?.parts).toEqual([{ type: "text", text: "edited" }]);
    expect(back.messages[1]).toEqual(messages[1]);
  });
});
