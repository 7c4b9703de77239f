import { type EntryInput, Transcript, user } from "colloquy";
import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
import { fromChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";

const asks = (...ids: string[]): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: "f", input: {} })),
});
const gives = (toolCallId: string, rest: object = { output: "ok" }): EntryInput =>
  ({ role: "tool", toolResult: { toolCallId, ...rest } }) as EntryInput;

function write(...entries: EntryInput[]): ReturnType<typeof toModelMessages> {
  return toModelMessages(Transcript.from(entries));
}

/** What the messages of tools give, in order. */
function outputs(messages: readonly object[]): unknown[] {
  return messages.flatMap((message) => {
    const { role, content } = message as { role: string; content: { output: unknown }[] };
    return role === "tool" ? content.map(({ output }) => output) : [];
  });
}

describe("toModelMessages()", () => {
  it("writes outputs by their kind", () => {
    const values = ["123", 123, null, [], { output: 1 }];
    const { messages, report } = write(
      user("x"),
      asks(...values.map((_, index) => `c${index}`)),
      ...values.map((output, index) => gives(`c${index}`, { output })),
    );
    expect(outputs(messages)).toEqual([
      { type: "text", value: "123" },
      { type: "json", value: 123 },
      { type: "json", value: null },
      { type: "json", value: [] },
      { type: "json", value: { output: 1 } },
    ]);
    expect(report).toEqual([]);
  });

  it("writes values that JSON cannot hold in their JSON form, reported", () => {
    const output = { at: new Date(0), n: 5n, gone: undefined };
    const { messages, report } = write(asks("a", "b"), gives("a", { output }), gives("b", { output: undefined }));
    expect(outputs(messages)).toEqual([
      { type: "json", value: { at: "1970-01-01T00:00:00.000Z", n: "5" } },
      { type: "json", value: null },
    ]);
    expect(report.map(({ entry, action, path }) => [entry, action, path])).toEqual([
      [1, "converted", "content[0]"],
      [2, "converted", "content[0]"],
    ]);
  });

  it("writes outcomes, and reads them back", () => {
    const entries = [
      asks("a", "b", "c", "d"),
      gives("a", { output: "no such file", outcome: "error" }),
      gives("b", { output: { code: 1 }, outcome: "error" }),
      gives("c", { output: "not now", outcome: "denied" }),
      gives("d", { output: "stopped", outcome: "aborted" }),
    ];
    const { messages, report } = write(...entries);
    expect(outputs(messages)).toEqual([
      { type: "error-text", value: "no such file" },
      { type: "error-json", value: { code: 1 } },
      { type: "execution-denied", reason: "not now" },
      { type: "error-text", value: "stopped" },
    ]);
    expect(messages.at(-1)).toMatchObject({ content: [{ providerOptions: { colloquy: { outcome: "aborted" } } }] });
    expect(report).toEqual([]);
    const read = fromModelMessages(messages);
    expect(read.entries().map(({ toolResult }) => toolResult?.outcome)).toEqual([
      undefined,
      "error",
      "error",
      "denied",
      "aborted",
    ]);
    const old = toModelMessages(Transcript.from(entries), { version: 5 });
    expect(outputs(old.messages)[2]).toEqual({ type: "error-text", value: "not now" });
    expect(old.report).toMatchObject([{ entry: 3, action: "converted" }]);
  });

  it("drops files from results that did not end well, reported", () => {
    const content = [
      { type: "text", text: "crashed" },
      { type: "file", mediaType: "image/png", data: "AAAA" },
    ];
    const { messages, report } = write(asks("a"), gives("a", { content, outcome: "error" }));
    expect(outputs(messages)).toEqual([{ type: "error-text", value: "crashed" }]);
    expect(report.map(({ action }) => action)).toEqual(["converted", "dropped"]);
  });

  it("writes files in results by what they are", () => {
    const content = [
      { type: "file", mediaType: "image/png", data: "AAAA" },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: Uint8Array.of(1, 2, 3) },
      { type: "file", mediaType: "image/png", data: { url: "https://example.org/a.png" } },
      { type: "file", data: { url: "data:image/gif;base64,R0lGOD" } },
    ];
    const transcript = Transcript.from([asks("a"), gives("a", { content })]);
    expect(outputs(toModelMessages(transcript).messages)).toEqual([
      {
        type: "content",
        value: [
          { type: "image-data", data: "AAAA", mediaType: "image/png" },
          { type: "file-data", data: "AQID", mediaType: "application/pdf", filename: "a.pdf" },
          { type: "image-url", url: "https://example.org/a.png" },
          { type: "image-data", data: "R0lGOD", mediaType: "image/gif" },
        ],
      },
    ]);
    const [old] = outputs(toModelMessages(transcript, { version: 5 }).messages) as { value: { type: string }[] }[];
    expect(old?.value.map(({ type }) => type)).toEqual(["media", "media", "text", "media"]);
  });

  it("keeps a summary and other system entries in place, and joins the parts of one", () => {
    const summary = { entries: 2, turns: 1, tokens: 9, rounds: 1 };
    const { messages, report } = write(
      {
        role: "system",
        content: [
          { type: "text", text: "Be brief." },
          { type: "text", text: "Be kind." },
        ],
      },
      user("x"),
      { role: "system", content: "[Compacted 2 earlier messages]", summary },
      user("y"),
    );
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "system", "user"]);
    expect(messages[0]?.content).toBe("Be brief.\n\nBe kind.");
    expect(messages[2]?.content).toBe("[Compacted 2 earlier messages]");
    expect(report).toMatchObject([{ entry: 0, action: "merged" }]);
  });

  it("writes a refusal as text, drops names and foreign parts, reported", () => {
    const { messages, report } = write(
      { role: "user", text: "x", name: "Bob" },
      {
        role: "assistant",
        content: [
          { type: "refusal", text: "I cannot." },
          { type: "custom", format: "acme", value: { a: 1 } },
        ],
      },
    );
    expect(messages).toEqual([
      { role: "user", content: "x" },
      { role: "assistant", content: "I cannot." },
    ]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [0, "dropped"],
      [1, "converted"],
      [1, "dropped"],
    ]);
    expect(() =>
      toModelMessages(Transcript.from([{ role: "user", text: "x", name: "Bob" }]), { strict: true }),
    ).toThrow("Cannot write model messages: entry 0 (user): dropped: name of a participant");
  });

  it("leaves pending calls open, answers them where that is asked for, and open calls elsewhere always", () => {
    const entries = [asks("a"), user("x"), asks("b", "c"), gives("b")];
    const { messages, report } = write(...entries);
    expect(outputs(messages).length).toBe(2);
    expect(messages.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "assistant", "tool"]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [0, "added"],
      [2, "open"],
    ]);
    const aborted = toModelMessages(Transcript.from(entries), { openCalls: "abort" });
    expect(outputs(aborted.messages).at(-1)).toEqual({
      type: "error-text",
      value: "[aborted] The call has no result.",
    });
    expect(() => toModelMessages(Transcript.from(entries), { strict: true })).toThrow('added: call "a" had no result');
  });

  it("moves results before what stands between them and their calls, drops second ones, tells orphans as text", () => {
    const { messages, report } = write(
      asks("a"),
      user("meanwhile"),
      gives("a", { output: "late" }),
      gives("a", { output: "twice" }),
      gives("z", { toolName: "g", output: "lost" }),
    );
    expect(messages.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "user"]);
    expect(messages.at(-1)?.content).toBe("[result of a call to g that is not here]\nlost");
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [2, "moved"],
      [3, "dropped"],
      [4, "converted"],
    ]);
  });

  it("marks calls that the model's own message answers as run by the provider", () => {
    const { messages, report } = write({
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "s", toolName: "web_search", input: {} },
        { type: "tool-result", toolCallId: "s", output: "found" },
      ],
    });
    expect(messages[0]?.content).toMatchObject([{ providerExecuted: true }, { toolName: "web_search" }]);
    expect(report).toEqual([]);
  });

  it("sends the value of arguments, and tells what only their text held", () => {
    const calls = ['{"a": 1}', '{"a":1.0}', "{bad", " "].map((text, index) => ({
      id: `c${index}`,
      type: "function",
      function: { name: "f", arguments: text },
    }));
    const { messages, report } = toModelMessages(
      fromChatMessages([{ role: "assistant", content: null, tool_calls: calls }]),
    );
    const parts = messages[0]?.content as unknown as { input: unknown }[];
    expect(parts.map(({ input }) => input)).toEqual([{ a: 1 }, { a: 1 }, "{bad", {}]);
    expect(report.filter(({ action }) => action === "converted").map(({ path }) => path)).toEqual([
      "content[1]",
      "content[2]",
      "content[3]",
    ]);
  });

  it("gives files a media type, and drops those that only another provider stores, reported", () => {
    const { messages, report } = write({
      role: "user",
      content: [
        { type: "file", data: "iVBORw0KGgo=" },
        { type: "file", data: "AAAA" },
        { type: "file", data: { fileId: "file-1" }, mediaType: "image/png" },
      ],
    });
    expect(messages[0]?.content).toMatchObject([{ mediaType: "image/png" }, { mediaType: "application/octet-stream" }]);
    expect(report.map(({ action }) => action)).toEqual(["converted", "converted", "dropped"]);
  });

  it("mends what the SDK would refuse at its place, reported, and keeps the rest", () => {
    const { messages, report } = toModelMessages(
      fromModelMessages([
        { role: "user", content: "x", providerOptions: null },
        { role: "developer", content: "y" },
        { role: "assistant", content: [{ toolName: "f", toolCallId: "a", type: "tool-call" }] },
        { role: "tool", content: [{ type: "tool-result", toolCallId: "a", output: { type: "json" } }] },
      ]),
    );
    expect(messages).toEqual([
      { role: "user", content: "x" },
      { role: "system", content: "y" },
      { role: "assistant", content: [{ toolName: "f", toolCallId: "a", type: "tool-call", input: {} }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "a", toolName: "f", output: { type: "json", value: null } }],
      },
    ]);
    expect(new Set(report.map(({ entry }) => entry))).toEqual(new Set([0, 1, 2, 3]));
  });

  it("refuses arguments of the wrong type", () => {
    expect(() => toModelMessages([] as never)).toThrow("Cannot write model messages: expected a Transcript, got");
    expect(() => toModelMessages(Transcript.empty, { version: 4 as never })).toThrow(
      "options.version: expected 5, 6 or 7",
    );
    expect(() => toModelMessages(Transcript.empty, 5 as never)).toThrow("options: expected an object");
    expect(toModelMessages(Transcript.empty)).toEqual({ messages: [], report: [] });
  });
});
