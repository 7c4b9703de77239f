import { Transcript } from "colloquy";
import { toResponsesItems } from "colloquy/openai";
import { fromCodex, type Session } from "colloquy/sessions";
import { describe, expect, it } from "vitest";
import type { Item } from "./openai-responses-items.js";
import { event, item, toText } from "./sessions-logs.js";

const said = (content: string): Item => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text: content }],
});
const answered = (content: string): Item => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text: content }],
});
const reasoning: Item = { type: "reasoning", summary: [], content: null, encrypted_content: "gAAAAA" };
const call = (id: string): Item => ({ type: "function_call", name: "f", arguments: '{"a": 1.0}', call_id: id });
const output = (id: string): Item => ({ type: "function_call_output", call_id: id, output: "r" });

const shortOf = ({ transcript }: Session): string[] =>
  transcript.entries().map(({ role, text, toolCalls = [] }) => `${role[0]} ${text}${"+".repeat(toolCalls.length)}`);
const told = ({ report }: Session): [number, number, string][] =>
  report.map(({ line, count, what }) => [line, count, what]);

const talk = [item(said("one")), item(answered("1")), item(said("two")), item(answered("2"))];
const SUMMARY = "Another language model started to solve this problem and produced a summary.\nso far";

describe("fromCodex() reads", () => {
  const items = [
    said("q"),
    reasoning,
    answered("looking"),
    call("c1"),
    call("c2"),
    output("c1"),
    output("c2"),
    reasoning,
    { type: "custom_tool_call", call_id: "c3", name: "apply_patch", input: "*** Begin Patch", status: "completed" },
    { type: "custom_tool_call_output", call_id: "c3", output: '{"output":"","metadata":{}}' },
    {
      type: "local_shell_call",
      id: null,
      call_id: "c4",
      status: "completed",
      action: { type: "exec", command: ["ls"] },
    },
    {
      type: "function_call_output",
      call_id: "c4",
      output: [{ type: "input_image", image_url: "data:image/png;base64,AAAA" }],
    },
    { type: "web_search_call", status: "completed", action: { type: "search", query: "q" } },
    { type: "of a later release", thing: 1 },
    answered("done"),
  ];

  it("what the model produced in a row into one entry, and gives the same items back", () => {
    const session = fromCodex(toText(items.map(item)));
    expect(shortOf(session)).toEqual([
      "u q",
      "a looking++",
      "t r",
      "t r",
      "a +",
      't {"output":"","metadata":{}}',
      "a +",
      "t ",
      "a done",
    ]);
    expect(session.transcript.check()).toEqual([]);
    expect(toResponsesItems(session.transcript)).toEqual({ input: items, report: [] });
    expect(session.report).toEqual([]);
  });

  it("items without an envelope, as older logs have them", () => {
    const session = fromCodex([
      { id: "s", timestamp: "2025-05-07T17:24:21.597Z", instructions: "Be brief.", git: { branch: "main" } },
      { record_type: "state" },
      ...items.filter(({ type }) => type !== "of a later release"),
    ]);
    expect(toResponsesItems(session.transcript).input).toHaveLength(items.length - 1);
    expect(session.info).toMatchObject({ id: "s", instructions: "Be brief.", gitBranch: "main" });
    expect(told(session)).toEqual([[2, 1, "a line that is no item: of an unknown type"]]);
  });

  it("times, the model, and which messages the program wrote", () => {
    const { transcript } = fromCodex([
      item({ type: "message", role: "developer", content: "rules" }),
      item(said("<environment_context>\n</environment_context>")),
      event("turn_context", { model: "gpt-5" }),
      item(said("q")),
      item(answered("a")),
    ]);
    const injected = { metadata: { injected: true } };
    expect(transcript.entries()).toMatchObject([
      injected,
      injected,
      { text: "q", createdAt: "2026-04-08T08:27:25.293Z" },
      { providerMetadata: { openai: { model: "gpt-5" } } },
    ]);
    expect(transcript.at(2)?.metadata).toBeUndefined();
  });

  it("what was shown to people, where a log has nothing else", () => {
    const shown = [
      event("event_msg", { type: "user_message", message: "q" }),
      event("event_msg", { type: "agent_message", message: "a" }),
      event("event_msg", { type: "token_count", info: null }),
    ];
    expect(shortOf(fromCodex(shown))).toEqual(["u q", "a a"]);
    expect(shortOf(fromCodex([...shown, item(said("real"))]))).toEqual(["u real"]);
  });
});

describe("fromCodex() leaves out", () => {
  it("lines that cannot be read and items that are none, by their number", () => {
    const session = fromCodex(
      `${toText([talk[0], item({ type: "function_call", name: "f" })])}[]\n${toText(talk.slice(1))}{"ti`,
    );
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2"]);
    expect(told(session)).toEqual([
      [2, 1, "an item that cannot be read: call_id: expected a string that is not empty, got undefined"],
      [3, 1, "a line that holds an array, where an object belongs"],
      [7, 1, "the last line, which was cut off or is no JSON"],
    ]);
  });

  it("lines of other types, once for each, and what is not sent", () => {
    const session = fromCodex([
      event("event_msg", { type: "task_started" }),
      ...talk,
      item({ type: "ghost_snapshot", ghost_commit: {} }),
      event("event_msg", { type: "turn_aborted", reason: "interrupted" }),
      event("event_msg", { type: "task_started" }),
    ]);
    expect(shortOf(session)).toHaveLength(4);
    expect(told(session)).toEqual([
      [1, 2, "a line that is no item: event_msg task_started"],
      [6, 1, "a line that is no item: response_item ghost_snapshot"],
      [7, 1, "a line that is no item: event_msg turn_aborted"],
    ]);
  });

  it("turns that were taken back, but not what stands before the first", () => {
    const rollBack = (turns: unknown) => event("event_msg", { type: "thread_rolled_back", num_turns: turns });
    const injected = item(said("<user_instructions>x"));
    const session = fromCodex([injected, ...talk, rollBack(1), item(said("instead"))]);
    expect(shortOf(session)).toEqual(["u <user_instructions>x", "u one", "a 1", "u instead"]);
    expect(told(session)).toEqual([[6, 2, "items of turns that were taken back"]]);
    expect(shortOf(fromCodex([injected, ...talk, rollBack(9)]))).toEqual(["u <user_instructions>x"]);
    for (const none of [0, -1, 0.5, "1", undefined])
      expect(shortOf(fromCodex([...talk, rollBack(none)]))).toHaveLength(4);
  });
});

