import { Transcript } from "colloquy";
import { fromModelMessages, fromUIMessages, toModelMessages, toUIMessages } from "colloquy/ai-sdk";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { entriesOf, messagesOf, sharedCasesAreThere } from "../support/cases.js";
import { dump } from "../support/dump.js";

describe.runIf(sharedCasesAreThere)("Cases of the AI SDK (from ../shared/cases)", () => {
  const outputsOf = (transcript: Transcript): unknown[] =>
    transcript.entries().flatMap(({ toolResult }) => (toolResult === undefined ? [] : [toolResult.output]));

  it("C145: all six contents come back from model messages with the same type", () => {
    const built = Transcript.from(entriesOf("convert-ai-sdk", "C145"));
    const { messages, report } = toModelMessages(built);
    expect(outputsOf(fromModelMessages(messages))).toEqual(["123", "true", "null", '{"a":1}', 123, { a: 1 }]);
    expect(report).toEqual([]);
  });

  it("C145: contents that were strings come back from chat messages as exactly those strings", () => {
    const built = Transcript.from(entriesOf("convert-ai-sdk", "C145"));
    expect(outputsOf(fromChatMessages(toChatMessages(built).messages)).slice(0, 4)).toEqual([
      "123",
      "true",
      "null",
      '{"a":1}',
    ]);
  });

  it("C003: fields that hold null count as absent, and come back", () => {
    const messages = messagesOf("convert-ai-sdk", "C003");
    const read = fromUIMessages(messages);
    expect(read.entries().map(({ role, text }) => [role, text])).toEqual([
      ["user", "hi"],
      ["assistant", "done"],
      ["tool", "ok"],
    ]);
    expect(read.at(1)?.toolCalls).toMatchObject([{ toolCallId: "x2", toolName: "f", input: {} }]);
    expect(read.at(2)?.toolResult).toMatchObject({ output: "ok" });
    expect(read.at(2)?.toolResult?.outcome).toBeUndefined();
    const back = toUIMessages(read);
    expect(dump(back.messages)).toBe(dump(messages));
    expect(back.report).toEqual([]);
  });

  it("C075: a call whose approval was given is open, pending, and left open; elsewhere approvals are dropped", () => {
    const read = fromUIMessages(messagesOf("convert-ai-sdk", "C075"));
    expect(read.at(1)?.content).toMatchObject([
      { type: "tool-call", toolCallId: "x1", input: { n: 1 } },
      { type: "approval-request", approvalId: "ap1", toolCallId: "x1" },
    ]);
    expect(read.at(2)?.content).toMatchObject([{ type: "approval-response", approvalId: "ap1", approved: true }]);
    expect(read.check()).toMatchObject([{ kind: "open-call", toolCallId: "x1", pending: true }]);
    const { messages, report } = toChatMessages(read);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(report.map(({ action }) => action).sort()).toEqual(["dropped", "dropped", "open"]);
    const aborted = toChatMessages(read, { openCalls: "abort" }).messages.at(-1);
    expect(aborted).toMatchObject({ role: "tool", tool_call_id: "x1" });
    expect(String(aborted?.content)).toContain("aborted");
  });

  it("C147: messages of stopped streams are kept, and no export has a message without content", () => {
    const messages = messagesOf("convert-ai-sdk", "C147");
    const read = fromUIMessages(messages);
    expect(read.entries().map(({ text }) => text)).toEqual(["q1", "", "q2", "half an ans", "q3"]);
    expect(read.at(1)?.content).toEqual([]);
    expect(read.at(3)?.partial).toBe(true);
    for (const written of [toModelMessages(read).messages, toChatMessages(read).messages]) {
      expect(written.map(({ role }) => role)).toEqual(["user", "user", "assistant", "user"]);
      expect(written.every(({ content }) => (content?.length ?? 0) > 0)).toBe(true);
    }
    expect(dump(toUIMessages(read).messages)).toBe(dump(messages));
  });
});
