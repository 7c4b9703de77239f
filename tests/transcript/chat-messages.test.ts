import { Transcript, TranscriptError, type EntryInput } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";

const call = (...ids: string[]): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: "shot", input: {} })),
});
const messagesOf = (...entries: EntryInput[]): object[] => toChatMessages(Transcript.from(entries)).messages;

describe("toChatMessages()", () => {
  it("writes null as its JSON text and undefined as empty text, and numbers and objects as JSON", () => {
    const outputs = [undefined, null, 7, { a: [1] }, "text"];
    const results = outputs.map((output, index): EntryInput => ({
      role: "tool",
      toolResult: { toolCallId: `c${index}`, output },
    }));
    const written = messagesOf(
      { role: "user", text: "x" },
      call(...outputs.map((_output, index) => `c${index}`)),
      ...results,
    ).slice(2);
    expect(written.map((message) => Reflect.get(message, "content") as unknown)).toEqual([
      "",
      "null",
      "7",
      '{"a":[1]}',
      "text",
    ]);
  });

  it("moves a picture out of a result, behind the whole run of results, naming the call, and reports it", () => {
    const content = [
      { type: "text" as const, text: "page 3" },
      { type: "file" as const, mediaType: "image/jpeg", data: "/9j/4AAQ" },
    ];
    const entries: EntryInput[] = [
      { role: "user", text: "see" },
      call("p9", "q9"),
      { role: "tool", toolResult: { toolCallId: "p9", toolName: "shot", content } },
      { role: "tool", toolResult: { toolCallId: "q9", output: "fine" } },
    ];
    const { messages, report } = toChatMessages(Transcript.from(entries));
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(JSON.stringify(messages[2])).toContain("page 3");
    expect(JSON.stringify(messages.slice(0, 4))).not.toContain("/9j/4AAQ");
    expect(JSON.stringify(messages[4])).toContain('{"url":"data:image/jpeg;base64,/9j/4AAQ"}');
    expect(JSON.stringify(messages[4])).toMatch(/p9|shot/);
    expect(report).toMatchObject([{ entry: 2, action: "moved" }]);
  });

  it("writes a failed, denied or aborted result with its outcome in front, reported", () => {
    const outcomes = ["error", "denied", "aborted"] as const;
    const results = outcomes.map((outcome): EntryInput => ({
      role: "tool",
      toolResult: { toolCallId: outcome, output: "why", outcome },
    }));
    const { messages, report } = toChatMessages(
      Transcript.from([{ role: "user", text: "x" }, call(...outcomes), ...results]),
    );
    expect(messages.slice(2).map((message) => message.content)).toEqual([
      "[error] why",
      "[denied] why",
      "[aborted] why",
    ]);
    expect(report.map((note) => [note.entry, note.action])).toEqual([2, 3, 4].map((entry) => [entry, "converted"]));
  });

  it("writes call input as the model wrote it where the text is there, else as JSON", () => {
    const calls = [
      { toolCallId: "a", toolName: "f", input: { n: 1 }, inputText: '{ "n" : 1.0 }' },
      { toolCallId: "b", toolName: "f", input: { n: 1 } },
    ];
    expect(
      JSON.stringify(messagesOf({ role: "user", text: "x" }, { role: "assistant", text: "", toolCalls: calls })[1]),
    ).toContain(
      '"arguments":"{ \\"n\\" : 1.0 }"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{\\"n\\":1}"',
    );
  });

  it("replaces half a surrogate pair, reported, and keeps it in the transcript", () => {
    const t = Transcript.from([{ role: "user", text: "half \uD83D" }]);
    const { messages, report } = toChatMessages(t);
    expect(messages).toEqual([{ role: "user", content: "half \uFFFD" }]);
    expect(report).toMatchObject([{ entry: 0, action: "converted" }]);
    expect(t.at(0)?.text).toBe("half \uD83D");
  });

  it("leaves a pending call open with a note, or answers it as aborted when asked", () => {
    const t = Transcript.from([{ role: "user", text: "x" }, call("c")]);
    expect(toChatMessages(t)).toMatchObject({ messages: { length: 2 }, report: [{ entry: 1, action: "open" }] });
    const answered = toChatMessages(t, { openCalls: "abort" });
    expect(answered.messages[2]).toMatchObject({ role: "tool", tool_call_id: "c" });
    expect(String(answered.messages[2]?.content)).toMatch(/^\[aborted\] ?/);
  });

  it("keeps a summary in its place, under no other role than system", () => {
    const t = Transcript.from([
      { role: "system", text: "rules" },
      { role: "user", text: "q" },
      { role: "user", text: "r" },
    ]).compact({ keepLast: 1 });
    const { messages } = toChatMessages(t);
    expect(messages.map((message) => message.role)).toEqual(["system", "system", "user"]);
    expect(messages[0]).toEqual({ role: "system", content: "rules" });
  });
});

describe("fromChatMessages()", () => {
  const step = [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "c", content: "r" },
  ];

  it("reads developer messages as system entries that lead", () => {
    const messages = [
      { role: "developer", content: "a" },
      { role: "developer", content: "b" },
      { role: "user", content: "q" },
    ];
    const t = fromChatMessages(messages);
    expect(t.entries().map((entry) => entry.role)).toEqual(["system", "system", "user"]);
    expect(toChatMessages(t).messages).toEqual(messages);
  });

  it("reads content null and content left out as empty text, and tells them apart on the way back", () => {
    const { content: _content, ...bare } = step[0] ?? {};
    for (const messages of [step, [bare, step[1] ?? {}]]) {
      const t = fromChatMessages([{ role: "user", content: "x" }, ...messages]);
      expect(t.at(1)?.text).toBe("");
      expect(toChatMessages(t).messages.slice(1)).toStrictEqual(messages);
    }
  });

  it("gives a result the name of its call", () => {
    expect(
      fromChatMessages([{ role: "user", content: "x" }, ...step])
        .compact({ keepLast: 0 })
        .at(0)?.text,
    ).toContain('<result for "f" omitted');
  });

  it("continues another transcript, whose calls the new messages answer", () => {
    const after = fromChatMessages([{ role: "user", content: "x" }, step[0] ?? {}]);
    const t = fromChatMessages(step.slice(1), { after });
    expect(t.startsWith(after)).toBe(true);
    expect(t.check()).toEqual([]);
  });

  it.each([
    ["content of a wrong shape", { role: "user", content: { text: "s3cret" } }, /message 2\b.*content/],
    ["no role", { content: "s3cret" }, /message 2\b.*role/],
    [
      "a call without a function",
      { role: "assistant", content: null, tool_calls: [{ id: "x", type: "function" }] },
      /message 2\b.*tool_calls\[0\]/,
    ],
    ["no object", "s3cret", /message 2\b/],
  ])("names the message at fault in the list it was given: %s", (_name, message, where) => {
    const attempt = (): unknown =>
      fromChatMessages([{ role: "system", content: "s" }, { role: "user", content: "u" }, message as object]);
    expect(attempt).toThrow(TranscriptError);
    expect(attempt).toThrow(where);
    expect(attempt).not.toThrow(/s3cret/);
  });
});
