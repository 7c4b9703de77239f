import { Transcript } from "colloquy";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { dump } from "../support/dump.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { responsesFaults } from "./acceptance/openai-responses.js";

type Item = Record<string, unknown>;

function readInPieces(items: readonly object[], size: number): Transcript {
  let read = Transcript.empty;
  for (let start = 0; start < items.length; start += size) {
    read = fromResponsesItems(items.slice(start, start + size), { after: read });
  }
  return read;
}

/** The conversations as the endpoint would take them: one of them lacks an output, which is the only thing to mend. */
const conversations = sharedConversations("openai-responses").map(({ name, messages }) => ({ name, items: messages }));

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data/openai-responses)", () => {
  it.each(conversations)("$name comes back as it came", ({ items }) => {
    const added = (item: unknown): boolean => (item as Item)["output"] === "[aborted] The call has no result.";
    const isWhole = responsesFaults(items).length === 0;
    const read = fromResponsesItems(items);
    for (const transcript of [
      read,
      Transcript.fromJson(read.toJson()),
      readInPieces(items, 1),
      readInPieces(items, 7),
    ]) {
      expect(transcript.toJson()).toBe(read.toJson());
      const { input, report } = toResponsesItems(transcript);
      expect(responsesFaults(input)).toEqual([]);
      expect(dump(input.filter((item) => !added(item)))).toBe(dump(items));
      expect(report.map(({ action }) => action)).toEqual(isWhole ? [] : ["added"]);
    }
  });

  it.each(conversations)("$name is accepted compacted, pruned and repaired, here and elsewhere", ({ items }) => {
    const read = fromResponsesItems(items);
    const others = [
      ...[1, 2, 3, 10, 50].map((keepLast) => read.compact({ keepLast })),
      read.pruneToolResults({ maxBytes: 100, keepLastTurns: 0 }),
      read.repair().transcript,
      ...read.splitAt(Math.floor(read.length / 2)),
    ];
    for (const other of others) {
      expect(responsesFaults(toResponsesItems(other).input)).toEqual([]);
      expect(chatFaults(toChatMessages(other).messages)).toEqual([]);
    }
  });

  it.each(sharedConversations("openai-chat"))("$name of openai-chat is accepted here", ({ messages }) => {
    const read = fromChatMessages(messages);
    for (const other of [read, read.compact({ keepLast: 5 }), read.pruneToolResults(), read.repair().transcript]) {
      expect(responsesFaults(toResponsesItems(other).input)).toEqual([]);
    }
  });
});
