import { type EntryInput, type Part, Transcript, TranscriptInputError } from "colloquy";
import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromConverse, toConverse } from "colloquy/bedrock";
import { fromContents, type GeminiContent, toContents, type ToContentsOptions } from "colloquy/gemini";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump } from "../support/dump.js";
import { asks, call, question, result } from "../support/steps.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { bedrockFaults } from "./acceptance/bedrock.js";
import { geminiFaults } from "./acceptance/gemini.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import type { Message } from "./gemini-contents.js";

const asked = { role: "user", parts: [{ text: "q" }] };
const signed = { google: { thoughtSignature: "SIG" } };

interface Written {
  readonly systemInstruction: unknown;
  readonly contents: GeminiContent[];
  readonly actions: (string | number)[][];
}

function writeAll(transcript: Transcript, options?: ToContentsOptions): Written {
  const { systemInstruction, contents, report } = toContents(transcript, options);
  const written = { contents, ...(systemInstruction !== undefined && { systemInstruction }) };
  expect(geminiFaults(written)).toEqual([]);
  return { systemInstruction, contents, actions: report.map(({ entry, action }) => [entry, action]) };
}

const write = (...entries: EntryInput[]): Written => writeAll(Transcript.from(entries));

function partsOf(content: object | undefined): Message[] {
  return (content as { parts: Message[] }).parts;
}

function responsesOf(content: object | undefined): unknown[] {
  return partsOf(content).map((part) => (part["functionResponse"] as Message)["response"]);
}

/** What a list becomes that is read and written. */
function mend(...contents: object[]): { contents: object[]; actions: (string | number)[][] } {
  return writeAll(fromContents(contents));
}

