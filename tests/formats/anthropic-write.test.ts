import { type EntryInput, type Part, Transcript } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { anthropicFaults } from "./acceptance/anthropic.js";
import type { Message } from "./anthropic-messages.js";

const call = (toolCallId: string, input: unknown = {}) => ({ toolCallId, toolName: "f", input });
const asks = (...ids: string[]): EntryInput => ({ role: "assistant", text: "", toolCalls: ids.map((id) => call(id)) });
const result = (toolCallId: string, ...output: [output?: unknown]): EntryInput => ({
  role: "tool",
  toolResult: { toolCallId, output: output.length === 0 ? "r" : output[0] },
});
const signed = (text: string): Part => ({
  type: "reasoning",
  text,
  providerMetadata: { anthropic: { signature: `S${text}` } },
});
const question: EntryInput = { role: "user", text: "q" };

interface Written {
  readonly system: unknown;
  readonly messages: Message[];
  readonly actions: (string | number)[][];
}

function write(...entries: EntryInput[]): Written {
  const { system, messages, report } = toMessages(Transcript.from(entries));
  expect(anthropicFaults({ system, messages })).toEqual([]);
  return {
    system,
    messages: messages as unknown as Message[],
    actions: report.map(({ entry, action }) => [entry, action]),
  };
}

describe("toMessages() puts", () => {
  it("instructions into the system field, later ones behind the first, and leaves those that came in the list", () => {
    expect(write({ role: "system", text: "S" }, question)).toMatchObject({ system: "S", actions: [] });
    const moved = write({ role: "system", text: "S" }, question, asks("a"), { role: "system", text: "T" }, result("a"));
    expect(moved.system).toEqual([
      { type: "text", text: "S" },
      { type: "text", text: "T" },
    ]);
    expect(moved.actions).toEqual([[3, "moved"]]);
    const list = [
      { role: "user", content: "q" },
      { role: "system", content: "T" },
      { role: "assistant", content: "a" },
      { role: "user", content: "q" },
    ];
    expect(toMessages(fromMessages(list))).toEqual({ messages: list, report: [] });
    expect(toMessages(fromMessages(list.slice(1))).system).toBe("T");
  });

  it("a summary in its place, as a record told by the user, never into the system field", () => {
    const talk = Transcript.from([
      { role: "system", text: "S" },
      question,
      asks("a"),
      result("a"),
      { role: "assistant", text: "x" },
      question,
    ]);
    const { system, messages } = toMessages(talk.compact({ keepLast: 1 }));
    expect(system).toBe("S");
    expect(JSON.stringify(messages)).toContain("[Compacted 4 earlier messages]");
    expect(messages.every(({ role }) => role === "user")).toBe(true);
    expect(JSON.stringify(messages)).toContain("[record of the earlier conversation");
  });

  it("results in the order of the calls, in front of what the user says, but keeps the order of its own messages", () => {
    const { messages, actions } = write(question, asks("a", "b", "c"), result("c"), result("a"), question, result("b"));
    expect((messages[2]!["content"] as Message[]).map((block) => block["tool_use_id"] ?? block["text"])).toEqual([
      "a",
      "b",
      "c",
      "q",
    ]);
    expect(actions.map(([, action]) => action)).toEqual(["moved", "moved"]);
    const own = [
      { role: "user", content: "q" },
      { role: "assistant", content: ["a", "b"].map((id) => ({ type: "tool_use", id, name: "f", input: {} })) },
      { role: "user", content: ["b", "a"].map((id) => ({ type: "tool_result", tool_use_id: id, content: "r" })) },
    ];
    expect(toMessages(fromMessages(own))).toEqual({ messages: own, report: [] });
  });

  it("results behind all calls of a turn that came as messages of their own, as recorders write them", () => {
    const use = (id: string): object => ({
      role: "assistant",
      content: [{ type: "tool_use", id, name: "f", input: {} }],
    });
    const results = (...ids: string[]): object => ({
      role: "user",
      content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "r" })),
    });
    const list = [{ role: "user", content: "q" }, use("a"), use("b"), use("c"), results("b", "a", "c"), use("d")];
    const { messages, report } = toMessages(fromMessages(list));
    expect(messages).toEqual(list);
    expect(report.map(({ action }) => action)).toEqual(["open"]);
    const cut = toMessages(fromMessages([...list.slice(0, 4), results("c"), { role: "user", content: "stop" }]));
    expect(anthropicFaults(cut)).toEqual([]);
    expect(cut.report.map(({ entry, action }) => [entry, action])).toEqual([
      [1, "added"],
      [2, "added"],
    ]);
  });

  it("text behind a call in front of it, and never across a signed thought", () => {
    const parts: Part[] = [
      { type: "tool-call", ...call("a") },
      { type: "text", text: "t" },
    ];
    const plain = write(question, { role: "assistant", content: parts }, result("a"));
    expect(plain.messages[1]?.["content"]).toMatchObject([{ type: "text" }, { type: "tool_use" }]);
    expect(plain.actions).toEqual([[1, "moved"]]);
    const content: Part[] = [
      signed("1"),
      { type: "tool-call", ...call("a") },
      signed("2"),
      { type: "text", text: "t" },
    ];
    const split = write(question, { role: "assistant", content }, result("a"), question);
    expect(
      split.messages.map(({ content: blocks }) =>
        typeof blocks === "string" ? blocks : (blocks as Message[]).map(({ type }) => type),
      ),
    ).toEqual(["q", ["thinking", "tool_use"], ["tool_result"], ["thinking", "text"], "q"]);
  });

  it("neighbours of one role into one message, but those that came apart", () => {
    const { messages, actions } = write(question, question, { role: "assistant", text: "a" }, asks("c"), result("c"));
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(actions.map(([, action]) => action)).toEqual(["merged", "merged"]);
    const list = [
      { role: "user", content: "a" },
      { role: "user", content: "b" },
    ];
    expect(toMessages(fromMessages(list))).toEqual({ messages: list, report: [] });
  });

  it("a line of the user in front where the conversation opens with the model, unless it came so", () => {
    const { messages, actions } = write({ role: "assistant", text: "Hello." }, question);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(actions).toEqual([[0, "added"]]);
    const list = [{ role: "assistant", content: "Hello." }];
    expect(toMessages(fromMessages(list))).toEqual({ messages: list, report: [] });
  });
});

