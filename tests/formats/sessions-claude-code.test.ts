import { Transcript } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { fromClaudeCode, type Session } from "colloquy/sessions";
import { describe, expect, it } from "vitest";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { answer, type Line, result, text, toText, use, user } from "./sessions-logs.js";

/** What a transcript says, in short: who, what, and the calls. */
function shortOf({ transcript }: Session): string[] {
  return transcript.entries().map(({ role, text: words, toolCalls, toolResult }) => {
    const calls = (toolCalls ?? []).map(({ toolCallId }) => `+${toolCallId}`);
    const results = toolResult === undefined ? [] : [`-${toolResult.toolCallId}`];
    return [role[0], words, ...calls, ...results].filter(Boolean).join(" ");
  });
}

const told = ({ report }: Session): [number, number, string][] =>
  report.map(({ line, count, what }) => [line, count, what]);
const boundary = (uuid: string, before: string | undefined, metadata: Line = {}): Line => ({
  parentUuid: null,
  ...(before !== undefined && { logicalParentUuid: before }),
  type: "system",
  subtype: "compact_boundary",
  uuid,
  compactMetadata: { trigger: "auto", preTokens: 9, ...metadata },
});
const summary = (uuid: string, parent: string): Line => user(uuid, parent, "so far", { isCompactSummary: true });

const talk = [
  user("u1", null, "one"),
  answer("a1", "u1", "m1", [text("1")]),
  user("u2", "a1", "two"),
  answer("a2", "u2", "m2", [text("2")]),
];

describe("fromClaudeCode() reads", () => {
  it("text, lines of text, parsed lines and any iterable of them to the same", () => {
    const text = toText(talk);
    const session = fromClaudeCode(text);
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2"]);
    expect(session.report).toEqual([]);
    for (const log of [text.split("\n"), talk, new Set(talk), `\uFEFF${text.replaceAll("\n", "\r\n")}`, text.trim()]) {
      expect(fromClaudeCode(log)).toEqual(session);
    }
  });

  it("an empty log to an empty transcript", () => {
    for (const log of ["", "\n", [], ['{"type":"us']]) expect(fromClaudeCode(log).transcript.length).toBe(0);
  });

  it("the lines of one answer into one entry at the place of the first, results between them behind it", () => {
    const session = fromClaudeCode([
      user("u1", null, "q"),
      answer("a1", "u1", "m", [{ type: "thinking", thinking: "t", signature: "S" }]),
      answer("a2", "a1", "m", [use("x")]),
      user("r1", "a2", [result("x")]),
      answer("a3", "a2", "m", [use("y")]),
      user("r2", "a3", [result("y")]),
    ]);
    expect(shortOf(session)).toEqual(["u q", "a +x +y", "t r -x", "t r -y"]);
    expect(session.transcript.check()).toEqual([]);
    const { messages, report } = toMessages(session.transcript);
    expect(messages.map(({ content }) => content.length)).toEqual([1, 3, 2]);
    expect(report).toEqual([]);
    expect(told(session)).toEqual([[3, 2, "a line of an answer that has several, which are one entry"]]);
  });

  it("results of parallel calls in the order of the log, as they were sent", () => {
    const session = fromClaudeCode([
      user("u1", null, "q"),
      answer("a1", "u1", "m", [use("x"), use("y")]),
      user("r2", "a1", [result("y")]),
      user("r1", "r2", [result("x")]),
    ]);
    const { messages, report } = toMessages(session.transcript);
    expect(messages[2]!.content).toEqual([result("y"), result("x")]);
    expect(report).toEqual([]);
  });

  it("a block once that an answer has twice", () => {
    const session = fromClaudeCode([
      user("u1", null, "q"),
      answer("a1", "u1", "m", [text("A")]),
      answer("a2", "a1", "m", [text("A"), use("x")]),
    ]);
    expect(shortOf(session)).toEqual(["u q", "a A +x"]);
    expect(told(session)).toContainEqual([3, 1, "a block that its answer has already"]);
  });

  it("ids, times, and what tools and the provider told beside the messages", () => {
    const rest = { timestamp: "2026-01-05T14:30:36.152Z", requestId: "req_1" };
    const { transcript } = fromClaudeCode([
      user("u1", null, "q", { isMeta: true, timestamp: rest.timestamp }),
      answer("a1", "u1", "m", [use("x")], rest),
      user("r1", "a1", [result("x")], { toolUseResult: { stdout: "r" } }),
    ]);
    expect(transcript.at(0)).toMatchObject({ id: "u1", createdAt: rest.timestamp, metadata: { isMeta: true } });
    expect(transcript.at(1)).toMatchObject({
      id: "a1",
      providerMetadata: { anthropic: { id: "m", model: "claude", requestId: "req_1" } },
    });
    expect(transcript.at(2)).toMatchObject({ id: "r1", metadata: { toolUseResult: { stdout: "r" } } });
    expect(toMessages(transcript).messages[1]).toEqual({ role: "assistant", content: [use("x")] });
  });
});

