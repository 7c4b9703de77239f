import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { Transcript, TranscriptInputError } from "colloquy";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { dump } from "../support/dump.js";

type Data = Record<string, unknown>;

const ai = (data: Data) => ({ type: "ai", data: { content: "", tool_calls: [], invalid_tool_calls: [], ...data } });
const listed = (id: string | undefined, args: unknown = {}) => ({ name: "f", args, id, type: "tool_call" });

/** The transcript of messages that come back as they came, through the document and in pieces. */
function kept(...messages: object[]): Transcript {
  const read = fromStoredMessages(messages);
  let pieces = Transcript.empty;
  for (const message of messages) pieces = fromStoredMessages([message], { after: pieces });
  expect(pieces.toJson()).toBe(read.toJson());
  const back = toStoredMessages(Transcript.fromJson(read.toJson()));
  expect(dump(back.messages)).toBe(dump(messages));
  expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
  return read;
}

function faultOf(messages: readonly unknown[]): TranscriptInputError {
  try {
    fromStoredMessages(messages as object[]);
  } catch (error) {
    return error as TranscriptInputError;
  }
  throw new Error("Nothing was refused");
}

describe("fromStoredMessages() keeps", () => {
  it("content as a text, empty, a list, null, undefined and absent, each as it came", () => {
    const contents = ["x", "", [{ type: "text", text: "x" }], ["x"], [], null, undefined];
    const messages = ["human", "ai", "system"].flatMap((type) => [
      ...contents.map((content) => ({ type, data: { content } })),
      { type, data: {} },
    ]);
    const read = kept(...messages);
    expect(read.entries().map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => ["x", "", "x", "x", "", "", "", ""]).flat(),
    );
  });

  it("one call that is told in three places, with its arguments as the model wrote them", () => {
    const read = kept(
      ai({
        content: [
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "c1", name: "f", input: { a: 1 }, caller: { type: "direct" } },
        ],
        tool_calls: [listed("c1", { a: 1 })],
        additional_kwargs: {
          tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "f", arguments: '{ "a": 1.0 }' } }],
        },
      }),
    );
    expect(read.at(0)?.toolCalls).toMatchObject([
      { toolCallId: "c1", toolName: "f", input: { a: 1 }, inputText: '{ "a": 1.0 }' },
    ]);
    expect(read.at(0)?.content.map(({ type }) => type)).toEqual(["text", "tool-call"]);
  });

  it("copies that disagree, of which tool_calls wins", () => {
    const read = kept(
      ai({
        content: [{ type: "tool_use", id: "c1", name: "f", input: "" }],
        tool_calls: [listed("c1", { a: 1 })],
        additional_kwargs: { tool_calls: [{ id: "c1", function: { name: "g", arguments: "{}" }, type: "function" }] },
      }),
    );
    expect(read.at(0)?.toolCalls).toMatchObject([{ toolName: "f", input: { a: 1 } }]);
    expect(read.at(0)?.toolCalls?.[0].inputText).toBeUndefined();
  });

  it("copies that belong to no call where a list says that there is none, and takes them for calls where there is no list", () => {
    const twin = { id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } };
    expect(kept(ai({ additional_kwargs: { tool_calls: [twin] } })).at(0)?.toolCalls).toBeUndefined();
    const alone = { type: "ai", data: { content: "", additional_kwargs: { tool_calls: [twin] } } };
    expect(kept(alone).at(0)?.toolCalls).toMatchObject([{ toolCallId: "c1", input: { a: 1 }, inputText: '{"a":1}' }]);
  });

  it("a block that no list repeats, as a call in its place", () => {
    const read = kept(
      ai({
        content: [
          { type: "tool_use", id: "c1", name: "f", input: { a: 1 } },
          { type: "text", text: "Behind." },
        ],
      }),
    );
    expect(read.at(0)?.content.map(({ type }) => type)).toEqual(["tool-call", "text"]);
  });

  it("invalid calls, their text verbatim", () => {
    const invalid = { name: "f", args: '{"a": ', id: "c1", error: "Unexpected end", type: "invalid_tool_call" };
    const read = kept(ai({ invalid_tool_calls: [invalid] }));
    expect(read.at(0)?.toolCalls).toMatchObject([{ toolCallId: "c1", input: '{"a": ', inputText: '{"a": ' }]);
  });

  it("what stands among the invalid calls without id and name, which is no call and goes nowhere else", () => {
    const stray = {
      name: undefined,
      args: '{"query":"x"}',
      id: undefined,
      error: "Malformed args.",
      type: "invalid_tool_call",
    };
    const bad = { name: "f", args: "{", id: "a", error: null, type: "invalid_tool_call" };
    const read = kept(ai({ content: "Found.", invalid_tool_calls: [stray, bad, stray] }), {
      type: "tool",
      data: { content: "no", tool_call_id: "a" },
    });
    expect(read.at(0)?.toolCalls).toMatchObject([{ toolCallId: "a" }]);
    expect(read.check()).toEqual([]);
    const { messages, report } = toChatMessages(read);
    expect(messages).toMatchObject([{ content: "Found.", tool_calls: [{ id: "a" }] }, { tool_call_id: "a" }]);
    expect(report.map(({ action }) => action)).toEqual(["dropped", "dropped"]);
  });

  it("calls without ids, paired with results by name and order, no id given away", () => {
    const read = kept(
      ai({ tool_calls: [listed(undefined, { n: 1 }), { ...listed("", { n: 2 }), name: "g" }] }),
      { type: "tool", data: { content: "of g", tool_call_id: "", name: "g" } },
      { type: "tool", data: { content: "of f", tool_call_id: null } },
    );
    const [first, second] = read.at(0)?.toolCalls ?? [];
    expect(read.at(1)?.toolResult?.toolCallId).toBe(second?.toolCallId);
    expect(read.at(2)?.toolResult?.toolCallId).toBe(first?.toolCallId);
    expect(read.check()).toEqual([]);
  });

  it("the old function call and its result", () => {
    const read = kept(
      { type: "ai", data: { content: "", additional_kwargs: { function_call: { name: "f", arguments: '{"a": 1}' } } } },
      { type: "function", data: { name: "f", content: "r" } },
    );
    expect(read.at(0)?.toolCalls).toMatchObject([{ toolName: "f", input: { a: 1 }, inputText: '{"a": 1}' }]);
    expect(read.check()).toEqual([]);
  });

  it("status, artifact, usage and what ended a call", () => {
    const results = [
      { content: "ok", tool_call_id: "a", status: "success", artifact: { rows: [1] } },
      { content: "boom", tool_call_id: "b", status: "error", name: "f" },
      { content: "no", tool_call_id: "c", status: "error", additional_kwargs: { colloquy: { outcome: "denied" } } },
    ];
    const read = kept(
      ai({ tool_calls: ["a", "b", "c"].map((id) => listed(id)), usage_metadata: { input_tokens: 5 } }),
      ...results.map((data) => ({ type: "tool", data })),
    );
    expect(read.entries().map(({ toolResult }) => toolResult?.outcome)).toEqual([
      undefined,
      undefined,
      "error",
      "denied",
    ]);
    expect(read.at(1)?.providerMetadata).toEqual({ langchain: { artifact: { rows: [1] } } });
    expect(read.at(0)?.providerMetadata).toMatchObject({ langchain: { usage_metadata: { input_tokens: 5 } } });
  });

  it("reasoning with the proofs of who made it", () => {
    const read = kept(
      ai({
        content: [
          { type: "thinking", thinking: "a", signature: "A" },
          { type: "redacted_thinking", data: "B" },
          { type: "reasoning_content", reasoningText: { text: "c", signature: "C" } },
          { type: "reasoning", reasoning: "d", id: "rs_1", encrypted_content: "D" },
          { type: "text", text: "e", thoughtSignature: "E" },
        ],
        additional_kwargs: {
          reasoning: {
            id: "rs_0",
            type: "reasoning",
            summary: [
              { type: "summary_text", text: "one", index: 0 },
              { type: "summary_text", text: "two" },
            ],
          },
        },
      }),
    );
    expect(read.at(0)?.content.map((part) => [part.type, "text" in part && part.text, part.providerMetadata])).toEqual([
      ["reasoning", "one\n\ntwo", { openai: { itemId: "rs_0" } }],
      ["reasoning", "a", { anthropic: { signature: "A" } }],
      ["reasoning", "", { anthropic: { redactedData: "B" } }],
      ["reasoning", "c", { bedrock: { signature: "C" } }],
      ["reasoning", "d", { openai: { itemId: "rs_1", reasoningEncryptedContent: "D" } }],
      ["text", "e", { google: { thoughtSignature: "E" } }],
    ]);
  });

  it("the signature of a standard block as that of the platform that the model runs on", () => {
    const content = [{ type: "reasoning", reasoning: "r", signature: "S" }];
    const onBedrock = kept(ai({ content, response_metadata: { model_provider: "bedrock_converse" } }));
    expect(onBedrock.at(0)?.content[0]?.providerMetadata).toEqual({ bedrock: { signature: "S" } });
    expect(kept(ai({ content })).at(0)?.content[0]?.providerMetadata).toEqual({ anthropic: { signature: "S" } });
  });

  it("ids of items and signatures that additional_kwargs holds for the calls", () => {
    const read = kept(
      ai({
        tool_calls: [listed("a"), listed("b")],
        additional_kwargs: {
          __openai_function_call_ids__: { a: "fc_1" },
          __gemini_function_call_thought_signatures__: { b: "SIG" },
        },
      }),
    );
    expect(read.at(0)?.toolCalls?.map(({ providerMetadata }) => providerMetadata)).toEqual([
      { openai: { itemId: "fc_1" } },
      { google: { thoughtSignature: "SIG" } },
    ]);
  });

  it("files, however their block holds them", () => {
    const read = kept({
      type: "human",
      data: {
        content: [
          { type: "image_url", image_url: { url: "https://example.org/a.png", detail: "low" } },
          { type: "image_url", image_url: "data:image/png;base64,AAAA" },
          { type: "image", source_type: "base64", mime_type: "image/png", data: "AAAA" },
          { type: "file", mimeType: "application/pdf", data: "JVBERi0=", metadata: { filename: "a.pdf" } },
          { type: "audio", fileId: "file-1" },
          { type: "text-plain", text: "50% #1" },
          { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } },
          { type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } },
          { type: "file", file: { filename: "b.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
        ],
      },
    });
    expect(
      read.at(0)?.content.map((part) => part.type === "file" && [part.mediaType, part.data, part.filename]),
    ).toEqual([
      ["image/*", { url: "https://example.org/a.png" }, undefined],
      ["image/png", { url: "data:image/png;base64,AAAA" }, undefined],
      ["image/png", "AAAA", undefined],
      ["application/pdf", "JVBERi0=", "a.pdf"],
      ["audio/*", { fileId: "file-1" }, undefined],
      ["text/plain", { url: "data:text/plain,50%25 %231" }, undefined],
      ["application/pdf", "JVBERi0=", undefined],
      ["audio/mpeg", "AAAA", undefined],
      [undefined, { url: "data:application/pdf;base64,JVBERi0=" }, "b.pdf"],
    ]);
  });

  it("blocks, types and keys that it does not know, and a message that tells to remove another", () => {
    const read = kept(
      { type: "hologram", data: { content: "x", deep: { a: [1] } }, more: "m" },
      { data: { content: [{ type: "later", a: 1 }, { no: "type" }], constructor: "c" }, type: "human" },
      { type: "remove", data: { id: "5", content: "" } },
      JSON.parse('{"type":"human","data":{"content":"x","__proto__":{"a":1}}}') as object,
    );
    expect(read.entries().map(({ role }) => role)).toEqual(["user", "user", "assistant", "user"]);
    expect(read.at(2)?.content).toMatchObject([
      { type: "custom", format: "langchain", value: { id: "5", content: "" } },
    ]);
  });

  it("other shapes of messages: serialized, flat, older, as Python dumps them, standard content", () => {
    const read = kept(
      { lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "a" } },
      {
        id: ["langchain", "schema", "messages", "AIMessage"],
        kwargs: { type: "ai", content: "b" },
        lc: 1,
        type: "constructor",
      },
      { type: "human", content: "c", id: "1", example: false, name: null },
      { type: "ai", text: "d", role: undefined },
      { type: "AIMessageChunk", content: "e", tool_calls: [], invalid_tool_calls: [], additional_kwargs: {} },
      { type: "human", data: { type: "human", content: "f", example: false, name: null, id: null } },
      {
        type: "ai",
        data: { content_blocks: [{ type: "text", text: "g" }], response_metadata: { output_version: "v1" } },
      },
    );
    expect(read.entries().map(({ role, text }) => `${role} ${text}`)).toEqual([
      "user a",
      "assistant b",
      "user c",
      "assistant d",
      "assistant e",
      "user f",
      "assistant g",
    ]);
  });

  it("messages of any role as those of the role, or of a participant", () => {
    const roles = ["user", "assistant", "system", "critic"];
    const read = kept(...roles.map((role) => ({ type: "generic", data: { content: "x", role } })));
    expect(read.entries().map(({ role, name }) => [role, name])).toEqual([
      ["user", undefined],
      ["assistant", undefined],
      ["system", undefined],
      ["user", "critic"],
    ]);
  });

  it("ids and names, but for the name that createAgent gives its model", () => {
    const read = kept(
      { type: "human", data: { content: "x", id: "m1", name: "ann" } },
      { type: "ai", data: { content: "x", name: "researcher" } },
      { type: "ai", data: { content: "x", name: "model" } },
    );
    expect(read.entries().map(({ id, name }) => [id, name])).toEqual([
      ["m1", "ann"],
      [undefined, "researcher"],
      [undefined, undefined],
    ]);
  });

  it("data that looks like a serialized class as data", () => {
    const value = { lc: 1, type: "constructor", id: ["x", "RegExp"], kwargs: { source: "x+" } };
    const read = kept(ai({ tool_calls: [listed("c", { value })] }), {
      type: "human",
      data: { content: "x", note: value },
    });
    expect(read.at(0)?.toolCalls?.[0].input).toEqual({ value });
  });
});

