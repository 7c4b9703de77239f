import { type EntryInput, type Outcome, type Part, Transcript, TranscriptError } from "colloquy";
import { type ConversionNote, fromChatMessages, type ToOptions, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import type { Message } from "./openai-chat-messages.js";

const user = (text: string): EntryInput => ({ role: "user", text });
const calls = (...ids: string[]): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: "f", input: {} })),
});
const result = (toolCallId: string, output: unknown = "r", outcome?: Outcome): EntryInput => ({
  role: "tool",
  toolResult: { toolCallId, output, outcome },
});

interface Written {
  readonly messages: Message[];
  readonly report: readonly ConversionNote[];
}
function write(entries: readonly EntryInput[], options?: ToOptions): Written {
  const written = toChatMessages(Transcript.from(entries), options) as unknown as Written;
  expect(chatFaults(written.messages)).toEqual([]);
  return written;
}
/** Roles, with the call that a tool message answers. */
const shapeOf = ({ messages }: Written): unknown[] =>
  messages.map((message) => message["tool_call_id"] ?? message["role"]);
const notesOf = ({ report }: Written): unknown[] => report.map(({ entry, action }) => [entry, action]);
const idsOf = (message: Message | undefined): string[] =>
  ((message?.["tool_calls"] ?? []) as { id: string }[]).map(({ id }) => id);

describe("toChatMessages() orders", () => {
  it("results that stand in their run in any order, as they stand", () => {
    const written = write([user("x"), calls("a", "b", "c"), result("c"), result("a"), result("b"), user("y")]);
    expect(shapeOf(written)).toEqual(["user", "assistant", "c", "a", "b", "user"]);
    expect(written.report).toEqual([]);
  });

  it("results that stand elsewhere behind their calls, in the order of the calls", () => {
    const written = write([
      user("x"),
      calls("a", "b", "c"),
      result("c"),
      { role: "system", text: "s" },
      result("b"),
      user("y"),
      result("a"),
    ]);
    expect(shapeOf(written)).toEqual(["user", "assistant", "a", "b", "c", "system", "user"]);
    expect(notesOf(written)).toEqual([
      [4, "moved"],
      [6, "moved"],
    ]);
  });

  it("text behind calls before them, reported", () => {
    const content: Part[] = [
      { type: "text", text: "a" },
      { type: "tool-call", toolCallId: "c", toolName: "f", input: {} },
      { type: "text", text: "b" },
    ];
    const written = write([user("x"), { role: "assistant", content }, result("c")]);
    expect(written.messages[1]?.["content"]).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(written.report).toEqual([
      { entry: 1, path: "content[2]", action: "moved", what: "text behind a call, put before it" },
    ]);
  });

  it("answers for open calls in the middle, leaving those at the end", () => {
    const written = write([user("x"), calls("a", "b"), result("b"), user("y"), calls("c", "d"), result("c")]);
    expect(shapeOf(written)).toEqual(["user", "assistant", "b", "a", "user", "assistant", "c"]);
    expect(written.messages[3]?.["content"]).toBe("[aborted] The call has no result.");
    expect(notesOf(written)).toEqual([
      [1, "added"],
      [4, "open"],
    ]);
    expect(notesOf(write([user("x"), calls("c")], { openCalls: "abort" }))).toEqual([[1, "added"]]);
  });

  it("no result without its call, before it, or twice", () => {
    const written = write([
      result("a", "early"),
      user("x"),
      calls("a"),
      result("a"),
      result("a", "again"),
      result("b", "lost"),
    ]);
    expect(shapeOf(written)).toEqual(["user", "user", "assistant", "a", "user"]);
    expect(written.messages[0]?.["content"]).toBe("[result of a tool call that is not here]\nearly");
    expect(notesOf(written)).toEqual([
      [0, "converted"],
      [4, "dropped"],
      [5, "converted"],
    ]);
  });

  it("each use of an id on its own", () => {
    const written = write([user("x"), calls("a"), result("a", "1"), calls("a"), result("a", "2")]);
    expect(written.messages.map(({ content }) => content)).toEqual(["x", null, "1", null, "2"]);
    expect(written.report).toEqual([]);
  });

  it("a summary and pinned entries where they stand", () => {
    const long = Transcript.from([
      { role: "system", text: "rules" },
      user("a"),
      { ...user("pin"), pinned: true } as EntryInput,
      user("b"),
      { role: "assistant", text: "c" },
    ]);
    const { messages, report } = toChatMessages(long.compact({ keepLast: 1 }));
    expect(messages.map(({ role }) => role)).toEqual(["system", "system", "user", "assistant"]);
    expect(messages[1]?.content).toMatch(/^\[Compacted 2 earlier messages\]/);
    expect(report).toEqual([]);
  });
});