describe("toMessages() mends", () => {
  it("open calls: pending ones are left and noted, others answered as aborted, or refused in strict mode", () => {
    const pending = Transcript.from([question, asks("a", "b"), result("a")]);
    expect(toMessages(pending).report.map(({ action }) => action)).toEqual(["open"]);
    expect((toMessages(pending).messages[2]!.content as unknown[]).length).toBe(1);
    expect((toMessages(pending, { openCalls: "abort" }).messages[2]!.content as unknown[])[1]).toMatchObject({
      is_error: true,
    });
    const open = Transcript.from([question, asks("a"), question]);
    expect(toMessages(open).report).toMatchObject([{ entry: 1, action: "added" }]);
    expect(() => toMessages(open, { strict: true })).toThrow(
      "Cannot write messages: entry 1 (assistant): content[0]: added",
    );
  });

  it("orphans, which become the user's text, and second results, which go", () => {
    const { messages, actions } = write(question, result("x"), asks("a"), result("a"), result("a"));
    expect(JSON.stringify(messages[0])).toContain("[result of a tool call that is not here]");
    expect(actions).toEqual([
      [1, "converted"],
      [1, "merged"],
      [4, "dropped"],
    ]);
  });

  it("blank text in every role, empty entries, and space at the end", () => {
    const blanks = ["", "  ", "\n"].flatMap((text): EntryInput[] => [
      { role: "system", text },
      { role: "user", text },
      { role: "assistant", text },
    ]);
    expect(write(...blanks)).toMatchObject({ system: undefined, messages: [] });
    const { messages, actions } = write(question, { role: "assistant", text: "done \n" });
    expect(messages[1]).toEqual({ role: "assistant", content: "done" });
    expect(actions).toEqual([
      [1, "converted"],
      [1, "open"],
    ]);
  });

  it("a media type that the endpoint knows by another name", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/jpg", data: "/9j/4AAQ" } };
    const { messages, report } = toMessages(fromMessages([{ role: "user", content: [image] }]));
    expect(JSON.stringify(messages)).toContain('"media_type":"image/jpeg"');
    expect(report).toMatchObject([{ entry: 0, path: "content[0]", action: "converted" }]);
  });

  it("more than four cache marks, the earliest first", () => {
    const content = Array.from({ length: 6 }, (_empty, index): Message => ({
      type: "text",
      text: `${index}`,
      cache_control: { type: "ephemeral" },
    }));
    const { messages, report } = toMessages(fromMessages([{ role: "user", content }]));
    const marked = (messages[0]!.content as unknown as Message[]).map((block) => "cache_control" in block);
    expect(marked).toEqual([false, false, true, true, true, true]);
    expect(report.map(({ action }) => action)).toEqual(["dropped", "dropped"]);
  });
});

