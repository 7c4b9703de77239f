import { Transcript } from "colloquy";
import { fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { responsesFaults } from "../formats/acceptance/openai-responses.js";
import { entriesOf, messagesOf, sharedCasesAreThere } from "../support/cases.js";
import { dump } from "../support/dump.js";

type Item = Record<string, unknown>;

const itemsFor = (id: string): Item[] => messagesOf("convert-openai-responses", id);
const write = (transcript: Transcript): Item[] => toResponsesItems(transcript).input as unknown as Item[];

function expectSame(items: readonly object[]): void {
  const back = toResponsesItems(fromResponsesItems(items));
  expect(dump(back.input)).toBe(dump(items));
  expect(back.report).toEqual([]);
}

describe.runIf(sharedCasesAreThere)("Cases of Responses items (from ../shared/cases)", () => {
  it("C085: compacting leaves no output without its call before it, and no call without its output", () => {
    const items = messagesOf("toolpair", "C085");
    expectSame(items);
    const left = write(fromResponsesItems(items).compact({ keepLast: 2 }));
    expect(responsesFaults(left)).toEqual([]);
    const ids = (type: string): unknown[] =>
      left.filter((item) => item["type"] === type).map((item) => item["call_id"]);
    expect(ids("function_call_output")).toEqual(ids("function_call"));
  });

  it("C101: a custom tool call is a pair with its output, its raw text is no JSON, and both are folded together", () => {
    expectSame(itemsFor("C101"));
    const read = fromResponsesItems(itemsFor("C101"));
    expect(read.at(1)?.toolCalls?.[0]).toMatchObject({ input: "*** begin", inputText: "*** begin" });
    expect(read.at(2)?.toolResult?.output).toBe("done");
    const left = write(read.compact({ keepLast: 2 }));
    expect(left.map(({ type, role }) => role ?? type)).toEqual(["system", "assistant"]);
    expect(left[1]).toEqual(itemsFor("C101")[3]);
  });

  it("C119: reasoning stands right before what it led to, and no follower keeps an id without it", () => {
    expectSame(itemsFor("C119"));
    const read = fromResponsesItems(itemsFor("C119"));
    for (const keepLast of [1, 2, 3, 4]) {
      const left = write(read.compact({ keepLast }));
      expect(responsesFaults(left)).toEqual([]);
      left.forEach((item, index) => {
        const next = left[index + 1];
        if (item["type"] === "reasoning") expect([next?.["type"], next?.["role"]]).not.toEqual(["message", "user"]);
        if (item["id"] === "fc_1") expect(left[index - 1]?.["id"]).toBe("rs_1");
        if (item["id"] === "msg_1") expect(left[index - 1]?.["id"]).toBe("rs_2");
      });
      expect(left.at(-1)?.["role"]).toBe("user");
    }
  });

  it("C137: ids that differ after a separator alone stay two, each with its result", () => {
    const transcript = Transcript.from(entriesOf("convert-openai-responses", "C137"));
    const items = write(transcript);
    const outputs = Object.fromEntries(
      items.filter(({ type }) => type === "function_call_output").map((item) => [item["call_id"], item["output"]]),
    );
    const pairs = items
      .filter(({ type }) => type === "function_call")
      .map((item) => [item["arguments"], outputs[item["call_id"] as string]]);
    expect(pairs).toEqual([
      ['{"n":1}', "one"],
      ['{"n":2}', "two"],
    ]);
    expect(responsesFaults(items)).toEqual([]);
    const messages = toChatMessages(transcript).messages as unknown as Item[];
    const calls = messages.flatMap((message) => (message["tool_calls"] ?? []) as { id: string }[]);
    const answers = messages.filter(({ role }) => role === "tool");
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(answers.map((answer) => [answer["tool_call_id"], answer["content"]])).toEqual([
      [calls[0]?.id, "one"],
      [calls[1]?.id, "two"],
    ]);
  });

  it("C157: order and citations stay, and only the ids go that no message may have, reported as dropped", () => {
    const items = itemsFor("C157");
    const { input, report } = toResponsesItems(fromResponsesItems(items));
    const expected = items.map(({ id, ...item }) =>
      item["role"] === "assistant" ? item : { ...item, ...(id !== undefined && { id }) },
    );
    expect(dump(input)).toBe(dump(expected));
    expect(JSON.stringify(input)).toContain("https://example.org/a");
    expect(report.map(({ action }) => action)).toEqual(["dropped", "dropped"]);
    expect(() => toResponsesItems(fromResponsesItems(items), { strict: true })).toThrow(/dropped: item id/);
  });
});
