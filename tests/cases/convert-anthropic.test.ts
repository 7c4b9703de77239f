import { Transcript } from "colloquy";
import { type AnthropicMessage, fromMessages, toMessages } from "colloquy/anthropic";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { anthropicFaults } from "../formats/acceptance/anthropic.js";
import { entriesOf, readCase, sharedCasesAreThere } from "../support/cases.js";
import { dump } from "../support/dump.js";

type Message = Record<string, unknown>;

function requestOf(theme: string, id: string): { messages: Message[] } {
  return readCase(theme, id).input.data as { messages: Message[] };
}

function blocksOf(message: AnthropicMessage | undefined): Record<string, unknown>[] {
  return message?.content as unknown as Record<string, unknown>[];
}

describe.runIf(sharedCasesAreThere)("Cases of Anthropic messages (from ../shared/cases)", () => {
  it("C063: every id has allowed characters, the three differ and pair, both runs agree, the stored ids stay", () => {
    const transcript = Transcript.from(entriesOf("convert-anthropic", "C063"));
    const json = transcript.toJson();
    const { messages } = toMessages(transcript);
    const calls = blocksOf(messages[1]).map((block) => block["id"] as string);
    for (const id of calls) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(new Set(calls).size).toBe(3);
    expect(blocksOf(messages[2]).map((block) => [block["tool_use_id"], block["content"]])).toEqual([
      [calls[0], "r0"],
      [calls[1], "r1"],
      [calls[2], "r2"],
    ]);
    expect(toMessages(transcript).messages).toEqual(messages);
    expect(transcript.toJson()).toBe(json);
    expect(
      fromMessages(messages)
        .at(1)
        ?.toolCalls?.map(({ toolCallId }) => toolCallId),
    ).toEqual(["functions.f:0", "functions.f|0", "ü id"]);
  });

  it("C079: results of parallel calls and the user's text behind them stand in one message", () => {
    const { messages } = toMessages(Transcript.from(entriesOf("convert-anthropic", "C079")));
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(messages[2]?.content).toEqual([
      { type: "tool_result", tool_use_id: "t1", content: "1" },
      { type: "tool_result", tool_use_id: "t2", content: "2" },
      { type: "tool_result", tool_use_id: "t3", content: "3" },
      { type: "text", text: "thanks" },
    ]);
  });

  it("C095: the error flag is read and written back, false written out and absent told apart", () => {
    const request = requestOf("convert-anthropic", "C095");
    const transcript = fromMessages(request);
    expect(transcript.entries().map(({ toolResult }) => toolResult?.outcome)).toEqual([
      undefined,
      undefined,
      "error",
      undefined,
      undefined,
    ]);
    const { messages, report } = toMessages(transcript);
    expect(dump(messages)).toBe(dump(request.messages));
    expect(report).toEqual([]);
  });

  it("C097: opaque and empty thoughts come back as they came, none merged, through the document", () => {
    const request = requestOf("convert-anthropic", "C097");
    const { messages, report } = toMessages(Transcript.fromJson(fromMessages(request).toJson()));
    expect(dump(messages)).toBe(dump(request.messages));
    expect(report).toEqual([]);
  });

  it("C143: an empty input is an empty object in chat messages", () => {
    const { messages } = toChatMessages(fromMessages(requestOf("convert-anthropic", "C143")));
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: "{}" } }] });
  });

  it("C183: nothing blank is sent, the result is there, and what was dropped is reported", () => {
    const transcript = Transcript.from(entriesOf("convert-anthropic", "C183"));
    const { messages, report } = toMessages(transcript);
    expect(anthropicFaults({ messages })).toEqual([]);
    expect(messages[2]).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t4" },
        { type: "text", text: "y" },
      ],
    });
    expect(report.filter(({ action }) => action === "dropped").map(({ entry }) => entry)).toEqual([3]);
    expect(transcript.entries().map(({ text }) => text)).toEqual(["x", "", "", "   ", "y"]);
  });

  it("C011: a thought without its signature is not sent, what was said with it is", () => {
    const request = requestOf("streaming-abort", "C011");
    const { messages, report } = toMessages(fromMessages(request));
    expect(messages[1]).toEqual({ role: "assistant", content: [{ type: "text", text: "partial" }] });
    expect(messages[3]).toEqual(request.messages[3]);
    expect(report.map(({ action, entry }) => [action, entry])).toEqual([["dropped", 1]]);
  });

  it("C067: empty answers load, and are mended on the way out", () => {
    const transcript = fromMessages(requestOf("streaming-abort", "C067"));
    expect(transcript.length).toBe(5);
    const { messages, report } = toMessages(transcript);
    expect(messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "q1" },
          { type: "text", text: "q2" },
          { type: "text", text: "q3" },
        ],
      },
    ]);
    expect(report.some(({ action }) => action === "dropped")).toBe(true);
    const chat = toChatMessages(transcript);
    expect(chat.messages.map(({ content }) => content)).toEqual(["q1", "q2", "q3"]);
    expect(chat.report).not.toEqual([]);
  });

  it("C045: arguments that are two objects in a row reach Anthropic whole, in an object", () => {
    const list = readCase("streaming-abort", "C045").input.data as Message[];
    const { messages } = toMessages(fromChatMessages(list));
    expect(blocksOf(messages[1])[0]).toMatchObject({ input: { input: '{"n":1}{"n":2}' } });
  });

  it("C133: a text beside a result survives compaction without an orphan result", () => {
    const transcript = fromMessages(requestOf("toolpair", "C133"));
    expect(transcript.entries().map(({ role, text }) => [role, text])).toEqual([
      ["user", "start"],
      ["assistant", ""],
      ["tool", "seen"],
      ["user", "also check the roof"],
      ["assistant", "roof is fine"],
      ["user", "good"],
    ]);
    for (const keepLast of [3, 2, 1]) {
      const { messages } = toMessages(transcript.compact({ keepLast }));
      expect(anthropicFaults({ messages })).toEqual([]);
      expect(JSON.stringify(messages)).not.toContain("tool_result");
      expect(JSON.stringify(messages)).toContain("also check the roof");
    }
  });
});
