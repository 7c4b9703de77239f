import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  assistant,
  countByRole,
  estimateTokens,
  findByRole,
  isSystem,
  isToolRelated,
  listToolCalls,
  system,
  toolResult,
  Transcript,
  UsageBudget,
  user,
} from "colloquy";
import { Agent, call, summarizeWith } from "colloquy/agent";
import { describe, expect, it } from "vitest";
import { model, says } from "../agent/models.js";

// Every row of docs/names.md, by what the name does there.

const calls = [{ toolCallId: "call_1", toolName: "get_weather", input: { city: "Paris" } }];
const talk = Transcript.from([
  system("You are terse."),
  user("What is the weather in Paris?"),
  assistant("Checking.", { toolCalls: calls }),
  toolResult("call_1", "18C, clear", { toolName: "get_weather" }),
]);
const messages = (count: number): Transcript =>
  Transcript.from(Array.from({ length: count }, (_, index) => user(`Message ${index + 1}`)));
const rolesOf = (transcript: Transcript): string[] => transcript.entries().map(({ role }) => role);

const tables: Record<string, Record<string, () => unknown>> = {
  "From Nous, in Elixir": {
    "`system/1`, `user/1`": () =>
      expect(
        talk
          .entries()
          .slice(0, 2)
          .map(({ text }) => text),
      ).toEqual(["You are terse.", "What is the weather in Paris?"]),
    "`assistant/2` with `tool_calls:`": () => expect(talk.at(2)).toMatchObject({ text: "Checking.", toolCalls: calls }),
    "`tool/3` with `name:`": () =>
      expect(talk.at(3)?.toolResult).toMatchObject({
        toolCallId: "call_1",
        output: "18C, clear",
        toolName: "get_weather",
      }),
    "`messages ++ [message]`": () => expect(talk.append(user("And tomorrow?")).at(-1)?.text).toBe("And tomorrow?"),
    "`estimate_tokens/1`": () =>
      expect(["Hello world", "Hello world, how are you?", null, ""].map(estimateTokens)).toEqual([2, 6, 0, 0]),
    "`estimate_messages_tokens/1`": () => {
      expect(Transcript.from([user("Hello"), assistant("Hi there")]).estimateTokens({ textOnly: true })).toBe(3);
      expect(talk.estimateTokens()).toBeGreaterThan(talk.estimateTokens({ textOnly: true }));
    },
    "`should_compact?/2`": () =>
      expect([25, 20].map((count) => messages(count).shouldCompact(20))).toEqual([true, false]),
    "`compact/2`": () => {
      const compacted = messages(20).compact({ keepLast: 10 });
      expect(compacted.length).toBe(11);
      expect(findByRole(compacted, "system")[0]?.text).toMatch(
        /^\[Compacted 10 earlier messages\]\n {2}\[user\] Message 1\n {2}\[user\] Message 2\n/,
      );
      expect(compacted.append(user("more")).compact({ keepLast: 10 }).at(0)?.summary?.rounds).toBe(2);
      expect(messages(10).compact({ keepLast: 10 }).length).toBe(10);
      expect(messages(10).compact({ keepLast: 0 }).length).toBe(1);
      expect(talk.append(user("So?")).compact({ keepLast: 2 }).at(1)?.text).toContain(
        '  [tool] <result for "get_weather" omitted from summary>',
      );
    },
    "`maybe_compact/2`": () => {
      const list = messages(40);
      expect(list.maybeCompact({ every: 20, keepLast: 10 }).length).toBe(11);
      expect(list.maybeCompact({ every: 40, tokenBudget: 100, threshold: 0.75, keepLast: 10 }).length).toBe(11);
      expect(list.maybeCompact({ tokenBudget: 128_000, keepLast: 10 })).toBe(list);
      expect(list.maybeCompact({ keepLast: 10 })).toBe(list);
    },
    "`compact_async/2`": async () => expect((await messages(20).compactAsync({ keepLast: 10 })).length).toBe(11),
    "`compact_async/3`": async () => {
      let compacted = Transcript.empty;
      await messages(20)
        .compactAsync({ keepLast: 10 })
        .then((shorter) => (compacted = shorter));
      expect(compacted.length).toBe(11);
    },
    "`maybe_compact_async/3`": async () => {
      const outcomes = [messages(40), messages(5)].map((list) => list.maybeCompactAsync({ every: 20, keepLast: 10 }));
      expect((await Promise.all(outcomes)).map(({ outcome, transcript }) => [outcome, transcript.length])).toEqual([
        ["compacted", 11],
        ["unchanged", 5],
      ]);
    },
    "`prune_tool_results/2`": () => {
      const long = talk.append(toolResult("call_2", "x".repeat(10_000)), user("Thanks"));
      const pruned = long.pruneToolResults({ maxBytes: 100, keepLastTurns: 1 });
      expect(rolesOf(pruned)).toEqual(rolesOf(long));
      expect(pruned.at(4)?.text.length).toBeLessThanOrEqual(100);
    },
    "`balance_tool_call_boundary/2`": () => {
      const [old, recent] = talk.append(assistant("It is 18C.")).splitAt(3);
      expect([rolesOf(old), rolesOf(recent)]).toEqual([["system", "user", "assistant", "tool"], ["assistant"]]);
    },
    "`count_by_role/1`": () => expect(countByRole(talk)).toEqual({ system: 1, user: 1, assistant: 1, tool: 1 }),
    "`find_by_role/2`": () => expect(findByRole(talk, "user")).toEqual([talk.at(1)]),
    "`extract_tool_calls/1`, `field/2`": () =>
      expect(listToolCalls(talk).map((call) => call.toolName)).toEqual(["get_weather"]),
    "`extract_text/1`": () => expect(talk.at(2)?.text).toBe("Checking."),
    "`is_system?/1`, `is_tool_related?/1`": () => {
      expect(talk.entries().map(isSystem)).toEqual([true, false, false, false]);
      expect(talk.entries().map(isToolRelated)).toEqual([false, false, true, true]);
    },
    "`role`, `tool_calls`, `created_at`": () => {
      const [entry] = Transcript.from([{ role: "assistant", text: "", toolCalls: calls, createdAt: new Date(0) }]);
      const { role, toolCalls, createdAt } = entry!;
      expect([role, toolCalls?.length, createdAt]).toEqual(["assistant", 1, "1970-01-01T00:00:00.000Z"]);
    },
    "`run/3` with `messages:`": continuing,
    "`all_messages`, `context.messages`": async () =>
      expect(
        rolesOf((await call({ model: model(says("Yes.")), system: "Be terse.", message: "Wet?" })).transcript),
      ).toEqual(["system", "user", "assistant"]),
    "`new_messages`": async () => {
      const { transcript } = await call({ model: model(says("Yes.")), transcript: talk, message: "Sure?" });
      expect(transcript.since(talk).map(({ text }) => text)).toEqual(["Sure?", "Yes."]);
    },
    "`get_history/1`": async () => {
      const agent = new Agent({ model: model(says("Yes.")) });
      await agent.call("Wet?");
      expect(rolesOf(agent.getTranscript())).toEqual(["user", "assistant"]);
    },
    "a serialized `Agent.Context`": () => expect(Transcript.fromJson(talk.toJson()).equals(talk)).toBe(true),
    "`Plugins.Summarization`": async () => {
      const autoCompact = { every: 5, keepLast: 2, summarize: () => "Much was said." };
      const { transcript } = await call({
        model: model(says("Yes.")),
        transcript: messages(50),
        message: "Sure?",
        autoCompact,
      });
      expect(transcript.at(0)?.text).toContain("Much was said.");
    },
  },
  "From `B.ai`": {
    "`B.ai.call({ message, tools })`": async () =>
      expect((await call({ model: model(says("Yes.")), message: "Wet?", tools: {} })).text).toBe("Yes."),
    "`result.transcript`": async () =>
      expect(Transcript.isTranscript((await call({ model: model(says("Yes.")), message: "Wet?" })).transcript)).toBe(
        true,
      ),
    "`transcript.length`": () => {
      expect(talk.length).toBe(4);
      expect(new Agent({ model: model() }).getTranscript().length).toBe(0);
    },
    "`transcript.entries()`": () =>
      expect(
        talk
          .entries()
          .map(({ role, text, toolCalls, toolResult: result }) => [role, text, toolCalls?.length, result?.output]),
      ).toEqual([
        ["system", "You are terse.", undefined, undefined],
        ["user", "What is the weather in Paris?", undefined, undefined],
        ["assistant", "Checking.", 1, undefined],
        ["tool", "18C, clear", undefined, "18C, clear"],
      ]),
    "`transcript.toJson()`": () => expect(talk.toJson()).toBeTypeOf("string"),
    "`B.ai.transcript(json)`": () => {
      expect(Transcript.fromJson(talk.toJson()).equals(talk)).toBe(true);
      expect(() => Transcript.fromJson(talk.toJson().replace('"tool"', '"tol"'))).toThrow("entry 3");
    },
    "`B.ai.call({ transcript, message })`": continuing,
    "`transcript.compact({ keepLastTurns: 3 })`": async () => {
      const said = "word ".repeat(50);
      const long = Transcript.from(Array.from({ length: 8 }, () => [user(said), assistant(said)]).flat());
      const shorter = await long.compact({ keepLastTurns: 3, summarize: summarizeWith(model(says("Words."))) });
      expect(rolesOf(shorter)).toEqual(["user", "assistant", "system", ...rolesOf(long).slice(-6)]);
      expect(shorter.at(2)?.text).toBe("[Compacted 8 earlier messages]\nWords.");
      const failing = summarizeWith(model());
      expect(await long.compact({ keepLastTurns: 3, summarize: failing })).toBe(long);
      expect(await talk.compact({ keepLastTurns: 3, summarize: failing })).toBe(talk);
    },
    "`agent.getTranscript()`": () => expect(new Agent({ model: model(), transcript: talk }).getTranscript()).toBe(talk),
    "`agent.setTranscript(shorter)`": () => {
      const agent = new Agent({ model: model() });
      agent.setTranscript(talk);
      expect(agent.getTranscript()).toBe(talk);
      agent.setTranscript(messages(2).toJson());
      expect(agent.getTranscript().length).toBe(2);
    },
    "the usage gate": async () => {
      const list = messages(20);
      const reasons: string[] = [];
      const same = await list.compact({
        keepLast: 1,
        summarize: () => expect.unreachable(),
        gate: new UsageBudget({ limit: 0 }),
        onUnchanged: ({ reason }) => reasons.push(reason),
      });
      expect(same).toBe(list);
      expect(reasons).toEqual(["gate-refused"]);
    },
  },
};

async function continuing(): Promise<void> {
  for (const transcript of [talk, talk.toJson()]) {
    const { transcript: continued } = await call({ model: model(says("Yes.")), transcript, message: "Sure?" });
    expect(continued.entries().map(({ text }) => text)).toEqual([
      ...talk.entries().map(({ text }) => text),
      "Sure?",
      "Yes.",
    ]);
  }
}

const page = readFileSync(resolve(import.meta.dirname, "../../docs/names.md"), "utf8");

describe.each(Object.entries(tables))("docs/names.md, %s", (heading, rows) => {
  it("has a test for every row", () => {
    const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
    const named = Array.from(section.matchAll(/^\| (.*?) +\|/gm), ([, name]) => name).slice(1);
    expect(named.filter((name) => !/^-+$/.test(name ?? ""))).toEqual(Object.keys(rows));
  });

  it.each(Object.entries(rows))("%s", async (_there, holds) => void (await holds()));
});