describe("fromContents() reads", () => {
  it("responses without ids by name and order, whatever stands in between", () => {
    const f = (name: string, n: number) => ({ functionCall: { name, args: { n } } });
    const r = (name: string, n: number) => ({ functionResponse: { name, response: { output: n } } });
    const contents = [
      asked,
      { role: "model", parts: [f("f", 1), f("g", 2), f("f", 3)] },
      { role: "user", parts: [r("g", 2), r("f", 1), r("f", 3)] },
    ];
    const transcript = fromContents(contents);
    const inputs = new Map(transcript.at(1)?.toolCalls?.map(({ toolCallId, input }) => [toolCallId, input]));
    const pairs = transcript.entries().flatMap(({ toolResult }) => (toolResult === undefined ? [] : [toolResult]));
    expect(pairs.map(({ toolCallId, output }) => [inputs.get(toolCallId), output])).toEqual([
      [{ n: 2 }, 2],
      [{ n: 1 }, 1],
      [{ n: 3 }, 3],
    ]);
    expect(dump(toContents(transcript).contents)).toBe(dump(contents));
  });

  it("a response to a call of another provider, which knows it by an id that was not sent", () => {
    const before = Transcript.from([question, asks("toolu_1", "toolu_2")]);
    const answers = ["a", "b"].map((output) => ({ functionResponse: { name: "f", response: { output } } }));
    const transcript = fromContents([{ role: "user", parts: answers }], { after: before });
    expect(transcript.entries().map(({ toolResult }) => toolResult?.toolCallId)).toEqual([
      undefined,
      undefined,
      "toolu_1",
      "toolu_2",
    ]);
  });

  it("calls of one step that share an id apart", () => {
    const functionCall = { id: "a", name: "f", args: {} };
    const contents = [asked, { role: "model", parts: [{ functionCall }, { functionCall }] }];
    const ids = fromContents(contents)
      .at(1)
      ?.toolCalls?.map(({ toolCallId }) => toolCallId);
    expect(ids).toEqual(["a", "gemini_1_1"]);
  });

  it("made ids that no call of the transcript has", () => {
    const taken = Transcript.from([question, { role: "assistant", text: "", toolCalls: [call("gemini_2_0")] }]);
    const transcript = fromContents([{ role: "model", parts: [{ functionCall: { name: "f" } }] }], { after: taken });
    expect(transcript.at(2)?.toolCalls?.[0].toolCallId).toBe("gemini_2_0_");
  });

  it("thoughts, signatures, files and what the provider ran, each where other formats find it", () => {
    const parts = [
      { text: "hm", thought: true },
      { text: "so", thoughtSignature: "SIG" },
      { inlineData: { mimeType: "image/png", data: "AAAA" } },
      { fileData: { fileUri: "gs://b/a.pdf", mimeType: "application/pdf" } },
      { thoughtSignature: "SIG", executableCode: { language: "PYTHON", code: "print(1)" } },
    ];
    const transcript = fromContents({ role: "model", parts });
    expect(transcript.at(0)?.content).toMatchObject([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "so", providerMetadata: signed },
      { type: "file", mediaType: "image/png", data: "AAAA" },
      { type: "file", mediaType: "application/pdf", data: { url: "gs://b/a.pdf" } },
      { type: "custom", value: { executableCode: { code: "print(1)" } }, providerMetadata: signed },
    ]);
    expect(dump(toContents(transcript).contents[0]?.parts)).toBe(dump(parts));
  });

  it("files beside a response, in either spelling, with what the response says as text", () => {
    const parts = [{ inline_data: { mime_type: "image/png", data: "_9j_" } }];
    const response = (value: object) => ({ functionResponse: { name: "f", response: value, parts } });
    const contents = [
      asked,
      { role: "model", parts: [1, 2, 3].map(() => ({ functionCall: { name: "f" } })) },
      { role: "user", parts: [response({}), response({ output: "seen" }), response({ n: 1 })] },
    ];
    const transcript = fromContents(contents);
    const file = { type: "file", mediaType: "image/png", data: "_9j_" };
    expect(transcript.entries().slice(2)).toMatchObject([
      { toolResult: { content: [file] } },
      { toolResult: { content: [{ type: "text", text: "seen" }, file] } },
      { toolResult: { content: [{ type: "text", text: '{"n":1}' }, file] } },
    ]);
    expect(dump(toContents(transcript).contents)).toBe(dump(contents));
  });

  it.each<[string, object | string]>([
    ["a string", "Be brief."],
    ["a part", { text: "Be brief." }],
    ["a list", ["Be", { text: "brief." }]],
    ["a content", { role: "system", parts: [{ text: "Be brief." }] }],
  ])("instructions that are %s", (_what, systemInstruction) => {
    const request = { systemInstruction, contents: [asked] };
    const transcript = fromContents(request);
    expect(transcript.at(0)).toMatchObject({ role: "system" });
    expect(toContents(transcript)).toEqual({ ...request, report: [] });
    const configured = fromContents({ contents: [asked], config: { systemInstruction } });
    const python = fromContents({ contents: [asked], system_instruction: systemInstruction } as { contents: object[] });
    expect([configured.toJson(), python.toJson()]).toEqual([transcript.toJson(), transcript.toJson()]);
  });

  it("a later content as part of the whole", () => {
    const transcript = fromContents({ contents: [asked] });
    expect(fromContents({ role: "model", parts: [{ text: "a" }] }, { after: transcript }).length).toBe(2);
  });
});

describe("fromContents() refuses", () => {
  it("what it cannot read, naming content and path", () => {
    const contents = [
      asked,
      { role: "model", parts: [{ text: 5 }, { functionCall: { args: {} } }, { inlineData: { data: 7 } }] },
      { text: "a part" },
      { role: 7, parts: [] },
      "text",
    ];
    try {
      fromContents(contents as object[]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TranscriptInputError);
      const { message, issues } = error as TranscriptInputError;
      expect(message).toBe(
        "Cannot read Gemini contents: content 1 (model): parts[0].text: expected a string, got a number (and 5 more issues)",
      );
      expect(issues.map(({ entry, path }) => [entry, path.join(".")])).toEqual([
        [1, "parts.0.text"],
        [1, "parts.1.functionCall.name"],
        [1, "parts.2.inlineData.data"],
        [2, ""],
        [3, "role"],
        [4, ""],
      ]);
    }
  });

  it("arguments of the wrong type", () => {
    expect(() => fromContents("x" as never)).toThrow(TypeError);
    expect(() => fromContents({ contents: "x" as never })).toThrow("contents: expected an array, got a string");
    expect(() => fromContents(Transcript.empty as never)).toThrow("got a Transcript");
    expect(() => toContents(Transcript.empty, { skipSignatures: 1 as never })).toThrow("options.skipSignatures");
  });
});