describe("fromStoredMessages() reads live messages", () => {
  const live: readonly BaseMessage[] = [
    new SystemMessage("Be brief."),
    new HumanMessage({ content: [{ type: "text", text: "hej" }], id: "m1", name: "ann" }),
    new AIMessage({ content: "", tool_calls: [{ name: "f", args: { a: 1 }, id: "c1" }] }),
    new ToolMessage({ content: "r", tool_call_id: "c1", status: "success" }),
    new AIMessageChunk({
      content: "x",
      tool_call_chunks: [{ name: "f", args: '{"a":1}', id: "c2", index: 0, type: "tool_call_chunk" }],
    }),
    new ToolMessage("r", "c2"),
    new AIMessage({ contentBlocks: [{ type: "text", text: "x" }] }),
    new ChatMessage("x", "critic"),
    new FunctionMessage({ name: "f", content: "r" }),
    new RemoveMessage({ id: "m1" }),
  ];

  it("as they store themselves, and gives them back stored", () => {
    const read = fromStoredMessages(live);
    const { messages, report } = toStoredMessages(read);
    expect(dump(messages)).toBe(dump(live.map((message) => message.toDict())));
    expect(report).toEqual([]);
    expect(read.at(2)?.toolCalls).toMatchObject([{ toolCallId: "c1", input: { a: 1 } }]);
    expect(read.at(4)?.toolCalls).toMatchObject([{ toolCallId: "c2", input: { a: 1 } }]);
  });

  it("without changing them, and serialized by JSON.stringify as constructors", () => {
    const before = JSON.stringify(live);
    fromStoredMessages(live);
    expect(JSON.stringify(live)).toBe(before);
    const serialized = JSON.parse(before) as object[];
    expect(
      kept(...serialized)
        .entries()
        .map(({ text }) => text),
    ).toEqual(
      fromStoredMessages(live)
        .entries()
        .map(({ text }) => text),
    );
  });
});

