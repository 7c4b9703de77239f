import { type EntryInput, type Outcome, type Part, Transcript, TranscriptError } from "colloquy";
import {
  type ConversionNote,
  fromChatMessages,
  fromResponsesItems,
  toChatMessages,
  type ToOptions,
  toResponsesItems,
} from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { responsesFaults } from "./acceptance/openai-responses.js";
import type { Item } from "./openai-responses-items.js";

const user = (text: string): EntryInput => ({ role: "user", text });
const assistant = (...content: Part[]): EntryInput => ({ role: "assistant", content });
const text = (given: string, openai?: object): Part => ({
  type: "text",
  text: given,
  ...(openai !== undefined && { providerMetadata: { openai } }),
});
const reasoning = (given: string, providerMetadata?: Readonly<Record<string, unknown>>): Part => ({
  type: "reasoning",
  text: given,
  ...(providerMetadata !== undefined && { providerMetadata }),
});
const call = (toolCallId: string, input: unknown = {}, openai?: object): Part => ({
  type: "tool-call",
  toolCallId,
  toolName: "f",
  input,
  ...(openai !== undefined && { providerMetadata: { openai } }),
});
const calls = (...ids: string[]): EntryInput => assistant(...ids.map((id) => call(id)));
const result = (toolCallId: string, ...given: [output?: unknown, outcome?: Outcome]): EntryInput => ({
  role: "tool",
  toolResult: { toolCallId, output: given.length === 0 ? "r" : given[0], outcome: given[1] },
});

interface Written {
  readonly input: Item[];
  readonly report: readonly ConversionNote[];
}
function write(entries: readonly EntryInput[] | Transcript, options?: ToOptions): Written {
  const transcript = Transcript.isTranscript(entries) ? entries : Transcript.from(entries);
  const written = toResponsesItems(transcript, options) as unknown as Written;
  expect(responsesFaults(written.input)).toEqual([]);
  return written;
}
/** What each item is, with the call it speaks of. */
const shapeOf = ({ input }: Written): unknown[] =>
  input.map(({ type, role, call_id: id }) => (id === undefined ? (role ?? type) : `${String(type)} ${String(id)}`));
const notesOf = ({ report }: Written): unknown[] => report.map(({ entry, action }) => [entry, action]);

describe("toResponsesItems() orders", () => {
  it("parallel calls with results in any order, and what a user says behind them, as they stand", () => {
    const written = write([user("x"), calls("a", "b"), result("b"), result("a"), user("y")]);
    expect(shapeOf(written)).toEqual([
      "user",
      "function_call a",
      "function_call b",
      "function_call_output b",
      "function_call_output a",
      "user",
    ]);
    expect(written.report).toEqual([]);
  });

  it("text behind calls, and what stands between a call and its result, as they stand", () => {
    const written = write([
      user("x"),
      assistant(text("a"), call("c"), text("b")),
      { role: "system", text: "s" },
      result("c"),
    ]);
    expect(shapeOf(written)).toEqual([
      "user",
      "assistant",
      "function_call c",
      "assistant",
      "system",
      "function_call_output c",
    ]);
    expect(written.report).toEqual([]);
  });

  it("answers for open calls in the middle, leaving those at the end", () => {
    const entries = [user("x"), calls("a", "b"), result("b"), user("y"), calls("c", "d"), result("c")];
    const written = write(entries);
    expect(written.input.at(3)).toEqual({
      type: "function_call_output",
      call_id: "a",
      output: "[aborted] The call has no result.",
    });
    expect(notesOf(written)).toEqual([
      [1, "added"],
      [4, "open"],
    ]);
    const aborted = write(entries, { openCalls: "abort" });
    expect(notesOf(aborted)).toEqual([
      [1, "added"],
      [4, "added"],
    ]);
    expect(() => write(entries, { strict: true })).toThrow(TranscriptError);
    expect(() => write(entries.slice(3), { strict: true })).not.toThrow();
  });

  it("no result without its call, before it, or twice", () => {
    const written = write([
      result("a", "early"),
      user("x"),
      calls("a"),
      result("a"),
      result("a", "again"),
      { role: "tool", toolResult: { toolCallId: "b", toolName: "g", output: "lost" } },
    ]);
    expect(shapeOf(written)).toEqual(["user", "user", "function_call a", "function_call_output a", "user"]);
    expect(written.input[0]?.["content"]).toBe("[result of a tool call that is not here]\nearly");
    expect(written.input[4]?.["content"]).toBe("[result of a call to g that is not here]\nlost");
    expect(notesOf(written)).toEqual([
      [0, "converted"],
      [4, "dropped"],
      [5, "converted"],
    ]);
  });

  it("a summary and pinned entries where they stand", () => {
    const long = Transcript.from([
      { role: "system", text: "rules" },
      user("a"),
      { ...user("pin"), pinned: true } as EntryInput,
      user("b"),
      assistant(text("c")),
    ]);
    const { input, report } = write(long.compact({ keepLast: 1 }));
    expect(input.map(({ role }) => role)).toEqual(["system", "system", "user", "assistant"]);
    expect(input[1]?.["content"]).toMatch(/^\[Compacted 2 earlier messages\]/);
    expect(report).toEqual([]);
  });

  it("outputs of calls that only the provider stores, where a reference says so", () => {
    const output = { type: "function_call_output", call_id: "c", output: "r" };
    expect(write(fromResponsesItems([{ type: "item_reference", id: "fc_1" }, output]))).toEqual({
      input: [{ type: "item_reference", id: "fc_1" }, output],
      report: [],
    });
    expect(shapeOf(write(fromResponsesItems([output])))).toEqual(["user"]);
  });
});