describe("toChatMessages() spells", () => {
  it("ids that are too long by their hash, both ends alike, and others as they are", () => {
    const ids = ["x".repeat(70), `${"x".repeat(64)}a`, `${"x".repeat(64)}b`, "f.a:0", "a/b|c d", "ü"];
    const written = write([user("x"), calls(...ids), ...ids.map((id) => result(id, id))]);
    const sent = idsOf(written.messages[1]);
    expect(new Set(sent).size).toBe(ids.length);
    expect(sent.slice(3)).toEqual(ids.slice(3));
    expect(written.messages.slice(2).map(({ tool_call_id, content }) => [tool_call_id, content])).toEqual(
      sent.map((id, index) => [id, ids[index]]),
    );
    expect(written.report).toEqual([]);
  });

  it("the second of two equal ids in a message anew", () => {
    const written = write([user("x"), calls("a", "a"), result("a", "of the second"), result("a", "of the first")]);
    const [first, second] = idsOf(written.messages[1]);
    expect(first).toBe("a");
    expect(written.messages.slice(2).map(({ tool_call_id }) => tool_call_id)).toEqual([second, first]);
    expect(notesOf(written)).toEqual([[1, "converted"]]);
  });

  it("tool names and participants that the endpoint refuses, reported, and finds its own names again", () => {
    const names = ["a.b", "n".repeat(100), "日本"];
    const toolCalls = names.map((toolName, index) => ({ toolCallId: `${index}`, toolName, input: {} }));
    const written = write([
      { role: "user", name: "Ann Lee", text: "x" },
      { role: "assistant", text: "", toolCalls },
      ...toolCalls.map(({ toolCallId }) => result(toolCallId)),
    ]);
    expect(written.messages[0]?.["name"]).toBe("Ann_Lee");
    expect(notesOf(written)).toEqual([
      [0, "converted"],
      [1, "converted"],
      [1, "converted"],
      [1, "converted"],
    ]);
    const read = fromChatMessages(written.messages);
    expect(read.at(1)?.toolCalls?.map(({ toolName }) => toolName)).toMatchObject(
      ["a.b", /^cqh_/, "日本"].map((name) => (typeof name === "string" ? name : expect.stringMatching(name))),
    );
    expect(toChatMessages(read)).toEqual({ messages: written.messages, report: [] });
  });

  it("input that has no text as JSON, and none as an empty object", () => {
    const inputs: unknown[] = [{}, null, [], "x", undefined, { b: new Date(0), a: 5n }];
    const toolCalls = inputs.map((input, index) => ({ toolCallId: `${index}`, toolName: "f", input }));
    const written = write([user("x"), { role: "assistant", text: "", toolCalls }], { openCalls: "abort" });
    const texts = ((written.messages[1]?.["tool_calls"] ?? []) as { function: { arguments: string } }[]).map(
      (made) => made.function.arguments,
    );
    expect(texts).toEqual(["{}", "null", "[]", '"x"', "{}", '{"b":"1970-01-01T00:00:00.000Z","a":"5"}']);
    expect(written.report.filter(({ action }) => action === "converted").map(({ path }) => path)).toEqual([
      "content[4]",
      "content[5]",
    ]);
  });

  it("outputs as text: JSON where they are none, in its nearest form where JSON has none", () => {
    const bytes = Uint8Array.from([200, 13, 10, 0, 254]);
    const outputs: unknown[] = [
      undefined,
      null,
      [],
      7,
      { output: 1 },
      '{"a":1}',
      { bytes, at: new Date(0), big: 12n, nan: Number.NaN, gone: undefined },
      new Map([["k", new Set([1])]]),
      bytes,
    ];
    const ids = outputs.map((_output, index) => `${index}`);
    const written = write([
      user("x"),
      calls(...ids),
      ...outputs.map((output, index): EntryInput => ({ role: "tool", toolResult: { toolCallId: `${index}`, output } })),
    ]);
    expect(written.messages.slice(2).map(({ content }) => content)).toEqual([
      "",
      "null",
      "[]",
      "7",
      '{"output":1}',
      '{"a":1}',
      '{"bytes":"yA0KAP4=","at":"1970-01-01T00:00:00.000Z","big":"12","nan":null}',
      '[["k",[1]]]',
      '"yA0KAP4="',
    ]);
    expect(notesOf(written)).toEqual([0, 1, 2, 3, 4, 6, 7, 8].map((index) => [index + 2, "converted"]));
  });

  it("outcomes in front of a text, of parts, and of nothing", () => {
    const content = [
      { type: "text" as const, text: "a" },
      { type: "text" as const, text: "b" },
    ];
    const entries: EntryInput[] = [
      result("a", "why", "error"),
      { role: "tool", toolResult: { toolCallId: "b", outcome: "denied", content } },
      { role: "tool", toolResult: { toolCallId: "c", outcome: "aborted", content: [] } },
    ];
    const written = write([user("x"), calls("a", "b", "c"), ...entries]);
    expect(written.messages.slice(2).map((message) => message["content"])).toEqual([
      "[error] why",
      [
        { type: "text", text: "[denied] a" },
        { type: "text", text: "b" },
      ],
      "[aborted]",
    ]);
    expect(notesOf(written)).toEqual([
      [2, "converted"],
      [3, "converted"],
      [4, "converted"],
    ]);
  });

  it("a refusal as the field", () => {
    const written = write([user("x"), { role: "assistant", content: [{ type: "refusal", text: "No." }] }]);
    expect(written).toEqual({
      messages: [
        { role: "user", content: "x" },
        { role: "assistant", content: null, refusal: "No." },
      ],
      report: [],
    });
  });

  it("half a surrogate pair as U+FFFD, wherever it stands", () => {
    const written = write([
      { role: "user", name: "n\uD83D", text: "\uD83D" },
      {
        role: "assistant",
        text: "",
        toolCalls: [{ toolCallId: "\uD83D", toolName: "\uD83D", input: { "\uD83D": "\uDE00" } }],
      },
      result("\uD83D", { a: "\uD83D" }),
    ]);
    expect(JSON.stringify(written.messages)).not.toMatch(/\\ud83d|\\ude00/);
    expect(new Set(written.report.map(({ entry }) => entry))).toEqual(new Set([0, 1, 2]));
  });
});

