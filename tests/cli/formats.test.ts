import { Transcript } from "colloquy";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../../src/cli/formats.js";
import { colloquy, Folder } from "../support/command-line.js";

const folder = new Folder();

/** One small file of each format, as whoever writes it would; and what its messages say. */
const SAMPLES: Readonly<Record<string, { readonly file: unknown; readonly texts: readonly string[] }>> = {
  colloquy: {
    file: { format: "colloquy", version: 1, entries: [{ role: "user", content: "hi" }] },
    texts: ["hi"],
  },
  "openai-chat": {
    file: [
      { role: "user", content: "hi" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c", content: "done" },
    ],
    texts: ["hi", "", "done"],
  },
  "openai-responses": {
    file: [
      { role: "user", content: "hi" },
      { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: "done" },
    ],
    texts: ["hi", "", "done"],
  },
  anthropic: {
    file: [
      { role: "user", content: "hi" },
      { role: "assistant", content: [{ type: "tool_use", id: "c", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "done" }] },
    ],
    texts: ["hi", "", "done"],
  },
  gemini: {
    file: [
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ text: "hello" }] },
    ],
    texts: ["hi", "hello"],
  },
  bedrock: {
    file: [
      { role: "user", content: [{ text: "hi" }] },
      { role: "assistant", content: [{ text: "hello" }] },
    ],
    texts: ["hi", "hello"],
  },
  "ai-sdk": {
    file: [
      { role: "user", content: "hi" },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "f", input: {} }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "c", toolName: "f", output: { type: "text", value: "done" } }],
      },
    ],
    texts: ["hi", "", "done"],
  },
  "ai-sdk-ui": {
    file: [
      { id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] },
      { id: "m2", role: "assistant", parts: [{ type: "step-start" }, { type: "text", text: "hello" }] },
    ],
    texts: ["hi", "hello"],
  },
  langchain: {
    file: [
      { type: "human", data: { content: "hi" } },
      { type: "ai", data: { content: "hello" } },
    ],
    texts: ["hi", "hello"],
  },
  otel: {
    file: [
      { role: "user", parts: [{ type: "text", content: "hi" }] },
      { role: "assistant", parts: [{ type: "text", content: "hello" }], finish_reason: "stop" },
    ],
    texts: ["hi", "hello"],
  },
  "claude-code": {
    file: lines(
      { type: "summary", summary: "A talk", leafUuid: "u2" },
      { type: "user", uuid: "u1", parentUuid: null, sessionId: "s", message: { role: "user", content: "hi" } },
      {
        type: "assistant",
        uuid: "u2",
        parentUuid: "u1",
        sessionId: "s",
        message: { id: "m", role: "assistant", content: [{ type: "text", text: "hello" }] },
      },
    ),
    texts: ["hi", "hello"],
  },
  codex: {
    file: lines(
      { timestamp: "2031-02-03T04:05:06Z", type: "session_meta", payload: { id: "s" } },
      {
        type: "response_item",
        payload: { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
      },
    ),
    texts: ["hi"],
  },
  "gemini-cli": {
    file: {
      sessionId: "s",
      messages: [
        { id: "1", type: "user", timestamp: "2031-02-03T04:05:06Z", content: [{ text: "hi" }] },
        { id: "2", type: "info", content: "Request cancelled." },
        {
          id: "3",
          type: "gemini",
          content: "hello",
          thoughts: [{ subject: "Greeting", description: "I greet." }],
          toolCalls: [
            {
              id: "c",
              name: "f",
              args: {},
              status: "success",
              result: [{ functionResponse: { response: { output: "done" } } }],
            },
            {
              id: "d",
              name: "f",
              args: {},
              status: "cancelled",
              result: [{ functionResponse: { response: { error: "no" } } }],
            },
          ],
        },
      ],
    },
    texts: ["hi", "hello", "done", "no"],
  },
  opencode: {
    file: {
      info: { id: "ses" },
      messages: [
        { info: { id: "m1", role: "user", time: { created: 0 } }, parts: [{ type: "text", text: "hi", id: "p" }] },
        {
          info: { id: "m2", role: "assistant", time: { created: 1 } },
          parts: [
            { type: "step-start" },
            { type: "text", text: "hello" },
            { type: "tool", tool: "f", callID: "c", state: { status: "completed", input: {}, output: "done" } },
            { type: "tool", tool: "f", callID: "d", state: { status: "error", input: {}, error: "no" } },
            { type: "tool", tool: "f", callID: "e", state: { status: "running", input: {} } },
          ],
        },
      ],
    },
    texts: ["hi", "hello", "done", "no"],
  },
  pi: {
    file: lines(
      { type: "session", id: "s", cwd: "/home/me" },
      { type: "message", timestamp: "2031-02-03T04:05:06Z", message: { role: "user", content: "hi" } },
      {
        type: "message",
        message: { role: "assistant", content: [{ type: "toolCall", id: "c", name: "f", arguments: {} }] },
      },
      {
        type: "message",
        message: {
          role: "toolResult",
          toolCallId: "c",
          toolName: "f",
          content: [{ type: "text", text: "no" }],
          isError: true,
        },
      },
      { type: "model_change", modelId: "m" },
    ),
    texts: ["hi", "", "no"],
  },
  inspect: {
    file: {
      eval: { task: "t" },
      samples: [
        {
          messages: [
            { role: "user", content: [{ type: "text", text: "hi" }] },
            { role: "assistant", content: "", tool_calls: [{ id: "c", function: "f", arguments: {} }] },
            { role: "tool", tool_call_id: "c", function: "f", content: "attachment://long" },
          ],
          attachments: { long: "done" },
        },
      ],
    },
    texts: ["hi", "", "done"],
  },
  "swe-agent": {
    file: {
      trajectory: [],
      history: [
        { role: "user", content: "hi", agent: "main" },
        {
          role: "assistant",
          content: "hello",
          tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", content: "done", tool_call_ids: ["c"] },
      ],
    },
    texts: ["hi", "hello", "done"],
  },
};

function lines(...objects: readonly object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join("");
}

async function textsOf(path: string): Promise<string[]> {
  const { out } = await colloquy(["convert", path, "--to", "colloquy"]);
  return Transcript.fromJson(out)
    .entries()
    .map((entry) => entry.text);
}

describe("formats", () => {
  it("reads of a session of pi the branch that it would go on with, also where its first line is torn", async () => {
    const message = (id: string, parentId: string | null, content: string): object => {
      return { type: "message", id, parentId, message: { role: "user", content } };
    };
    const branches = lines(message("1", null, "one"), message("2", "1", "left"), message("3", "1", "two"));
    const path = folder.write("branches.jsonl", `{"type":"session","cw\n${branches}`);
    expect(await textsOf(path)).toEqual(["one", "two"]);
  });

  it("has a sample of each", () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(FORMATS.map(({ name }) => name).sort());
  });

  for (const [name, { file, texts }] of Object.entries(SAMPLES)) {
    it(`recognises ${name} by its shape, and reads what it says`, async () => {
      const path = folder.write(`${name}.json`, file);
      const { out } = await colloquy(["stats", "--json", path]);
      expect(JSON.parse(out)).toMatchObject({ source: path, format: name, entries: texts.length });
      expect(await textsOf(path)).toEqual(texts);
    });
  }
});