describe("Transcript.from()", () => {
  it.each([[new HumanMessage("x")], [{ type: "ai", content: "x" }], [{ type: "human", data: { content: "x" } }]])(
    "names the function that reads message %#",
    (message) => {
      expect(() => Transcript.from([message as never])).toThrow("fromStoredMessages of colloquy/langchain");
    },
  );
});

describe("fromStoredMessages() refuses", () => {
  it("what it cannot read, naming every message and path", () => {
    const error = faultOf([
      { type: "human", data: { content: "x" } },
      { type: "tool", data: { content: "x" } },
      { type: "ai", data: { content: 7, tool_calls: [{ name: "f", args: {}, id: 5 }, "x"] } },
      { type: "human", data: { content: [{ type: "text", text: 5 }, 7] } },
      { type: "generic", data: { content: "x" } },
      { type: "human", data: null },
    ]);
    expect(error).toBeInstanceOf(TranscriptInputError);
    expect(error.code).toBe("invalid-messages");
    expect(error.message).toBe(
      "Cannot read LangChain messages: message 1 (tool): data.tool_call_id: expected a string that is not empty, got undefined (and 7 more issues)",
    );
    expect(error.issues.map(({ entry, path }) => [entry, path.join(".")])).toEqual([
      [1, "data.tool_call_id"],
      [2, "data.tool_calls.0.id"],
      [2, "data.tool_calls.1"],
      [2, "data.content"],
      [3, "data.content.0.text"],
      [3, "data.content.1"],
      [4, "data.role"],
      [5, "data"],
    ]);
  });

  it("classes that are no messages, by name, and constructs nothing", () => {
    const made = { lc: 1, type: "constructor", id: ["langchain", "llms", "OpenAI"], kwargs: { content: "x" } };
    expect(faultOf([made]).message).toBe(
      'Cannot read LangChain messages: message 0: id: expected the class of a message, got "OpenAI"',
    );
    expect(faultOf([{ ...made, id: "HumanMessage" }]).message).toContain("id: expected an array, got a string");
  });

  it("messages of other libraries, naming who reads them", () => {
    expect(faultOf([{ role: "user", content: "x" }]).message).toContain(
      "fromChatMessages of colloquy/openai reads such",
    );
    expect(faultOf(["x"]).message).toContain("message 0: expected an object, got a string");
    expect(() => fromStoredMessages("x" as never)).toThrow(TypeError);
  });

  it("accessors, wherever they stand, without running them", () => {
    const trap = {
      get name(): string {
        throw new Error("run");
      },
      get url(): string {
        throw new Error("run");
      },
    };
    const twins = [{ id: "c", type: "function", function: trap }];
    const error = faultOf([
      ai({ additional_kwargs: { tool_calls: twins } }),
      ai({ tool_calls: [trap] }),
      { type: "human", data: { content: [{ type: "image_url", image_url: trap }] } },
      { type: "human", data: trap },
    ]);
    expect(new Set(error.issues.map(({ entry, code }) => `${entry} ${code}`))).toEqual(
      new Set(["0 not-plain", "1 not-plain", "2 not-plain", "3 not-plain"]),
    );
  });

  it("live messages whose toDict() throws", () => {
    class Torn {
      toDict(): never {
        throw new Error("torn");
      }
    }
    expect(faultOf([new Torn()]).message).toContain("message 0: expected a message, got one whose toDict() throws");
  });
});
