// What must hold in every runtime. It imports the built package alone, so that it runs unchanged wherever that does. By path:
// a runtime that knows the `paths` of tests/tsconfig.json would take the sources for "colloquy".
import { Transcript, user } from "../../dist/index.js";
import { fromModelMessages, fromUIMessages, toModelMessages, toUIMessages } from "../../dist/ai-sdk.js";
import { fromMessages, toMessages } from "../../dist/anthropic.js";
import { fromConverse, toConverse } from "../../dist/bedrock.js";
import { fromContents, toContents } from "../../dist/gemini.js";
import { fromStoredMessages, toStoredMessages } from "../../dist/langchain.js";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "../../dist/openai.js";
import { fromOtelMessages, toOtelMessages } from "../../dist/otel.js";
import { toHtml, toMarkdown, toText } from "../../dist/render.js";

/** The way out to each format, and the way back. */
const formats = {
  "openai chat": [toChatMessages, ({ messages }) => fromChatMessages(messages)],
  "openai responses": [toResponsesItems, ({ input }) => fromResponsesItems(input)],
  anthropic: [toMessages, fromMessages],
  bedrock: [toConverse, fromConverse],
  gemini: [toContents, fromContents],
  "ai-sdk model": [toModelMessages, ({ messages }) => fromModelMessages(messages)],
  "ai-sdk ui": [toUIMessages, ({ messages }) => fromUIMessages(messages)],
  langchain: [toStoredMessages, ({ messages }) => fromStoredMessages(messages)],
  otel: [toOtelMessages, ({ messages }) => fromOtelMessages(messages)],
};

/**
 * Checks the built package against golden documents and recorded conversations.
 *
 * @returns what does not hold, and all texts that were written, which must be the same in every runtime
 */
export async function check({ good, bad, chats }) {
  const faults = [];
  const written = {};
  const expectSame = (what, actual, expected) => {
    if (actual !== expected) faults.push(what);
  };

  for (const [name, text] of Object.entries(good)) {
    expectSame(`${name} is written as it was read`, Transcript.fromJson(text).toJson(), text);
    expectSame(`${name} is read when it is parsed`, Transcript.fromJson(JSON.parse(text)).toJson(), text);
    written[`${name} as text`] = toText(Transcript.fromJson(text));
    written[`${name}, torn`] = Transcript.salvage(text.slice(0, text.length / 2)).transcript.toJson();
  }
  for (const [name, { text, error }] of Object.entries(bad)) {
    expectSame(`${name} is refused with its error`, refusalOf(text), comparable(error));
  }
  for (const [name, messages] of Object.entries(chats)) {
    const transcript = fromChatMessages(messages);
    expectSame(
      `${name} comes back as it came`,
      JSON.stringify(toChatMessages(transcript).messages),
      JSON.stringify(messages),
    );
    for (const [format, [to, from]] of Object.entries(formats)) {
      const { report, ...request } = to(transcript);
      written[`${name} for ${format}`] = JSON.stringify({ request, report });
      expectSame(
        `${name} comes back from ${format}`,
        JSON.stringify({ ...to(from(request)), report: undefined }),
        JSON.stringify(request),
      );
    }
    const longer = transcript.append(user("And now?"));
    expectSame(`${name} shares its entries with what is longer`, longer.at(0), transcript.at(0));
    expectSame(`${name} is the beginning of what is longer`, longer.since(transcript).length, 1);
    expectSame(`${name} cannot be changed`, [transcript.entries(), transcript.at(0)].every(Object.isFrozen), true);
    const broken = Transcript.from(transcript.entries().filter((_entry, index) => index % 3 > 0));
    const { transcript: mended, changes } = broken.repair();
    expectSame(`${name} is mended where every third entry is gone`, mended.check().filter(isFault).length, 0);
    expectSame(`${name} is mended at once`, mended.repair().transcript, mended);
    const shorter = await transcript.compact({ keepLast: 3 }).append(user("And now?")).compactAsync({ keepLast: 2 });
    expectSame(`${name} is stored when it is short`, Transcript.fromJson(shorter.toJson()).equals(shorter), true);
    Object.assign(written, {
      [`${name}, shorter`]: shorter.toJson(),
      [`${name}, pruned`]: transcript.pruneToolResults({ maxBytes: 200, keepLastTurns: 0 }).toJson(),
      [`${name}, mended`]: `${mended.toJson()} ${JSON.stringify(changes)}`,
      [`${name}, in tokens`]: transcript.estimateTokens(),
      [`${name} in Markdown`]: toMarkdown(transcript),
      [`${name} as a page`]: toHtml(transcript),
    });
  }
  return { faults, written };
}

/** Whether repair() would mend a problem: calls that may still be answered stay open. */
function isFault({ pending }) {
  return pending !== true;
}

/** The refusal of a document, in the form in which fixtures keep it. */
function refusalOf(text) {
  const result = Transcript.safeFromJson(text);
  if (result.success) return "none: it was read";
  const { code, message, issues } = result.error;
  return comparable({ code, message, issues });
}

/** What a refusal says in every runtime: only some tell where a text stops being JSON. */
function comparable({ code, message, issues }) {
  return JSON.stringify(issues[0]?.code === "syntax" ? { code, syntax: true } : { code, message, issues });
}