describe("fromClaudeCode() follows", () => {
  it("the branch of the newest message, and tells how much it left", () => {
    const session = fromClaudeCode([...talk, user("u3", "a1", "instead"), answer("a3", "u3", "m3", [text("3")])]);
    expect(shortOf(session)).toEqual(["u one", "a 1", "u instead", "a 3"]);
    expect(told(session)).toEqual([[3, 2, "messages of branches that were left"]]);
  });

  it("links through lines that are no messages, and to lines that stand later", () => {
    const [first, second, third, fourth] = talk;
    const session = fromClaudeCode([
      second!,
      first!,
      { type: "attachment", uuid: "x", parentUuid: "a1", attachment: { type: "file" } },
      { ...third, parentUuid: "x" },
      fourth!,
    ]);
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2"]);
    expect(told(session)).toEqual([[3, 1, "a line that is no message: attachment file"]]);
  });

  it("the order of the file where a link is missing", () => {
    const session = fromClaudeCode(talk.toSpliced(1, 1));
    expect(shortOf(session)).toEqual(["u one", "u two", "a 2"]);
    expect(session.report).toMatchObject([{ line: 2, action: "converted" }]);
  });

  it("the later of two lines with one uuid, and no link in a circle", () => {
    const session = fromClaudeCode([...talk, user("u2", "a1", "two again")]);
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two again"]);
    const circle = fromClaudeCode([user("u1", "u2", "one"), user("u2", "u1", "two")]);
    expect(shortOf(circle)).toEqual(["u one", "u two"]);
  });

  it("the results of its calls that hang off other lines", () => {
    const session = fromClaudeCode([
      user("u1", null, "q"),
      answer("a1", "u1", "m", [use("x")]),
      answer("a2", "a1", "m", [use("y")]),
      user("r1", "a1", [result("x")]),
      user("r2", "a2", [result("y")]),
      answer("a3", "r2", "m2", [text("done")]),
    ]);
    expect(shortOf(session)).toEqual(["u q", "a +x +y", "t r -x", "t r -y", "a done"]);
  });
});

