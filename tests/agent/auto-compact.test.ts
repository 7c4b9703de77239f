import { Transcript, UsageBudget, user } from "colloquy";
import { Agent, type AutoCompact, call, CallError, summarizeWith } from "colloquy/agent";
import { describe, expect, it } from "vitest";
import { isSummary } from "../support/oracle.js";
import { listener, recorder, talk } from "../compaction/talk.js";
import { asks, model, promptsOf, says } from "./models.js";
import { lostHalves } from "./soundness.js";
import { answering } from "./tools.js";

const long = "at length ".repeat(200);

describe("autoCompact", () => {
  it("compacts before a request that would exceed the budget, and not before", async () => {
    const mock = model(...Array.from({ length: 6 }, (_, turn) => says(`a${turn} ${long}`)));
    const agent = new Agent({ model: mock, autoCompact: { tokenBudget: 2_000, keepLast: 2 } });
    const summaries: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await agent.call(`q${turn}`);
      summaries.push(agent.getTranscript().entries().filter(isSummary).length);
    }
    expect(summaries).toEqual([0, 0, 0, 0, 1, 1]);
    for (const prompt of promptsOf(mock)) expect(JSON.stringify(prompt).length / 4).toBeLessThan(2_000);
    expect(agent.getTranscript().at(-2)?.text).toBe("q5");
  });

  it("compacts between the steps of one call, never in the middle of a tool group", async () => {
    const look = answering(() => long);
    const steps = Array.from({ length: 12 }, (_, step) => asks([`a${step}`, "look"], [`b${step}`, "look"]));
    const mock = model(...steps, says("done"));
    const { transcript } = await call({
      model: mock,
      message: "Look twelve times",
      tools: { look },
      autoCompact: { tokenBudget: 4_000, keepLast: 4, keepFirstTurn: "user" },
    });
    for (const prompt of promptsOf(mock)) {
      expect(lostHalves(prompt)).toEqual([]);
      expect(JSON.stringify(prompt)).toContain("Look twelve times");
    }
    expect(transcript.check()).toEqual([]);
    expect(transcript.entries().filter(isSummary)).toMatchObject([{ summary: { entries: 30 } }]);
  });

  it("counts what the provider counted, where that is more than the estimate", async () => {
    const mock = model(says("a1", 50), says("a2", 90_000), says("a3", 40), says("a4", 40));
    const agent = new Agent({ model: mock, autoCompact: { tokenBudget: 100_000, keepLast: 1 } });
    const hasSummary: boolean[] = [];
    for (const message of ["q1", "q2", "q3", "q4"]) {
      await agent.call(message);
      hasSummary.push(agent.getTranscript().entries().some(isSummary));
    }
    expect(hasSummary).toEqual([false, false, true, true]);
    expect(agent.getTranscript().entries().filter(isSummary)).toMatchObject([{ summary: { entries: 4, rounds: 1 } }]);
  });

  it("asks no model at every turn where instructions and tools alone exceed the budget, but once there is something to fold", async () => {
    const counts = [90_000, 90_000, 91_000, 92_000, 93_000, 111_000, 90_000, 90_000];
    let summaries = 0;
    const summarize = (): string => `Summary ${(summaries += 1)}.`;
    const mock = model(...counts.map((count, turn) => says(`a${turn} ${long}`, count)));
    const agent = new Agent({ model: mock, autoCompact: { tokenBudget: 100_000, keepLast: 1, summarize } });
    const asked: number[] = [];
    for (const turn of counts.keys()) {
      await agent.call(`q${turn}`);
      asked.push(summaries);
    }
    expect(asked).toEqual([0, 1, 1, 1, 1, 1, 2, 2]);
  });

  it("forgets the provider's count when another transcript is put in place, and not when entries are added", async () => {
    const autoCompact: AutoCompact = { tokenBudget: 100_000, keepLast: 1 };
    const agent = new Agent({ model: model(says("a1", 90_000), says("a2")), autoCompact });
    await agent.call("q1");
    agent.setTranscript(Transcript.from([user("another talk")]));
    await agent.call("q2");
    expect(agent.getTranscript().entries().some(isSummary)).toBe(false);

    const other = new Agent({ model: model(says("a1", 90_000), says("a2")), autoCompact });
    await other.call("q1");
    other.setTranscript(other.getTranscript().append(user("one more thing")));
    await other.call();
    expect(other.getTranscript().entries().some(isSummary)).toBe(true);
  });

  it("has a model write the summary, within the gate", async () => {
    const writer = model(says("They talked at length."));
    const gate = new UsageBudget({ limit: 100_000 });
    const agent = new Agent({
      model: model(says("ok")),
      transcript: talk(10),
      autoCompact: { every: 10, keepLast: 3, summarize: summarizeWith(writer), gate },
    });
    await agent.call("and now?");
    expect(agent.getTranscript().at(0)?.text).toBe("[Compacted 18 earlier messages]\nThey talked at length.");
    expect(gate.used).toBeGreaterThan(0);
    expect(agent.getTranscript().length).toBe(5);
  });

  it("goes on with the whole transcript when no summary comes, asks once before each request, and tells", async () => {
    const { told, onUnchanged } = listener();
    const overloaded = new Error("overloaded");
    let asked = 0;
    const summarize = (): never => {
      asked += 1;
      throw overloaded;
    };
    const mock = model(says("ok"));
    const transcript = talk(10);
    const agent = new Agent({
      model: mock,
      transcript,
      autoCompact: { every: 10, keepLast: 3, summarize, onUnchanged },
    });
    await agent.call("and now?");
    expect(told).toEqual([{ reason: "summary-failed", error: overloaded }]);
    expect(asked).toBe(1);
    expect(agent.getTranscript().startsWith(transcript)).toBe(true);
    expect(promptsOf(mock)[0]).toHaveLength(21);
  });

  it("loses nothing that is put in place while a slow summary is written", async () => {
    const mock = model(says("ok"));
    const agent: Agent = new Agent({
      model: mock,
      transcript: talk(10),
      autoCompact: {
        every: 10,
        keepLast: 3,
        summarize: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          agent.setTranscript(agent.getTranscript().append(user("one more thing")));
          return "They talked.";
        },
      },
    });
    await agent.call("and now?");
    expect(agent.getTranscript().at(0)?.text).toContain("They talked.");
    expect(
      agent
        .getTranscript()
        .entries()
        .slice(-3)
        .map(({ text }) => text),
    ).toEqual(["and now?", "one more thing", "ok"]);

    const replaced = Transcript.from([user("another talk")]);
    const other: Agent = new Agent({
      model: model(says("ok")),
      transcript: talk(10),
      autoCompact: {
        every: 10,
        keepLast: 3,
        summarize: () => {
          other.setTranscript(replaced);
          return "They talked.";
        },
      },
    });
    await other.call("and now?");
    expect(
      other
        .getTranscript()
        .entries()
        .map(({ text }) => text),
    ).toEqual(["another talk", "ok"]);
  });

  it.each([undefined, new AbortController().signal])(
    "gives up the summary, too, when the call is aborted, beside a signal of its own (%s)",
    async (signal) => {
      const controller = new AbortController();
      const { requests, summarize } = recorder(() => new Promise(() => controller.abort()));
      const mock = model(says("never"));
      const autoCompact: AutoCompact = { every: 10, keepLast: 3, summarize, ...(signal && { signal }) };
      const agent = new Agent({ model: mock, transcript: talk(10), autoCompact });
      await expect(agent.call("and now?", { abortSignal: controller.signal })).rejects.toThrow(CallError);
      expect(requests[0]?.signal?.aborted).toBe(true);
      expect(mock.doGenerateCalls).toEqual([]);
      expect(agent.getTranscript().length).toBe(21);
    },
  );
});
