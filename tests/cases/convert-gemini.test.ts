import { Transcript } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromContents, type GeminiContent, toContents } from "colloquy/gemini";
import { toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { geminiFaults } from "../formats/acceptance/gemini.js";
import { entriesOf, readCase, sharedCasesAreThere } from "../support/cases.js";
import { dump } from "../support/dump.js";

function requestOf(theme: string, id: string): { contents: object[] } {
  return readCase(theme, id).input.data as { contents: object[] };
}

function responsesOf(content: GeminiContent | undefined): unknown[] {
  const parts = (content?.parts ?? []) as { functionResponse?: { response: unknown } }[];
  return parts.map(({ functionResponse }) => functionResponse?.response);
}

describe.runIf(sharedCasesAreThere)("Cases of Gemini contents (from ../shared/cases)", () => {
  it("C009: calls of one name without ids get different ones, each its own answer, the same at every reading", () => {
    const request = requestOf("convert-gemini", "C009");
    const transcript = fromContents(request);
    const blocks = toMessages(transcript).messages.flatMap(({ content }) => content as { type: string }[]);
    const calls = blocks.filter(({ type }) => type === "tool_use") as unknown as { id: string; input: unknown }[];
    const results = blocks.filter(({ type }) => type === "tool_result") as unknown as { tool_use_id: string }[];
    expect(calls.map(({ input }) => input)).toEqual([{ town: "Ely" }, { town: "Rye" }]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(results.map(({ tool_use_id: id }) => id)).toEqual(calls.map(({ id }) => id));
    expect(transcript.entries().flatMap(({ toolResult }) => toolResult?.output ?? [])).toEqual([{ t: 11 }, { t: 14 }]);
    expect(fromContents(request).toJson()).toBe(transcript.toJson());
  });

  it("C049: two calls of one function are answered by two responses, in order", () => {
    const { contents } = toContents(Transcript.from(entriesOf("convert-gemini", "C049")));
    expect(contents[2]).toEqual({
      role: "user",
      parts: [
        { functionResponse: { name: "look", response: { output: "a" } } },
        { functionResponse: { name: "look", response: { output: "b" } } },
      ],
    });
  });

  it("C055: after compaction the summary opens the list as a user's text, right before the call", () => {
    const compacted = Transcript.from(entriesOf("convert-gemini", "C055")).compact({ keepLast: 3 });
    const { systemInstruction, contents } = toContents(compacted);
    expect(systemInstruction).toEqual({ parts: [{ text: "s" }] });
    expect(contents.map(({ role }) => role)).toEqual(["user", "model", "user", "model"]);
    expect(JSON.stringify(contents[0])).toContain("[Compacted 3 earlier messages]");
    expect(contents[1]?.parts).toEqual([{ functionCall: { name: "f", args: {} } }]);
    expect(geminiFaults({ systemInstruction, contents })).toEqual([]);
  });

  it("C131: a signature stays on its empty text, no part is joined with another", () => {
    const { contents } = requestOf("convert-gemini", "C131");
    const transcript = fromContents({ contents });
    expect(transcript.at(1)?.text).toBe("answer");
    const written = toContents(Transcript.fromJson(transcript.toJson()));
    expect(dump(written.contents)).toBe(dump(contents));
    expect(written.report).toEqual([]);
  });

  it("C139: what stands between the responses of a content is read, and follows them", () => {
    const { messages } = toChatMessages(fromContents(requestOf("convert-gemini", "C139")));
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "x"],
      ["assistant", null],
      ["tool", '{"r":1}'],
      ["tool", '{"r":2}'],
      ["user", "by the way, hurry"],
    ]);
  });

  it("C167: every response is an object, and is read back as what it was", () => {
    const { contents } = toContents(Transcript.from(entriesOf("convert-gemini", "C167")));
    expect(responsesOf(contents[2])).toEqual([
      { output: [1, 2] },
      { output: "text" },
      { output: 7 },
      { output: null },
      { k: "v" },
    ]);
    const back = fromContents(contents).entries();
    expect(back.slice(2).map(({ toolResult }) => toolResult?.output)).toEqual([[1, 2], "text", 7, null, { k: "v" }]);
  });

  it("C143: an empty input is an empty object for Gemini", () => {
    const request = readCase("convert-anthropic", "C143").input.data as { messages: object[] };
    const { contents } = toContents(fromMessages(request));
    expect(contents[1]?.parts.at(-1)).toMatchObject({ functionCall: { args: {} } });
  });
});
