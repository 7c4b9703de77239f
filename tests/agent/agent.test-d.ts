import { tool } from "ai";
import type { LanguageModel, Tool } from "ai";
import type { ConversionNote, Summarize, Transcript } from "colloquy";
import { Agent, call, CallError, stream, summarizeWith } from "colloquy/agent";
import { expectTypeOf, test } from "vitest";

declare const model: LanguageModel;
declare const transcript: Transcript;
declare const weather: Tool<{ city: string }, string>;
declare const error: CallError;

test("call() takes what generateText takes but for messages, and returns its result with the transcript", async () => {
  const result = await call({ model, transcript, message: "Hi", tools: { weather }, temperature: 0 });
  expectTypeOf(result.text).toEqualTypeOf<string>();
  expectTypeOf(result.transcript).toEqualTypeOf<Transcript>();
  expectTypeOf(result.report).toEqualTypeOf<readonly ConversionNote[]>();
  expectTypeOf(result.staticToolCalls[0]!.toolName).toEqualTypeOf<"weather">();
  expectTypeOf(result.staticToolCalls[0]!.input).toEqualTypeOf<{ city: string }>();
  // @ts-expect-error the transcript stands in their place
  await call({ model, messages: [] });
  // @ts-expect-error there is no model
  await call({ message: "Hi" });
  // @ts-expect-error no size to keep
  await call({ model, message: "Hi", autoCompact: { tokenBudget: 1_000 } });
});

test("stream() returns the streams at once and the transcript as a promise", async () => {
  const result = await stream({ model, transcript: transcript.toJson(), message: "Hi" });
  expectTypeOf(result.transcript).toEqualTypeOf<Promise<Transcript>>();
  for await (const text of result.textStream) expectTypeOf(text).toEqualTypeOf<string>();
});

test("Agent holds a transcript", async () => {
  const agent = new Agent({ model, tools: { weather: tool(weather) }, autoCompact: { every: 9, keepLast: 3 } });
  expectTypeOf(agent.getTranscript()).toEqualTypeOf<Transcript>();
  expectTypeOf(agent.setTranscript).parameters.toEqualTypeOf<[Transcript | string]>();
  const { staticToolCalls } = await agent.call("Hi", { abortSignal: AbortSignal.abort() });
  expectTypeOf(staticToolCalls[0]!.toolName).toEqualTypeOf<"weather">();
  // @ts-expect-error it has one already
  await agent.call("Hi", { transcript });
  // @ts-expect-error what it is asked is said in each call
  void (() => new Agent({ model, message: "Hi" }));
});

test("summarizeWith() makes a Summarize, and errors carry a transcript", () => {
  expectTypeOf(summarizeWith(model)).toEqualTypeOf<Summarize>();
  expectTypeOf(error.transcript).toEqualTypeOf<Transcript>();
  expectTypeOf(error.code).toExtend<string>();
});
