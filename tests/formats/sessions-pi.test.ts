import { Transcript } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { toChatMessages, toResponsesItems } from "colloquy/openai";
import { fromPi, type Session } from "colloquy/sessions";
import { describe, expect, it } from "vitest";
import { sharedDataIsThere, sharedLogs } from "../support/data.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { responsesFaults } from "./acceptance/openai-responses.js";
import { type Line, text } from "./sessions-logs.js";

const header: Line = { type: "session", version: 3, id: "s", cwd: "/a", parentSession: "s0" };
const message = (id: string, parentId: string | null, role: string, content: unknown, rest: Line = {}): Line => ({
  type: "message",
  id,
  parentId,
  timestamp: "2025-11-20T23:33:01.550Z",
  message: { role, content, ...rest },
});
const claude = { api: "anthropic-messages", provider: "anthropic", model: "claude" };
const talk = [
  message("1", null, "user", "one"),
  message("2", "1", "assistant", [text("1")], claude),
  message("3", "2", "user", [text("two")]),
  message("4", "3", "assistant", [text("2")], claude),
];

const shortOf = ({ transcript }: Session): string[] =>
  transcript.entries().map(({ role, text: words }) => `${role[0]} ${words}`);
const told = ({ report }: Session): [number, number, string][] =>
  report.map(({ line, count, what }) => [line, count, what]);

