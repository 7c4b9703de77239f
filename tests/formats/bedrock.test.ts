import { type EntryInput, type Part, Transcript, TranscriptInputError } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromConverse, toConverse } from "colloquy/bedrock";
import { describe, expect, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump } from "../support/dump.js";
import { asks, question, result } from "../support/steps.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { bedrockFaults } from "./acceptance/bedrock.js";
import type { Message } from "./bedrock-messages.js";

function write(...entries: EntryInput[]): { system: unknown; messages: Message[]; actions: (string | number)[][] } {
  const { system, messages, report } = toConverse(Transcript.from(entries));
  expect(bedrockFaults({ system, messages })).toEqual([]);
  const actions = report.map(({ entry, action }) => [entry, action]);
  return { system, messages: messages as unknown as Message[], actions };
}

function contentOf(message: Message | undefined): Message[] {
  return message?.["content"] as Message[];
}

describe("fromConverse() and toConverse() keep", () => {
  it("a view into a larger buffer alone, redacted content, cache points and JSON results", () => {
    const view = new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 3);
    const request = {
      system: [{ text: "S" }, { cachePoint: { type: "default" } }],
      messages: [
        {
          role: "user",
          content: [
            { image: { format: "png", source: { bytes: view } } },
            { text: "x" },
            { cachePoint: { type: "default" } },
          ],
        },
        {
          role: "assistant",
          content: [
            { reasoningContent: { redactedContent: new Uint8Array([9]) } },
            { reasoningContent: { reasoningText: { text: "", signature: "S" } } },
            { toolUse: { toolUseId: "a.b:c", name: "f", input: {} } },
          ],
        },
        {
          role: "user",
          content: [
            { text: "first" },
            { toolResult: { toolUseId: "a.b:c", content: [{ json: { deep: { list: [1, {}] } } }] } },
          ],
        },
      ],
    };
    const transcript = fromConverse(request);
    expect(transcript.entries().map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "tool"]);
    expect(transcript.at(4)?.toolResult?.output).toEqual({ deep: { list: [1, {}] } });
    expect(transcript.at(2)?.content[0]).toMatchObject({
      redacted: true,
      providerMetadata: { bedrock: { redactedData: "CQ==" } },
    });
    const { report, ...back } = toConverse(Transcript.fromJson(transcript.toJson()));
    expect(dump(back)).toBe(dump(request));
    expect(report).toEqual([]);
    const { bytes } = (back.messages[0]!.content[0] as { image: { source: { bytes: Uint8Array } } }).image.source;
    expect(bytes.buffer.byteLength).toBe(2);
  });

  it("results that come one by one under ids that had to be rewritten", () => {
    const id = `${"long ".repeat(20)}ü`;
    const asked = Transcript.from([question, asks(id)]);
    const [block] = contentOf(toConverse(asked).messages[1] as unknown as Message) as [
      { toolUse: { toolUseId: string } },
    ];
    const answer = { role: "user", content: [{ toolResult: { toolUseId: block.toolUse.toolUseId, content: [] } }] };
    const transcript = fromConverse([answer], { after: asked });
    expect(transcript.at(2)?.toolResult?.toolCallId).toBe(id);
    expect(toConverse(transcript).messages[2]).toEqual(answer);
  });
});

describe("fromConverse() refuses", () => {
  it("what it cannot read, naming message and path", () => {
    const messages = [
      { role: "user", content: [{ text: "x" }] },
      { role: "user", content: [{ toolResult: { content: [] } }, { text: 5 }] },
      { role: "assistant", content: "x" },
    ];
    try {
      fromConverse(messages);
      expect.unreachable();
    } catch (error) {
      expect((error as TranscriptInputError).message).toBe(
        "Cannot read Converse messages: message 1 (user): content[0].toolResult.toolUseId: expected a string, got undefined (and 2 more issues)",
      );
    }
    expect(() => fromConverse("x" as never)).toThrow(TypeError);
    expect(() => fromConverse({ messages: [], system: "x" as never })).toThrow(
      "system: expected an array, got a string",
    );
  });
});

