import type { Transcript } from "colloquy";
import { toModelMessages, toUIMessages } from "colloquy/ai-sdk";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromConverse, toConverse } from "colloquy/bedrock";
import { toContents } from "colloquy/gemini";
import { fromStoredMessages } from "colloquy/langchain";
import { toChatMessages, toResponsesItems } from "colloquy/openai";
import { toOtelMessages } from "colloquy/otel";
import { describe, expect, it } from "vitest";

// What was found for the model to answer from: without its text, the next model answers from nothing.

const writers: Record<string, (transcript: Transcript) => { report: readonly object[] }> = {
  chat: toChatMessages,
  responses: toResponsesItems,
  anthropic: toMessages,
  gemini: toContents,
  bedrock: toConverse,
  model: toModelMessages,
  ui: toUIMessages,
};

const found = { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "Zebras sleep." }] };
const use = { type: "tool_use", id: "a", name: "f", input: {} };
const chunks = { type: "content", content: [{ type: "text", text: "Zebras sleep." }] };

const held: [string, string, Transcript][] = [
  [
    "a search result that a user gives to Claude",
    "anthropic",
    fromMessages([{ role: "user", content: [found, { type: "text", text: "q" }] }]),
  ],
  [
    "a search result that a tool gives to Claude",
    "anthropic",
    fromMessages([
      { role: "assistant", content: [use] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [found] }] },
    ]),
  ],
  [
    "a document of chunks",
    "anthropic",
    fromMessages([
      {
        role: "user",
        content: [
          { type: "document", source: chunks, title: "t" },
          { type: "text", text: "q" },
        ],
      },
    ]),
  ],
  [
    "a search result that a tool gives to Bedrock",
    "bedrock",
    fromConverse([
      { role: "user", content: [{ text: "q" }] },
      { role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "f", input: {} } }] },
      {
        role: "user",
        content: [
          {
            toolResult: {
              toolUseId: "a",
              content: [{ searchResult: { source: "s", title: "t", content: [{ text: "Zebras sleep." }] } }],
            },
          },
        ],
      },
    ]),
  ],
  [
    "a text that Bedrock cites",
    "bedrock",
    fromConverse([
      { role: "user", content: [{ text: "q" }] },
      { role: "assistant", content: [{ citationsContent: { content: [{ text: "Zebras sleep." }], citations: [] } }] },
    ]),
  ],
  [
    "a result of Claude's form in a stored message",
    "langchain",
    fromStoredMessages([
      { type: "ai", data: { content: "", tool_calls: [{ id: "a", name: "f", args: {}, type: "tool_call" }] } },
      {
        type: "tool",
        data: {
          tool_call_id: "a",
          content: [{ type: "tool_result", content: [{ type: "text", text: "Zebras sleep." }] }],
        },
      },
    ]),
  ],
];

describe("The text of what only one format knows", () => {
  it.each(held)("is kept of %s, and reported", (_what, own, transcript) => {
    for (const [name, write] of Object.entries(writers)) {
      if (name === own) continue;
      const { report, ...written } = write(transcript);
      expect([name, JSON.stringify(written).includes("Zebras sleep.")]).toEqual([name, true]);
      expect(report).toContainEqual(
        expect.objectContaining({ action: "converted", what: expect.stringContaining("text kept") as string }),
      );
    }
  });

  it("is not kept where a provider's own tool said it in the model's message, which would make it the model's word", () => {
    const transcript = fromMessages([
      { role: "user", content: "q" },
      {
        role: "assistant",
        content: [
          { type: "mcp_tool_use", id: "a", name: "f", server_name: "s", input: {} },
          { type: "mcp_tool_result", tool_use_id: "a", is_error: false, content: [{ type: "text", text: "Zebras." }] },
          { type: "text", text: "So." },
        ],
      },
    ]);
    const { messages, report } = toChatMessages(transcript);
    expect(messages[1]).toEqual({ role: "assistant", content: "So." });
    expect(report.map(({ action }) => action)).toEqual(["dropped", "dropped"]);
    expect(JSON.stringify(toOtelMessages(transcript).messages)).toContain("Zebras.");
  });
});
