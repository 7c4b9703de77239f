import { Transcript, type EntryInput, type Part } from "colloquy";
import { describe, expect, it } from "vitest";

const one = (entry: EntryInput): Transcript => Transcript.from([entry]);
const call = { toolCallId: "c", toolName: "f", input: { a: 1 } };

describe("What an entry derives from its content", () => {
  const entry = one({
    role: "assistant",
    content: [
      { type: "text", text: "one " },
      { type: "tool-call", ...call },
      { type: "text", text: "two" },
    ],
  }).at(0);

  it("is its text, joined without separator, and its calls", () => {
    expect(entry?.text).toBe("one two");
    expect(entry?.toolCalls).toEqual([{ type: "tool-call", ...call }]);
  });

  it("is neither own nor enumerable, so that a copy with other content is an edit", () => {
    expect(Object.keys(entry ?? {})).toEqual(["role", "content"]);
    const edited = one({ ...entry, content: [{ type: "text", text: "new" }] } as EntryInput);
    expect([edited.at(0)?.text, edited.at(0)?.toolCalls]).toEqual(["new", undefined]);
  });

  it("is the result as text for a tool entry: a string as it is, other values as JSON, content by its text", () => {
    const textOf = (
      body: { output: unknown } | { content: readonly Extract<Part, { type: "text" }>[] },
    ): string | undefined => one({ role: "tool", toolResult: { toolCallId: "c", ...body } } as EntryInput).at(0)?.text;
    expect([textOf({ output: "plain" }), textOf({ output: { a: [1] } }), textOf({ output: null })]).toEqual([
      "plain",
      '{"a":[1]}',
      "null",
    ]);
    expect(
      textOf({
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      }),
    ).toBe("ab");
  });

  it("has no calls where none were made, and no result where approvals stand alone", () => {
    expect(one({ role: "assistant", text: "x" }).at(0)?.toolCalls).toBeUndefined();
    const approvals = one({
      role: "tool",
      content: [{ type: "approval-response", approvalId: "a", approved: true }],
    }).at(0);
    expect(approvals?.toolResult).toBeUndefined();
  });
});
