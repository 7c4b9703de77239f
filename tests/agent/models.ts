import type { streamText } from "ai";
import { MockLanguageModelV3 } from "ai/test";

export type Answer = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
export type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];
type Streamed = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"];
export type Chunk = Streamed extends ReadableStream<infer C> ? C : never;

/** Usage as a provider counts it. */
export function usage(input = 10, output = 5): Answer["usage"] {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

/** An answer in words. */
export function says(text: string, inputTokens?: number): Answer {
  const content = [{ type: "text" as const, text }];
  return { content, finishReason: { unified: "stop", raw: "stop" }, usage: usage(inputTokens), warnings: [] };
}

/** An answer that calls tools: each name with its input. The ids tell the calls of a test apart. */
export function asks(...calls: [id: string, toolName: string, input?: unknown][]): Answer {
  const content = calls.map(([toolCallId, toolName, input = {}]) => {
    return { type: "tool-call" as const, toolCallId, toolName, input: JSON.stringify(input) };
  });
  return { content, finishReason: { unified: "tool-calls", raw: "tool_use" }, usage: usage(), warnings: [] };
}

/** A model that gives these answers in turn; an error is thrown, a function is called. */
export function model(...answers: readonly (Answer | Error | (() => Answer | Promise<Answer>))[]): MockLanguageModelV3 {
  const left = [...answers];
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const answer = left.shift();
      if (answer === undefined) throw new Error("no answer is left");
      if (answer instanceof Error) throw answer;
      return typeof answer === "function" ? await answer() : answer;
    },
  });
}

/** What a model was asked each time. */
export function promptsOf({ doGenerateCalls }: MockLanguageModelV3): readonly Prompt[] {
  return doGenerateCalls.map(({ prompt }) => prompt);
}

/** The parts of a streamed text. */
export function streamsText(id: string, ...deltas: string[]): Chunk[] {
  return [
    { type: "text-start", id },
    ...deltas.map((delta): Chunk => ({ type: "text-delta", id, delta })),
    { type: "text-end", id },
  ];
}

/** The end of a streamed answer. */
export function finishes(unified: "stop" | "tool-calls" | "error" = "stop"): Chunk {
  return { type: "finish", finishReason: { unified, raw: unified }, usage: usage() };
}

/** A model that streams these lists of parts in turn. A list may wait, or break, by way of what makes the stream. */
export function streamingModel(...answers: readonly (readonly Chunk[] | Streamed)[]): MockLanguageModelV3 {
  const left = [...answers];
  return new MockLanguageModelV3({
    doStream: async () => {
      const answer = left.shift();
      if (answer === undefined) throw new Error("no answer is left");
      return { stream: answer instanceof ReadableStream ? answer : opened(answer, (controller) => controller.close()) };
    },
  });
}

/** A stream that gives these parts and then does not end, but for what `then` does to it. */
export function opened(
  chunks: readonly Chunk[],
  then: (controller: ReadableStreamDefaultController<Chunk>) => void,
): Streamed {
  return new ReadableStream<Chunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      then(controller);
    },
  });
}

/** Says nothing on the console of errors that a test expects. */
export const quiet: NonNullable<Parameters<typeof streamText>[0]["onError"]> = () => {};