describe("toChatMessages() writes files", () => {
  const file = (given: object): Part => ({ type: "file", ...given }) as Part;

  it("of user entries as parts", () => {
    const content = [
      file({ mediaType: "image/jpeg", data: "/9j/4AAQ" }),
      file({ data: Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0]) }),
      file({ mediaType: "image/png", data: { url: "https://example.org/a.png" } }),
      file({ mediaType: "audio/wav", data: { url: "data:audio/wav;base64,UklGRg==" } }),
      file({ mediaType: "audio/mpeg", data: "AAAA" }),
      file({ mediaType: "application/pdf", filename: "a.pdf", data: "JVBERg==" }),
      file({ data: { fileId: "file-1" }, providerMetadata: { openai: {} } }),
    ];
    const written = write([{ role: "user", content }]);
    expect(written).toEqual({
      messages: [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/4AAQ" } },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgoA" } },
            { type: "image_url", image_url: { url: "https://example.org/a.png" } },
            { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
            { type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" } },
            { type: "file", file: { file_id: "file-1" } },
          ],
        },
      ],
      report: [],
    });
  });

  it("that the provider cannot have as text, never their data", () => {
    const content = [
      file({ mediaType: "application/pdf", filename: "a.pdf", data: { url: "https://example.org/a.pdf" } }),
      file({ mediaType: "image/png", data: { url: "gs://bucket/a.png" } }),
      file({ mediaType: "image/png", data: { fileId: "files/1" }, providerMetadata: { google: {} } }),
    ];
    const written = write([
      { role: "user", content },
      { role: "assistant", content: [file({ mediaType: "image/png", data: "AAAA" })] },
    ]);
    expect(written.messages[0]?.["content"]).toEqual([
      { type: "text", text: "[file: a.pdf, application/pdf, https://example.org/a.pdf]" },
      { type: "text", text: "[file: image/png, gs://bucket/a.png]" },
      { type: "text", text: "[file: image/png]" },
    ]);
    expect(written.messages[1]?.["content"]).toBe("[file: image/png]");
    expect(notesOf(written)).toEqual([
      [0, "converted"],
      [0, "converted"],
      [0, "converted"],
      [1, "converted"],
    ]);
  });

  it("of unknown kind or without a name as best it can, reported", () => {
    const written = write([
      { role: "user", content: [file({ data: "AAAA" }), file({ mediaType: "text/csv", data: "AAAA" })] },
    ]);
    expect(written.messages[0]?.["content"]).toEqual([
      { type: "file", file: { filename: "file", file_data: "data:application/octet-stream;base64,AAAA" } },
      { type: "file", file: { filename: "file.csv", file_data: "data:text/csv;base64,AAAA" } },
    ]);
    expect(notesOf(written)).toEqual([
      [0, "converted"],
      [0, "converted"],
      [0, "converted"],
    ]);
  });

  it("of results in one user message behind the run, each under the name of its call", () => {
    const image = file({ mediaType: "image/png", data: "AAAA" }) as never;
    const entries: EntryInput[] = [
      user("x"),
      calls("a", "b"),
      { role: "tool", toolResult: { toolCallId: "a", outcome: "error", content: [image] } },
      { role: "tool", toolResult: { toolCallId: "b", content: [{ type: "text", text: "page 3" }, image] } },
      user("y"),
    ];
    const written = write(entries);
    const part = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
    expect(written.messages.slice(2)).toEqual([
      { role: "tool", tool_call_id: "a", content: "[error] [the files of this result follow in a user message]" },
      { role: "tool", tool_call_id: "b", content: "page 3" },
      {
        role: "user",
        content: [
          { type: "text", text: "[files of the result of call a to f]" },
          part,
          { type: "text", text: "[files of the result of call b to f]" },
          part,
        ],
      },
      { role: "user", content: "y" },
    ]);
    expect(notesOf(written)).toEqual([
      [2, "moved"],
      [2, "converted"],
      [3, "moved"],
    ]);
  });

  it("of a step that still waits as text, since no user message may follow", () => {
    const image = file({ mediaType: "image/png", data: "AAAA" }) as never;
    const written = write([
      user("x"),
      calls("a", "b"),
      { role: "tool", toolResult: { toolCallId: "a", content: [image] } },
    ]);
    expect(written.messages[2]?.["content"]).toBe("[file: image/png]");
    expect(notesOf(written)).toEqual([
      [1, "open"],
      [2, "converted"],
    ]);
  });
});

