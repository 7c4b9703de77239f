import { jsonSchema, tool } from "ai-v5";
import { MockLanguageModelV2 } from "ai-v5/test";
import { Transcript, user } from "colloquy";
import { Agent, call, CallError, stream, summarizeWith } from "colloquy/agent";
import { describe, expect, it, vi } from "vitest";
import { isSummary } from "../support/oracle.js";

// Version 5 of the AI SDK in place of version 6. The types are those of version 6: hence `as never` for its model and tools.
vi.mock("ai", async () => await import("ai-v5"));

type Answer = Awaited<ReturnType<MockLanguageModelV2["doGenerate"]>>;
const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
const says = (text: string): Answer => ({
  content: [{ type: "text", text }],
  finishReason: "stop",
  usage,
  warnings: [],
});
const asks = (toolCallId: string): Answer => ({
  content: [{ type: "tool-call", toolCallId, toolName: "look", input: "{}" }],
  finishReason: "tool-calls",
  usage,
  warnings: [],
});
function model(...answers: (Answer | Error)[]): MockLanguageModelV2 {
  return new MockLanguageModelV2({
    doGenerate: async () => {
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no answer is left");
      return answer;
    },
  });
}
const tools = {
  look: tool({ inputSchema: jsonSchema<object>({ type: "object" }), execute: async () => "seen" }),
} as never;
const shapeOf = (transcript: Transcript): string[] =>
  transcript.entries().map(({ role, text, partial }) => `${role}${partial === true ? " (partial)" : ""}: ${text}`);

describe("with version 5 of the AI SDK", () => {
  it("call() runs tools, returns the exact list and continues it from its JSON", async () => {
    const mock = model(asks("c1"), says("There."), says("Still there."));
    const { text, transcript } = await call({ model: mock as never, message: "Where?", tools });
    expect(text).toBe("There.");
    expect(shapeOf(transcript)).toEqual(["user: Where?", "assistant: ", "tool: seen", "assistant: There."]);
    await call({ model: mock as never, transcript: transcript.toJson(), message: "And now?", tools });
    expect(mock.doGenerateCalls.at(-1)?.prompt.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
  });

  it("call() that fails carries the steps that were done", async () => {
    const failing = call({ model: model(asks("c1"), new Error("overloaded")) as never, message: "Where?", tools });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error instanceof CallError && shapeOf(error.transcript)).toEqual([
      "user: Where?",
      "assistant: ",
      "tool: seen",
    ]);
  });

  it("an agent compacts between steps, and sends its instructions and the summary", async () => {
    const mock = model(...Array.from({ length: 6 }, (_, step) => asks(`c${step}`)), says("There."));
    const summarize = summarizeWith(model(says("They looked."), says("They looked twice.")) as never);
    const transcript = Transcript.from([user("at length ".repeat(50))]);
    const autoCompact = { every: 8, keepLast: 4, summarize };
    const agent = new Agent({ model: mock as never, transcript, tools, system: "Be terse.", autoCompact });
    await agent.call("Where?");
    expect(agent.getTranscript().entries().filter(isSummary)).toMatchObject([{ text: /They looked/ }]);
    expect(mock.doGenerateCalls.at(-1)?.prompt.slice(0, 2)).toMatchObject([
      { role: "system", content: "Be terse." },
      { role: "user" },
    ]);
    expect(agent.getTranscript().check()).toEqual([]);
  });

  it("stream() keeps the text of a stream that broke", async () => {
    const cut = new Error("socket hang up");
    const chunks = [
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Once upon" },
      { type: "tool-input-start", id: "c1", toolName: "look" },
      { type: "tool-input-delta", id: "c1", delta: '{"a' },
    ] as const;
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        setTimeout(() => controller.error(cut), 20);
      },
    });
    const mock = new MockLanguageModelV2({ doStream: async () => ({ stream: body }) });
    const { transcript } = await stream({ model: mock as never, message: "A story", tools, onError: () => {} });
    const error: unknown = await transcript.catch((thrown: unknown) => thrown);
    expect(error instanceof CallError && shapeOf(error.transcript)).toEqual([
      "user: A story",
      "assistant (partial): Once upon",
    ]);
  });
});
