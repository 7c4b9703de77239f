import { Transcript } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { entriesOf, messagesOf, sharedCasesAreThere } from "../support/cases.js";
import { dump } from "../support/dump.js";

const messagesFor = (id: string): Record<string, unknown>[] => messagesOf("convert-openai-chat", id);

function expectSame(messages: readonly object[]): void {
  const back = toChatMessages(fromChatMessages(messages));
  expect(dump(back.messages)).toBe(dump(messages));
  expect(back.report).toEqual([]);
}

describe.runIf(sharedCasesAreThere)("Cases of chat messages (from ../shared/cases)", () => {
  it("C027: undefined and null are outputs, and stay different in entries and through the document", () => {
    const built = Transcript.from(entriesOf("convert-openai-chat", "C027"));
    for (const t of [built, Transcript.fromJson(built.toJson())]) {
      expect(t.at(2)?.toolResult).toHaveProperty("output", undefined);
      expect(t.at(3)?.toolResult).toHaveProperty("output", null);
    }
  });

  it("C027: each tool message has text as content: 'null' for null, something else than 'undefined' for undefined", () => {
    const { messages } = toChatMessages(Transcript.from(entriesOf("convert-openai-chat", "C027")));
    const [q1, q2] = messages.slice(2);
    expect(q1).toEqual({ role: "tool", tool_call_id: "q1", content: "" });
    expect(q2).toEqual({ role: "tool", tool_call_id: "q2", content: "null" });
  });

  it("C035: the text of a result with a picture stays in the tool message, the picture moves to a user message, reported", () => {
    const { messages, report } = toChatMessages(Transcript.from(entriesOf("convert-openai-chat", "C035")));
    const [tool, after] = messages.slice(2) as unknown as [
      { content: unknown },
      { role: string; content: Record<string, unknown>[] },
    ];
    expect(JSON.stringify(tool.content)).toContain("page 3");
    expect(JSON.stringify(tool.content)).not.toContain("/9j/4AAQ");
    expect(after.role).toBe("user");
    expect(after.content.filter((part) => part["type"] === "image_url")).toEqual([
      { type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/4AAQ" } },
    ]);
    const words = JSON.stringify(after.content.filter((part) => part["type"] === "text"));
    expect(words).toMatch(/p9|shot/);
    expect(words).not.toContain("/9j/4AAQ");
    expect(report.map((note) => note.action)).toContain("moved");
    expect(JSON.stringify(messages)).not.toContain("[object");
  });

  it("C059: an assistant message with text and calls keeps both, the text before the call", () => {
    const t = fromChatMessages(messagesFor("C059"));
    expect(t.at(1)?.content.map((part) => part.type)).toEqual(["text", "tool-call"]);
    expect(t.at(1)).toMatchObject({
      text: "I will look.",
      toolCalls: [{ toolCallId: "p1", toolName: "look", input: { at: "shed" } }],
    });
    expectSame(messagesFor("C059"));
  });

  it("C093: two developer messages in a row both stay instructions, in order, and count as leading system entries", () => {
    const t = fromChatMessages(messagesFor("C093"));
    expect(t.entries().map(({ role, text }) => [role, text])).toEqual([
      ["system", "Never delete files."],
      ["system", "Answer in Danish."],
      ["user", "hej"],
    ]);
    expectSame(messagesFor("C093"));
    const c = t.append({ role: "assistant", text: "hej hej" }).compact({ keepLast: 0 });
    expect(c.entries().slice(0, 2)).toEqual(t.entries().slice(0, 2));
    expect(c.at(2)).toMatchObject({ summary: { entries: 2 } });
  });

  it("C113: a system message in the middle stays in its place, and the export equals the input", () => {
    const t = fromChatMessages(messagesFor("C113"));
    expect(t.length).toBe(6);
    expect(t.at(3)).toMatchObject({ role: "system", text: "from now on in French" });
    expectSame(messagesFor("C113"));
  });

  it("C141: content null and content left out are told apart, read as empty text, and come back as they were", () => {
    const t = fromChatMessages(messagesFor("C141"));
    expect([t.at(1)?.text, t.at(4)?.text]).toEqual(["", ""]);
    expectSame(messagesFor("C141"));
    const { messages } = toChatMessages(t);
    expect(messages[1]).toHaveProperty("content", null);
    expect(messages[4]).not.toHaveProperty("content");
    expect(t.compact({ keepLast: 0 }).at(0)?.text).not.toMatch(/null|undefined/);
  });
});
