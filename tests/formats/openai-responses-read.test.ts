import { type EntryInput, Transcript, TranscriptInputError } from "colloquy";
import { fromResponsesItems, toResponsesItems } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { dump } from "../support/dump.js";
import type { Item } from "./openai-responses-items.js";

const call = (call_id: string, args = "{}"): Item => ({ type: "function_call", call_id, name: "f", arguments: args });
const output = (call_id: string, given: unknown = "r"): Item => ({
  type: "function_call_output",
  call_id,
  output: given,
});
const thought = (id: string, rest: Item = {}): Item => ({ type: "reasoning", id, summary: [], ...rest });
const said = (content: unknown, rest: Item = {}): Item => ({ type: "message", role: "assistant", content, ...rest });

function expectSame(items: readonly object[]): Transcript {
  const read = fromResponsesItems(items);
  for (const transcript of [read, Transcript.fromJson(read.toJson())]) {
    const { input, report } = toResponsesItems(transcript);
    expect(dump(input)).toBe(dump(items));
    expect(report).toEqual([]);
  }
  return read;
}

function errorOf(read: () => unknown): TranscriptInputError {
  try {
    read();
  } catch (error) {
    if (error instanceof TranscriptInputError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("fromResponsesItems() reads", () => {
  it("a bare string as one user message", () => {
    const read = fromResponsesItems("Hello");
    expect(read.entries()).toMatchObject([{ role: "user", text: "Hello" }]);
    expect(toResponsesItems(read).input).toEqual([{ role: "user", content: "Hello" }]);
    const next = fromResponsesItems("again", { after: read });
    expect(next.entries().map(({ text }) => text)).toEqual(["Hello", "again"]);
  });

  it("what the model produced in a row as one entry, and every output as its own", () => {
    const read = expectSame([
      { role: "developer", content: "rules" },
      { role: "user", content: [{ type: "input_text", text: "q" }] },
      thought("rs_1", { encrypted_content: "AAA" }),
      said([{ type: "output_text", text: "Looking.", annotations: [] }], { id: "msg_1", status: "completed" }),
      call("a"),
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } },
      call("b"),
      output("b"),
      output("a"),
      said("done"),
      said("really"),
    ]);
    expect(read.entries().map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
    ]);
    expect(read.at(2)?.content.map(({ type }) => type)).toEqual([
      "reasoning",
      "text",
      "tool-call",
      "custom",
      "tool-call",
    ]);
    expect(read.at(5)?.text).toBe("donereally");
    expect(read.check()).toEqual([]);
  });

  it("a message without a type, a reference that is nothing but an id, and types that nobody knows", () => {
    const read = expectSame([
      { role: "user", content: "x" },
      { id: "rs_1" },
      { type: null, id: "msg_9" },
      { type: "item_later", payload: { text: "x" } },
      { role: "assistant", content: [] },
      { role: "critic", content: "hm" },
    ]);
    expect(read.entries().map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(read.at(1)?.content.every(({ type }) => type === "custom")).toBe(true);
  });

  it("ids and encrypted reasoning into the metadata of their owner", () => {
    const read = expectSame([
      thought("rs_1", { encrypted_content: "AAA" }),
      said([{ type: "output_text", text: "a" }], { id: "msg_1", phase: "commentary" }),
      { ...call("c"), id: "fc_1" },
      output("c"),
    ]);
    expect(read.at(0)?.content.map(({ providerMetadata }) => providerMetadata)).toEqual([
      { openai: { itemId: "rs_1", reasoningEncryptedContent: "AAA" } },
      { openai: { itemId: "msg_1", phase: "commentary" } },
      { openai: { itemId: "fc_1" } },
    ]);
  });

  it("the texts of reasoning as one text", () => {
    const text = (type: string, given: string, rest: Item = {}): Item => ({ type, text: given, ...rest });
    const read = expectSame([
      thought("rs_1", { summary: [text("summary_text", "a\n\nb"), text("summary_text", "")] }),
      thought("rs_2", {
        summary: [text("summary_text", "c", { x_note: "d" })],
        content: [text("reasoning_text", "e")],
      }),
      thought("rs_3", { content: [text("reasoning_text", "f"), text("reasoning_text", "g")], encrypted_content: null }),
      thought("rs_4", { summary: [text("summary_later", "h")] }),
      said("x", { id: "msg_1" }),
    ]);
    const parts = read.at(0)!.content.slice(0, 4);
    expect(parts.map((part) => (part.type === "reasoning" ? part.text : undefined))).toEqual([
      "a\n\nb\n\n",
      "c",
      "f\n\ng",
      "",
    ]);
  });

  it.each([
    ['{"n": 1.0}', { n: 1 }],
    ["", ""],
    ["{bad", "{bad"],
    ['{"a":1,"a":2}', { a: 2 }],
    ["null", null],
  ])("arguments %j verbatim, and their value", (text, input) => {
    const read = expectSame([call("c", text), output("c")]);
    expect(read.at(0)?.toolCalls?.[0]).toMatchObject({ toolCallId: "c", toolName: "f", input, inputText: text });
  });

  it("the text of a custom tool call as it is, never as JSON", () => {
    for (const input of ["*** begin", '{"a":1}', "7", ""]) {
      const read = expectSame([
        { type: "custom_tool_call", call_id: "c", name: "patch", input },
        { type: "custom_tool_call_output", call_id: "c", output: "ok" },
      ]);
      expect(read.at(0)?.toolCalls?.[0]).toMatchObject({ input, inputText: input });
    }
  });

  it("calls of the provider's own tools that the program answers as calls and results", () => {
    const read = expectSame([
      { type: "shell_call", call_id: "s", action: { commands: ["ls"] }, status: "completed" },
      { type: "shell_call_output", call_id: "s", output: [{ stdout: "a", stderr: "" }], max_output_length: 9 },
      { type: "local_shell_call", id: "lsh_1", call_id: "l", action: { type: "exec", command: ["ls"], env: {} } },
      output("l", '{"output":"a"}'),
      { type: "apply_patch_call", call_id: "p", operation: { type: "delete_file", path: "a" }, status: "completed" },
      { type: "apply_patch_call_output", call_id: "p", status: "failed" },
    ]);
    expect(read.entries().flatMap((entry) => entry.toolCalls ?? [])).toMatchObject([
      { toolName: "shell", input: { commands: ["ls"] } },
      { toolName: "local_shell", input: { command: ["ls"] } },
      { toolName: "apply_patch", input: { path: "a" } },
    ]);
    expect(read.at(1)?.toolResult?.output).toEqual([{ stdout: "a", stderr: "" }]);
    expect(read.check()).toEqual([]);
  });

  it("a local shell call and the output of its own kind, in one pair", () => {
    const answer = { type: "local_shell_call_output", id: "lsh_2", call_id: "l", output: '{"stdout":"a"}' };
    const read = expectSame([
      { type: "local_shell_call", id: "lsh_1", call_id: "l", action: { type: "exec", command: ["ls"], env: {} } },
      answer,
      { type: "message", role: "user", content: "more" },
    ]);
    expect(read.check()).toEqual([]);
    expect(read.at(1)?.toolResult?.output).toBe(answer.output);
    expect(toResponsesItems(read).report).toEqual([]);
    expect(
      read
        .compact({ keepLast: 1 })
        .entries()
        .map(({ role }) => role),
    ).toEqual(["system", "user"]);
  });

  it("calls of two kinds with one id, each with its output", () => {
    expectSame([
      call("c"),
      { type: "custom_tool_call", call_id: "c", name: "f", input: "x" },
      output("c", "of the function"),
      { type: "custom_tool_call_output", call_id: "c", output: "of the custom tool" },
    ]);
  });

  it("images, sound and files, and names their kind", () => {
    const content = [
      { type: "input_image", detail: "low", image_url: "data:image/png;base64,AAAA" },
      { type: "input_image", detail: "auto", file_id: "file-1" },
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" },
      { type: "input_file", filename: "a.pdf", file_data: "JVBERg==" },
      { type: "input_file", file_url: "https://example.org/a.pdf" },
      { type: "input_audio", input_audio: { data: "UklGRg==", format: "mp3" } },
    ];
    const read = expectSame([
      { role: "user", content },
      { role: "system", content: content.slice(0, 1) },
      call("c"),
      output("c", content.slice(0, 5)),
    ]);
    expect(read.at(0)?.content).toMatchObject([
      { type: "file", mediaType: "image/png", providerMetadata: { openai: { imageDetail: "low" } } },
      { type: "file", mediaType: "image/*", data: { fileId: "file-1" } },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf" },
      { type: "file", mediaType: "application/pdf", data: "JVBERg==" },
      { type: "file", mediaType: "application/pdf", data: { url: "https://example.org/a.pdf" } },
      { type: "file", mediaType: "audio/mpeg", data: "UklGRg==" },
    ]);
  });

  it("what was cut off as partial", () => {
    const read = expectSame([said([{ type: "output_text", text: "a" }], { id: "msg_1", status: "incomplete" })]);
    expect(read.at(0)?.partial).toBe(true);
  });

  it("own keys of any name, and nothing but what is its own", () => {
    expectSame([
      JSON.parse(
        '{"__proto__":{"a":1},"role":"user","content":[{"type":"input_text","text":"x","__proto__":"y"}]}',
      ) as Item,
      Object.assign(Object.create(null) as Item, { role: "user", content: "x" }),
    ]);
    expect(({} as Item)["a"]).toBeUndefined();
  });

  it("an empty list as an empty transcript", () => {
    expect(fromResponsesItems([])).toBe(Transcript.empty);
    const after = fromResponsesItems("x");
    expect(fromResponsesItems([], { after })).toBe(after);
  });
});

describe("fromResponsesItems() goes on from a transcript", () => {
  it("within the entry that the items before it made, keeping what a program added to it", () => {
    const begun = fromResponsesItems([{ role: "user", content: "q" }, thought("rs_1")]);
    const noted = begun.replace(1, { ...begun.at(1)!, metadata: { seen: true } } as EntryInput);
    const read = fromResponsesItems([said("a", { id: "msg_1" })], { after: noted });
    expect(read.length).toBe(2);
    expect(read.at(0)).toBe(begun.at(0));
    expect(read.at(1)).toMatchObject({ text: "a", metadata: { seen: true } });
    expect(toResponsesItems(read).input).toEqual([
      { role: "user", content: "q" },
      thought("rs_1"),
      said("a", { id: "msg_1" }),
    ]);
  });

  it("behind an entry that came from elsewhere", () => {
    const after = Transcript.from([{ role: "assistant", text: "hello" }]);
    const read = fromResponsesItems([said("a")], { after });
    expect(read.startsWith(after)).toBe(true);
    expect(read.length).toBe(2);
  });

  it("with the ids that were too long to send", () => {
    const id = "x".repeat(70);
    const after = Transcript.from([
      { role: "user", text: "q" },
      { role: "assistant", text: "", toolCalls: [{ toolCallId: id, toolName: "f", input: {} }] },
    ]);
    const sent = (toResponsesItems(after).input as unknown as Item[]).at(-1)!["call_id"] as string;
    expect(sent).toHaveLength(28);
    const read = fromResponsesItems([output(sent)], { after });
    expect(read.at(2)?.toolResult?.toolCallId).toBe(id);
    expect(toResponsesItems(read).report.filter(({ action }) => action !== "converted")).toEqual([]);
  });
});

describe("fromResponsesItems() refuses", () => {
  it("every item at fault, naming its index and the place in it", () => {
    const error = errorOf(() =>
      fromResponsesItems([
        { role: "user", content: 42 },
        { type: "function_call", name: "", arguments: 7 },
        { role: "assistant", content: [{ type: "output_text" }, "x"] },
        { content: "x" },
        { type: "reasoning", summary: "x" },
        { type: "function_call_output", call_id: "c", output: { a: 1 } },
        5 as unknown as object,
        { type: "item_later", value: 5n },
      ]),
    );
    expect(error.code).toBe("invalid-messages");
    expect(error.message).toMatch(
      /^Cannot read Responses items: item 0 \(user\): content: expected a string or an array, got a number \(and 10 more issues\)$/,
    );
    expect(error.issues.map(({ entry, path }) => [entry, path.join(".")])).toEqual([
      [0, "content"],
      [1, "call_id"],
      [1, "name"],
      [1, "arguments"],
      [2, "content.0.text"],
      [2, "content.1"],
      [3, "type"],
      [4, "summary"],
      [5, "output"],
      [6, ""],
      [7, "value"],
    ]);
  });

  it("what a transcript cannot hold, naming the item", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 501; depth += 1) deep = [deep];
    const items = [call("a"), said("x"), { role: "user", content: "q" }, { type: "item_later", deep }];
    expect(errorOf(() => fromResponsesItems(items)).issues[0]?.entry).toBe(3);
  });

  it("what is no list, and options that nobody knows", () => {
    expect(() => fromResponsesItems({} as never)).toThrow(/^Cannot read Responses items: expected an array/);
    expect(() => fromResponsesItems([], { before: 1 } as never)).toThrow(TypeError);
    expect(() => toResponsesItems([] as never)).toThrow(/^Cannot write Responses items: expected a Transcript/);
  });
});
