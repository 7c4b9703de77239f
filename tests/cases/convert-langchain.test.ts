import { Transcript } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { messagesOf, sharedCasesAreThere } from "../support/cases.js";
import { dump } from "../support/dump.js";

/** The messages of a case, stored. */
function storedOf(id: string): object[] {
  return messagesOf("convert-langchain", id).map(({ type, ...data }) => ({ type, data }));
}

describe.runIf(sharedCasesAreThere)("Cases of LangChain messages (from ../shared/cases)", () => {
  it("C041: a call that came twice is named, its first answer stays with it, the second is answered as aborted", () => {
    const read = fromStoredMessages(storedOf("C041"));
    const problems = read.check().map(({ kind, entry, pending }) => [kind, entry, pending]);
    expect(problems).toEqual(
      expect.arrayContaining([
        ["duplicate-call-id", 5, undefined],
        ["open-call", 5, undefined],
      ]),
    );
    const { messages, report } = toChatMessages(read);
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(messages[2]).toMatchObject({ tool_call_id: "lc8", content: "r" });
    expect(String(messages[6]?.content)).toContain("aborted");
    expect(report.filter(({ action }) => action === "added")).toMatchObject([{ entry: 5 }]);
    expect(() => toChatMessages(read, { strict: true })).toThrow("added");
  });

  it("C087: status, usage and calls go through the document and come back", () => {
    const messages = storedOf("C087");
    const read = Transcript.fromJson(fromStoredMessages(messages).toJson());
    expect(read.at(1)?.toolCalls).toMatchObject([{ toolCallId: "lc1", input: { n: 1 } }]);
    expect(read.at(2)?.toolResult).toMatchObject({ outcome: "error", output: "boom" });
    const { messages: written, report } = toStoredMessages(read);
    expect(dump(written)).toBe(dump(messages));
    expect(report).toEqual([]);
  });

  it("C109: data that names classes and methods stays data", () => {
    const read = Transcript.fromJson(fromStoredMessages(storedOf("C109")).toJson());
    const x = { lc: 2, type: "constructor", id: ["p", "q", "RegExp"], method: "toString", args: ["x+"] };
    expect(read.at(1)?.toolCalls?.[0].input).toMatchObject({ x });
    expect(read.at(2)?.toolResult?.output).toBe('{"lc":2,"type":"constructor","id":["Error"],"args":["x"]}');
  });

  it("C155: content that is null or an empty list is read, never sent empty, and comes back", () => {
    const messages = storedOf("C155");
    const read = fromStoredMessages(messages);
    expect(read.at(1)?.text).toBe("");
    expect(read.at(1)?.toolCalls).toMatchObject([{ toolCallId: "lc6" }]);
    expect(read.at(3)?.text).toBe("");
    const { messages: sent, report } = toMessages(read);
    expect(sent.every(({ content }) => content.length > 0)).toBe(true);
    expect(report).toMatchObject([{ entry: 3, action: "dropped" }]);
    expect(dump(toStoredMessages(read).messages)).toBe(dump(messages));
  });
});