describe("toConverse()", () => {
  it("lets roles take turns, the user first, with all results of a step in one message", () => {
    const { messages, system, actions } = write(
      { role: "assistant", text: "Hello." },
      question,
      { role: "user", text: "more" },
      asks("a", "b"),
      { role: "system", text: "later" },
      result("b"),
      result("a"),
      question,
    );
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
    expect(contentOf(messages[4]).map((block) => Object.keys(block)[0])).toEqual(["toolResult", "toolResult", "text"]);
    expect(system).toEqual([{ text: "later" }]);
    expect(actions.map(([, action]) => action)).toEqual(["added", "merged", "moved", "moved"]);
  });

  it("opens with the summary where compaction cut what stood before a call", () => {
    const talk = Transcript.from([
      question,
      { role: "assistant", text: "x" },
      asks("a"),
      result("a"),
      { role: "assistant", text: "y" },
    ]);
    const { messages, report } = toConverse(talk.compact({ keepLast: 3, keepFirstTurn: false }));
    expect(bedrockFaults({ messages })).toEqual([]);
    expect(JSON.stringify(messages[0])).toContain("[record of the earlier conversation");
    expect(report.map(({ action }) => action)).toEqual(["converted", "open"]);
  });

  it.each<[string, unknown, unknown]>([
    ["text", "7", [{ text: "7" }]],
    ["nothing", undefined, []],
    ["an empty text", "", []],
    ["null", null, [{ text: "null" }]],
    ["a list", [], [{ text: "[]" }]],
    ["an object", { output: 1 }, [{ json: { output: 1 } }]],
    ["an object with a key of the service", { a: { __type: "x" } }, [{ text: '{"a":{"__type":"x"}}' }]],
  ])("writes the output %s", (_what, output, content) => {
    const { messages } = write(question, asks("a"), result("a", output));
    expect(contentOf(messages[2])[0]).toEqual({ toolResult: { toolUseId: "a", content } });
  });

  it("writes outcomes, a failed result never without content", () => {
    const outcomes = (["error", "denied", "aborted"] as const).map((outcome, index): EntryInput => ({
      role: "tool",
      toolResult: { toolCallId: `${index}`, outcome, output: "" },
    }));
    const { messages } = write(question, asks("0", "1", "2"), ...outcomes);
    expect(contentOf(messages[2]).map((block) => block["toolResult"])).toEqual([
      { toolUseId: "0", content: [{ text: "[error]" }], status: "error" },
      { toolUseId: "1", content: [{ text: "[denied]" }], status: "error" },
      { toolUseId: "2", content: [{ text: "[aborted]" }], status: "error" },
    ]);
  });

  it("names documents apart, puts a text beside them, and names in text what is too much", () => {
    const pdf: Part = { type: "file", filename: "a.pdf", data: "JVBERi0=" };
    const { messages, actions } = write({ role: "user", content: [pdf, pdf] });
    const names = contentOf(messages[0]).map((block) => (block["document"] as Message | undefined)?.["name"]);
    expect(names).toEqual(["a-pdf", "a-pdf (2)", undefined]);
    expect(actions.map(([, action]) => action)).toEqual(["converted", "converted", "added"]);
    const image: Part = { type: "file", mediaType: "image/png", data: "AAAA" };
    const many = write({
      role: "user",
      content: [...Array.from({ length: 21 }, () => image), ...Array.from({ length: 6 }, () => pdf)],
    });
    const kinds = contentOf(many.messages[0]).map((block) => Object.keys(block)[0]);
    expect([
      kinds[0],
      kinds.filter((kind) => kind === "image").length,
      kinds.filter((kind) => kind === "document").length,
    ]).toEqual(["text", 20, 5]);
    const answer = write(question, { role: "assistant", content: [image] });
    expect(answer.messages[1]?.["content"]).toEqual([{ text: "[file: image/png]" }]);
  });

  it("sends no two documents of one name and no more than five, wherever in the conversation they are", () => {
    const turn = (name: string, format = "pdf"): object[] => [
      { role: "user", content: [{ text: "Look." }, { document: { format, name, source: { bytes: "JVBERi0=" } } }] },
      { role: "assistant", content: [{ text: "Yes." }] },
    ];
    const same = [...turn("report"), ...turn("Report", "docx")];
    const { messages, report } = toConverse(fromConverse(same));
    expect(bedrockFaults({ messages })).toEqual([]);
    expect(JSON.stringify(messages[2])).toContain('"name":"Report (2)"');
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([[2, "converted"]]);
    const many = toConverse(fromConverse(["a", "b", "c", "d", "e", "f"].flatMap((name) => turn(name))));
    expect(bedrockFaults(many)).toEqual([]);
    expect(JSON.stringify(many.messages[0])).toContain("[file: a, application/pdf]");
    expect(many.report.map(({ entry, action }) => [entry, action])).toEqual([[0, "converted"]]);
  });

  it("sends no message that holds nothing but a cache mark", () => {
    const mark = { cachePoint: { type: "default" } };
    const { messages, report } = toConverse(
      fromConverse([
        { role: "user", content: [{ text: "q" }, mark] },
        { role: "assistant", content: [{ text: " " }, mark] },
        { role: "user", content: [{ text: "more" }] },
      ]),
    );
    expect(messages).toEqual([{ role: "user", content: [{ text: "q" }, mark, { text: "more" }] }]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [1, "dropped"],
      [1, "dropped"],
      [2, "merged"],
    ]);
  });

  it("tells that a text in the place of JSON is sent as text", () => {
    const use = { toolUse: { toolUseId: "a", name: "f", input: {} } };
    const { messages, report } = toConverse(
      fromConverse([
        { role: "user", content: [{ text: "q" }] },
        { role: "assistant", content: [use] },
        { role: "user", content: [{ toolResult: { toolUseId: "a", content: [{ json: "done" }] } }] },
      ]),
    );
    expect(contentOf(messages[2] as unknown as Message)[0]).toMatchObject({
      toolResult: { content: [{ text: "done" }] },
    });
    expect(report).toMatchObject([{ entry: 2, action: "converted" }]);
  });

  it("drops reasoning without a proof of its own, and sends what it signed", () => {
    const content: Part[] = [
      { type: "reasoning", text: "r", providerMetadata: { anthropic: { signature: "A" } } },
      { type: "reasoning", text: "s", providerMetadata: { bedrock: { signature: "B" } } },
      { type: "text", text: "a" },
    ];
    const { messages, actions } = write(question, { role: "assistant", content }, question);
    expect(messages[1]?.["content"]).toEqual([
      { reasoningContent: { reasoningText: { text: "s", signature: "B" } } },
      { text: "a" },
    ]);
    expect(actions).toEqual([[1, "dropped"]]);
  });

  it("leaves pending calls open and notes them, and answers others as aborted", () => {
    expect(write(question, asks("a", "b"), result("a")).actions).toEqual([[1, "open"]]);
    expect(write(question, asks("a"), question).actions).toEqual([[1, "added"]]);
    expect(() => toConverse(Transcript.from([question, asks("a"), question]), { strict: true })).toThrow("added");
  });
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data/anthropic)", () => {
  it.each(sharedConversations("anthropic").map(({ name, messages }) => ({ name, messages })))(
    "$name to Bedrock and back",
    ({ messages }) => {
      const transcript = fromMessages(messages);
      const { report: _report, ...written } = toConverse(transcript);
      expect(bedrockFaults(written)).toEqual([]);
      expect(JSON.stringify(written)).not.toContain('{"reasoningContent"');
      const back = fromConverse(written);
      expect(dump(toConverse(back).messages)).toBe(dump(written.messages));
      expect(anthropicFaults(toMessages(back))).toEqual([]);
      expect(dump(toMessages(transcript).messages)).toBe(dump(messages));
    },
  );
});
