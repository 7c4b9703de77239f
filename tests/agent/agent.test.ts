import { Transcript, user } from "colloquy";
import { Agent, CallError } from "colloquy/agent";
import { describe, expect, it } from "vitest";
import { asks, model, promptsOf, says } from "./models.js";
import { answering } from "./tools.js";

const textsOf = (agent: Agent): string[] =>
  agent
    .getTranscript()
    .entries()
    .map(({ text }) => text);

describe("Agent", () => {
  it("has an empty transcript before any call, and remembers from then on", async () => {
    const agent = new Agent({ model: model(says("a1"), says("a2")), system: "Be terse." });
    expect(agent.getTranscript().length).toBe(0);
    const { transcript } = await agent.call("q1");
    expect(agent.getTranscript()).toBe(transcript);
    await agent.call("q2");
    expect(textsOf(agent)).toEqual(["Be terse.", "q1", "a1", "q2", "a2"]);
  });

  it("goes on from a transcript or its JSON, given at first or later", async () => {
    const stored = Transcript.from([user("q1"), { role: "assistant", text: "a1" }]);
    const agent = new Agent({ model: model(says("a2"), says("b2")), transcript: stored.toJson() });
    await agent.call("q2");
    expect(textsOf(agent)).toEqual(["q1", "a1", "q2", "a2"]);
    agent.setTranscript(stored);
    expect(agent.getTranscript()).toBe(stored);
    agent.setTranscript(stored.toJson());
    await agent.call("r2");
    expect(textsOf(agent)).toEqual(["q1", "a1", "r2", "b2"]);
  });

  it("keeps what it has when a string does not decode", () => {
    const agent = new Agent({ model: model(), transcript: Transcript.from([user("q1")]) });
    expect(() => agent.setTranscript("{}")).toThrow("Cannot decode transcript");
    expect(textsOf(agent)).toEqual(["q1"]);
  });

  it("keeps what it has when something else than a transcript is put in place", () => {
    const agent = new Agent({ model: model(), transcript: Transcript.from([user("q1")]) });
    for (const value of [undefined, null, {}, [user("q2")]])
      expect(() => agent.setTranscript(value as never)).toThrow("transcript: expected a Transcript or its JSON");
    expect(textsOf(agent)).toEqual(["q1"]);
  });

  it("is not made of a model alone, or of none", () => {
    for (const options of [undefined, {}, model()])
      expect(() => new Agent(options as never)).toThrow("Cannot call model");
  });

  it("says the shorter transcript that it is given", async () => {
    const mock = model(...["a1", "a2", "a3", "a4", "a5"].map((text) => says(text)), says("a6"));
    const agent = new Agent({ model: mock });
    for (const message of ["q1", "q2", "q3", "q4", "q5"]) await agent.call(message);
    agent.setTranscript(agent.getTranscript().compact({ keepLastTurns: 1 }));
    await agent.call("q6");
    const [first, answer, summary, ...rest] = promptsOf(mock).at(-1) ?? [];
    expect([first, answer].map((message) => message?.role)).toEqual(["user", "assistant"]);
    expect(JSON.stringify(summary)).toContain("[Compacted 6 earlier messages]");
    expect(rest.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  it("makes calls wait for each other, in the order in which they were made", async () => {
    const log: string[] = [];
    const slowly = (text: string, wait: number) => async () => {
      log.push(`begin ${text}`);
      await new Promise((resolve) => setTimeout(resolve, wait));
      log.push(`end ${text}`);
      return says(text);
    };
    const agent = new Agent({ model: model(slowly("a1", 20), slowly("a2", 1), slowly("a3", 5)) });
    await Promise.all(["q1", "q2", "q3"].map((message) => agent.call(message)));
    expect(log).toEqual(["begin a1", "end a1", "begin a2", "end a2", "begin a3", "end a3"]);
    expect(textsOf(agent)).toEqual(["q1", "a1", "q2", "a2", "q3", "a3"]);
  });

  it("keeps what there was when a call fails, lets the next one begin, and tries once more without a message", async () => {
    const look = answering(() => "seen");
    const mock = model(asks(["c1", "look"]), new Error("overloaded"), says("a1"), says("a2"));
    const agent = new Agent({ model: mock, tools: { look } });
    const failed = agent.call("q1");
    const next = agent.call();
    await expect(failed).rejects.toThrow(CallError);
    expect((await next).text).toBe("a1");
    await agent.call("q2");
    expect(
      agent
        .getTranscript()
        .entries()
        .map(({ role }) => role),
    ).toEqual(["user", "assistant", "tool", "assistant", "user", "assistant"]);
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    expect(error instanceof CallError && agent.getTranscript().startsWith(error.transcript)).toBe(true);
  });

  it("shows while a call runs what came by then, and goes on from what is put in place", async () => {
    const look = answering(() => "seen ".repeat(100));
    const mock = model(asks(["c1", "look"]), asks(["c2", "look"]), says("done"));
    const lengths: number[] = [];
    const agent: Agent<{ look: typeof look }> = new Agent({
      model: mock,
      tools: { look },
      onStepFinish: () => {
        lengths.push(agent.getTranscript().length);
        agent.setTranscript(agent.getTranscript().pruneToolResults({ maxBytes: 60, keepLastTurns: 0 }));
      },
    });
    await agent.call("go");
    expect(lengths).toEqual([3, 5, 6]);
    const results = JSON.stringify(
      promptsOf(mock)
        .at(-1)
        ?.filter(({ role }) => role === "tool"),
    );
    expect(results).not.toContain("seen ".repeat(20));
    expect(agent.getTranscript().check()).toEqual([]);
  });

  it("puts what comes back behind what was put in place while the model answered", async () => {
    const agent: Agent = new Agent({
      model: model(() => {
        agent.setTranscript(Transcript.from([user("another talk")]));
        return says("a1");
      }),
    });
    await agent.call("q1");
    expect(textsOf(agent)).toEqual(["another talk", "a1"]);
  });

  it("takes settings for one call alone", async () => {
    const mock = model(says("a1"), says("a2"));
    const agent = new Agent({ model: mock, temperature: 0 });
    await agent.call("q1", { temperature: 1 });
    await agent.call("q2");
    expect(mock.doGenerateCalls.map(({ temperature }) => temperature)).toEqual([1, 0]);
  });
});