describe("toChatMessages() leaves out", () => {
  it("reasoning, proofs, approvals and foreign parts, reported", () => {
    const content: Part[] = [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "a", providerMetadata: { google: { thoughtSignature: "S1G" } } },
      { type: "custom", format: "gemini", value: { executableCode: {} } },
      { type: "custom", format: "gemini", value: { text: "kept" } },
      { type: "tool-call", toolCallId: "c", toolName: "f", input: {} },
      { type: "approval-request", approvalId: "p", toolCallId: "c" },
    ];
    const entries: EntryInput[] = [
      user("x"),
      { role: "assistant", content },
      { role: "tool", content: [{ type: "approval-response", approvalId: "p", approved: true }] },
    ];
    const written = write(entries);
    expect(written.messages).toHaveLength(2);
    expect(JSON.stringify(written.messages)).not.toContain("S1G");
    expect(written.report.map(({ entry, path, action }) => `${entry} ${path} ${action}`)).toEqual([
      "1 content[0] dropped",
      "1 content[1] dropped",
      "1 content[2] dropped",
      "1 content[3] converted",
      "1 content[5] dropped",
      "1 content[4] open",
      "2 content[0] dropped",
    ]);
  });

  it("entries that say nothing, and they stand between nothing", () => {
    const written = write([
      user("x"),
      calls("a"),
      { role: "assistant", content: [] },
      result("a"),
      { role: "user", content: [] },
      { role: "assistant", content: [{ type: "reasoning", text: "" }] },
      user("y"),
    ]);
    expect(shapeOf(written)).toEqual(["user", "assistant", "a", "user"]);
    expect(notesOf(written)).toEqual([
      [2, "dropped"],
      [4, "dropped"],
      [5, "dropped"],
      [5, "dropped"],
    ]);
  });

  it("results that a provider made inside its message, but for their text", () => {
    const content: Part[] = [
      { type: "tool-call", toolCallId: "s", toolName: "search", input: { q: 1 } },
      { type: "tool-result", toolCallId: "s", output: "found" },
      { type: "text", text: "So." },
    ];
    const written = write([user("x"), { role: "assistant", content }]);
    expect(written.messages[1]?.["content"]).toEqual([
      { type: "text", text: '[call to search] {"q":1}' },
      { type: "text", text: "[result of search]\nfound" },
      { type: "text", text: "So." },
    ]);
    expect(notesOf(written)).toEqual([
      [1, "converted"],
      [1, "converted"],
    ]);
  });
});

