import { inspect } from "node:util";
import { jsonSchema, Output, stepCountIs } from "ai";
import { toolResult, Transcript, TranscriptDecodeError, user } from "colloquy";
import { toModelMessages } from "colloquy/ai-sdk";
import { call, CallError } from "colloquy/agent";
import { describe, expect, it } from "vitest";
import { asks, model, promptsOf, says } from "./models.js";
import { answering, external } from "./tools.js";

const rolesOf = (transcript: Transcript): string[] => transcript.entries().map(({ role }) => role);
const weather = answering(({ city }) => `18C in ${String(city)}`);

async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallError) return error;
  throw new Error("expected a CallError", { cause: error });
}

describe("call()", () => {
  it("returns the SDK's result with the exact list, tool calls and results included", async () => {
    const mock = model(
      asks(["c1", "weather", { city: "Paris" }], ["c2", "weather", { city: "Rome" }]),
      says("Both 18C."),
    );
    const result = await call({ model: mock, message: "Weather?", tools: { weather } });
    expect(result.text).toBe("Both 18C.");
    expect(result.steps).toHaveLength(2);
    expect(result.totalUsage.inputTokens).toBe(20);
    expect(toModelMessages(result.transcript).messages).toEqual([
      { role: "user", content: "Weather?" },
      ...JSON.parse(JSON.stringify(result.response.messages)),
    ]);
    expect(rolesOf(result.transcript)).toEqual(["user", "assistant", "tool", "tool", "assistant"]);
    expect(result.transcript.check()).toEqual([]);
    expect(result.report).toEqual([]);
  });

  it("writes no trace of the SDK's empty keys into the document", async () => {
    const { transcript } = await call({ model: model(says("Hello")), message: "Hi" });
    expect(transcript.toJson()).not.toContain("undefined");
  });

  it("continues losslessly from the JSON: the model is asked what it would have been asked without a break", async () => {
    const answers = () => [asks(["c1", "weather", { city: "Paris" }]), says("18C."), says("No coat.")];
    const whole = model(...answers());
    const first = await call({ model: whole, message: "Weather?", tools: { weather } });
    await call({ model: whole, transcript: first.transcript, message: "And a coat?", tools: { weather } });

    const parted = model(...answers());
    const before = await call({ model: parted, message: "Weather?", tools: { weather } });
    const json = before.transcript.toJson();
    const after = await call({ model: parted, transcript: json, message: "And a coat?", tools: { weather } });

    expect(promptsOf(parted)).toEqual(promptsOf(whole));
    expect(after.transcript.since(Transcript.fromJson(json)).map(({ text }) => text)).toEqual([
      "And a coat?",
      "No coat.",
    ]);
  });

  it("takes a message of parts, and goes on without one", async () => {
    const mock = model(says("A cat."), says("Still a cat."));
    const image = { type: "file", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
    const { transcript } = await call({ model: mock, message: user([{ type: "text", text: "What is it?" }, image]) });
    const again = await call({ model: mock, transcript: transcript.append(user("Sure?")) });
    expect(promptsOf(mock)[0]?.[0]?.content).toMatchObject([{ text: "What is it?" }, { mediaType: "image/png" }]);
    expect(rolesOf(again.transcript)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  it("refuses a string that does not decode, naming the entry, and what is no transcript", async () => {
    const mock = model();
    const broken = '{"format":"colloquy","version":1,"entries":[{"role":"user","content":"a"},{"role":"nobody"}]}';
    const refused = call({ model: mock, transcript: broken, message: "Hi" });
    await expect(refused).rejects.toThrow(TranscriptDecodeError);
    await expect(refused).rejects.toThrow("entry 1");
    // @ts-expect-error neither a transcript nor its JSON
    await expect(call({ model: mock, transcript: [], message: "Hi" })).rejects.toThrow(TypeError);
    expect(mock.doGenerateCalls).toEqual([]);
  });

  it("makes instructions the leading system entry, once", async () => {
    const mock = model(says("a"), says("b"), says("c"));
    const first = await call({ model: mock, system: "Be terse.", message: "1" });
    const second = await call({ model: mock, transcript: first.transcript, system: "Be terse.", message: "2" });
    const third = await call({ model: mock, transcript: second.transcript, message: "3" });
    expect(rolesOf(third.transcript)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    for (const prompt of promptsOf(mock)) expect(prompt[0]).toMatchObject({ role: "system", content: "Be terse." });
    const other = await call({
      model: model(says("d")),
      transcript: third.transcript,
      system: "Be kind.",
      message: "4",
    });
    expect(other.transcript.entries().filter(({ role }) => role === "system")).toHaveLength(1);
    expect(other.transcript.at(0)?.text).toBe("Be kind.");
  });

  it("sends a summary as the user's record, so that no provider refuses it behind other messages", async () => {
    const long = Transcript.from(["a", "b", "c", "d"].map((text) => user(text))).withSystem("Be terse.");
    const mock = model(says("e"));
    const { transcript } = await call({ model: mock, transcript: long.compact({ keepLast: 1 }), message: "go" });
    expect(promptsOf(mock)[0]?.map(({ role }) => role)).toEqual(["system", "user", "user", "user"]);
    expect(JSON.stringify(promptsOf(mock)[0]?.[1])).toContain("[user] a");
    expect(transcript.at(1)).toMatchObject({ role: "system", summary: { entries: 3 } });
  });

  it("stops after 20 steps unless stopWhen says something else", async () => {
    const restless = () => model(...Array.from({ length: 30 }, (_, step) => asks([`c${step}`, "weather"])));
    const long = await call({ model: restless(), message: "go", tools: { weather } });
    expect(long.steps).toHaveLength(20);
    const short = await call({ model: restless(), message: "go", tools: { weather }, stopWhen: stepCountIs(2) });
    expect(short.steps).toHaveLength(2);
    expect(short.transcript.length).toBe(5);
  });

  it("leaves a call of a tool without execute pending; the program's result is what a later execution goes on from", async () => {
    const mock = model(asks(["c1", "ask", { question: "which?" }]), says("Blue it is."));
    const first = await call({ model: mock, message: "Pick a colour", tools: { ask: external } });
    expect(first.transcript.check()).toMatchObject([{ kind: "open-call", pending: true, toolCallId: "c1" }]);
    const answered = Transcript.fromJson(first.transcript.toJson()).append(
      toolResult("c1", "blue", { toolName: "ask" }),
    );
    const { text, transcript } = await call({ model: mock, transcript: answered, tools: { ask: external } });
    expect(text).toBe("Blue it is.");
    expect(transcript.check()).toEqual([]);
  });

  it("reports what had to be changed for the model", async () => {
    const foreign = Transcript.from([
      {
        role: "user",
        content: [
          { type: "text", text: "hi" },
          { type: "custom", format: "other", value: { a: 1 } },
        ],
      },
    ]);
    const { report } = await call({ model: model(says("Hello")), transcript: foreign });
    expect(report).toMatchObject([{ entry: 0, path: "content[1]", action: "dropped" }]);
  });

  it("lets the caller's prepareStep and onStepFinish have their say", async () => {
    const mock = model(asks(["c1", "weather"]), says("done"));
    const seen: string[] = [];
    await call({
      model: mock,
      message: "go",
      tools: { weather },
      prepareStep: ({ stepNumber, messages }) => {
        seen.push(`step ${stepNumber}: ${messages.length} messages`);
        return stepNumber === 1 ? { toolChoice: "none" } : {};
      },
      onStepFinish: ({ finishReason }) => void seen.push(finishReason),
    });
    expect(seen).toEqual(["step 0: 1 messages", "tool-calls", "step 1: 3 messages", "stop"]);
    expect(mock.doGenerateCalls[1]?.toolChoice).toEqual({ type: "none" });
  });
});

describe("call() that fails", () => {
  it("carries the transcript so far, with every step that was done, and the cause", async () => {
    const cause = new Error("overloaded");
    const mock = model(asks(["c1", "weather", { city: "Paris" }]), cause);
    const error = await failureOf(call({ model: mock, message: "Weather?", tools: { weather } }));
    expect(error.code).toBe("call-failed");
    expect(error.cause).toBe(cause);
    expect(rolesOf(error.transcript)).toEqual(["user", "assistant", "tool"]);
    expect(error.transcript.check()).toEqual([]);
    const { text } = await call({ model: model(says("18C.")), transcript: error.transcript, tools: { weather } });
    expect(text).toBe("18C.");
  });

  it("shows no content where the error is printed, listed or written as JSON", async () => {
    const error = await failureOf(call({ model: model(new Error("overloaded")), message: "my secret" }));
    expect(Object.keys(error)).not.toContain("transcript");
    expect(Object.getOwnPropertyDescriptor(error, "transcript")).toMatchObject({ enumerable: false, writable: false });
    expect(error.message).toBe("Cannot complete call: Error (see the cause)");
    for (const shown of [inspect(error), JSON.stringify(error), String(error)]) expect(shown).not.toContain("secret");
  });

  it("keeps the last step also when it is the answer that cannot be read", async () => {
    const output = Output.object({ schema: jsonSchema<{ n: number }>({ type: "object" }) });
    const options = { model: model(says("no JSON")), message: "A number?", output };
    // The types of `call` know the output as text.
    const error = await failureOf(call(options as unknown as Parameters<typeof call>[0]));
    expect(error.cause).toMatchObject({ name: "AI_NoObjectGeneratedError" });
    expect(error.transcript.at(-1)?.text).toBe("no JSON");
  });

  it("says so when a tool returned what no transcript can keep, rather than lose it", async () => {
    const knot = answering(() => {
      const value: Record<string, unknown> = {};
      value["self"] = value;
      return value;
    });
    const mock = model(asks(["c1", "knot"]));
    const error = await failureOf(call({ model: mock, message: "go", tools: { knot }, stopWhen: stepCountIs(1) }));
    expect(error.cause).toBeInstanceOf(TypeError);
    expect(rolesOf(error.transcript)).toEqual(["user"]);
  });

  it("leaves the transcript as it was when the signal has aborted before", async () => {
    const transcript = Transcript.from([user("one")]);
    const abortSignal = AbortSignal.abort();
    const mock = model(says("never"));
    const error = await failureOf(call({ model: mock, transcript, message: "two", abortSignal }));
    expect(error.transcript).toBe(transcript);
    expect(error.cause).toBe(abortSignal.reason);
    expect(mock.doGenerateCalls).toEqual([]);
  });

  it("keeps the steps that were done when it is aborted between two", async () => {
    const controller = new AbortController();
    const stop = answering(() => {
      controller.abort(new Error("enough"));
      return "stopped";
    });
    const mock = model(asks(["c1", "stop"]), says("never"));
    const options = { model: mock, message: "go", tools: { stop }, abortSignal: controller.signal };
    const error = await failureOf(call(options));
    expect(mock.doGenerateCalls).toHaveLength(1);
    expect(error.cause).toBe(controller.signal.reason);
    expect(rolesOf(error.transcript)).toEqual(["user", "assistant", "tool"]);
  });

  it("keeps what was said when a time-out ends it", async () => {
    const slow = model(() => new Promise(() => {}));
    slow.doGenerate = async ({ abortSignal }) => {
      await new Promise((_resolve, reject) => abortSignal?.addEventListener("abort", () => reject(abortSignal.reason)));
      return says("never");
    };
    const error = await failureOf(call({ model: slow, message: "Anyone?", timeout: 20 }));
    expect(error.cause).toMatchObject({ name: "TimeoutError" });
    expect(error.transcript.entries().map(({ text }) => text)).toEqual(["Anyone?"]);
  });
});

describe("What is called with", () => {
  const refusalOf = async (options: unknown) => call(options as never).catch((error: unknown) => String(error));

  it("is refused by name where no model could be asked with it, before anything is said", async () => {
    expect(await refusalOf(undefined)).toBe("TypeError: Cannot call model: options: expected an object, got undefined");
    expect(await refusalOf("Hi")).toBe("TypeError: Cannot call model: options: expected an object, got a string");
    expect(await refusalOf({ message: "Hi" })).toBe(
      "TypeError: Cannot call model: model: expected a model of the AI SDK, got undefined",
    );
  });

  it.each([
    ["messages", "transcript and message"],
    ["prompt", "message"],
    ["instructions", "system"],
  ])("says what stands in the place of %s", async (key, instead) => {
    expect(await refusalOf({ model: model(), message: "Hi", [key]: "x" })).toBe(
      `TypeError: Cannot call model: ${key}: expected ${instead} in its place`,
    );
  });

  it("says who reads a list of messages where a transcript belongs", async () => {
    expect(await refusalOf({ model: model(), transcript: [{ role: "user", content: "Hi" }] })).toBe(
      "TypeError: transcript: expected a Transcript or its JSON as a string, got an array (fromModelMessages of colloquy/ai-sdk reads a list of messages)",
    );
  });
});
