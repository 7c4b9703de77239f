import { Transcript } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { messagesOf, readCase, sharedCasesAreThere } from "../support/cases.js";

type Request = Parameters<typeof fromMessages>[0];
const requestOf = (id: string): Request => readCase("streaming-abort", id).input.data as Request;

describe.runIf(sharedCasesAreThere)("Cases of streams that were cut off (from ../shared/cases)", () => {
  it("C011: a thought without its signature does not go back, the text beside it and the signed one do", () => {
    const { messages, report } = toMessages(fromMessages(requestOf("C011")));
    const blocks = messages.flatMap(({ content }): readonly object[] => (typeof content === "string" ? [] : content));
    expect(blocks.filter((block) => "thinking" in block)).toEqual([
      { type: "thinking", thinking: "whole", signature: "SIG" },
    ]);
    expect(blocks).toContainEqual({ type: "text", text: "partial" });
    expect(report).toMatchObject([{ entry: 1, action: "dropped" }]);
  });

  it("C045: arguments that are two objects in a row stay the text that they are, and the list comes back as it came", () => {
    const list = messagesOf("streaming-abort", "C045");
    const transcript = fromChatMessages(list);
    expect(transcript.at(1)?.toolCalls).toMatchObject([
      { toolCallId: "o5", input: '{"n":1}{"n":2}', inputText: '{"n":1}{"n":2}' },
      { toolCallId: "o6", input: { ok: 1 } },
    ]);
    for (const given of [transcript, Transcript.fromJson(transcript.toJson())]) {
      expect(toChatMessages(given)).toEqual({ messages: list, report: [] });
    }
  });

  it("C067: empty turns of the model load, and are mended for each provider, with a report", () => {
    const transcript = fromMessages(requestOf("C067"));
    expect(transcript.length).toBe(5);
    const anthropic = toMessages(transcript);
    const chat = toChatMessages(transcript);
    for (const { messages, report } of [anthropic, chat]) {
      const text = JSON.stringify(messages);
      expect(text.match(/q\d/g)).toEqual(["q1", "q2", "q3"]);
      for (const { role, content } of messages) if (role === "assistant") expect(content?.length).toBeGreaterThan(0);
      expect(report.length).toBeGreaterThan(0);
    }
    const roles = anthropic.messages.map(({ role }) => role);
    expect(roles.every((role, index) => index === 0 || role !== roles[index - 1])).toBe(true);
  });
});
