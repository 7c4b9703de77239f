import { Transcript, TranscriptInputError } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { describe, expect, it } from "vitest";
import type { Message } from "./anthropic-messages.js";

const asked = (...ids: string[]): Message => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "f", input: {} })),
});
const answer = (id: string, content: unknown = "r"): Message => ({ type: "tool_result", tool_use_id: id, content });

function errorOf(read: () => unknown): TranscriptInputError {
  try {
    read();
  } catch (error) {
    if (error instanceof TranscriptInputError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("fromMessages() reads", () => {
  it("results and the text beside them as entries of their own", () => {
    const transcript = fromMessages([
      { role: "user", content: "q" },
      asked("a", "b"),
      {
        role: "user",
        content: [answer("b", ""), answer("a", [{ type: "text", text: "r" }]), { type: "text", text: "on" }],
      },
    ]);
    expect(transcript.entries().map(({ role, text }) => [role, text])).toEqual([
      ["user", "q"],
      ["assistant", ""],
      ["tool", ""],
      ["tool", "r"],
      ["user", "on"],
    ]);
    expect(transcript.check()).toEqual([]);
  });

  it("a list, a request and a returned message", () => {
    const messages = [{ role: "user", content: "x" }];
    expect(fromMessages(messages).length).toBe(1);
    expect(fromMessages({ messages, system: null }).length).toBe(1);
    expect(
      fromMessages({
        messages,
        system: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      }).at(0),
    ).toMatchObject({
      role: "system",
      text: "ab",
    });
    const returned = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [],
      model: "m",
      usage: { input_tokens: 1 },
    };
    expect(fromMessages(returned).at(0)?.providerMetadata).toEqual({
      anthropic: { id: "msg_1", type: "message", model: "m", usage: { input_tokens: 1 } },
    });
    expect(toMessages(fromMessages(returned)).messages).toEqual([{ role: "assistant", content: [] }]);
  });

  it("proofs and cache marks where other formats find them", () => {
    const [user, assistant] = fromMessages([
      { role: "user", content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "S" },
          { type: "redacted_thinking", data: "D" },
          { type: "text", text: "y" },
        ],
      },
    ]).entries();
    expect(user?.content[0]?.providerMetadata).toEqual({ anthropic: { cacheControl: { type: "ephemeral" } } });
    expect(assistant?.content).toMatchObject([
      { type: "reasoning", text: "hm", providerMetadata: { anthropic: { signature: "S" } } },
      { type: "reasoning", text: "", redacted: true, providerMetadata: { anthropic: { redactedData: "D" } } },
      { type: "text", text: "y" },
    ]);
  });

  it("files of every kind of source", () => {
    const sources = [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "image", source: { type: "url", url: "https://example.org/a" } },
      { type: "document", source: { type: "file", file_id: "file_1" }, title: "a.pdf" },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "hej" } },
      { type: "document", source: { type: "content", content: "x" } },
    ];
    const [entry] = fromMessages([{ role: "user", content: sources }]).entries();
    expect(entry?.content).toMatchObject([
      { type: "file", mediaType: "image/png", data: "AAAA" },
      { type: "file", mediaType: "image/*", data: { url: "https://example.org/a" } },
      { type: "file", filename: "a.pdf", data: { fileId: "file_1" } },
      { type: "file", mediaType: "text/plain", data: { url: "data:text/plain,hej" } },
      { type: "custom", format: "anthropic", value: sources[4] },
    ]);
  });

  it("results that come one by one, after the calls of a transcript from elsewhere", () => {
    const id = "functions.f:0 ü";
    let transcript = Transcript.from([
      { role: "user", text: "q" },
      { role: "assistant", text: "", toolCalls: [{ toolCallId: id, toolName: "a.b", input: {} }] },
    ]);
    const [call] = toMessages(transcript).messages[1]!.content as { id: string; name: string }[];
    transcript = fromMessages([{ role: "user", content: [answer(call!.id)] }], { after: transcript });
    expect(transcript.at(2)?.toolResult?.toolCallId).toBe(id);
    expect(transcript.check()).toEqual([]);
    expect(fromMessages(toMessages(transcript).messages).at(1)?.toolCalls?.[0]).toMatchObject({
      toolCallId: id,
      toolName: "a.b",
    });
  });

  it("ids that had to be told apart as the ids that they were", () => {
    const turn = [
      { role: "assistant" as const, text: "", toolCalls: [{ toolCallId: "0", toolName: "f", input: {} }] },
      { role: "tool" as const, toolResult: { toolCallId: "0", output: "r" } },
    ];
    const transcript = Transcript.from([{ role: "user", text: "q" }, ...turn, ...turn]);
    const { messages } = toMessages(transcript);
    const ids = messages
      .slice(1)
      .flatMap(({ content }) => (content as unknown as Message[]).flatMap(({ id }) => id ?? []));
    expect(new Set(ids).size).toBe(2);
    const back = fromMessages(messages);
    expect(back.entries().flatMap(({ toolCalls }) => toolCalls?.map(({ toolCallId }) => toolCallId) ?? [])).toEqual([
      "0",
      "0",
    ]);
    expect(toMessages(back)).toEqual({ messages, report: [] });
  });
});