describe("toResponsesItems() writes what it does not know", () => {
  it("without lone surrogates, in keys and roles too, reported", () => {
    const items = [
      { role: "user", content: [{ type: "input_text", text: "q", ["k\ud800"]: 1 }], ["n\ud800"]: true },
      { role: "stranger\ud800", content: "q" },
    ];
    const written = write(fromResponsesItems(items));
    expect(JSON.stringify(written.input)).not.toContain("\\ud800");
    expect(notesOf(written)).toEqual([
      [0, "converted"],
      [0, "converted"],
      [1, "converted"],
    ]);
  });
});

describe("toResponsesItems() writes ids", () => {
  it("that the endpoint takes as they are, and hashes of those that are too long", () => {
    const ids = ["x".repeat(64), `${"y".repeat(70)}a`, `${"y".repeat(70)}b`, "a/b|c d", "ü", "\uD83D"];
    const written = write([user("x"), calls(...ids), ...ids.map((id) => result(id, id.length))]);
    const sent = written.input.slice(1, 7).map((item) => item["call_id"] as string);
    expect(new Set(sent).size).toBe(6);
    expect([sent[0], sent[3], sent[4]]).toEqual([ids[0], ids[3], ids[4]]);
    expect(written.input.slice(7).map((item) => item["call_id"])).toEqual(sent);
    expect(written.report.filter(({ what }) => what.includes("id"))).toEqual([]);
  });

  it("once, where two turns used one; the way back restores them", () => {
    const transcript = Transcript.from([
      user("x"),
      calls("call_0"),
      result("call_0", "1"),
      user("y"),
      calls("call_0"),
      result("call_0", "2"),
    ]);
    const { input, report } = write(transcript);
    expect(report).toEqual([]);
    expect(input[1]?.["call_id"]).toBe("call_0");
    expect(input[4]?.["call_id"]).not.toBe("call_0");
    expect(input[5]?.["call_id"]).toBe(input[4]?.["call_id"]);
    const back = fromResponsesItems(input);
    expect(back.entries().map((entry) => entry.toolCalls?.[0].toolCallId ?? entry.toolResult?.toolCallId)).toEqual(
      transcript.entries().map((entry) => entry.toolCalls?.[0].toolCallId ?? entry.toolResult?.toolCallId),
    );
    expect(write(back)).toEqual({ input, report: [] });
  });

  it("once, where two calls of one step have one, reported", () => {
    const written = write([user("x"), calls("a", "a"), result("a", "2"), result("a", "1")]);
    const [first, second] = written.input.slice(1).map((item) => item["call_id"]);
    expect(first).toBe("a");
    expect(written.input.slice(3).map((item) => [item["call_id"], item["output"]])).toEqual([
      [second, "2"],
      ["a", "1"],
    ]);
    expect(notesOf(written)).toEqual([[1, "converted"]]);
  });

  it("of items to their owner alone, with the beginning of their type, each once", () => {
    const written = write([
      assistant(text("a", { itemId: "msg_1" })),
      assistant(text("b", { itemId: "msg_1" })),
      assistant(text("c", { itemId: "fc_1" })),
      assistant({ type: "text", text: "d", providerMetadata: { azure: { itemId: "msg_2" } } }),
      assistant(call("e", {}, { itemId: "fc_2" })),
    ]);
    expect(written.input.map(({ id }) => id)).toEqual(["msg_1", undefined, undefined, undefined, "fc_2"]);
    expect(notesOf(written)).toEqual([
      [1, "dropped"],
      [2, "dropped"],
      [4, "open"],
    ]);
  });

  it("no tool name that the endpoint refuses, and reads it back", () => {
    const asked = (toolName: string): EntryInput =>
      assistant({ type: "tool-call", toolCallId: "c", toolName, input: {} });
    const written = write([user("x"), asked("a.b"), result("c")]);
    expect(written.input[1]?.["name"]).toBe("cq_YS5i");
    expect(notesOf(written)).toEqual([[1, "converted"]]);
    const back = fromResponsesItems(written.input);
    expect(back.at(1)?.toolCalls?.[0].toolName).toBe("a.b");
    expect(write(back)).toEqual({ input: written.input, report: [] });
    expect(write([user("x"), asked("n".repeat(100)), result("c")]).input[1]?.["name"]).toHaveLength(28);
  });
});

