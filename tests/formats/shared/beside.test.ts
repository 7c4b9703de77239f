import { Transcript } from "colloquy";
import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromConverse, toConverse } from "colloquy/bedrock";
import { fromContents, toContents } from "colloquy/gemini";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import { toOtelMessages } from "colloquy/otel";
import { describe, expect, it } from "vitest";

// Citations that were attached to a text and then thrown away: vercel/ai#18839, and the like.

const citation = { type: "url_citation", url: "https://example.org/a", title: "A", start_index: 0, end_index: 1 };
const quote = { type: "char_location", cited_text: "c", document_index: 0, start_char_index: 0, end_char_index: 1 };
const video = { fileData: { mimeType: "video/mp4", fileUri: "https://example.org/v" } };
const question = { role: "user", content: "q" };

const writers: Record<string, (transcript: Transcript, strict?: boolean) => { report: readonly object[] }> = {
  chat: (transcript, strict = false) => toChatMessages(transcript, { strict }),
  responses: (transcript, strict = false) => toResponsesItems(transcript, { strict }),
  anthropic: (transcript, strict = false) => toMessages(transcript, { strict }),
  gemini: (transcript, strict = false) => toContents(transcript, { strict }),
  bedrock: (transcript, strict = false) => toConverse(transcript, { strict }),
  langchain: (transcript, strict = false) => toStoredMessages(transcript, { strict }),
  otel: (transcript, strict = false) => toOtelMessages(transcript, { strict }),
};

const said: [string, string, string, Transcript][] = [
  [
    "citations of a Responses item",
    "responses",
    "content[0]",
    fromResponsesItems([
      question,
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "x", annotations: [citation] }] },
    ]),
  ],
  [
    "citations of a chat message",
    "chat",
    "",
    fromChatMessages([question, { role: "assistant", content: "x", annotations: [citation] }]),
  ],
  [
    "citations of an Anthropic text",
    "anthropic",
    "content[0]",
    fromMessages([question, { role: "assistant", content: [{ type: "text", text: "x", citations: [quote] }] }]),
  ],
  [
    "citations of a LangChain text",
    "langchain",
    "content[0]",
    fromStoredMessages([
      { type: "human", data: { content: "q" } },
      { type: "ai", data: { content: [{ type: "text", text: "x", citations: [quote] }] } },
    ]),
  ],
  [
    "what an Anthropic document is about",
    "anthropic",
    "content[0]",
    fromMessages([
      {
        role: "user",
        content: [
          { type: "document", source: { type: "text", media_type: "text/plain", data: "d" }, context: "c" },
          { type: "text", text: "q" },
        ],
      },
    ]),
  ],
  [
    "what a Bedrock document is about",
    "bedrock",
    "content[1]",
    fromConverse([
      {
        role: "user",
        content: [{ text: "q" }, { document: { format: "txt", name: "d", source: { text: "d" }, context: "c" } }],
      },
    ]),
  ],
  [
    "the stretch of a video that Gemini is to look at",
    "gemini",
    "content[0]",
    fromContents([{ role: "user", parts: [{ ...video, videoMetadata: { startOffset: "10s" } }, { text: "q" }] }]),
  ],
];

describe("Content that stands beside a part in one format", () => {
  it.each(said)("%s goes back to it, and is reported as dropped by every other", (_what, own, path, transcript) => {
    for (const [name, write] of Object.entries(writers)) {
      const dropped = write(transcript).report.filter((note) => "action" in note && note.action === "dropped");
      const here = dropped.filter(
        (note) => ("path" in note ? note.path : "") === path && JSON.stringify(note).includes("left out"),
      );
      expect([name, here.length]).toEqual([name, name === own ? 0 : 1]);
      if (name !== own) expect(() => write(transcript, true)).toThrow("dropped");
    }
  });

  it("names files, and its loss is reported where a kind of part has no place for it", () => {
    const image = { type: "file", mediaType: "image/png", filename: "cat.png", data: "iVBORw0KGgo=" } as const;
    const transcript = Transcript.from([{ role: "user", content: [image] }]);
    for (const [name, write] of Object.entries(writers)) {
      if (name === "langchain") continue;
      expect([name, write(transcript).report.length]).toEqual([name, 1]);
    }
    expect(toStoredMessages(transcript).report).toEqual([]);
    expect(toModelMessages(transcript).report).toEqual([]);
    const given = { ...image, data: { url: "https://example.org/cat.png" } };
    const result = { type: "tool-result", toolCallId: "c", content: [given] } as const;
    const returned = Transcript.from([
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: {} }] },
      { role: "tool", content: [result] },
    ]);
    expect(toModelMessages(returned).report).toMatchObject([{ entry: 1, action: "converted" }]);
  });

  it("is kept by the AI SDK, and configuration, hints and ids are no content", () => {
    const part = { type: "text", text: "x", providerOptions: { openai: { annotations: [citation], itemId: "msg_1" } } };
    const messages = [question, { role: "assistant", content: [part] }];
    const transcript = fromModelMessages(messages);
    expect(toModelMessages(transcript)).toEqual({ messages, report: [] });
    expect(toMessages(transcript).report).toContainEqual({
      entry: 1,
      path: "content[0]",
      action: "dropped",
      what: "citations, left out",
    });
    const hints = {
      anthropic: { cacheControl: { type: "ephemeral" }, citations: { enabled: true } },
      openai: { itemId: "msg_1", annotations: [], phase: "commentary" },
    };
    const plain = Transcript.from([
      { role: "user", content: [{ type: "text", text: "q", providerMetadata: hints }] },
      { role: "assistant", text: "x" },
    ]);
    expect(toChatMessages(plain).report).toEqual([]);
  });
});
