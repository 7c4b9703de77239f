import { Transcript, TranscriptInputError } from "colloquy";
import { fromModelMessages, fromUIMessages } from "colloquy/ai-sdk";
import { fromMessages } from "colloquy/anthropic";
import { fromConverse } from "colloquy/bedrock";
import { fromContents } from "colloquy/gemini";
import { fromStoredMessages } from "colloquy/langchain";
import { fromChatMessages, fromResponsesItems } from "colloquy/openai";
import { fromOtelMessages } from "colloquy/otel";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";

// What somebody sees first who hands one format's messages to the function of another.

const lists = {
  fromChatMessages: [
    { role: "user", content: "Hi" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
    },
  ],
  fromResponsesItems: [
    { type: "message", role: "user", content: "Hi" },
    { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
  ],
  fromMessages: [{ role: "assistant", content: [{ type: "tool_use", id: "c", name: "f", input: {} }] }],
  fromContents: [
    { role: "user", parts: [{ text: "Hi" }] },
    { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] },
  ],
  fromConverse: [{ role: "user", content: [{ text: "Hi" }] }],
  fromUIMessages: [{ id: "1", role: "user", parts: [{ type: "text", text: "Hi" }] }],
  fromStoredMessages: [{ type: "human", data: { content: "Hi" } }],
  fromOtelMessages: [{ role: "user", parts: [{ type: "text", content: "Hi" }] }],
} as const;

const readers: Record<string, (messages: readonly object[]) => Transcript> = {
  fromChatMessages,
  fromResponsesItems,
  fromMessages,
  fromContents,
  fromConverse,
  fromModelMessages,
  fromUIMessages,
  fromStoredMessages,
  fromOtelMessages,
};

function refusalOf(reader: string, messages: readonly object[]): string | undefined {
  try {
    readers[reader]!(messages);
    return undefined;
  } catch (error) {
    if (error instanceof TranscriptInputError) return error.message;
    throw error;
  }
}

describe("Messages of another format", () => {
  it.each(Object.keys(readers))("%s() refuses them, naming the function that reads them", (reader) => {
    const refused = Object.entries(lists).flatMap(([owner, messages]) => {
      const refusal = owner === reader ? undefined : refusalOf(reader, messages);
      return refusal === undefined ? [] : [{ owner, refusal }];
    });
    expect(refused.length).toBeGreaterThan(3);
    for (const { owner, refusal } of refused)
      expect(refusal).toMatch(new RegExp(`\\(${owner} of colloquy/[\\w-]+ reads such messages\\)`));
  });

  it("are not read as empty ones with something beside them", () => {
    for (const list of [lists.fromContents, lists.fromUIMessages, lists.fromOtelMessages])
      expect(refusalOf("fromChatMessages", list)).toContain("content: expected a string or an array, got undefined");
    expect(refusalOf("fromContents", lists.fromChatMessages)).toContain("parts: expected an array, got undefined");
  });

  it("are named where they are live, too", () => {
    expect(refusalOf("fromChatMessages", [new HumanMessage("Hi")])).toBe(
      "Cannot read chat messages: message 0: expected an object, got an instance of a class (fromStoredMessages of colloquy/langchain reads such messages)",
    );
  });

  it("are looked at without running code of theirs", () => {
    const trap = {
      get type(): string {
        throw new Error("run");
      },
    };
    expect(refusalOf("fromChatMessages", [{ content: [trap], parts: [trap] }])).toBe(
      "Cannot read chat messages: message 0: role: expected a string that is not empty, got undefined",
    );
  });

  it("are not suspected behind a fault of the format's own messages", () => {
    const own = { role: "tool", tool_call_id: "c", content: 7 };
    expect(refusalOf("fromChatMessages", [own])).toBe(
      "Cannot read chat messages: message 0 (tool): content: expected a string or an array, got a number",
    );
    const image = { role: "user", content: [{ image: 7 }] };
    expect(refusalOf("fromConverse", [image])).not.toContain("reads such messages");
  });
});