describe("toMessages() converts", () => {
  it("outcomes: the flag, and a text where the flag does not tell; failed results hold text alone", () => {
    const outcomes = (["error", "denied", "aborted"] as const).map((outcome, index): EntryInput => ({
      role: "tool",
      toolResult: {
        toolCallId: `${index}`,
        outcome,
        content: [
          { type: "text", text: "no" },
          { type: "file", mediaType: "image/png", data: "AAAA" },
        ],
      },
    }));
    const { messages } = write(question, asks("0", "1", "2"), ...outcomes);
    const results = messages[2]!["content"] as { content: { text: string }[]; is_error: boolean }[];
    expect(results.map(({ content, is_error: isError }) => [isError, content[0]?.text, content[1]?.text])).toEqual([
      [true, "no", "[file: image/png]"],
      [true, "[denied] no", "[file: image/png]"],
      [true, "[aborted] no", "[file: image/png]"],
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ["text", "7", "7"],
    ["nothing", undefined, undefined],
    ["an empty text", "", undefined],
    ["null", null, "null"],
    ["a list", [], "[]"],
    ["a number", 7, "7"],
    ["an object", { output: 1 }, '{"output":1}'],
  ])("the output %s", (_what, output, content) => {
    const { messages } = write(question, asks("a"), result("a", output));
    expect((messages[2]!["content"] as Message[])[0]?.["content"]).toBe(content);
  });

  it.each<[unknown, unknown]>([
    [{}, {}],
    [null, { input: null }],
    [[], { input: [] }],
    ["x", { input: "x" }],
    [undefined, {}],
  ])("the input %j", (input, written) => {
    const { messages } = write(question, { role: "assistant", text: "", toolCalls: [call("a", input)] }, result("a"));
    expect((messages[1]!["content"] as Message[])[0]?.["input"]).toEqual(written);
  });

  it("arguments that were text, and tells where their numbers and keys do not come through", () => {
    const list = (args: string): Message[] => [
      { role: "user", content: "q" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: args } }],
      },
      { role: "tool", tool_call_id: "a", content: "r" },
    ];
    const actions = (args: string): unknown[] =>
      toMessages(fromChatMessages(list(args))).report.map(({ what }) => what);
    expect(actions('{ "a" : [1, -2.5, "\\u00e9 1.0"] }')).toEqual([]);
    expect(actions('{"a": 1.0}')).toHaveLength(1);
    expect(actions('{"a":1,"a":2}')).toHaveLength(1);
    expect(actions('{"n":12345678901234567890}')).toHaveLength(1);
    expect(actions("")).toEqual(["blank arguments, sent as an empty object"]);
  });

  it("input that a stream left as text, as the object that it says", () => {
    const left = (input: string): unknown => {
      const messages = [
        { role: "user", content: "q" },
        { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "r" }] },
      ];
      const transcript = fromMessages(messages);
      const written = toMessages(transcript);
      expect(anthropicFaults(written)).toEqual([]);
      expect(written.report).toMatchObject([{ entry: 1, path: "content[0]", action: "converted" }]);
      const [call] = (toChatMessages(transcript).messages[1] as unknown as { tool_calls: { function: object }[] })
        .tool_calls;
      return [(written.messages[1]!.content as unknown as Message[])[0]!["input"], call!.function];
    };
    expect(left('{"a": 1}')).toEqual([{ a: 1 }, { name: "f", arguments: '{"a": 1}' }]);
    expect(left("")).toEqual([{}, { name: "f", arguments: "{}" }]);
    expect(left('{"a":')).toEqual([{ input: '{"a":' }, { name: "f", arguments: JSON.stringify('{"a":') }]);
  });

  it("files: pictures, PDF and plain text as blocks, others in text, those of other providers by name", () => {
    const files: Part[] = [
      { type: "file", data: "iVBORw0KGgoAAAA" },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: "JVBERi0=" },
      { type: "file", mediaType: "text/plain", data: "aGVq" },
      { type: "file", mediaType: "image/png", data: { url: "data:image/png;base64,AAAA" } },
      { type: "file", data: { url: "https://example.org/a.pdf" } },
      { type: "file", mediaType: "audio/wav", data: "AAAA" },
      { type: "file", filename: "b.png", data: { fileId: "file-1" } },
    ];
    const { messages, actions } = write({ role: "user", content: files });
    expect(messages[0]?.["content"]).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAAA" } },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" }, title: "a.pdf" },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "hej" } },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "document", source: { type: "url", url: "https://example.org/a.pdf" } },
      { type: "text", text: "[file: audio/wav]" },
      { type: "text", text: "[file: b.png]" },
    ]);
    expect(actions).toHaveLength(2);
  });

  it("reasoning only with a proof of its own, which comes through a detour unaltered", () => {
    const list = [
      { role: "user", content: "q" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "", signature: "S1" },
          { type: "redacted_thinking", data: "D" },
          { type: "text", text: "a" },
        ],
      },
      { role: "user", content: "q" },
    ];
    const transcript = fromMessages(list);
    expect(JSON.stringify(toChatMessages(transcript).messages)).not.toMatch(/S1|"D"/);
    expect(toMessages(Transcript.fromJson(transcript.toJson()))).toEqual({ messages: list, report: [] });
    const foreign: Part[] = [
      { type: "reasoning", text: "r", providerMetadata: { google: { thoughtSignature: "G" } } },
      { type: "text", text: "a", providerMetadata: { google: { thoughtSignature: "G" } } },
    ];
    expect(write(question, { role: "assistant", content: foreign }, question).actions).toEqual([
      [1, "dropped"],
      [1, "dropped"],
    ]);
  });

  it("names that are refused, refusals, participants and custom parts of other formats", () => {
    const content: Part[] = [
      { type: "refusal", text: "no" },
      { type: "custom", format: "acme", value: { text: "kept" } },
      { type: "custom", format: "acme", value: { other: 1 } },
      { type: "tool-call", toolCallId: "a", toolName: "a.b", input: {} },
    ];
    const { messages, actions } = write(
      { role: "user", text: "q", name: "alice" },
      { role: "assistant", content },
      result("a"),
    );
    expect(messages[0]).toEqual({ role: "user", content: "[from alice]\nq" });
    expect(messages[1]?.["content"]).toMatchObject([{ text: "no" }, { text: "kept" }, { name: "cq_YS5i" }]);
    expect(actions.map(([, action]) => action)).toEqual([
      "converted",
      "converted",
      "converted",
      "dropped",
      "converted",
    ]);
    expect(fromMessages(messages).at(1)?.toolCalls?.[0].toolName).toBe("a.b");
  });
});