describe("toChatMessages() mends its own lists", () => {
  const read = (messages: Message[]): Written => toChatMessages(fromChatMessages(messages)) as unknown as Written;

  it.each<[string, Message[], Message[]]>([
    [
      "an empty list of calls",
      [{ role: "assistant", content: "x", tool_calls: [], index: 1 }],
      [{ role: "assistant", content: "x", index: 1 }],
    ],
    [
      "a call without type",
      [
        { role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" }, x: 1 }] },
        { role: "tool", tool_call_id: "a", content: "r" },
      ],
      [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" }, x: 1, type: "function" }],
        },
        { role: "tool", tool_call_id: "a", content: "r" },
      ],
    ],
    [
      "a call without type that is nothing else than that",
      [
        { role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" } }] },
        { role: "tool", tool_call_id: "a", content: "r" },
      ],
      [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "a", content: "r" },
      ],
    ],
    [
      "arguments that are an object",
      [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: { b: 1 } } }],
        },
        { role: "tool", tool_call_id: "a", content: "r" },
      ],
      [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: '{"b":1}' } }],
        },
        { role: "tool", tool_call_id: "a", content: "r" },
      ],
    ],
    [
      "content that is missing beside thoughts",
      [{ role: "assistant", content: null, reasoning_content: "hm" }],
      [{ role: "assistant", content: "", reasoning_content: "hm" }],
    ],
    [
      "a result without content",
      [
        { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] },
        { role: "tool", content: null, tool_call_id: "a" },
      ],
      [
        { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] },
        { role: "tool", content: "", tool_call_id: "a" },
      ],
    ],
    [
      "an image address without an object",
      [{ role: "user", content: [{ image_url: "https://example.org/a", type: "image_url" }] }],
      [{ role: "user", content: [{ image_url: { url: "https://example.org/a" }, type: "image_url" }] }],
    ],
    [
      "an image in a system message",
      [{ role: "system", content: [{ type: "image_url", image_url: { url: "https://example.org/a" } }] }],
      [{ role: "system", content: [{ type: "text", text: "[file: of unknown type]" }] }],
    ],
    [
      "a name with a space",
      [{ role: "user", content: "x", name: "a b" }],
      [{ role: "user", content: "x", name: "a_b" }],
    ],
    ["an empty name", [{ role: "user", name: "", content: "x" }], [{ role: "user", content: "x" }]],
    [
      "a file without a name",
      [{ role: "user", content: [{ type: "file", file: { file_data: "data:text/csv,a" } }] }],
      [{ role: "user", content: [{ type: "file", file: { filename: "file.csv", file_data: "data:text/csv,a" } }] }],
    ],
  ])("%s, and keeps the rest", (_name, messages, mended) => {
    const written = read(messages);
    expect(JSON.stringify(written.messages)).toBe(JSON.stringify(mended));
    expect(written.report.map(({ action }) => action)).toEqual(["converted"]);
    expect(chatFaults(written.messages)).toEqual([]);
  });

  it("a message that says nothing, by leaving it out", () => {
    expect(
      read([
        { role: "user", content: null },
        { role: "user", content: "x" },
      ]),
    ).toEqual({
      messages: [{ role: "user", content: "x" }],
      report: [{ entry: 0, action: "dropped", what: "message without content" }],
    });
  });

  it("but none that is only unusual: long ids, blank arguments, an empty list beside calls", () => {
    const id = "y".repeat(64);
    const messages = [
      {
        role: "assistant",
        content: [],
        tool_calls: [{ id, type: "function", function: { name: "f", arguments: "" } }],
      },
      { role: "tool", tool_call_id: id, content: "" },
    ];
    expect(read(messages)).toEqual({ messages, report: [] });
  });
});

