import { listToolCalls, Transcript, TranscriptInputError } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { messagesOf, sharedCasesAreThere } from "../support/cases.js";
import { dump } from "../support/dump.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import type { Message } from "./openai-chat-messages.js";

const call = (id: string, args = "{}"): Message => ({ id, type: "function", function: { name: "f", arguments: args } });
const asked = (...ids: string[]): Message => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const answered = (id: string, content = "r"): Message => ({ role: "tool", tool_call_id: id, content });

function errorOf(read: () => unknown): TranscriptInputError {
  try {
    read();
  } catch (error) {
    if (error instanceof TranscriptInputError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("fromChatMessages() reads", () => {
  it("content as parts: a string, a list, nothing", () => {
    const read = fromChatMessages([
      { role: "user", content: "x" },
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      { role: "user", content: "" },
      asked("c"),
    ]);
    expect(read.entries().map(({ text }) => text)).toEqual(["x", "ab", "", ""]);
    expect(read.at(2)?.content).toEqual([{ type: "text", text: "" }]);
    expect(read.at(3)?.content).toMatchObject([{ type: "tool-call" }]);
    expect(read.at(0)).not.toHaveProperty("source");
    expect(read.at(3)).not.toHaveProperty("source");
  });

  it.each([
    ['{"n": 1.0}', { n: 1 }],
    ["", ""],
    ["{bad", "{bad"],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"n":12345678901234567890}', { n: 12345678901234567000 }],
    ["null", null],
  ])("arguments %j verbatim, and their value", (text, input) => {
    const messages = [{ role: "assistant", content: null, tool_calls: [call("c", text)] }, answered("c")];
    const read = fromChatMessages(messages);
    expect(read.at(0)?.toolCalls?.[0]).toEqual({
      type: "tool-call",
      toolCallId: "c",
      toolName: "f",
      input,
      inputText: text,
    });
    expect(dump(toChatMessages(read).messages)).toBe(dump(messages));
  });

  it("arguments that are nested too deep for a transcript as their text", () => {
    const text = "[".repeat(600) + "]".repeat(600);
    const messages = [{ role: "assistant", content: null, tool_calls: [call("c", text)] }, answered("c")];
    const read = Transcript.fromJson(fromChatMessages(messages).toJson());
    expect(read.at(0)?.toolCalls?.[0].input).toBe(text);
    expect(toChatMessages(read).messages).toEqual(messages);
  });

  it("the text of a custom tool call as it is, never as JSON", () => {
    const tool_calls = ["*** begin", '{"a":1}', "7", ""].map((input, index) => ({
      id: `c${index}`,
      type: "custom",
      custom: { name: "patch", input },
    }));
    const messages = [{ role: "assistant", content: null, tool_calls }, ...tool_calls.map(({ id }) => answered(id))];
    const read = fromChatMessages(messages);
    expect(read.at(0)?.toolCalls?.map(({ input, inputText }) => [input, inputText])).toEqual(
      tool_calls.map(({ custom }) => [custom.input, custom.input]),
    );
    expect(toChatMessages(read)).toEqual({ messages, report: [] });
  });

  it("images, sound and files, and names their kind", () => {
    const parts = [
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
      { type: "image_url", image_url: { url: "https://example.org/a" } },
      { type: "input_audio", input_audio: { data: "UklGRg==", format: "mp3" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" } },
      { type: "file", file: { filename: "a.pdf", file_data: "JVBERg==" } },
      { type: "file", file: { file_id: "file-1" } },
    ];
    const read = fromChatMessages([{ role: "user", content: parts }]);
    expect(read.at(0)?.content).toMatchObject([
      {
        type: "file",
        mediaType: "image/png",
        data: { url: "data:image/png;base64,AAAA" },
        providerMetadata: { openai: { imageDetail: "low" } },
      },
      { type: "file", mediaType: "image/*", data: { url: "https://example.org/a" } },
      { type: "file", mediaType: "audio/mpeg", data: "UklGRg==" },
      {
        type: "file",
        mediaType: "application/pdf",
        filename: "a.pdf",
        data: { url: "data:application/pdf;base64,JVBERg==" },
      },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: "JVBERg==" },
      { type: "file", data: { fileId: "file-1" }, providerMetadata: { openai: {} } },
    ]);
    expect(toChatMessages(read)).toEqual({ messages: [{ role: "user", content: parts }], report: [] });
  });

  it("a spoken answer as its text and the id of its sound", () => {
    const audio = { id: "audio_1", data: "UklGRg==", expires_at: 9, transcript: "Hello." };
    const messages = [{ role: "assistant", content: null, refusal: null, audio }];
    const read = fromChatMessages(messages);
    expect(read.at(0)?.text).toBe("Hello.");
    expect(read.at(0)?.content[1]).toMatchObject({ type: "file", data: { fileId: "audio_1" } });
    expect(dump(toChatMessages(read).messages)).toBe(dump(messages));
  });

  it("the thoughts of compatible servers, and gives them back to where they came from only", () => {
    const messages = [
      { role: "assistant", reasoning_content: "Hm.", content: "Yes." },
      { role: "assistant", content: "No.", reasoning: "Hm.", reasoning_content: "Hm." },
    ];
    const read = fromChatMessages(messages);
    expect(read.at(0)?.content).toMatchObject([
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Yes." },
    ]);
    expect(read.at(1)?.content.map(({ type }) => type)).toEqual(["reasoning", "text"]);
    expect(dump(toChatMessages(read).messages)).toBe(dump(messages));
  });

  it("content-bearing unknown keys into the provider's metadata, small ones into the form", () => {
    const message = {
      role: "assistant",
      content: "x",
      annotations: [{ type: "url_citation" }],
      index: 0,
      x_null: null,
    };
    const entry = fromChatMessages([message]).at(0);
    expect(entry?.providerMetadata).toEqual({ openai: { annotations: [{ type: "url_citation" }] } });
    expect(JSON.stringify(entry?.source)).not.toContain("url_citation");
  });

  it("unknown parts and roles in their places", () => {
    const messages = [
      {
        role: "critic",
        content: [
          { type: "text", text: "a" },
          { type: "hologram", of: "b" },
          { type: "text", text: "c" },
        ],
      },
      { role: "user", content: "x" },
    ];
    const read = fromChatMessages(messages);
    expect(read.at(0)?.role).toBe("user");
    expect(read.at(0)?.content[1]).toMatchObject({
      type: "custom",
      format: "openai-chat",
      value: { type: "hologram", of: "b" },
    });
    expect(toChatMessages(read)).toEqual({ messages, report: [] });
  });

  it("the old form of calls, answered by name, also when the answer arrives later", () => {
    const messages = [
      { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
      { role: "function", name: "f", content: null },
      { role: "function", name: "nobody", content: "x" },
    ];
    const read = fromChatMessages(messages);
    expect(read.at(1)?.toolResult?.toolCallId).toBe(read.at(0)?.toolCalls?.[0].toolCallId);
    expect(toChatMessages(read)).toEqual({ messages, report: [] });
    let pieces = Transcript.empty;
    for (const message of messages) pieces = fromChatMessages([message], { after: pieces });
    expect(pieces.equals(read)).toBe(true);
  });

  it.each([
    ["empty", { id: "" }, { tool_call_id: "" }],
    ["null", { id: null }, { tool_call_id: null }],
    ["absent", {}, {}],
  ])("calls and results of servers whose ids are %s: by name, and else in order", (_how, noId, noCallId) => {
    const ask = (name: string): Message => ({ ...noId, type: "function", function: { name, arguments: "{}" } });
    const answer = (content: string, name?: string): Message => ({
      role: "tool",
      ...noCallId,
      ...(name !== undefined && { name }),
      content,
    });
    const messages: Message[] = [
      { role: "assistant", content: null, tool_calls: [ask("left"), ask("open")] },
      { role: "assistant", content: null, tool_calls: [ask("a"), ask("b")] },
      answer("of a"),
      answer("of b"),
      { role: "assistant", content: null, tool_calls: [ask("a"), ask("b")] },
      answer("of b", "b"),
      answer("of a", "a"),
    ];
    const transcript = fromChatMessages(messages);
    const nameOf = new Map(listToolCalls(transcript).map((part) => [part.toolCallId, part.toolName]));
    expect(nameOf.size).toBe(6);
    const results = transcript.entries().flatMap((entry) => entry.toolResult ?? []);
    expect(results.map((result) => `of ${nameOf.get(result.toolCallId)}`)).toEqual(results.map(({ output }) => output));

    let inPieces = Transcript.empty;
    for (const message of messages) inPieces = fromChatMessages([message], { after: inPieces });
    expect(inPieces.equals(transcript)).toBe(true);

    const { messages: written, report } = toChatMessages(transcript);
    expect(chatFaults(written)).toEqual([]);
    expect(report.filter(({ what }) => what.startsWith("call without an id"))).toHaveLength(6);
  });

  it("results under ids that toChatMessages() had to shorten", () => {
    const id = `run:${"a".repeat(70)}`;
    const before = Transcript.from([
      { role: "user", text: "x" },
      { role: "assistant", text: "", toolCalls: [{ toolCallId: id, toolName: "my.tool", input: {} }] },
    ]);
    const sent = toChatMessages(before).messages;
    const [made] = (sent[1] as unknown as { tool_calls: { id: string; function: { name: string } }[] }).tool_calls;
    expect(made?.id.length).toBeLessThanOrEqual(40);
    const read = fromChatMessages(
      [
        answered(made!.id),
        {
          role: "assistant",
          content: null,
          tool_calls: [{ ...call("n"), function: { name: made!.function.name, arguments: "{}" } }],
        },
      ],
      { after: before },
    );
    expect(read.at(2)?.toolResult?.toolCallId).toBe(id);
    expect(read.at(3)?.toolCalls?.[0].toolName).toBe("my.tool");
    expect(toChatMessages(read).messages.slice(0, 2)).toEqual(sent);
    expect(toChatMessages(read).messages[2]).toEqual(answered(made!.id));
  });

  it("nothing: the transcript before, or an empty one", () => {
    const after = fromChatMessages([{ role: "user", content: "x" }]);
    expect(fromChatMessages([], { after })).toBe(after);
    expect(fromChatMessages([])).toBe(Transcript.empty);
  });

  it.runIf(sharedCasesAreThere)(
    "C045 (from ../shared/cases): arguments of two objects in a row stay what they are",
    () => {
      const messages = messagesOf("streaming-abort", "C045");
      const read = fromChatMessages(messages);
      expect(read.at(1)?.toolCalls).toMatchObject([
        { toolCallId: "o5", input: '{"n":1}{"n":2}', inputText: '{"n":1}{"n":2}' },
        { toolCallId: "o6", input: { ok: 1 } },
      ]);
      expect(dump(toChatMessages(read).messages)).toBe(dump(messages));
      expect(dump(toChatMessages(Transcript.fromJson(read.toJson())).messages)).toBe(dump(messages));
    },
  );

  it.runIf(sharedCasesAreThere)(
    "C169 (from ../shared/cases): names the message at fault by its place in the source",
    () => {
      const error = errorOf(() => fromChatMessages(messagesOf("validate", "C169")));
      expect(error.code).toBe("invalid-messages");
      expect(error.issues).toMatchObject([{ entry: 4, path: ["content"] }]);
      expect(error.message).toBe(
        "Cannot read chat messages: message 4 (user): content: expected a string or an array, got an object",
      );
    },
  );
});

describe("fromChatMessages() refuses", () => {
  class Custom {
    role = "user";
    content = "s3cret";
  }
  const withAccessor = {
    role: "user",
    get content() {
      return "s3cret";
    },
  };
  const holes = Array.from({ length: 2 });
  delete holes[0];
  const cyclic: Message = { role: "user", content: "s3cret" };
  cyclic["self"] = cyclic;

  it.each<[string, unknown, string]>([
    ["no object", "s3cret", "message 0: expected an object, got a string"],
    ["a class instance", new Custom(), "message 0: expected an object, got an instance of a class"],
    ["an accessor", withAccessor, "message 0: content: expected a value, got an accessor"],
    ["a symbol", { role: "user", content: "x", [Symbol("s")]: 1 }, "message 0: expected plain keys, got a symbol"],
    ["no role", { content: "s3cret" }, "message 0: role: expected a string that is not empty, got undefined"],
    [
      "a list with holes",
      { role: "user", content: holes },
      "message 0 (user): content: expected an array without holes and other keys",
    ],
    [
      "a part without type",
      { role: "user", content: [{ words: "s3cret" }] },
      "message 0 (user): content[0].type: expected a string that is not empty, got undefined",
    ],
    [
      "a text that is none",
      { role: "user", content: [{ type: "text", text: 5 }] },
      "message 0 (user): content[0].text: expected a string, got a number",
    ],
    [
      "an image without address",
      { role: "user", content: [{ type: "image_url", image_url: {} }] },
      "message 0 (user): content[0].image_url.url: expected a string that is not empty, got undefined",
    ],
    [
      "sound without format",
      { role: "user", content: [{ type: "input_audio", input_audio: { data: "s3cret" } }] },
      "message 0 (user): content[0].input_audio.format: expected a string that is not empty, got undefined",
    ],
    [
      "calls that are no list",
      { role: "assistant", tool_calls: {} },
      "message 0 (assistant): tool_calls: expected an array, got an object",
    ],
    [
      "a call whose id is a number",
      { role: "assistant", tool_calls: [call(5 as never)] },
      "message 0 (assistant): tool_calls[0].id: expected a string that is not empty, got a number",
    ],
    [
      "a call without arguments",
      { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f" } }] },
      "message 0 (assistant): tool_calls[0].function.arguments: expected a string, got undefined",
    ],
    [
      "a result without id",
      { role: "tool", content: "s3cret" },
      "message 0 (tool): tool_call_id: expected a string that is not empty, got undefined",
    ],
    [
      "a name that is none",
      { role: "user", name: 5, content: "s3cret" },
      "message 0 (user): name: expected a string, got a number",
    ],
    [
      "a refusal that is none",
      { role: "assistant", refusal: {}, content: null },
      "message 0 (assistant): refusal: expected a string, got an object",
    ],
    [
      "sound of an answer without id",
      { role: "assistant", audio: {} },
      "message 0 (assistant): audio.id: expected a string that is not empty, got undefined",
    ],
    [
      "unknown keys that JSON cannot hold",
      { role: "user", content: "x", a: [{ b: 1n }] },
      "message 0 (user): a[0].b: expected what JSON can hold, got a bigint",
    ],
    [
      "a date",
      { role: "user", content: "x", at: new Date(0) },
      "message 0 (user): at: expected what JSON can hold, got an instance of a class",
    ],
  ])("%s", (_name, message, expected) => {
    const error = errorOf(() => fromChatMessages([message as object]));
    expect(error.message).toBe(`Cannot read chat messages: ${expected}`);
    expect(error.code).toBe("invalid-messages");
  });

  it("values that stand in themselves, or too deep in each other", () => {
    expect(errorOf(() => fromChatMessages([cyclic])).issues).toMatchObject([
      { entry: 0, path: ["self", "self"], code: "cycle" },
    ]);
    const deep: unknown = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    expect(errorOf(() => fromChatMessages([{ role: "user", content: "x", deep }])).issues[0]?.code).toBe("too-deep");
  });

  it("no value that stands in two places", () => {
    const shared = [{ a: "b" }];
    const messages = [{ role: "user", content: "x", one: shared, two: { shared } }];
    expect(toChatMessages(fromChatMessages(messages)).messages).toEqual(messages);
  });

  it("all faults at once, and lists up to 100 of them", () => {
    const error = errorOf(() => fromChatMessages(Array.from({ length: 150 }, () => ({ role: 5 }))));
    expect(error.issues).toHaveLength(100);
    expect(error.issues[99]).toMatchObject({ entry: 99, path: ["role"] });
    expect(error.message).toMatch(/ \(and 149 more issues\)$/);
  });

  it.each<[unknown, unknown, RegExp]>([
    [undefined, undefined, /^Cannot read chat messages: expected an array, got undefined$/],
    [{ messages: [] }, undefined, /expected an array, got an object/],
    [Transcript.empty, undefined, /expected an array, got a Transcript/],
    [[], { after: "[]" }, /options\.after: expected a Transcript, got a string/],
    [[], { before: 1 }, /options: unknown key "before"/],
    [[], 5, /options: expected an object, got a number/],
  ])("arguments of a wrong type with a TypeError", (messages, options, expected) => {
    expect(() => fromChatMessages(messages as object[], options as object)).toThrow(TypeError);
    expect(() => fromChatMessages(messages as object[], options as object)).toThrow(expected);
  });
});
