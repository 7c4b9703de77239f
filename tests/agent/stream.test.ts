import { jsonSchema, tool } from "ai";
import type { Transcript } from "colloquy";
import { toModelMessages } from "colloquy/ai-sdk";
import { Agent, call, CallError, stream } from "colloquy/agent";
import { describe, expect, it } from "vitest";
import { type Chunk, finishes, model, opened, quiet, says, streamingModel, streamsText, usage } from "./models.js";
import { answering } from "./tools.js";

const look = answering(({ at }) => `seen ${String(at)}`);
const begun: Chunk[] = [{ type: "stream-start", warnings: [] }];
const callOf = (id: string): Chunk => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "look",
  input: `{"at":"${id}"}`,
});
/** A call whose input stops in the middle. */
const torn = (id: string): Chunk[] => [
  { type: "tool-input-start", id, toolName: "look" },
  { type: "tool-input-delta", id, delta: '{"at": "the wi' },
];

async function readAll(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

/** Breaks a stream when the call is aborted, as a connection does. */
function breakOn(signal: AbortSignal | undefined) {
  return (controller: ReadableStreamDefaultController<Chunk>): void => {
    signal?.addEventListener("abort", () => controller.error(signal.reason));
  };
}

async function failureOf({ transcript }: { transcript: Promise<Transcript> }): Promise<CallError> {
  const error: unknown = await transcript.catch((thrown: unknown) => thrown);
  if (error instanceof CallError) return error;
  throw new Error("expected a CallError", { cause: error });
}

const shapeOf = (transcript: Transcript): string[] =>
  transcript.entries().map(({ role, text, partial }) => `${role}${partial === true ? " (partial)" : ""}: ${text}`);

describe("stream()", () => {
  it("returns the SDK's streams, and the exact list when they have ended", async () => {
    const mock = streamingModel(
      [...begun, ...streamsText("1", "Let me ", "look."), callOf("c1"), finishes("tool-calls")],
      [...begun, ...streamsText("1", "It is ", "there."), finishes()],
    );
    const result = await stream({ model: mock, message: "Where?", tools: { look } });
    expect(await readAll(result.textStream)).toBe("Let me look.It is there.");
    const transcript = await result.transcript;
    expect(shapeOf(transcript)).toEqual([
      "user: Where?",
      "assistant: Let me look.",
      "tool: seen c1",
      "assistant: It is there.",
    ]);
    const { messages } = await result.response;
    expect(toModelMessages(transcript).messages.slice(1)).toEqual(JSON.parse(JSON.stringify(messages)));
    expect(await result.report).toEqual([]);
  });

  it("keeps what a tool returned that only has a JSON form", async () => {
    class Money {
      constructor(readonly amount: number) {}
      toJSON(): object {
        return { amount: this.amount, currency: "EUR" };
      }
    }
    const price = answering(() => ({ price: new Money(5) }));
    const chunk: Chunk = { type: "tool-call", toolCallId: "c1", toolName: "price", input: "{}" };
    const mock = streamingModel(
      [...begun, chunk, finishes("tool-calls")],
      [...begun, ...streamsText("1", "5 EUR"), finishes()],
    );
    const { transcript } = await stream({ model: mock, message: "Price?", tools: { price } });
    expect((await transcript).at(2)?.toolResult?.output).toEqual({ price: { amount: 5, currency: "EUR" } });
  });

  it("runs to its end also when nobody reads it", async () => {
    const result = await stream({
      model: streamingModel([...begun, ...streamsText("1", "Hello"), finishes()]),
      message: "Hi",
    });
    expect(shapeOf(await result.transcript)).toEqual(["user: Hi", "assistant: Hello"]);
    expect(await readAll(result.textStream)).toBe("Hello");
  });

  it("leaves out a call in whose middle the stream stops, and marks what was said as partial", async () => {
    const mock = streamingModel([...begun, ...streamsText("1", "Let me look."), ...torn("c1")]);
    const result = await stream({ model: mock, message: "Where?", tools: { look }, onError: quiet });
    const transcript = await result.transcript;
    expect(shapeOf(transcript)).toEqual(["user: Where?", "assistant (partial): Let me look."]);
    expect(transcript.check()).toEqual([]);
  });

  it("keeps what had arrived when the connection breaks in the middle of a call", async () => {
    const cut = new Error("socket hang up");
    const chunks = [...begun, ...streamsText("1", "Let me look."), callOf("c1"), ...torn("c2")];
    const mock = streamingModel(opened(chunks, (controller) => setTimeout(() => controller.error(cut), 50)));
    const error = await failureOf(await stream({ model: mock, message: "Where?", tools: { look }, onError: quiet }));
    expect(error.cause).toBe(cut);
    expect(error.transcript.at(1)).toMatchObject({ text: "Let me look.", partial: true });
    expect(error.transcript.at(1)?.toolCalls?.map(({ toolCallId }) => toolCallId)).toEqual(["c1"]);
    expect(error.transcript.at(2)?.toolResult).toMatchObject({ toolCallId: "c1", outcome: "aborted" });
    expect(error.transcript.check()).toEqual([]);

    const later = await call({ model: model(says("There.")), transcript: error.transcript.toJson(), tools: { look } });
    expect(later.text).toBe("There.");
  });

  it("keeps the steps before, and the text so far, when the provider sends an error", async () => {
    const overloaded = new Error("overloaded_error");
    const mock = streamingModel(
      [...begun, callOf("c1"), finishes("tool-calls")],
      [
        ...begun,
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: "It is" },
        { type: "error", error: overloaded },
      ],
    );
    const error = await failureOf(await stream({ model: mock, message: "Where?", tools: { look }, onError: quiet }));
    expect(error.cause).toBe(overloaded);
    expect(shapeOf(error.transcript)).toEqual([
      "user: Where?",
      "assistant: ",
      "tool: seen c1",
      "assistant (partial): It is",
    ]);
  });

  it.each<[string, Chunk[]]>([
    ["the provider sends an error", [{ type: "error", error: new Error("overloaded_error") }]],
    ["the stream stops in the middle of another", torn("c2")],
  ])("lets an agent go on without a message after %s behind a call that was complete", async (_what, end) => {
    const mock = streamingModel(
      [...begun, callOf("c1"), ...end],
      [...begun, ...streamsText("1", "There."), finishes()],
    );
    const agent = new Agent({ model: mock, tools: { look } });
    await (await agent.stream("Where?", { onError: quiet })).transcript.catch(() => {});
    expect(agent.getTranscript().at(1)).toMatchObject({ partial: true, toolCalls: [{ toolCallId: "c1" }] });
    expect(agent.getTranscript().check()).toEqual([]);
    await (
      await agent.stream()
    ).transcript;
    expect(agent.getTranscript().at(-1)?.text).toBe("There.");
  });

  it("rejects the transcript when the request itself fails, and keeps what was said", async () => {
    const error = await failureOf(await stream({ model: streamingModel(), message: "Where?", onError: quiet }));
    expect(error.cause).toMatchObject({ message: "no answer is left" });
    expect(shapeOf(error.transcript)).toEqual(["user: Where?"]);
  });

  it("keeps the text so far when it is aborted", async () => {
    const controller = new AbortController();
    const chunks: Chunk[] = [
      ...begun,
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Once upon" },
    ];
    const mock = streamingModel();
    mock.doStream = async ({ abortSignal }) => ({ stream: opened(chunks, breakOn(abortSignal)) });
    const result = await stream({ model: mock, message: "A story", abortSignal: controller.signal });
    for await (const text of result.textStream) {
      expect(text).toBe("Once upon");
      controller.abort();
    }
    const error = await failureOf(result);
    expect(error.cause).toBe(controller.signal.reason);
    expect(shapeOf(error.transcript)).toEqual(["user: A story", "assistant (partial): Once upon"]);
  });

  it("keeps the results of tools that were done when it is aborted, and answers the other calls as aborted", async () => {
    const controller = new AbortController();
    const wait = tool({
      inputSchema: jsonSchema<object>({ type: "object" }),
      execute: async (_input, { abortSignal }) =>
        await new Promise((_resolve, reject) =>
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason)),
        ),
    });
    const slow: Chunk = { type: "tool-call", toolCallId: "c2", toolName: "wait", input: "{}" };
    const mock = streamingModel([...begun, callOf("c1"), slow, finishes("tool-calls")]);
    const abortSignal = controller.signal;
    const result = await stream({ model: mock, message: "Where?", tools: { look, wait }, abortSignal });
    for await (const { type } of result.fullStream) if (type === "tool-result") controller.abort();
    const { transcript } = await failureOf(result);
    expect(transcript.at(1)).toMatchObject({ partial: true, toolCalls: [{ toolCallId: "c1" }, { toolCallId: "c2" }] });
    expect(transcript.at(2)?.toolResult).toMatchObject({ toolCallId: "c1", output: "seen c1" });
    expect(transcript.at(3)?.toolResult).toMatchObject({ toolCallId: "c2", outcome: "aborted" });
    expect(transcript.check()).toEqual([]);
  });

  it("leaves out thoughts and what a provider says of parts of a torn step", async () => {
    const thought: Chunk[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "half a thou" },
    ];
    const text: Chunk[] = [
      { type: "text-start", id: "1", providerMetadata: { openai: { itemId: "msg_1" } } },
      { type: "text-delta", id: "1", delta: "It is" },
    ];
    const mock = streamingModel(
      opened([...begun, ...thought, ...text], (controller) => {
        setTimeout(() => controller.error(new Error("cut")), 20);
      }),
    );
    const error = await failureOf(await stream({ model: mock, message: "Where?", onError: quiet }));
    expect(error.transcript.at(1)?.content).toEqual([{ type: "text", text: "It is" }]);
  });
});