describe("fromClaudeCode() leaves out", () => {
  it("lines that cannot be read, by their number", () => {
    const session = fromClaudeCode(`${toText([talk[0]])}garbage\n7\n${toText(talk.slice(1))}{"type":"user","mess`);
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2"]);
    expect(told(session)).toEqual([
      [2, 1, "a line that is no JSON"],
      [3, 1, "a line that holds a number, where an object belongs"],
      [7, 1, "the last line, which was cut off or is no JSON"],
    ]);
  });

  it("a message whose blocks cannot be read, naming the place without content", () => {
    const session = fromClaudeCode([
      talk[0],
      answer("a1", "u1", "m", [{ type: "text", text: 7 }]),
      user("u2", "a1", "two"),
    ] as Line[]);
    expect(shortOf(session)).toEqual(["u one", "u two"]);
    expect(told(session)).toEqual([
      [2, 1, "a message that cannot be read: content[0].text: expected a string, got a number"],
    ]);
  });

  it("metadata that a transcript cannot hold, and keeps the message", () => {
    const session = fromClaudeCode([user("u1", null, "one", { timestamp: "yesterday" })]);
    expect(session.transcript.at(0)?.text).toBe("one");
    expect(session.report).toMatchObject([{ line: 1, action: "dropped" }]);
  });

  it("errors of the API, what is shown to people alone, and lines of other types", () => {
    const session = fromClaudeCode([
      ...talk,
      { ...answer("e1", "a2", "e", [text("API Error")]), isApiErrorMessage: true },
      user("d1", "e1", "shown", { isVisibleInTranscriptOnly: true, todos: [] }),
      user("u3", "d1", "three", { todos: [] }),
      { type: "queue-operation", operation: "enqueue", sessionId: "s" },
      { type: "a type\nof hostile length", sessionId: "s" },
    ]);
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2", "u three"]);
    expect(told(session)).toEqual([
      [5, 1, "an error in the form of an answer"],
      [6, 1, "a message that is shown to people alone"],
      [7, 1, "what stands beside a message: todos"],
      [8, 1, "a line that is no message: queue-operation"],
      [9, 1, "a line that is no message: of an unknown type"],
    ]);
  });

  it("talks of other agents, which the option sidechain reads", () => {
    const log = [
      ...talk.slice(0, 2),
      user("s1", null, "task", { isSidechain: true }),
      answer("s2", "s1", "ms", [text("done")], { isSidechain: true }),
      user("t1", null, "other", { isSidechain: true, agentId: "agent-7" }),
      ...talk.slice(2),
    ];
    const session = fromClaudeCode(log);
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2"]);
    expect(session.info.sidechains).toEqual([
      { id: "s1", lines: 2 },
      { id: "agent-7", lines: 1 },
    ]);
    expect(session.report.map(({ line, count }) => [line, count])).toEqual([
      [3, 2],
      [5, 1],
    ]);
    expect(shortOf(fromClaudeCode(log, { sidechain: "s1" }))).toEqual(["u task", "a done"]);
    expect(shortOf(fromClaudeCode(log, { sidechain: "agent-7" }))).toEqual(["u other"]);
    expect(() => fromClaudeCode(log, { sidechain: "s2" })).toThrow(RangeError);
    expect(shortOf(fromClaudeCode(log.slice(2, 4)))).toEqual(["u task", "a done"]);
  });

  it("another agent's words where a talk hangs off them", () => {
    const log = [
      talk[0]!,
      user("s1", "u1", "task", { isSidechain: true }),
      answer("a1", "s1", "m1", [text("1")]),
      answer("s2", "s1", "ms", [text("done")], { isSidechain: true }),
    ];
    expect(shortOf(fromClaudeCode(log))).toEqual(["u one", "a 1"]);
    expect(shortOf(fromClaudeCode(log, { sidechain: "s1" }))).toEqual(["u task", "a done"]);
  });
});