describe("toContents()", () => {
  it("sends ids that the provider gave, and no others", () => {
    const other = write(question, asks("toolu_1"), result("toolu_1"));
    expect(JSON.stringify(other.contents)).not.toContain("toolu_1");
    const contents = [
      asked,
      { role: "model", parts: [{ functionCall: { id: "own", name: "f", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { id: "own", name: "f", response: {} } }] },
    ];
    expect(mend(...contents)).toEqual({ contents, actions: [], systemInstruction: undefined });
  });

  it("puts responses behind their calls, in the order of the calls, and what the user said behind them", () => {
    const { contents, actions } = write(
      question,
      asks("a", "b"),
      { role: "user", text: "hurry" },
      result("b", "2"),
      result("a", "1"),
    );
    expect(contents.map(({ role }) => role)).toEqual(["user", "model", "user", "user"]);
    expect(responsesOf(contents[2])).toEqual([{ output: "1" }, { output: "2" }]);
    expect(partsOf(contents[3])).toEqual([{ text: "hurry" }]);
    expect(actions).toEqual([
      [3, "moved"],
      [4, "moved"],
    ]);
  });

  it("joins neighbours of one role, which keeps calls off a second turn of the model", () => {
    const { contents, actions } = write(
      question,
      { role: "user", text: "more" },
      { role: "assistant", text: "x" },
      asks("a"),
      result("a"),
    );
    expect(contents.map(({ role, parts }) => [role, parts.length])).toEqual([
      ["user", 2],
      ["model", 2],
      ["user", 1],
    ]);
    expect(actions).toEqual([
      [1, "merged"],
      [3, "merged"],
    ]);
  });

  it("leaves its own neighbours apart, but for a call behind an answer", () => {
    const text = { role: "model", parts: [{ text: "x" }] };
    expect(mend(asked, asked, text, text).actions).toEqual([]);
    const calls = { role: "model", parts: [{ functionCall: { name: "f" } }] };
    const { contents, actions } = mend(asked, text, text, calls);
    expect(contents.length).toBe(2);
    expect(actions).toEqual([
      [2, "merged"],
      [3, "merged"],
      [3, "open"],
    ]);
  });

  it("puts a user's text before a call that would open the list", () => {
    const { contents, actions } = write(asks("a"), result("a"));
    expect(contents[0]).toEqual({ role: "user", parts: [{ text: "[the conversation opens with the assistant]" }] });
    expect(actions).toEqual([[0, "added"]]);
    expect(write({ role: "assistant", text: "Hello." }, question).actions).toEqual([]);
  });

  it("parts a content that holds more than responses", () => {
    const functionResponse = { name: "f", response: { r: 1 } };
    const { contents, actions } = mend(
      asked,
      { role: "model", parts: [{ functionCall: { name: "f" } }] },
      { role: "user", parts: [{ functionResponse }, { text: "hurry" }] },
    );
    expect(contents.slice(2)).toEqual([
      { role: "user", parts: [{ functionResponse }] },
      { role: "user", parts: [{ text: "hurry" }] },
    ]);
    expect(actions).toEqual([[3, "moved"]]);
  });

  it("writes roles of other providers as those that they mean", () => {
    const { contents, actions } = mend(
      asked,
      { role: "assistant", parts: [{ functionCall: { name: "f" } }] },
      { role: "function", parts: [{ functionResponse: { name: "f", response: {} } }] },
      { role: "system", parts: [{ text: "s" }] },
      { role: "critic", parts: [{ text: "c" }] },
    );
    expect(contents.map((content) => (content as Message)["role"])).toEqual(["user", "model", "user", "critic"]);
    expect(actions).toEqual([
      [1, "converted"],
      [2, "converted"],
      [3, "moved"],
    ]);
  });

  it.each<[string, unknown, object]>([
    ["text", "7", { output: "7" }],
    ["nothing", undefined, {}],
    ["null", null, { output: null }],
    ["a list", [], { output: [] }],
    ["an object", { r: 1 }, { r: 1 }],
    ["an object with the one key output", { output: 1 }, { output: { output: 1 } }],
    ["an object with the one key error", { error: 1 }, { output: { error: 1 } }],
    ["an object with both", { output: 1, error: 2 }, { output: 1, error: 2 }],
  ])("writes the output %s, and reads it back", (_what, output, response) => {
    const { contents } = write(question, asks("a"), result("a", output));
    expect(responsesOf(contents[2])).toEqual([response]);
    expect(fromContents(contents).at(2)?.toolResult?.output).toEqual(output === undefined ? {} : output);
  });

  it("writes outcomes, and reads back that a run failed", () => {
    const outcomes = (["error", "denied", "aborted"] as const).map((outcome, index): EntryInput => ({
      role: "tool",
      toolResult: { toolCallId: `${index}`, outcome, output: index === 2 ? "" : { why: 1 } },
    }));
    const { contents, actions } = write(question, asks("0", "1", "2"), ...outcomes);
    expect(responsesOf(contents[2])).toEqual([
      { error: { why: 1 } },
      { error: '[denied] {"why":1}' },
      { error: "[aborted]" },
    ]);
    expect(actions.filter(([, action]) => action !== "converted")).toEqual([]);
    expect(fromContents(contents).at(2)?.toolResult).toMatchObject({ outcome: "error", output: { why: 1 } });
  });

  it("names the files of a result in its text, unless they may stand beside it", () => {
    const content: Part[] = [
      { type: "text", text: "seen" },
      { type: "file", mediaType: "image/png", data: "AAAA" },
    ];
    const transcript = Transcript.from([
      question,
      asks("a"),
      { role: "tool", content: [{ type: "tool-result", toolCallId: "a", content } as Part] },
    ]);
    expect(responsesOf(writeAll(transcript).contents[2])).toEqual([{ output: "seen\n[file: image/png]" }]);
    expect(writeAll(transcript).actions.map(([, action]) => action)).toEqual(["converted", "merged"]);
    const beside = writeAll(transcript, { filesInResults: true });
    expect(partsOf(beside.contents[2])[0]).toEqual({
      functionResponse: {
        name: "f",
        response: { output: "seen" },
        parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }],
      },
    });
    expect(beside.actions).toEqual([]);
  });

  it("sends files by data or address, and names those that it cannot", () => {
    const files: Part[] = [
      { type: "file", mediaType: "audio/mpeg", data: new Uint8Array([1, 2]) },
      { type: "file", data: { url: "data:text/plain,a%20b" } },
      { type: "file", filename: "a.pdf", data: { url: "https://example.com/x" } },
      { type: "file", mediaType: "image/*", data: "iVBORw0KGgo=" },
      { type: "file", mediaType: "image/png", data: { fileId: "file-1" } },
      { type: "file", data: "AAAA" },
    ];
    const { contents, actions } = write({ role: "user", content: files });
    expect(partsOf(contents[0])).toEqual([
      { inlineData: { mimeType: "audio/mpeg", data: "AQI=" } },
      { inlineData: { mimeType: "text/plain", data: "YSBi" } },
      { fileData: { mimeType: "application/pdf", fileUri: "https://example.com/x" } },
      { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
      { text: "[file: image/png]" },
      { text: "[file: of unknown type]" },
    ]);
    // The name of the PDF, and the two that are named in text.
    expect(actions).toEqual([
      [0, "converted"],
      [0, "converted"],
      [0, "converted"],
    ]);
  });

  it("leaves pending calls open and notes them, and answers others as aborted", () => {
    expect(write(question, asks("a", "b"), result("a")).actions).toEqual([[1, "open"]]);
    const { contents, actions } = write(question, asks("a"), question);
    expect(responsesOf(contents[2])).toEqual([{ error: "[aborted] The call has no result." }]);
    expect(actions).toEqual([[1, "added"]]);
    expect(() => toContents(Transcript.from([question, asks("a"), question]), { strict: true })).toThrow("added");
  });

  it("keeps an empty text that is all that the user said, and no other that is not signed", () => {
    const empty = { role: "user", parts: [{ text: "" }] };
    expect(mend(empty).contents).toEqual([empty]);
    expect(mend({ role: "user", parts: [{ text: "" }, { text: " " }] })).toMatchObject({
      contents: [{ role: "user", parts: [{ text: " " }] }],
      actions: [[0, "dropped"]],
    });
    expect(mend(asked, { role: "model", parts: [{ text: "" }] }).contents).toEqual([asked]);
    expect(write({ role: "user", text: "" }, question, { role: "assistant", text: " \n" }).contents).toEqual([asked]);
  });

  it("is told elsewhere what code the provider ran, and what it gave", () => {
    const parts = [
      { executableCode: { language: "PYTHON", code: "print(1)" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
      { text: "One." },
    ];
    const { messages, report } = toChatMessages(fromContents([asked, { role: "model", parts }]));
    expect(JSON.stringify(messages[1])).toMatch(/print\(1\).*1.*One\./);
    expect(report.map(({ action }) => action)).toContain("converted");
  });

  it("puts a signature that came alone on an empty text", () => {
    const { contents, actions } = mend(asked, { role: "model", parts: [{ text: "a" }, { thoughtSignature: "SIG" }] });
    expect(partsOf(contents[1])).toEqual([{ text: "a" }, { text: "", thoughtSignature: "SIG" }]);
    expect(actions).toEqual([[1, "moved"]]);
  });
});

describe("Thought signatures", () => {
  const contents = [
    asked,
    {
      role: "model",
      parts: [
        { text: "hm", thought: true, thoughtSignature: "S1" },
        { functionCall: { name: "f", args: { n: 1 } }, thoughtSignature: "S2" },
        { functionCall: { name: "f", args: { n: 2 } } },
      ],
    },
    { role: "user", parts: [1, 2].map((n) => ({ functionResponse: { name: "f", response: { output: n } } })) },
    { role: "model", parts: [{ text: "a" }, { text: "", thoughtSignature: "S3" }] },
  ];
  const transcript = fromContents(contents);

  it("pass through the AI SDK's messages under the key that its provider uses", () => {
    const { messages } = toModelMessages(transcript);
    expect(JSON.stringify(messages)).toContain('"providerOptions":{"google":{"thoughtSignature":"S2"');
    expect(dump(toContents(fromModelMessages(messages)).contents)).toBe(dump(contents));
  });

  it("are read from the AI SDK's messages of Google's cloud, too", () => {
    for (const name of ["vertex", "googleVertex"]) {
      const metadata = { [name]: { thoughtSignature: "V" } };
      const content: Part[] = [{ type: "text", text: "a", providerMetadata: metadata }];
      const { contents: written, actions } = write(question, { role: "assistant", content }, question);
      expect(written[1]?.parts).toEqual([{ text: "a", thoughtSignature: "V" }]);
      expect(actions).toEqual([]);
    }
  });

  it("go to no other provider, and stay in the transcript", () => {
    const others = [toMessages, toConverse, toChatMessages, toResponsesItems];
    for (const to of others) expect(JSON.stringify(to(transcript))).not.toMatch(/"S[123]"/);
    expect(dump(toContents(transcript).contents)).toBe(dump(contents));
  });

  it("go when their part is edited, and the thought with its own", () => {
    const edited = transcript.redact(/hm|a$/, "x").map((entry) => {
      if (entry.toolCalls === undefined) return entry;
      const content = entry.content.map((part) => (part.type === "tool-call" ? { ...part, input: { n: 3 } } : part));
      return { ...entry, content } as EntryInput;
    });
    const { contents: written, report } = toContents(edited);
    expect(JSON.stringify(written)).not.toMatch(/"S[12]"|thought":true/);
    expect(JSON.stringify(written)).toContain('"S3"');
    expect(report.some(({ action }) => action === "dropped")).toBe(true);
  });

  it("of other providers are not sent, nor what they thought", () => {
    const content: Part[] = [
      { type: "reasoning", text: "r", providerMetadata: { anthropic: { signature: "A" } } },
      { type: "reasoning", text: "s" },
      { type: "text", text: "a", providerMetadata: { openai: { reasoningEncryptedContent: "E" } } },
    ];
    const { contents: written, actions } = write(question, { role: "assistant", content }, question);
    expect(written[1]?.parts).toEqual([{ text: "a" }]);
    expect(actions).toEqual([
      [1, "dropped"],
      [1, "dropped"],
      [1, "dropped"],
    ]);
  });

  it("are replaced by the provider's words where they are missing, if that is asked for", () => {
    const steps = Transcript.from([
      question,
      asks("a"),
      result("a"),
      question,
      asks("b", "c"),
      result("b"),
      result("c"),
    ]);
    const { contents: written, actions } = writeAll(steps, { skipSignatures: true });
    const calls = written.flatMap(({ parts }) => parts as { functionCall?: object; thoughtSignature?: string }[]);
    const signatures = calls.flatMap((part) => (part.functionCall === undefined ? [] : [part.thoughtSignature]));
    expect(signatures).toEqual([undefined, "skip_thought_signature_validator", undefined]);
    expect(actions).toEqual([[4, "converted"]]);
    const back = fromContents(written);
    expect(back.at(4)?.content[0]?.providerMetadata).toBeUndefined();
    expect(toContents(back)).toEqual({ contents: written, report: [] });
  });
});

describe("A list without ids", () => {
  const contents = [
    asked,
    { role: "model", parts: [1, 2].map((n) => ({ functionCall: { name: "f", args: { n } } })) },
    { role: "user", parts: [1, 2].map((n) => ({ functionResponse: { name: "f", response: { n } } })) },
  ];

  it.each<[string, (transcript: Transcript) => Transcript]>([
    ["chat messages", (t) => fromChatMessages(toChatMessages(t).messages)],
    ["Responses items", (t) => fromResponsesItems(toResponsesItems(t).input)],
    ["Anthropic's messages", (t) => fromMessages(toMessages(t))],
    ["Converse messages", (t) => fromConverse(toConverse(t))],
    ["model messages", (t) => fromModelMessages(toModelMessages(t).messages)],
  ])("comes back without any through %s", (_what, detour) => {
    const { contents: written } = toContents(detour(fromContents(contents)));
    expect(geminiFaults({ contents: written })).toEqual([]);
    expect(JSON.stringify(written)).not.toMatch(/"id"|gemini_/);
    expect(partsOf(written[1])).toEqual(contents[1]!.parts);
  });
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data/gemini)", () => {
  it.each(sharedConversations("gemini"))("$name to other providers, and as it was", ({ messages }) => {
    const transcript = fromContents(messages);
    expect(anthropicFaults(toMessages(transcript))).toEqual([]);
    expect(bedrockFaults(toConverse(transcript))).toEqual([]);
    expect(chatFaults(toChatMessages(transcript).messages)).toEqual([]);
    const { contents } = toContents(fromModelMessages(toModelMessages(transcript).messages));
    expect(geminiFaults({ contents })).toEqual([]);
    expect(dump(toContents(transcript).contents)).toBe(dump(messages));
  });
});