describe("Agent.stream()", () => {
  it("makes the next call wait until the stream has ended", async () => {
    const mock = streamingModel([...begun, ...streamsText("1", "a1"), finishes()]);
    const asked: unknown[] = [];
    mock.doGenerate = async ({ prompt }) => {
      asked.push(prompt.map(({ role }) => role));
      return { ...says("a2"), usage: usage() };
    };
    const agent = new Agent({ model: mock });
    const streamed = agent.stream("q1");
    const called = agent.call("q2");
    expect(await readAll((await streamed).textStream)).toBe("a1");
    await called;
    expect(asked).toEqual([["user", "assistant", "user"]]);
    expect(shapeOf(agent.getTranscript())).toEqual(["user: q1", "assistant: a1", "user: q2", "assistant: a2"]);
  });

  it("goes on after a stream that broke", async () => {
    const mock = streamingModel(
      opened([...begun, ...torn("c1")], (controller) => setTimeout(() => controller.error(new Error("cut")), 5)),
      [...begun, ...streamsText("1", "Here I am."), finishes()],
    );
    const agent = new Agent({ model: mock, tools: { look } });
    const error = await failureOf(await agent.stream("Anyone?", { onError: quiet }));
    expect(error.transcript).toBe(agent.getTranscript());
    expect(shapeOf(agent.getTranscript())).toEqual(["user: Anyone?"]);
    await (
      await agent.stream()
    ).transcript;
    expect(shapeOf(agent.getTranscript())).toEqual(["user: Anyone?", "assistant: Here I am."]);
    expect(mock.doStreamCalls.map(({ prompt }) => prompt.length)).toEqual([1, 1]);
  });
});
