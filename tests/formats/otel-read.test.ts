import { Transcript, TranscriptInputError } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { toChatMessages } from "colloquy/openai";
import { fromOtelMessages, toOtelMessages } from "colloquy/otel";
import { describe, expect, it } from "vitest";
import { dump } from "../support/dump.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { call, response, text } from "./otel-parts.js";

/** Reads messages that come back as they came, through the document too. */
function readSame(...messages: object[]): Transcript {
  const read = fromOtelMessages(messages);
  for (const transcript of [read, Transcript.fromJson(read.toJson())]) {
    const back = toOtelMessages(transcript);
    expect(dump(back.messages)).toBe(dump(messages));
    expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
  }
  return read;
}

const rolesOf = (transcript: Transcript): string[] => transcript.entries().map(({ role }) => role);

/** What a function throws of a list of messages. */
function faultOf(messages: readonly unknown[]): TranscriptInputError {
  try {
    fromOtelMessages(messages as object[]);
  } catch (error) {
    if (error instanceof TranscriptInputError) return error;
  }
  throw new Error("not refused");
}

describe("fromOtelMessages()", () => {
  it("reads a response under the key that came, response before result", () => {
    const old = { type: "tool_call_response", id: "a", result: { celsius: 18 } };
    const both = { type: "tool_call_response", id: "b", result: "older", response: "18C" };
    const read = readSame(
      { role: "assistant", parts: [call("a"), call("b")] },
      { role: "tool", parts: [old] },
      { role: "tool", parts: [both] },
    );
    expect(read.entries().map(({ toolResult }) => toolResult?.output)).toEqual([undefined, { celsius: 18 }, "18C"]);
  });

  it("reads arguments as a value or as the text that came, and tells none from null", () => {
    const given = [{ city: "Paris" }, '{"city": "Paris"}', "{bad", '"x"', null, 7];
    const parts = given.map((value, index) => call(`c${index}`, { arguments: value }));
    const read = readSame({ role: "assistant", parts: [...parts, call("none", {})] });
    expect(read.at(0)?.toolCalls?.map(({ input, inputText }) => [input, inputText])).toEqual([
      [{ city: "Paris" }, undefined],
      [{ city: "Paris" }, '{"city": "Paris"}'],
      ["{bad", "{bad"],
      ["x", '"x"'],
      [null, undefined],
      [7, undefined],
      [undefined, undefined],
    ]);
  });

  it("gives calls without an id one of their place, and pairs responses without one in order", () => {
    const messages = [
      { role: "user", parts: [text("q")] },
      { role: "assistant", parts: [call(null), call(null), { type: "tool_call", name: "f", arguments: {} }] },
      { role: "tool", parts: [response(null, "1"), response(null, "2")] },
      { role: "tool", parts: [{ type: "tool_call_response", response: "3" }] },
    ];
    const read = readSame(...messages);
    expect(read.check()).toEqual([]);
    const calls = read.at(1)?.toolCalls?.map(({ toolCallId }) => toolCallId) ?? [];
    expect(new Set(calls).size).toBe(3);
    expect(
      read.entries().flatMap(({ toolResult: result }) => (result ? [[result.toolCallId, result.output]] : [])),
    ).toEqual(calls.map((id, index) => [id, String(index + 1)]));
    const inPieces = messages.reduce((after, message) => fromOtelMessages([message], { after }), Transcript.empty);
    expect(inPieces.toJson()).toBe(read.toJson());
  });

  it("lets a response without an id answer the nearest step, not an older call that got none", () => {
    const read = readSame(
      { role: "assistant", parts: [call(null)] },
      { role: "assistant", parts: [call(null), call("b")] },
      { role: "tool", parts: [response("b")] },
      { role: "tool", parts: [response(null)] },
    );
    expect(read.check().map(({ kind, entry }) => [kind, entry])).toEqual([["open-call", 0]]);
  });

  it("gives each response an entry, in messages of the user and the model too", () => {
    const read = readSame(
      { role: "assistant", parts: [text("Let me see."), call("a"), response("a"), text("and"), call("b")] },
      { role: "user", parts: [response("b"), text("thanks")] },
    );
    expect(rolesOf(read)).toEqual(["assistant", "tool", "assistant", "tool", "user"]);
    expect(read.check()).toEqual([]);
  });

  it("puts together what is left of a message when one of its entries goes", () => {
    const parts = [response("a", "1"), response("b", "2"), response("c", "3")];
    const read = readSame({ role: "assistant", parts: [call("a"), call("b"), call("c")] }, { role: "tool", parts });
    const entries = read.entries();
    const { messages } = toOtelMessages(Transcript.from([...entries.slice(0, 2), ...entries.slice(3)]));
    expect(messages[1]).toEqual({ role: "tool", parts: [parts[0], parts[2]] });
    const { messages: apart } = toOtelMessages(
      Transcript.from([...entries.slice(0, 2), { role: "user", text: "hm" }, ...entries.slice(2)]),
    );
    expect(apart.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "tool"]);
    const named = read.map((entry, index) => (index === 2 ? { ...entry, name: "Bob" } : entry));
    expect(toOtelMessages(named).messages.slice(1)).toEqual([
      { role: "tool", parts: [parts[0]] },
      { role: "tool", parts: [parts[1], parts[2]], name: "Bob" },
    ]);
  });

  it("makes no id that another part has", () => {
    const read = readSame({ role: "assistant", parts: [call("call_0_1"), call(null)] });
    expect(new Set(read.at(0)?.toolCalls?.map(({ toolCallId }) => toolCallId)).size).toBe(2);
  });

  it("keeps parts that are not known here in the entry of the result that they stand beside", () => {
    const note = { type: "note", content: "x" };
    const read = readSame(
      { role: "assistant", parts: [call("a"), call("b")] },
      { role: "tool", parts: [note, response("a"), note, response("b")] },
    );
    expect(read.entries().map(({ content }) => content.map(({ type }) => type))).toEqual([
      ["tool-call", "tool-call"],
      ["custom", "tool-result", "custom"],
      ["tool-result"],
    ]);
  });

  it("keeps finish_reason, names, roles and parts that are not known here", () => {
    const search = { type: "server_tool_call", id: "s", name: "search", server_tool_call: { type: "web_search" } };
    const read = readSame(
      { role: "developer", parts: [text("Be brief.")] },
      { role: "critic", parts: [text("Hm.")], name: "Bob" },
      { role: "assistant", parts: [search, { type: "text" }, text("Found.")], finish_reason: "stop" },
      { role: "assistant", parts: [], finish_reason: null, name: null },
    );
    expect(rolesOf(read)).toEqual(["system", "user", "assistant", "assistant"]);
    expect(read.at(1)?.name).toBe("Bob");
    expect(read.at(2)?.providerMetadata).toEqual({ otel: { finish_reason: "stop" } });
    expect(read.at(2)?.content.map(({ type }) => type)).toEqual(["custom", "custom", "text"]);
    expect(toChatMessages(read).messages[0]).toEqual({ role: "developer", content: "Be brief." });
  });

  it("reads files by data, address and id, those of the older form too", () => {
    const read = readSame({
      role: "user",
      parts: [
        { type: "blob", modality: "image", mime_type: "image/png", content: "iVBORw0KGgo=" },
        { type: "uri", modality: "video", uri: "https://example.org/v" },
        { type: "file", modality: "other", mime_type: null, file_id: "file-1" },
        { type: "file_data", mime_type: "application/pdf", uri: "https://example.org/a.pdf" },
        { type: "uri", modality: "image", uri: "data:image/png;base64,AAAA" },
        { type: "blob", modality: "image", content: "data:image/png;base64,AAAA" },
      ],
    });
    expect(read.at(0)?.content).toMatchObject([
      { mediaType: "image/png", data: "iVBORw0KGgo=" },
      { data: { url: "https://example.org/v" } },
      { data: { fileId: "file-1" } },
      { mediaType: "application/pdf", data: { url: "https://example.org/a.pdf" } },
      { data: { url: "data:image/png;base64,AAAA" } },
      { data: { url: "data:image/png;base64,AAAA" } },
    ]);
  });

  it("names the message at fault and the place in it, and lists all", () => {
    const error = faultOf([
      { role: "user", content: "x" },
      { role: "critic", parts: [text("x"), { content: "x" }] },
      { role: "assistant", parts: [call("a", { arguments: { at: [new Date()] } })] },
      { parts: [] },
      7,
    ]);
    expect(error.code).toBe("invalid-messages");
    expect(error.message).toBe(
      "Cannot read OpenTelemetry messages: message 0 (user): parts: expected an array, got undefined (and 4 more issues)",
    );
    expect(error.issues.map(({ entry, path }) => [entry, ...path].join("."))).toEqual([
      "0.parts",
      "1.parts.1.type",
      "2.parts.0.arguments.at.0",
      "3.role",
      "4",
    ]);
  });

  it("refuses arguments of the wrong type", () => {
    expect(() => fromOtelMessages("[]" as never)).toThrow(
      "Cannot read OpenTelemetry messages: expected an array, got a string",
    );
    expect(() => fromOtelMessages([], { after: "[]" as never })).toThrow("options.after: expected a Transcript");
    const after = fromOtelMessages([{ role: "user", parts: [text("x")] }]);
    expect(fromOtelMessages([], { after })).toBe(after);
  });
});

describe("toOtelMessages()", () => {
  it("never writes an id that it made, and gives one to formats that need one", () => {
    const messages = [
      { role: "user", parts: [text("q")] },
      { role: "assistant", parts: [call(null)] },
      { role: "tool", parts: [response(null)] },
    ];
    const transcript = readSame(...messages);
    const chat = toChatMessages(transcript).messages;
    expect(chatFaults(chat)).toEqual([]);
    expect(anthropicFaults(toMessages(transcript))).toEqual([]);
    expect(toOtelMessages(transcript, { openCalls: "abort" }).messages).toEqual(messages);
    const asked = fromOtelMessages(messages.slice(0, 2));
    expect(toOtelMessages(asked, { openCalls: "abort" }).messages.at(-1)).toEqual({
      role: "tool",
      parts: [{ type: "tool_call_response", response: "[aborted] The call has no result.", outcome: "aborted" }],
    });
  });
});