describe("fromPi()", () => {
  it("reads text, pictures, thoughts, calls and results", () => {
    const session = fromPi([
      header,
      message("1", null, "user", [text("q"), { type: "image", data: "AAAA", mimeType: "image/png" }]),
      message(
        "2",
        "1",
        "assistant",
        [
          { type: "thinking", thinking: "t", thinkingSignature: "SIG" },
          { type: "toolCall", id: "c", name: "f", arguments: { a: 1 } },
        ],
        { ...claude, stopReason: "aborted" },
      ),
      message("3", "2", "toolResult", [text("r")], {
        toolCallId: "c",
        toolName: "f",
        isError: true,
        details: { d: 1 },
      }),
    ]);
    expect(session.transcript.entries()).toMatchObject([
      { id: "1", createdAt: "2025-11-20T23:33:01.550Z" },
      { partial: true, providerMetadata: { anthropic: { model: "claude", stopReason: "aborted" } } },
      { metadata: { details: { d: 1 } } },
    ]);
    expect(toMessages(session.transcript).messages).toEqual([
      {
        role: "user",
        content: [text("q"), { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "t", signature: "SIG" },
          { type: "tool_use", id: "c", name: "f", input: { a: 1 } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: [text("r")], is_error: true }] },
    ]);
    expect(session.report).toEqual([]);
  });

  it("keeps blocks that it does not know, and proofs of other providers where nobody is sent them", () => {
    const { transcript } = fromPi([
      message(
        "1",
        null,
        "assistant",
        [
          { type: "later", x: 1 },
          { type: "thinking", thinking: "t", thinkingSignature: "{}" },
        ],
        {
          api: "openai-responses",
          provider: "openai",
          model: "gpt",
        },
      ),
    ]);
    expect(transcript.at(0)?.content).toMatchObject([
      { type: "custom", format: "pi", value: { type: "later", x: 1 } },
      { type: "reasoning", providerMetadata: { pi: { thinkingSignature: "{}" } } },
    ]);
  });

  it("reads what else the model was sent, with its type", () => {
    const { transcript } = fromPi([
      { type: "branch_summary", id: "1", parentId: null, summary: "elsewhere" },
      { type: "custom_message", id: "2", parentId: "1", customType: "lint", content: [text("two faults")] },
    ]);
    expect(transcript.entries()).toMatchObject([
      { role: "user", text: "elsewhere", metadata: { type: "branch_summary" } },
      { role: "user", text: "two faults", metadata: { type: "custom_message", customType: "lint" } },
    ]);
  });

  it("follows the branch of the last line, and the order of the file where a link is missing", () => {
    const branched = fromPi([...talk, message("5", "2", "user", "instead")]);
    expect(shortOf(branched)).toEqual(["u one", "a 1", "u instead"]);
    expect(told(branched)).toEqual([[3, 2, "a line of a branch that was left"]]);
    const broken = fromPi(talk.toSpliced(1, 1));
    expect(shortOf(broken)).toEqual(["u one", "u two", "a 2"]);
    expect(broken.report).toMatchObject([{ line: 2, action: "converted" }]);
    const older = talk.map(({ type, message: said }): Line => ({ type, message: said }));
    expect(shortOf(fromPi(older))).toEqual(["u one", "a 1", "u two", "a 2"]);
  });

  it("reads a session that was made shorter from its last summary on, or whole", () => {
    const compacted = (id: string, parentId: string, kept: string): Line => ({
      type: "compaction",
      id,
      parentId,
      summary: `so far ${id}`,
      firstKeptEntryId: kept,
    });
    const log = [
      ...talk,
      compacted("5", "4", "3"),
      message("6", "5", "user", "three"),
      compacted("7", "6", "6"),
      message("8", "7", "assistant", [text("3")], claude),
    ];
    const session = fromPi(log);
    expect(shortOf(session)).toEqual(["s so far 7", "u three", "a 3"]);
    expect(session.transcript.at(0)?.summary).toMatchObject({ entries: 4, turns: 2, rounds: 2 });
    expect(told(session)).toEqual([[1, 4, "what was said before the last compaction, whose summary stands for it"]]);
    const whole = ["u one", "a 1", "s so far 5", "u two", "a 2", "s so far 7", "u three", "a 3"];
    expect(shortOf(fromPi(log, { history: "whole" }))).toEqual(whole);
  });

  it("leaves out what it cannot read or the model was not sent, by the number of the line", () => {
    const session = fromPi([
      ...talk.slice(0, 2).map((line) => JSON.stringify(line)),
      message("3", "2", "user", [{ type: "text" }]),
      message("4", "3", "assistant", [], { ...claude, stopReason: "aborted" }),
      message("5", "4", "bashExecution", undefined, { command: "ls" }),
      { type: "label", id: "6", parentId: "5" },
      '{"type":"mess',
    ]);
    expect(shortOf(session)).toEqual(["u one", "a 1"]);
    expect(told(session)).toEqual([
      [3, 1, "a message that cannot be read: content[0].text: expected a string, got undefined"],
      [4, 1, "a message that says nothing"],
      [5, 1, "a line that is no message: message bashExecution"],
      [6, 1, "a line that is no message: label"],
      [7, 1, "the last line, which was cut off or is no JSON"],
    ]);
  });

  it("tells of the session what the log holds, and refuses a log of another program", () => {
    const usage = { input: 1, cacheRead: 10, cacheWrite: 100, output: 1000 };
    const { info } = fromPi([
      header,
      message("1", null, "assistant", [text("1")], { ...claude, usage }),
      { type: "session_info", id: "2", parentId: "1", name: "A title" },
    ]);
    expect(info).toEqual({
      id: "s",
      title: "A title",
      cwd: "/a",
      forkedFrom: "s0",
      models: ["claude"],
      compactions: 0,
      sidechains: [],
      startedAt: "2025-11-20T23:33:01.550Z",
      endedAt: "2025-11-20T23:33:01.550Z",
      usage: { inputTokens: 111, cachedInputTokens: 10, outputTokens: 1000 },
    });
    expect(() => fromPi([{ type: "user", uuid: "u" }])).toThrow(
      "Cannot read pi session: none of its lines is of such a session",
    );
  });

  it.runIf(sharedDataIsThere).each(sharedLogs("pi"))(
    "reads a recorded session soundly (from ../shared/data): $name",
    ({ log }) => {
      const { transcript, report } = fromPi(log);
      const left = report.reduce((total, { count }) => total + count, 0);
      expect(transcript.length + left + 1).toBe(log.trim().split("\n").length);
      expect(Transcript.fromJson(transcript.toJson()).toJson()).toBe(transcript.toJson());
      for (const one of [transcript, transcript.repair().transcript, transcript.compact({ keepLast: 10 })]) {
        expect(anthropicFaults(toMessages(one))).toEqual([]);
        expect(responsesFaults(toResponsesItems(one).input)).toEqual([]);
        expect(chatFaults(toChatMessages(one).messages)).toEqual([]);
      }
    },
  );
});

describe("Transcript.from()", () => {
  it("names fromPi() for the lines of a log", () => {
    expect(() => Transcript.from(talk as never)).toThrow("(fromPi of colloquy/sessions reads such messages)");
  });
});