describe("fromMessages() refuses", () => {
  it("what it cannot read, naming message and path, and lists all of it", () => {
    const sound = Array.from({ length: 7 }, () => ({ role: "user", content: "x" }));
    const block = { type: "text", text: "x" };
    const error = errorOf(() =>
      fromMessages([
        ...sound,
        { role: "user", content: [block, block, { type: "tool_result" }] },
        { role: "user" },
        7 as never,
      ]),
    );
    expect(error.message).toBe(
      "Cannot read messages: message 7 (user): content[2].tool_use_id: expected a string, got undefined (and 2 more issues)",
    );
    expect(error.code).toBe("invalid-messages");
    expect(error.issues.map(({ entry, path }) => [entry, path.join(".")])).toEqual([
      [7, "content.2.tool_use_id"],
      [8, "content"],
      [9, ""],
    ]);
  });

  it.each<[string, unknown, string]>([
    [
      "a block without a type",
      { role: "user", content: [{ words: "x" }] },
      "content[0].type: expected a string, got undefined",
    ],
    [
      "a text that is none",
      { role: "user", content: [{ type: "text", text: 5 }] },
      "content[0].text: expected a string, got a number",
    ],
    [
      "a call without an id",
      { role: "assistant", content: [{ type: "tool_use", name: "f", input: {} }] },
      "content[0].id: expected a string, got undefined",
    ],
    [
      "an empty id",
      { role: "assistant", content: [{ type: "tool_use", id: "", name: "f", input: {} }] },
      "content[0].id: expected a string that is not empty, got an empty one",
    ],
    [
      "a flag that is none",
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", is_error: "yes" }] },
      "content[0].is_error: expected a boolean, got a string",
    ],
    ["content that is none", { role: "user", content: 7 }, "content: expected a string or an array, got a number"],
  ])("%s", (_what, message, text) => {
    const role = (message as { role: string }).role;
    expect(errorOf(() => fromMessages([message as object])).message).toBe(
      `Cannot read messages: message 0 (${role}): ${text}`,
    );
  });

  it("arguments of a wrong type, and a system that is none", () => {
    expect(() => fromMessages("x" as never)).toThrow(TypeError);
    expect(() => fromMessages(Transcript.empty as never)).toThrow("got a Transcript");
    expect(() => fromMessages({ messages: [], system: 5 as never })).toThrow(
      "system: expected a string or an array, got a number",
    );
    expect(() => fromMessages([], { after: "[]" as never })).toThrow("options.after");
    expect(errorOf(() => fromMessages({ messages: [], system: [{ type: "text" }] })).message).toBe(
      "Cannot read messages: system[0].text: expected a string, got undefined",
    );
  });
});