describe("toChatMessages() with strict", () => {
  it("throws on what would be dropped or added, naming entry and place, without content", () => {
    const lossy = Transcript.from([
      user("x"),
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "s3cret" },
          { type: "text", text: "a" },
        ],
      },
    ]);
    expect(() => toChatMessages(lossy, { strict: true })).toThrow(
      new TranscriptError(
        "lossy-conversion",
        "Cannot write chat messages: entry 1 (assistant): content[0]: dropped: reasoning, which has no place in chat messages",
      ),
    );
    const open = Transcript.from([user("x"), calls("c"), user("y"), calls("d")]);
    expect(() => toChatMessages(open, { strict: true })).toThrow(
      /entry 1 \(assistant\): content\[0\]: added: call "c" had no result/,
    );
  });

  it("lets pass what is converted, moved or left open", () => {
    const t = Transcript.from([user("\uD83D"), calls("a"), user("y"), result("a", 7), calls("b")]);
    expect(toChatMessages(t, { strict: true }).report.map(({ action }) => action)).toEqual([
      "converted",
      "moved",
      "converted",
      "open",
    ]);
  });

  it.each<[unknown, unknown, RegExp]>([
    [[], undefined, /^Cannot write chat messages: expected a Transcript, got an array$/],
    [undefined, undefined, /expected a Transcript, got undefined/],
    [Transcript.empty, { strict: 1 }, /options\.strict: expected a boolean, got a number/],
    [Transcript.empty, { openCalls: "drop" }, /options\.openCalls: expected "keep" or "abort", got another string/],
    [Transcript.empty, { strikt: true }, /options: unknown key "strikt"/],
  ])("or other options refuses arguments of a wrong type", (transcript, options, expected) => {
    expect(() => toChatMessages(transcript as Transcript, options as ToOptions)).toThrow(TypeError);
    expect(() => toChatMessages(transcript as Transcript, options as ToOptions)).toThrow(expected);
  });
});

describe.runIf(sharedCasesAreThere)("Cases that go out as chat messages (from ../shared/cases)", () => {
  it("C137: ids that differ behind a separator stay apart, each with its result", () => {
    const { messages } = write(entriesOf("convert-openai-responses", "C137"));
    const made = messages[1]?.["tool_calls"] as { id: string; function: { arguments: string } }[];
    const answers = new Map(messages.slice(2).map((message) => [message["tool_call_id"], message["content"]]));
    expect(made.map((call) => [call.function.arguments, answers.get(call.id)])).toEqual([
      ['{"n":1}', "one"],
      ['{"n":2}', "two"],
    ]);
  });

  it("C145: results that are text come back as the same text", () => {
    const t = Transcript.from(entriesOf("convert-ai-sdk", "C145"));
    const back = fromChatMessages(toChatMessages(t).messages);
    for (const index of [2, 3, 4, 5]) expect(back.at(index)?.toolResult?.output).toBe(t.at(index)?.toolResult?.output);
  });

  it("C103: bytes become base64", () => {
    const bytes = Uint8Array.from([0xc8, 0x0d, 0x0a, 0x00, 0xfe]);
    const { messages } = write([user("x"), calls("a"), result("a", { raw: bytes, empty: new Uint8Array() })]);
    expect(messages[2]?.["content"]).toBe('{"raw":"yA0KAP4=","empty":""}');
  });

  it("C071: exports of next to nothing do not throw", () => {
    for (const entries of [[], [{ role: "system", text: "only rules" }], [user("x")]] as EntryInput[][]) {
      expect(toChatMessages(Transcript.from(entries)).messages).toHaveLength(entries.length);
    }
  });
});

it("A call of the old form beside one that waits is written as a tool call, so that nothing parts the other from its result", () => {
  const old = { role: "assistant", content: null, function_call: { name: "g", arguments: "{}" } };
  const [read] = fromChatMessages([old]).entries();
  const waiting = { type: "tool-call", toolCallId: "a", toolName: "f", input: {} } as const;
  const [oldCall] = read!.toolCalls!;
  const both = { ...read!, content: [waiting, ...read!.content] } as EntryInput;
  const { messages, report } = write([user("go"), both, result(oldCall.toolCallId)]);
  expect(messages.map((message) => message["role"])).toEqual(["user", "assistant", "tool"]);
  expect(report.map(({ action }) => action)).toEqual(["converted", "open"]);
});

it("Chat messages by the hundred thousand are written, their ids and names rewritten", () => {
  const messages: Message[] = Array.from({ length: 100_000 }, (_, index) => {
    if (index % 3 === 0) return { role: "user", content: `question ${index}` };
    const id = `${"long".repeat(20)}${index - (index % 3)}`;
    return index % 3 === 1
      ? {
          role: "assistant",
          content: null,
          tool_calls: [{ id, type: "function", function: { name: "a.b", arguments: "{}" } }],
        }
      : { role: "tool", tool_call_id: id, content: "r" };
  });
  expect(toChatMessages(fromChatMessages(messages)).messages).toHaveLength(100_000);
}, 60_000);
