import { type EntryInput, Transcript } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromChatMessages } from "colloquy/openai";
import { fromOtelMessages, toOtelMessages } from "colloquy/otel";
import { describe, expect, it } from "vitest";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { otelPartFaults } from "./acceptance/otel.js";
import { call, response, text } from "./otel-parts.js";

const asks = (...ids: string[]): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: "f", input: {} })),
});
const gives = (toolCallId: string, rest: object = { output: "ok" }): EntryInput =>
  ({ role: "tool", toolResult: { toolCallId, ...rest } }) as EntryInput;

function write(...entries: EntryInput[]): ReturnType<typeof toOtelMessages> {
  const written = toOtelMessages(Transcript.from(entries));
  expect(otelPartFaults(written.messages)).toEqual([]);
  return written;
}

/** The parts of all messages. */
function partsOf({ messages }: ReturnType<typeof toOtelMessages>): unknown[] {
  return messages.flatMap(({ parts }) => parts);
}

describe("toOtelMessages()", () => {
  it("leaves everything in its place: system text, a summary, text behind calls, what is open and what is lost", () => {
    const summary = { entries: 2, turns: 1, tokens: 9, rounds: 1 };
    const { messages, report } = write(
      { role: "system", text: "Be brief." },
      { role: "system", content: "[Compacted 2 earlier messages]", summary },
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "a", toolName: "f", input: {} },
          { type: "text", text: "Asked." },
        ],
      },
      { role: "system", text: "later" },
      { role: "user", text: "meanwhile", name: "Bob" },
      gives("lost"),
    );
    expect(messages).toEqual([
      { role: "system", parts: [text("Be brief.")] },
      { role: "system", parts: [text("[Compacted 2 earlier messages]")] },
      { role: "assistant", parts: [call("a"), text("Asked.")] },
      { role: "system", parts: [text("later")] },
      { role: "user", parts: [text("meanwhile")], name: "Bob" },
      { role: "tool", parts: [response("lost")] },
    ]);
    expect(report).toEqual([]);
  });

  it("notes calls that wait for their results, and answers them where that is asked for", () => {
    const entries = [asks("old"), { role: "user", text: "x" } as EntryInput, asks("a", "b"), gives("a")];
    const { messages, report } = write(...entries);
    expect(messages.length).toBe(4);
    expect(report.map(({ entry, path, action }) => [entry, path, action])).toEqual([[2, "content[1]", "open"]]);
    const aborted = toOtelMessages(Transcript.from(entries), { openCalls: "abort" });
    expect(aborted.messages.slice(4)).toEqual([
      { role: "tool", parts: [{ ...response("b", "[aborted] The call has no result."), outcome: "aborted" }] },
    ]);
    expect(aborted.report.map(({ action }) => action)).toEqual(["added"]);
    expect(() => toOtelMessages(Transcript.from(entries), { openCalls: "abort", strict: true })).toThrow(
      'Cannot write OpenTelemetry messages: entry 2 (assistant): content[1]: added: call "b" had no result',
    );
  });

  it("writes outcomes under a key of our own, and reads them back", () => {
    const outcomes = ["error", "denied", "aborted"] as const;
    const { messages, report } = write(
      asks("0", "1", "2"),
      ...outcomes.map((outcome, index) => gives(`${index}`, { output: { code: index }, outcome })),
    );
    expect(messages[2]).toEqual({ role: "tool", parts: [{ ...response("1", { code: 1 }), outcome: "denied" }] });
    expect(report).toEqual([]);
    expect(
      fromOtelMessages(messages)
        .entries()
        .map(({ toolResult }) => toolResult?.outcome),
    ).toEqual([undefined, ...outcomes]);
  });

  it("writes outputs of any kind with their types, undefined as null", () => {
    const outputs = [null, [], 7, { output: 1 }, { error: 1 }, "", '{"a":1}'];
    const { messages, report } = write(
      asks("u", ...outputs.map((_, index) => `c${index}`)),
      ...outputs.map((output, index) => gives(`c${index}`, { output })),
      gives("u", { output: undefined }),
    );
    const written = messages.slice(1).map(({ parts }) => (parts[0] as { response?: unknown }).response);
    expect(written).toEqual([...outputs, null]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([[8, "converted"]]);
    const read = fromOtelMessages(messages).entries();
    expect(read.slice(1).map(({ toolResult }) => toolResult?.output)).toEqual([...outputs, null]);
  });

  it("writes the content of a result as one text, its files named", () => {
    const content = [
      { type: "text", text: "Here." },
      { type: "file", mediaType: "image/png", data: "AAAA" },
    ];
    const { messages, report } = write(asks("a", "b"), gives("a", { content }), gives("b", { content: [content[0]] }));
    expect(messages.slice(1)).toEqual([
      { role: "tool", parts: [response("a", "Here.\n[file: image/png]")] },
      { role: "tool", parts: [response("b", "Here.")] },
    ]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [1, "converted"],
      [1, "merged"],
    ]);
  });

  it("writes input as a value, and as text where there is only text", () => {
    const inputs = ['{"a": 1}', '{"a":1.0}', "{bad", ""].map((inputText, index) => ({
      id: `c${index}`,
      type: "function",
      function: { name: "f", arguments: inputText },
    }));
    const transcript = fromChatMessages([{ role: "assistant", content: null, tool_calls: inputs }]);
    const { messages, report } = toOtelMessages(transcript);
    const written = messages[0]!.parts.map((part) => (part as { arguments?: unknown }).arguments);
    expect(written).toEqual([{ a: 1 }, { a: 1 }, "{bad", ""]);
    expect(report.filter(({ action }) => action === "converted").map(({ path }) => path)).toEqual(["content[1]"]);
  });

  it("writes input that is a text so that it is read back as that text", () => {
    const inputs = ["x", "123", '{"a":1}', "null"];
    const toolCalls = inputs.map((input, index) => ({ toolCallId: `c${index}`, toolName: "f", input }));
    const { messages } = write({ role: "assistant", text: "", toolCalls });
    const read = fromOtelMessages(messages);
    expect(read.at(0)?.toolCalls?.map(({ input }) => input)).toEqual(inputs);
    expect(messages[0]!.parts.map((part) => (part as { arguments?: unknown }).arguments)).toEqual([
      "x",
      '"123"',
      '"{\\"a\\":1}"',
      '"null"',
    ]);
  });

  it("writes files by what they are, with a modality that their type, data or name tells", () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const written = write({
      role: "user",
      content: [
        { type: "file", mediaType: "image/png", data: "AAAA" },
        { type: "file", data: bytes },
        { type: "file", data: { url: "data:audio/wav;base64,UklGRg==" } },
        { type: "file", data: { url: "data:text/plain,hi" } },
        { type: "file", data: { url: "https://example.org/a.pdf" } },
        { type: "file", mediaType: "video/mp4", data: { fileId: "file-1" } },
      ],
    });
    expect(partsOf(written)).toEqual([
      { type: "blob", modality: "image", mime_type: "image/png", content: "AAAA" },
      { type: "blob", modality: "other", content: "AQID" },
      { type: "blob", modality: "audio", mime_type: "audio/wav", content: "UklGRg==" },
      { type: "uri", modality: "document", uri: "data:text/plain,hi" },
      { type: "uri", modality: "document", uri: "https://example.org/a.pdf" },
      { type: "file", modality: "video", mime_type: "video/mp4", file_id: "file-1" },
    ]);
    expect(written.report).toEqual([]);
  });

  it("writes no proof and no name of a file, and tells each kind once", () => {
    const signed = { anthropic: { signature: "S" } };
    const written = write(
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", providerMetadata: signed },
          { type: "reasoning", text: "", redacted: true, providerMetadata: { anthropic: { redactedData: "D" } } },
          { type: "reasoning", text: "so", providerMetadata: signed },
        ],
      },
      { role: "user", content: ["a.pdf", "b.pdf"].map((filename) => ({ type: "file", filename, data: "JVBERi0=" })) },
    );
    expect(partsOf(written)).toEqual([
      { type: "reasoning", content: "hm" },
      { type: "reasoning", content: "so" },
      { type: "blob", modality: "document", content: "JVBERi0=" },
      { type: "blob", modality: "document", content: "JVBERi0=" },
    ]);
    expect(written.report.map(({ entry, path, what }) => [entry, path, what])).toEqual([
      [0, "content[0]", "proofs of a provider (anthropic), which telemetry does not hold"],
      [0, "content[1]", "reasoning that only its provider can read"],
      [1, "content[0]", "names of files, which telemetry does not hold"],
    ]);
    expect(JSON.stringify(written.messages)).not.toMatch(/"S"|"D"|a\.pdf/);
  });

  it("writes parts that only another format knows under its name, less their proofs", () => {
    const value = { type: "web_search_tool_result", content: [{ url: "https://a.example", encrypted_content: "E" }] };
    const written = write({ role: "assistant", content: [{ type: "custom", format: "anthropic", value }] });
    expect(partsOf(written)).toEqual([
      {
        type: "custom",
        format: "anthropic",
        value: { type: "web_search_tool_result", content: [{ url: "https://a.example" }] },
      },
    ]);
    expect(written.report.map(({ action }) => action)).toEqual(["dropped"]);
    const read = fromOtelMessages(written.messages);
    expect(read.at(0)?.content[0]).toMatchObject({ type: "custom", format: "otel" });
  });

  it("keeps the role developer of other formats", () => {
    const { messages, report } = toOtelMessages(fromChatMessages([{ role: "developer", content: "Be brief." }]));
    expect(messages).toEqual([{ role: "developer", parts: [text("Be brief.")] }]);
    expect(report).toEqual([]);
  });

  it("writes a refusal as text, leaves out approvals, and a message of which nothing is left", () => {
    const { messages, report } = write(
      { role: "assistant", content: [{ type: "refusal", text: "I cannot." }] },
      { role: "assistant", content: [{ type: "approval-request", approvalId: "p", toolCallId: "a" }] },
      { role: "tool", content: [{ type: "approval-response", approvalId: "p", approved: true }] },
    );
    expect(messages).toEqual([{ role: "assistant", parts: [text("I cannot.")] }]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [0, "converted"],
      [1, "dropped"],
      [2, "dropped"],
    ]);
  });

  it("writes U+FFFD for lone surrogates, and one id in place of another on the call and its result", () => {
    const { messages, report } = write({ role: "user", text: "end \uD83D" }, asks("\uD83D"), gives("\uD83D"));
    expect(messages[0]).toEqual({ role: "user", parts: [text("end \uFFFD")] });
    expect(report.length).toBe(3);
    expect(fromOtelMessages(messages).check()).toEqual([]);
  });

  it("leaves out a name and a finish_reason that are no text, which the schema refuses", () => {
    const given = { role: "assistant", parts: [text("x")], name: 5, finish_reason: { reason: "stop" } };
    const { messages, report } = toOtelMessages(fromOtelMessages([given]));
    expect(messages).toEqual([{ role: "assistant", parts: [text("x")] }]);
    expect(report.map(({ entry, action, what }) => [entry, action, what])).toEqual([
      [0, "dropped", "name that is no text, left out"],
      [0, "dropped", "finish_reason that is no text, left out"],
    ]);
  });

  it("tells what was, so that reading it back gives the same calls, results and texts", () => {
    const messages = [
      { role: "user", content: [{ type: "text", text: "Weather?" }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Look it up.", signature: "S" },
          { type: "tool_use", id: "t1", name: "weather", input: { city: "Paris" } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "18C", is_error: true }] },
    ];
    const transcript = fromMessages(messages);
    const back = fromOtelMessages(toOtelMessages(transcript).messages);
    expect(back.entries().map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(back.at(1)?.toolCalls).toMatchObject([{ toolCallId: "t1", toolName: "weather", input: { city: "Paris" } }]);
    expect(back.at(2)?.toolResult).toMatchObject({ toolCallId: "t1", output: "18C", outcome: "error" });
    const sent = toMessages(back);
    expect(anthropicFaults(sent)).toEqual([]);
    expect(JSON.stringify(sent.messages)).not.toContain("thinking");
  });

  it("gives the same bytes each time, for ten thousand entries too", () => {
    const entries = Array.from({ length: 2_500 }, (_, turn): EntryInput[] => [
      { role: "user", text: `Question ${turn}` },
      asks(`c${turn}`),
      gives(`c${turn}`),
      { role: "assistant", text: "Answer" },
    ]).flat();
    const transcript = Transcript.from(entries);
    const { messages } = toOtelMessages(transcript);
    expect(messages.length).toBe(10_000);
    expect(JSON.stringify(toOtelMessages(transcript).messages)).toBe(JSON.stringify(messages));
    expect(fromOtelMessages(messages).equals(fromOtelMessages(structuredClone(messages)))).toBe(true);
  });

  it("refuses arguments of the wrong type, and writes an empty transcript as an empty list", () => {
    expect(() => toOtelMessages([] as never)).toThrow(
      "Cannot write OpenTelemetry messages: expected a Transcript, got",
    );
    expect(() => toOtelMessages(Transcript.empty, 5 as never)).toThrow("options: expected an object");
    expect(toOtelMessages(Transcript.empty)).toEqual({ messages: [], report: [] });
  });
});
