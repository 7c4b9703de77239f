import { readFileSync } from "node:fs";
import { Transcript, user, type ConversionNote, type Part } from "colloquy";
import { fromModelMessages, fromUIMessages, toModelMessages, toUIMessages } from "colloquy/ai-sdk";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromConverse, toConverse } from "colloquy/bedrock";
import { fromContents, toContents } from "colloquy/gemini";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import { fromOtelMessages, toOtelMessages } from "colloquy/otel";
import { describe, expect, it } from "vitest";

/** A format as a row of the table in the README, and a conversation with all that the table speaks of. */
interface Row {
  /** The names of its functions, as the table has them. */
  readonly read: string;
  readonly write: string;
  from(messages: object[]): Transcript;
  to(transcript: Transcript): { messages: object[]; report: readonly ConversionNote[] };
  /** Messages with what the provider proved, if the format has room for such a thing. */
  readonly proven?: object[];
}

const question = "Why?";
const thought = { type: "reasoning", text: "Hm." };

const rows: readonly Row[] = [
  {
    read: fromChatMessages.name,
    write: toChatMessages.name,
    from: (messages) => fromChatMessages(messages),
    to: (transcript) => toChatMessages(transcript),
  },
  {
    read: fromResponsesItems.name,
    write: toResponsesItems.name,
    from: (items) => fromResponsesItems(items),
    to: (transcript) => {
      const { input, report } = toResponsesItems(transcript);
      return { messages: input, report };
    },
    proven: [
      { role: "user", content: question },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "proof" },
      {
        type: "message",
        role: "assistant",
        id: "msg_1",
        content: [{ type: "output_text", text: "So.", annotations: [] }],
      },
    ],
  },
  {
    read: fromMessages.name,
    write: toMessages.name,
    from: (messages) => fromMessages(messages),
    to: (transcript) => toMessages(transcript),
    proven: [
      { role: "user", content: question },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "proof" },
          { type: "text", text: "So." },
        ],
      },
    ],
  },
  {
    read: fromContents.name,
    write: toContents.name,
    from: (contents) => fromContents(contents),
    to: (transcript) => {
      const { contents, report } = toContents(transcript);
      return { messages: contents, report };
    },
    proven: [
      { role: "user", parts: [{ text: question }] },
      { role: "model", parts: [{ text: "So.", thoughtSignature: "proof" }] },
    ],
  },
  {
    read: fromConverse.name,
    write: toConverse.name,
    from: (messages) => fromConverse({ messages } as Parameters<typeof fromConverse>[0]),
    to: (transcript) => toConverse(transcript),
    proven: [
      { role: "user", content: [{ text: question }] },
      {
        role: "assistant",
        content: [{ reasoningContent: { reasoningText: { text: "Hm.", signature: "proof" } } }, { text: "So." }],
      },
    ],
  },
  {
    read: fromModelMessages.name,
    write: toModelMessages.name,
    from: (messages) => fromModelMessages(messages),
    to: (transcript) => toModelMessages(transcript),
    proven: [
      { role: "user", content: question },
      {
        role: "assistant",
        content: [
          { ...thought, providerOptions: { anthropic: { signature: "proof" } } },
          { type: "text", text: "So." },
        ],
      },
    ],
  },
  {
    read: fromUIMessages.name,
    write: toUIMessages.name,
    from: (messages) => fromUIMessages(messages),
    to: (transcript) => toUIMessages(transcript),
    proven: [
      { id: "1", role: "user", parts: [{ type: "text", text: question }] },
      {
        id: "2",
        role: "assistant",
        parts: [
          { ...thought, state: "done", providerMetadata: { anthropic: { signature: "proof" } } },
          { type: "text", text: "So." },
        ],
      },
    ],
  },
  {
    read: fromStoredMessages.name,
    write: toStoredMessages.name,
    from: (messages) => fromStoredMessages(messages),
    to: (transcript) => toStoredMessages(transcript),
    proven: [
      { type: "human", data: { content: question } },
      {
        type: "ai",
        data: {
          content: [
            { type: "thinking", thinking: "Hm.", signature: "proof" },
            { type: "text", text: "So." },
          ],
        },
      },
    ],
  },
  {
    read: fromOtelMessages.name,
    write: toOtelMessages.name,
    from: (messages) => fromOtelMessages(messages),
    to: (transcript) => toOtelMessages(transcript),
  },
];

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The cells of the line of the README's table that names a function. */
function cellsOf(read: string): string[] {
  const line = readme.split("\n").find((text) => text.startsWith("|") && text.includes(`\`${read}\``)) ?? "";
  return line.split("|").map((cell) => cell.trim());
}

const PNG = "iVBORw0KGgo=";
const withImage = Transcript.from([user([{ type: "file", mediaType: "image/png", data: PNG }])]);
const strange = { type: "custom", format: "of nobody", value: { secret: 1 } } as const satisfies Part;
const withStranger = Transcript.from([user([{ type: "text", text: question }, strange])]);

describe("The table of formats in the README", () => {
  it.each(rows)("says what $read and $write do", ({ read, write, from, to, proven }) => {
    const [, , reads, writes, proofs, images, report] = cellsOf(read);
    expect([reads, writes]).toEqual([`\`${read}\``, `\`${write}\``]);

    if (proven !== undefined) {
      const back = to(Transcript.fromJson(from(proven).toJson()));
      expect(back).toEqual({ ...back, messages: proven, report: [] });
      expect(JSON.stringify(to(from(proven).map((entry) => ({ ...entry }))).messages)).toContain("proof");
    }
    expect(proofs).toBe(proven === undefined ? "none in it" : "yes");

    const written = to(withImage);
    expect(written.report.filter(({ action }) => action === "dropped")).toEqual([]);
    expect(from(written.messages).at(0)?.content).toMatchObject([{ type: "file", mediaType: "image/png" }]);
    expect(to(from(written.messages)).messages).toEqual(written.messages);
    expect(images).toBe("yes");

    const told = to(withStranger);
    const isKept = JSON.stringify(told.messages).includes("secret");
    expect(told.report.map(({ action }) => action)).toEqual(isKept ? told.report.map(() => "converted") : ["dropped"]);
    expect(report).toBe("yes");
  });
});