describe("fromCodex() reads a session that was made shorter", () => {
  const replacement = [said("one"), said(SUMMARY)];
  const compacted = [
    ...talk,
    event("compacted", { message: SUMMARY, replacement_history: replacement }),
    item(said("three")),
  ];

  it("as the program kept it, with a summary that knows what it stands for", () => {
    const session = fromCodex(compacted);
    expect(shortOf(session)).toEqual(["u one", `s ${SUMMARY}`, "u three"]);
    expect(session.transcript.at(1)?.summary).toMatchObject({ entries: 3, turns: 2, rounds: 1 });
    expect(session.info.compactions).toBe(1);
    expect(told(session)).toEqual([[2, 3, "what was said before the last compaction, whose summary stands for it"]]);
  });

  it("from what people said and the summary, where the log does not tell what was kept", () => {
    const session = fromCodex([...talk, event("compacted", { message: "so far" }), item(said("three"))]);
    expect(shortOf(session)).toEqual(["u one", "u two", "s so far", "u three"]);
    expect(session.transcript.at(2)?.summary).toMatchObject({ entries: 2, rounds: 1 });
  });

  it("with the summary where the program put it, and at the end where it is not among what was kept", () => {
    const compact = (history: Item[]) =>
      shortOf(fromCodex([...talk, event("compacted", { message: SUMMARY, replacement_history: history })]));
    expect(compact([said(SUMMARY), said("two")])).toEqual([`s ${SUMMARY}`, "u two"]);
    expect(compact([said("two")])).toEqual(["u two", `s ${SUMMARY}`]);
  });

  it("with a summary that only the provider can read", () => {
    const compaction = { type: "compaction", encrypted_content: "gAAAAA" };
    const session = fromCodex([
      ...talk,
      event("compacted", { message: "", replacement_history: [said("one"), compaction] }),
    ]);
    expect(toResponsesItems(session.transcript).input).toEqual([said("one"), compaction]);
  });

  it("whole on request, the summary in its place", () => {
    const session = fromCodex(compacted, { history: "whole" });
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2", `s ${SUMMARY}`, "u three"]);
    expect(session.report).toEqual([]);
  });

  it("twice, adding up what the summaries stand for", () => {
    const twice = [...compacted, event("compacted", { message: "all", replacement_history: [said("all")] })];
    expect(fromCodex(twice).transcript.entries()).toMatchObject([{ summary: { entries: 5, rounds: 2 } }]);
    expect(fromCodex(twice, { history: "whole" }).transcript.at(-1)).toMatchObject({
      summary: { entries: 5, rounds: 2 },
    });
  });
});

describe("fromCodex() tells of the session", () => {
  it("what the log holds, of a copy its own", () => {
    const usage = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3, total_tokens: 13 };
    const git = { branch: "main", commit_hash: "c0ffee", repository_url: "git@example.org:a.git" };
    const meta = {
      id: "s",
      cwd: "/",
      cli_version: "0.118.0",
      forked_from_id: "s0",
      base_instructions: { text: "Be brief." },
      git,
    };
    const { info } = fromCodex([
      event("session_meta", meta),
      event("session_meta", { id: "s0" }),
      event("turn_context", { model: "gpt-5", cwd: "/a" }),
      ...talk,
      event("event_msg", { type: "token_count", info: { total_token_usage: usage } }),
      event("event_msg", { type: "token_count", info: null }),
    ]);
    expect(info).toEqual({
      id: "s",
      cwd: "/a",
      version: "0.118.0",
      gitBranch: "main",
      gitCommit: "c0ffee",
      gitRepository: "git@example.org:a.git",
      forkedFrom: "s0",
      instructions: "Be brief.",
      models: ["gpt-5"],
      startedAt: "2026-04-08T08:27:25.293Z",
      endedAt: "2026-04-08T08:27:25.293Z",
      usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 3 },
      compactions: 0,
      sidechains: [],
    });
  });
});

describe("fromCodex() refuses", () => {
  it("a log of another program, and arguments of a wrong type", () => {
    const claude = [{ type: "user", uuid: "u", message: { role: "user", content: "q" } }];
    expect(() => fromCodex(claude)).toThrow("Cannot read Codex session: none of its lines is of such a session");
    expect(() => fromCodex(null as never)).toThrow(
      new TypeError("Cannot read Codex session: expected text or lines, got null"),
    );
    expect(() => fromCodex("", { sidechain: "s" } as never)).toThrow(TypeError);
  });
});

describe("Transcript.from()", () => {
  it("names fromCodex() for the lines of a log", () => {
    expect(() => Transcript.from(talk as never)).toThrow("(fromCodex of colloquy/sessions reads such messages)");
  });
});
