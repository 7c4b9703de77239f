import { mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { type EntryInput, type Part, Transcript, user } from "colloquy";
import { fromUIMessages } from "colloquy/ai-sdk";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { fromChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { asks } from "../support/steps.js";
import { langchainFaults } from "./acceptance/langchain.js";

type Data = Record<string, unknown>;
type Message = { type: string; data: Data };

const gives = (toolCallId: string, rest: object = { output: "ok" }): EntryInput =>
  ({ role: "tool", toolResult: { toolCallId, ...rest } }) as EntryInput;
const says = (...content: Part[]): EntryInput => ({ role: "assistant", content });
const end = { additional_kwargs: {}, response_metadata: {} };
const answer = (content: unknown, rest: Data = {}): Message => ({
  type: "ai",
  data: { content, tool_calls: [], invalid_tool_calls: [], ...end, ...rest },
});

function writeAll(transcript: Transcript): { messages: Message[]; actions: (string | number)[][] } {
  const { messages, report } = toStoredMessages(transcript);
  expect(langchainFaults(messages)).toEqual([]);
  const actions = report.map(({ entry, action }) => [entry, action]);
  return { messages: messages as unknown as Message[], actions };
}

const write = (...entries: EntryInput[]) => writeAll(Transcript.from(entries));

/** The messages without what the library writes into every one. */
function shortOf(messages: readonly Message[]): unknown[] {
  return messages.map(({ type, data }) => [type, data["content"]]);
}

describe("toStoredMessages()", () => {
  it("writes messages as the library itself stores them, and nothing that is the transcript's own", () => {
    const { messages, actions } = write(
      { role: "system", text: "Be brief." },
      { role: "user", text: "x", id: "m1", createdAt: "2031-02-03T04:05:06.000Z", metadata: { a: 1 }, name: "ann" },
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: { a: 1 } }] },
      gives("c", { output: "r", toolName: "f" }),
      { role: "assistant", text: "y" },
    );
    expect(JSON.stringify(messages)).toBe(
      JSON.stringify([
        { type: "system", data: { content: "Be brief.", ...end } },
        { type: "human", data: { content: "x", name: "ann", ...end } },
        {
          type: "ai",
          data: {
            content: "",
            tool_calls: [{ name: "f", args: { a: 1 }, id: "c", type: "tool_call" }],
            invalid_tool_calls: [],
            ...end,
          },
        },
        { type: "tool", data: { content: "r", tool_call_id: "c", name: "f", ...end } },
        answer("y"),
      ]),
    );
    expect(actions).toEqual([]);
  });

  it("keeps a summary, later system entries and the role developer in place", () => {
    const summary = { entries: 2, turns: 1, tokens: 9, rounds: 1 };
    const developer = fromChatMessages([{ role: "developer", content: "D" }]);
    const { messages, actions } = writeAll(
      developer.append(user("x"), { role: "system", content: "S", summary }, { role: "system", text: "later" }),
    );
    expect(shortOf(messages)).toEqual([
      ["system", "D"],
      ["human", "x"],
      ["system", "S"],
      ["system", "later"],
    ]);
    expect(messages[0]?.data["additional_kwargs"]).toEqual({ __openai_role__: "developer" });
    expect(actions).toEqual([]);
  });

  it("writes values that are no text as JSON text, reported", () => {
    const values = [null, [], 7, { output: 1 }, '{"a":1}', undefined];
    const ids = values.map((_value, index) => `c${index}`);
    const { messages, actions } = write(asks(...ids), ...values.map((output, index) => gives(`c${index}`, { output })));
    expect(messages.slice(1).map(({ data }) => data["content"])).toEqual([
      "null",
      "[]",
      "7",
      '{"output":1}',
      '{"a":1}',
      "",
    ]);
    expect(actions).toEqual([1, 2, 3, 4, 6].map((entry) => [entry, "converted"]));
  });

  it("writes outcomes, and reads them back", () => {
    const outcomes = ["error", "denied", "aborted"] as const;
    const { messages, actions } = write(
      asks(...outcomes),
      ...outcomes.map((outcome) => gives(outcome, { outcome, output: "no" })),
    );
    expect(messages.slice(1).map(({ data }) => [data["status"], data["additional_kwargs"]])).toEqual([
      ["error", {}],
      ["error", { colloquy: { outcome: "denied" } }],
      ["error", { colloquy: { outcome: "aborted" } }],
    ]);
    expect(actions).toEqual([
      [2, "converted"],
      [3, "converted"],
    ]);
    const read = fromStoredMessages(messages);
    expect(read.entries().map(({ toolResult }) => toolResult?.outcome)).toEqual([undefined, ...outcomes]);
  });

  it("writes files as standard blocks, in results and answers too", () => {
    const files: Part[] = [
      { type: "file", mediaType: "image/png", data: "AAAA" },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: Uint8Array.of(1, 2, 3) },
      { type: "file", mediaType: "audio/wav", data: { url: "https://example.org/a.wav" } },
      { type: "file", data: { fileId: "file-1" } },
      { type: "file", data: "AAAA" },
    ];
    const blocks = [
      { type: "image", mimeType: "image/png", data: "AAAA" },
      { type: "file", mimeType: "application/pdf", data: "AQID", metadata: { filename: "a.pdf" } },
      { type: "audio", mimeType: "audio/wav", url: "https://example.org/a.wav" },
      { type: "file", fileId: "file-1" },
      { type: "file", mimeType: "application/octet-stream", data: "AAAA" },
    ];
    const { messages, actions } = write(
      { role: "user", content: files },
      says(...files, { type: "tool-call", toolCallId: "c", toolName: "f", input: {} }),
      gives("c", { content: files }),
    );
    expect(messages.map(({ data }) => data["content"])).toEqual([blocks, blocks, blocks]);
    expect(actions).toEqual([0, 1, 2].map((entry) => [entry, "converted"]));
  });

  it("writes reasoning where its proof belongs, unproved as a standard block", () => {
    const reasoning = (text: string, providerMetadata?: object): Part =>
      ({ type: "reasoning", text, ...(providerMetadata && { providerMetadata }) }) as Part;
    const { messages, actions } = write(
      says(
        reasoning("o", { openai: { itemId: "rs_1", reasoningEncryptedContent: "E" } }),
        reasoning("a", { anthropic: { signature: "A" } }),
        reasoning("", { anthropic: { redactedData: "R" } }),
        reasoning("b", { bedrock: { signature: "B" } }),
        reasoning("g", { google: { thoughtSignature: "G" } }),
        reasoning("p", { openai: { itemId: "rs_2" } }),
        reasoning("plain"),
        { type: "text", text: "t", providerMetadata: { google: { thoughtSignature: "T" } } },
      ),
    );
    expect(messages[0]?.data["content"]).toEqual([
      { type: "thinking", thinking: "a", signature: "A" },
      { type: "redacted_thinking", data: "R" },
      { type: "reasoning_content", reasoningText: { text: "b", signature: "B" } },
      { type: "reasoning", reasoning: "g", thoughtSignature: "G" },
      { type: "reasoning", reasoning: "p", id: "rs_2" },
      { type: "reasoning", reasoning: "plain" },
      { type: "text", text: "t", thoughtSignature: "T" },
    ]);
    expect(messages[0]?.data["additional_kwargs"]).toEqual({
      reasoning: {
        id: "rs_1",
        type: "reasoning",
        summary: [{ type: "summary_text", text: "o" }],
        encrypted_content: "E",
      },
    });
    expect(actions).toEqual([]);
    const both = { anthropic: { signature: "A" }, bedrock: { signature: "B" } };
    expect(write(says(reasoning("x", both))).actions).toEqual([[0, "dropped"]]);
  });

  it("writes ids of items and signatures of calls where LangChain keeps them", () => {
    const call = (toolCallId: string, providerMetadata: object): Part =>
      ({ type: "tool-call", toolCallId, toolName: "f", input: {}, providerMetadata }) as Part;
    const { messages, actions } = write(
      says(call("a", { openai: { itemId: "fc_1" } }), call("b", { google: { thoughtSignature: "S" } })),
    );
    expect(messages[0]?.data["additional_kwargs"]).toEqual({
      __openai_function_call_ids__: { a: "fc_1" },
      __gemini_function_call_thought_signatures__: { b: "S" },
    });
    expect(actions).toEqual([
      [0, "open"],
      [0, "open"],
    ]);
  });

  it("writes arguments as values, text that is no JSON as invalid calls, free text in an object", () => {
    const functionCall = (id: string, text: string) => ({
      id,
      type: "function",
      function: { name: "f", arguments: text },
    });
    const { messages, actions } = writeAll(
      fromChatMessages([
        {
          role: "assistant",
          content: null,
          tool_calls: [
            functionCall("a", '{"a": 1}'),
            functionCall("b", '{"a":1.0}'),
            functionCall("c", "{bad"),
            functionCall("d", " "),
            functionCall("e", "[1]"),
            { id: "g", type: "custom", custom: { name: "f", input: "free" } },
          ],
        },
      ]),
    );
    const { tool_calls: calls, invalid_tool_calls: invalid } = messages[0]!.data as {
      tool_calls: Data[];
      invalid_tool_calls: Data[];
    };
    expect(calls.map(({ id, args }) => [id, args])).toEqual([
      ["a", { a: 1 }],
      ["b", { a: 1 }],
      ["d", {}],
      ["e", [1]],
      ["g", { input: "free" }],
    ]);
    expect(invalid).toEqual([
      { name: "f", args: "{bad", id: "c", error: "Malformed args.", type: "invalid_tool_call" },
    ]);
    expect(actions.filter(([, action]) => action === "converted").length).toBe(3);
  });

  it("keeps the place of what stands behind a call by blocks in the content", () => {
    const call: Part = { type: "tool-call", toolCallId: "c", toolName: "f", input: { a: 1 } };
    const { messages } = write(
      says({ type: "text", text: "before" }, call, { type: "text", text: "behind" }),
      gives("c"),
    );
    expect(messages[0]?.data).toMatchObject({
      content: [
        { type: "text", text: "before" },
        { type: "tool_call", id: "c", name: "f", args: { a: 1 } },
        { type: "text", text: "behind" },
      ],
      tool_calls: [{ id: "c", args: { a: 1 } }],
    });
    const [read] = fromStoredMessages(messages).entries();
    expect(read?.content.map(({ type }) => type)).toEqual(["text", "tool-call", "text"]);
  });

  it("writes calls that the provider ran itself as server calls, reported", () => {
    const { messages, actions } = write(
      says(
        { type: "tool-call", toolCallId: "s", toolName: "web_search", input: { q: "tea" } },
        { type: "tool-result", toolCallId: "s", output: "green" },
        { type: "text", text: "Green." },
      ),
    );
    expect(messages[0]?.data).toMatchObject({
      content: [
        { type: "server_tool_call", id: "s", name: "web_search", args: { q: "tea" } },
        { type: "server_tool_call_result", toolCallId: "s", status: "success", output: { text: "green" } },
        { type: "text", text: "Green." },
      ],
      tool_calls: [],
    });
    expect(actions).toEqual([
      [0, "converted"],
      [0, "converted"],
    ]);
  });

  it("keeps refusals, puts what only another format knows into a block for that, drops approvals", () => {
    const { messages, actions } = write(
      user([{ type: "custom", format: "acme", value: { a: 1 } }]),
      says(
        { type: "refusal", text: "I cannot." },
        { type: "tool-call", toolCallId: "c", toolName: "f", input: {} },
        { type: "approval-request", approvalId: "a", toolCallId: "c" },
      ),
      { role: "tool", content: [{ type: "approval-response", approvalId: "a", approved: true }] },
    );
    expect(shortOf(messages)).toEqual([
      ["human", [{ type: "non_standard", value: { a: 1 } }]],
      ["ai", [{ type: "refusal", refusal: "I cannot." }]],
    ]);
    expect(actions).toEqual([
      [0, "converted"],
      [1, "dropped"],
      [1, "open"],
      [2, "dropped"],
    ]);
  });

  it("leaves pending calls open, answers them where that is asked for, and open calls elsewhere always", () => {
    const entries = [asks("a"), user("x"), asks("b", "c"), gives("b")];
    const { messages, actions } = write(...entries);
    expect(messages.map(({ type }) => type)).toEqual(["ai", "tool", "human", "ai", "tool"]);
    expect(messages[1]?.data).toMatchObject({
      content: "[aborted] The call has no result.",
      tool_call_id: "a",
      status: "error",
      additional_kwargs: { colloquy: { outcome: "aborted" } },
    });
    expect(actions).toEqual([
      [0, "added"],
      [2, "open"],
    ]);
    const aborted = toStoredMessages(Transcript.from(entries), { openCalls: "abort" });
    expect(aborted.messages.at(-1)?.data.tool_call_id).toBe("c");
    expect(() => toStoredMessages(Transcript.from(entries), { strict: true })).toThrow('added: call "a" had no result');
  });

  it("leaves a list that came so as it is: open calls, orphans, results anywhere, second ones", () => {
    const messages = [
      answer("", { tool_calls: [{ name: "f", args: {}, id: "a", type: "tool_call" }] }),
      { type: "human", data: { content: "x" } },
      { type: "tool", data: { content: "late", tool_call_id: "a" } },
      { type: "tool", data: { content: "twice", tool_call_id: "a" } },
      { type: "tool", data: { content: "lost", tool_call_id: "z" } },
      answer("", { tool_calls: [{ name: "f", args: {}, id: "b", type: "tool_call" }] }),
      { type: "human", data: { content: "y" } },
    ];
    const read = fromStoredMessages(messages);
    const written = toStoredMessages(read);
    expect(written.messages).toEqual(messages);
    expect(written.report).toMatchObject([{ entry: 5, action: "open", what: 'call "b" has no result, as it came' }]);
    const goesOn = writeAll(fromStoredMessages(messages.slice(0, 1)).append(user("new"))).actions;
    expect(goesOn).toEqual([[0, "added"]]);
  });

  it("puts results that were added behind their calls, drops second ones, tells orphans as text", () => {
    const { messages, actions } = write(
      asks("a"),
      user("meanwhile"),
      gives("a", { output: "late" }),
      gives("a", { output: "twice" }),
      gives("z", { toolName: "g", output: "lost" }),
    );
    expect(shortOf(messages)).toEqual([
      ["ai", ""],
      ["tool", "late"],
      ["human", "meanwhile"],
      ["human", "[result of a call to g that is not here]\nlost"],
    ]);
    expect(actions).toEqual([
      [2, "moved"],
      [3, "dropped"],
      [4, "converted"],
    ]);
  });

  it("mends what the library's own reader refuses, reported, and keeps the rest", () => {
    const { messages, actions } = writeAll(
      fromStoredMessages([
        { type: "developer", data: { content: "x" } },
        { data: { role: "critic", content: "x" }, type: "chat" },
        { type: "AIMessageChunk", data: { response_metadata: null, content: "x" } },
      ]),
    );
    expect(JSON.stringify(messages)).toBe(
      JSON.stringify([
        { type: "system", data: { content: "x", additional_kwargs: { __openai_role__: "developer" } } },
        { data: { role: "critic", content: "x" }, type: "generic" },
        { type: "ai", data: { response_metadata: {}, content: "x" } },
      ]),
    );
    expect(new Set(actions.map(String))).toEqual(new Set(["0,converted", "1,converted", "2,converted"]));
  });

  it("writes an edited message in its own form, and drops what proved the text", () => {
    const thought = { type: "thinking", thinking: "t", signature: "S" };
    const read = fromStoredMessages([
      { lc: 1, type: "constructor", id: ["langchain_core", "messages", "AIMessage"], kwargs: { content: [thought] } },
    ]);
    const { messages } = toStoredMessages(read.redact("t", "u"));
    expect(messages).toEqual([
      {
        lc: 1,
        type: "constructor",
        id: ["langchain_core", "messages", "AIMessage"],
        kwargs: { content: [{ type: "thinking", thinking: "u" }] },
      },
    ]);
  });

  it("drops messages from elsewhere that say nothing, and keeps its own", () => {
    const { messages, actions } = writeAll(fromUIMessages([{ id: "1", role: "assistant", parts: [] }]));
    expect([messages, actions]).toEqual([[], [[0, "dropped"]]]);
    expect(writeAll(fromStoredMessages([answer([])])).messages).toEqual([answer([])]);
  });

  it("gives the library what it reads back with all that it says", () => {
    const { messages } = toStoredMessages(
      Transcript.from([user("x"), asks("a"), gives("a", { outcome: "error", output: "e" })]),
    );
    const [question, call, result] = mapStoredMessagesToChatMessages(messages);
    expect(question?.text).toBe("x");
    expect(call).toMatchObject({ tool_calls: [{ name: "f", id: "a", args: {} }] });
    expect(result).toMatchObject({ tool_call_id: "a", status: "error", content: "e" });
  });

  it("refuses arguments of the wrong type", () => {
    expect(() => toStoredMessages([] as never)).toThrow("Cannot write LangChain messages: expected a Transcript, got");
    expect(() => toStoredMessages(Transcript.empty, { version: 1 } as never)).toThrow("unknown key");
    expect(toStoredMessages(Transcript.empty)).toEqual({ messages: [], report: [] });
  });
});