describe("toResponsesItems() writes reasoning", () => {
  const proof = (itemId: string, encrypted?: string) => ({
    openai: { itemId, ...(encrypted !== undefined && { reasoningEncryptedContent: encrypted }) },
  });

  it("of its own provider right before what it led to, parts of one item together", () => {
    const written = write([
      user("x"),
      assistant(
        reasoning("one", proof("rs_1", "AAA")),
        reasoning("two", proof("rs_1", "AAA")),
        text("Hi.", { itemId: "msg_1", phase: "commentary" }),
        reasoning("", proof("rs_2")),
        call("c", {}, { itemId: "fc_1" }),
      ),
      result("c"),
    ]);
    const summary = [
      { type: "summary_text", text: "one" },
      { type: "summary_text", text: "two" },
    ];
    expect(written).toEqual({
      input: [
        { role: "user", content: "x" },
        { type: "reasoning", id: "rs_1", summary, encrypted_content: "AAA" },
        {
          type: "message",
          role: "assistant",
          id: "msg_1",
          status: "completed",
          content: [{ type: "output_text", text: "Hi.", annotations: [] }],
          phase: "commentary",
        },
        { type: "reasoning", id: "rs_2", summary: [] },
        { type: "function_call", call_id: "c", name: "f", arguments: "{}", id: "fc_1" },
        { type: "function_call_output", call_id: "c", output: "r" },
      ],
      report: [],
    });
    const back = fromResponsesItems(written.input);
    expect(write(back)).toEqual(written);
  });

  it("of no other provider, whose proofs go nowhere", () => {
    const signed = { anthropic: { signature: "S" } };
    const written = write([
      user("x"),
      assistant(reasoning("a", signed), { type: "text", text: "b", providerMetadata: signed }),
      assistant(reasoning("c", { azure: { itemId: "rs_9", reasoningEncryptedContent: "E" } }), text("d")),
      assistant(reasoning("e"), text("f")),
    ]);
    expect(written.input).toEqual([
      { role: "user", content: "x" },
      { role: "assistant", content: "b" },
      { role: "assistant", content: "d" },
      { role: "assistant", content: "f" },
    ]);
    expect(notesOf(written)).toEqual([
      [1, "dropped"],
      [1, "dropped"],
      [2, "dropped"],
      [3, "dropped"],
    ]);
  });

  const items: Item[] = [
    { role: "user", content: "q" },
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "AAA" },
    { type: "function_call", id: "fc_1", call_id: "c", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "c", output: "r" },
  ];
  const edited = (content: (parts: readonly Part[]) => readonly Part[]): Written => {
    const read = fromResponsesItems(items);
    return write(read.replace(1, { ...read.at(1)!, content: content(read.at(1)!.content) } as EntryInput));
  };

  it("and its follower with both ids or with neither", () => {
    const [asked, thought, led, answered] = items as [Item, Item, Item, Item];
    const { id: _thought, ...thoughtWithout } = thought;
    const { id: _led, ...ledWithout } = led;
    expect(edited(([, after]) => [after!]).input).toEqual([asked, ledWithout, answered]);
    const changed = edited(([before, after]) => [before!, { ...after!, input: { a: 1 } } as Part]);
    expect(changed.input).toEqual([asked, thoughtWithout, { ...ledWithout, arguments: '{"a":1}' }, answered]);
    expect(notesOf(changed)).toEqual([[1, "dropped"]]);
    const rewritten = edited(([before, after]) => [{ ...before!, text: "edited" } as Part, after!]);
    expect(rewritten.input).toEqual([asked, ledWithout, answered]);
  });

  it("that leads nowhere only where it came so, and can be read without storage", () => {
    const lone = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "AAA" };
    expect(write(fromResponsesItems([lone])).input).toEqual([lone]);
    const { encrypted_content: _encrypted, ...stored } = lone;
    expect(notesOf(write(fromResponsesItems([stored])))).toEqual([[0, "dropped"]]);
    const shown = { type: "message", role: "assistant", content: "a" };
    expect(write(fromResponsesItems([lone, shown]))).toEqual({ input: [lone, shown], report: [] });
    expect(notesOf(write(fromResponsesItems([stored, shown])))).toEqual([[0, "dropped"]]);
    const read = fromResponsesItems([lone, shown]);
    const cut = read.replace(0, { ...read.at(0)!, content: read.at(0)!.content.slice(0, 1) } as EntryInput);
    expect(write(cut).input).toEqual([]);
  });

  it("unaltered after a detour by another format, which gets none of it", () => {
    const read = fromResponsesItems(items);
    const { messages } = toChatMessages(read);
    expect(JSON.stringify(messages)).not.toMatch(/rs_1|fc_1|AAA/);
    const further = fromChatMessages([{ role: "assistant", content: "ok" }], { after: read });
    expect(write(further).input.slice(0, 4)).toEqual(items);
  });
});