describe("fromClaudeCode() reads a session that was made shorter", () => {
  const compacted = [...talk, boundary("b", "a2"), summary("c", "b"), user("u3", "c", "three")];

  it("from the summary on, which knows what it stands for", () => {
    const session = fromClaudeCode(compacted);
    expect(shortOf(session)).toEqual(["s so far", "u three"]);
    expect(session.transcript.at(0)).toMatchObject({
      id: "c",
      summary: { entries: 4, turns: 2, rounds: 1 },
      metadata: { compactMetadata: { trigger: "auto", preTokens: 9 } },
    });
    expect(session.info.compactions).toBe(1);
    expect(told(session)).toEqual([[1, 4, "what was said before the last compaction, whose summary stands for it"]]);
  });

  it("whole on request, the summary in its place", () => {
    const session = fromClaudeCode(compacted, { history: "whole" });
    expect(shortOf(session)).toEqual(["u one", "a 1", "u two", "a 2", "s so far", "u three"]);
    expect(session.report).toEqual([]);
  });

  it("twice, adding up what the summaries stand for", () => {
    const twice = [...compacted, boundary("b2", "u3"), summary("c2", "b2")];
    const mark = { entries: 5, turns: 3, rounds: 2 };
    expect(fromClaudeCode(twice).transcript.entries()).toMatchObject([{ summary: mark }]);
    expect(fromClaudeCode(twice, { history: "whole" }).transcript.at(-1)).toMatchObject({ summary: mark });
  });

  it("with the messages that were preserved behind the summary", () => {
    const segment = { preservedSegment: { headUuid: "u2", anchorUuid: "c", tailUuid: "a2" } };
    const list = { preservedMessages: { anchorUuid: "c", uuids: ["u2", "a2"] } };
    for (const metadata of [segment, list]) {
      for (const parent of ["c", "a2"]) {
        const log = [...talk, boundary("b", "a2", metadata), summary("c", "b"), user("u3", parent, "three")];
        const session = fromClaudeCode(log);
        expect(shortOf(session)).toEqual(["s so far", "u two", "a 2", "u three"]);
        expect(session.transcript.at(0)?.summary?.entries).toBe(2);
        expect(shortOf(fromClaudeCode(log, { history: "whole" }))).toEqual(["u one", "a 1", ...shortOf(session)]);
      }
    }
  });

  it("as it was while the summary is missing", () => {
    expect(shortOf(fromClaudeCode([...talk, boundary("b", "a2"), user("u3", "b", "three")]))).toEqual([
      "u one",
      "a 1",
      "u two",
      "a 2",
      "u three",
    ]);
  });

  it("to messages that are accepted", () => {
    for (const history of ["live", "whole"] as const) {
      const { transcript } = fromClaudeCode(compacted, { history });
      expect(anthropicFaults(toMessages(transcript))).toEqual([]);
    }
  });
});

describe("fromClaudeCode() tells of the session", () => {
  it("what the log holds, the newest first", () => {
    const usage = {
      input_tokens: 1,
      cache_read_input_tokens: 10,
      cache_creation_input_tokens: 100,
      output_tokens: 1000,
    };
    const message = { id: "m", role: "assistant", model: "claude-2", content: [text("1")], usage };
    const line = { type: "assistant", sessionId: "s", cwd: "/a", version: "2", gitBranch: "main", message };
    const { info } = fromClaudeCode([
      { type: "summary", summary: "A title", leafUuid: "a1" },
      { ...line, uuid: "a1", parentUuid: null, cwd: "/", timestamp: "2026-01-05T14:30:36.152Z" },
      { ...line, uuid: "a2", parentUuid: "a1", timestamp: "2026-01-05T14:30:37.152Z" },
    ]);
    expect(info).toEqual({
      id: "s",
      title: "A title",
      cwd: "/a",
      version: "2",
      gitBranch: "main",
      models: ["claude-2"],
      startedAt: "2026-01-05T14:30:36.152Z",
      endedAt: "2026-01-05T14:30:37.152Z",
      usage: { inputTokens: 111, cachedInputTokens: 10, outputTokens: 1000 },
      compactions: 0,
      sidechains: [],
    });
  });
});

describe("fromClaudeCode() refuses", () => {
  it("a log of another program, and arguments of a wrong type", () => {
    const codex = [{ timestamp: "2026-01-05T14:30:36.152Z", type: "session_meta", payload: { id: "s" } }];
    expect(() => fromClaudeCode(codex)).toThrow(
      expect.objectContaining({
        code: "invalid-messages",
        message: "Cannot read Claude Code session: none of its lines is of such a session",
      }),
    );
    expect(() => fromClaudeCode(7 as never)).toThrow(
      new TypeError("Cannot read Claude Code session: expected text or lines, got a number"),
    );
    expect(() => fromClaudeCode("", { history: "all" as never })).toThrow(
      new TypeError('Cannot read Claude Code session: options.history: expected "live" or "whole", got another string'),
    );
    expect(() => fromClaudeCode("", { sidechain: 1 as never })).toThrow(TypeError);
    expect(() => fromClaudeCode("", { after: undefined, before: 1 } as never)).toThrow(
      new TypeError('Cannot read Claude Code session: options: unknown key "before"'),
    );
  });
});

describe("Transcript.from()", () => {
  it("names fromClaudeCode() for the lines of a log", () => {
    expect(() => Transcript.from(talk as never)).toThrow("(fromClaudeCode of colloquy/sessions reads such messages)");
  });
});