describe("toResponsesItems() writes parts", () => {
  const image: Part = { type: "file", mediaType: "image/png", data: "AAAA" };

  it("files of users as the parts that hold them", () => {
    const written = write([
      {
        role: "user",
        content: [
          image,
          { type: "file", data: { url: "https://example.org/a.png" } },
          { type: "file", mediaType: "application/pdf", data: new Uint8Array([1]), filename: "a.pdf" },
          { type: "file", mediaType: "application/pdf", data: { url: "https://example.org/a.pdf" } },
          { type: "file", data: { fileId: "file-1" }, providerMetadata: { openai: {} } },
          { type: "file", data: { fileId: "files/1" } },
          { type: "file", mediaType: "audio/wav", data: "UklGRg==" },
          { type: "file", mediaType: "image/png", data: { url: "gs://a/b.png" } },
        ],
      },
    ]);
    expect(written.input[0]?.["content"]).toEqual([
      { type: "input_image", detail: "auto", image_url: "data:image/png;base64,AAAA" },
      { type: "input_image", detail: "auto", image_url: "https://example.org/a.png" },
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AQ==" },
      { type: "input_file", file_url: "https://example.org/a.pdf" },
      { type: "input_file", file_id: "file-1" },
      { type: "input_text", text: "[file: of unknown type]" },
      { type: "input_text", text: "[file: audio/wav]" },
      { type: "input_text", text: "[file: image/png, gs://a/b.png]" },
    ]);
    expect(written.report.map(({ path, action }) => [path, action])).toEqual([
      ["content[5]", "converted"],
      ["content[6]", "converted"],
      ["content[7]", "converted"],
    ]);
  });

  it("images in results inside them, sound as text", () => {
    const content = [
      { type: "text" as const, text: "page 3" },
      image as never,
      { ...image, mediaType: "audio/wav" } as never,
    ];
    const written = write([user("x"), calls("c"), { role: "tool", toolResult: { toolCallId: "c", content } }]);
    expect(written.input[2]?.["output"]).toEqual([
      { type: "input_text", text: "page 3" },
      { type: "input_image", detail: "auto", image_url: "data:image/png;base64,AAAA" },
      { type: "input_text", text: "[file: audio/wav]" },
    ]);
    expect(notesOf(written)).toEqual([[2, "converted"]]);
  });

  it("files of the model, and names of participants, as text", () => {
    const written = write([
      { role: "user", text: "hi", name: "alice" },
      { role: "assistant", content: [text("here"), image], name: "bob" },
    ]);
    expect(written.input).toEqual([
      {
        role: "user",
        content: [
          { type: "input_text", text: "[from alice]" },
          { type: "input_text", text: "hi" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "output_text", text: "[from bob]" },
          { type: "output_text", text: "here" },
          { type: "output_text", text: "[file: image/png]" },
        ],
      },
    ]);
    expect(notesOf(written)).toEqual([
      [0, "converted"],
      [1, "converted"],
      [1, "converted"],
    ]);
  });

  it("refusals as such, developer instructions as such", () => {
    const read = fromChatMessages([
      { role: "developer", content: "rules" },
      { role: "assistant", content: null, refusal: "No." },
    ]);
    expect(write(read)).toEqual({
      input: [
        { role: "developer", content: "rules" },
        { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
      ],
      report: [],
    });
  });

  it.each<[Outcome, string]>([
    ["error", "[error] r"],
    ["denied", "[denied] r"],
    ["aborted", "[aborted] r"],
  ])("the outcome %s in front of the output", (outcome, output) => {
    const written = write([user("x"), calls("c"), result("c", "r", outcome)]);
    expect(written.input[2]?.["output"]).toBe(output);
    expect(notesOf(written)).toEqual([[2, "converted"]]);
    const pictured: EntryInput = {
      role: "tool",
      toolResult: { toolCallId: "c", content: [image as never], outcome },
    };
    expect(write([user("x"), calls("c"), pictured]).input[2]?.["output"]).toMatchObject([
      { text: `[${outcome}]` },
      { type: "input_image" },
    ]);
  });

  it.each<[unknown, string, boolean]>([
    [undefined, "", true],
    [null, "null", true],
    [[], "[]", true],
    [7, "7", true],
    [{ output: 1 }, '{"output":1}', true],
    ["7", "7", false],
    ['{"a": 1.0}', '{"a": 1.0}', false],
    ["\uD83D", "\uFFFD", true],
    [new Date(0), '"1970-01-01T00:00:00.000Z"', true],
  ])("the output %j as %j", (output, written, isReported) => {
    const { input, report } = write([user("x"), calls("c"), result("c", output)]);
    expect(input[2]?.["output"]).toBe(written);
    expect(report.length > 0).toBe(isReported);
  });

  it.each<[unknown, string]>([
    [{}, "{}"],
    [null, "null"],
    [[], "[]"],
    ["x", '"x"'],
    [undefined, "{}"],
  ])("the input %j as %j", (input, written) => {
    expect(write([user("x"), assistant(call("c", input)), result("c")]).input[1]?.["arguments"]).toBe(written);
  });

  it("free text of a custom tool of chat messages as a custom tool call", () => {
    const read = fromChatMessages([
      { role: "user", content: "x" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "custom", custom: { name: "f", input: "{}" } }],
      },
      { role: "tool", tool_call_id: "c", content: "ok" },
    ]);
    expect(write(read).input.slice(1)).toEqual([
      { type: "custom_tool_call", call_id: "c", name: "f", input: "{}" },
      { type: "custom_tool_call_output", call_id: "c", output: "ok" },
    ]);
  });

  it("a call of the provider's own tool as a function call, where its result is none of that tool", () => {
    const read = fromResponsesItems([
      { role: "user", content: "x" },
      { type: "shell_call", call_id: "s", action: { commands: ["ls"] } },
    ]);
    expect(write(read).input[1]?.["type"]).toBe("shell_call");
    const written = write(read.append(result("s", "a.txt"), user("y")));
    expect(written.input.slice(1, 3)).toEqual([
      { type: "function_call", call_id: "s", name: "shell", arguments: '{"commands":["ls"]}' },
      { type: "function_call_output", call_id: "s", output: "a.txt" },
    ]);
    expect(notesOf(written)).toEqual([[1, "converted"]]);
  });

  it("nothing of what only other formats know, and nothing of what says nothing, reported", () => {
    const written = write([
      { role: "user", content: [{ type: "custom", format: "acme", value: { a: 1 } }] },
      { role: "user", content: [{ type: "custom", format: "acme", value: { text: "kept" } }] },
      assistant({ type: "custom", format: "acme", value: 1 }),
      { role: "user", content: [] },
      assistant(call("c"), { type: "approval-request", approvalId: "a", toolCallId: "c" }),
      { role: "tool", content: [{ type: "approval-response", approvalId: "a", approved: true }] },
      result("c"),
    ]);
    expect(shapeOf(written)).toEqual(["user", "function_call c", "function_call_output c"]);
    expect(written.report.map(({ entry, action }) => `${entry} ${action}`)).toEqual([
      "0 dropped",
      "0 dropped",
      "1 converted",
      "2 dropped",
      "3 dropped",
      "4 dropped",
      "5 dropped",
    ]);
  });

  it("what a hosted tool found as text elsewhere, where it is text", () => {
    const read = fromResponsesItems([
      { type: "file_search_call", id: "fs_1", queries: ["q"], results: [{ text: "page 1" }, { text: "page 2" }] },
      { type: "web_search_call", id: "ws_1", action: { type: "search", query: "q" } },
    ]);
    expect(toChatMessages(read)).toEqual({
      messages: [{ role: "assistant", content: "page 1\npage 2" }],
      report: [
        { entry: 0, path: "content[0]", action: "converted", what: "part of another format, its text kept" },
        { entry: 0, path: "content[1]", action: "dropped", what: "part that only another format knows" },
      ],
    });
  });

  it("calls and results that a provider ran inside its answer as text", () => {
    const written = write([
      user("x"),
      assistant(call("c", { q: 1 }), { type: "tool-result", toolCallId: "c", output: "found" }, text("So.")),
    ]);
    expect(written.input[1]?.["content"]).toEqual([
      { type: "output_text", text: '[call to f] {"q":1}' },
      { type: "output_text", text: "[result of f]\nfound" },
      { type: "output_text", text: "So." },
    ]);
    expect(notesOf(written)).toEqual([
      [1, "converted"],
      [1, "converted"],
    ]);
  });

  it("parts in the type of their place, where they came in another", () => {
    const written = write(
      fromResponsesItems([
        {
          role: "user",
          content: [
            { type: "output_text", text: "a" },
            { type: "text", text: "b" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "input_text", text: "c" },
            { type: "input_image", image_url: "x" },
          ],
        },
        { role: "tool", content: "d" },
      ]),
    );
    expect(written.input).toEqual([
      {
        role: "user",
        content: [
          { type: "input_text", text: "a" },
          { type: "input_text", text: "b" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "output_text", text: "c" },
          { type: "output_text", text: "[file: of unknown type]" },
        ],
      },
      { role: "user", content: "d" },
    ]);
    expect(written.report).toHaveLength(5);
  });
});

describe("toResponsesItems()", () => {
  it("gives fresh lists, which a program may change", () => {
    const read = fromResponsesItems([{ type: "web_search_call", id: "ws_1", action: { query: "q" } }]);
    const first = toResponsesItems(read).input as unknown as { action: { query: string } }[];
    first[0]!.action.query = "changed";
    first.push(first[0]!);
    expect(toResponsesItems(read).input).toEqual([{ type: "web_search_call", id: "ws_1", action: { query: "q" } }]);
  });

  it("writes ten thousand items, calls of one id among them", () => {
    const turns = Array.from({ length: 2_500 }, (_empty, turn) => [
      { role: "user", content: `Question ${turn}` },
      { type: "reasoning", id: `rs_${turn}`, summary: [], encrypted_content: `E${turn}` },
      { type: "function_call", id: `fc_${turn}`, call_id: "call_0", name: "f", arguments: '{"a":1}' },
      { type: "function_call_output", call_id: "call_0", output: "r" },
    ]).flat();
    const { input } = toResponsesItems(fromResponsesItems(turns));
    expect(responsesFaults(input)).toEqual([]);
    expect(JSON.stringify(toResponsesItems(fromResponsesItems(turns)).input)).toBe(JSON.stringify(input));
  });
});
