import type { ConversionNote, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { noteBeside } from "../shared/beside.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { pairCalls } from "../shared/pairs.js";
import { Report } from "../shared/report.js";
import { NOT_JSON } from "../shared/texts.js";
import { Arrangement } from "./arrange.js";
import { nameLine } from "./files.js";
import { FORMAT, PROVIDER, WHAT } from "./form.js";
import type { BedrockMessage, BedrockTextBlock } from "./types.js";
import { type Block, type Draft, textBlock, type Writing } from "./writing.js";

/** How many pictures a message may have, and how many documents a request. */
const MOST_IMAGES = 20;
const MOST_DOCUMENTS = 5;

/**
 * Writes a transcript as messages of Bedrock's Converse API, and the instructions that stand beside them.
 *
 * A list that {@link fromConverse} read and that the service would accept comes back as it came; what it would refuse is
 * mended at its place, and the report says so. Roles take turns, the user's first; all results of a step stand in the
 * message behind its calls. Calls without a result are answered as aborted, but for those at the end that still wait. Later
 * instructions go to `system`, a summary stands in its place as a user's text. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, too
 * @returns `messages`, fresh and yours to change, `system` where there are instructions, and `report`, which is empty when
 * nothing was changed. An empty transcript gives an empty list, which the service refuses
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example Files are bytes
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { toConverse } from "colloquy/bedrock";
 *
 * const transcript = Transcript.from([
 *   { role: "user", content: [{ type: "text", text: "Read it." }, { type: "file", filename: "a.pdf", data: "JVBERg==" }] },
 * ]);
 * const [message] = toConverse(transcript).messages;
 * assert.deepEqual(message?.content[1], {
 *   document: { format: "pdf", name: "a-pdf", source: { bytes: new Uint8Array([37, 80, 68, 70]) } },
 * });
 * ```
 */
export function toConverse(
  transcript: Transcript,
  options?: ToOptions,
): { system?: BedrockTextBlock[]; messages: BedrockMessage[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const { strict = false, openCalls = "keep" } = checkToOptions(options, WHAT);
  const entries = transcript.entries();
  const writing: Writing = {
    entries,
    report: new Report(),
    pairs: pairCalls(entries),
    ids: new Map(),
    names: new Set(),
  };
  const { drafts, system } = new Arrangement(writing, openCalls === "abort");
  limitFiles(
    drafts.filter(({ role }) => role === "user"),
    writing,
  );
  const [first] = entries;
  const isEmptyList =
    first?.role === "system" && readSource(first, FORMAT)["empty"] === true && first.content.length === 0;
  // What the types do not tell: unknown keys, blocks and roles that came from this format.
  const messages = drafts.map((draft) => writeMessage(draft, writing)) as unknown as BedrockMessage[];
  const instructions = system.map(({ value }) => value) as unknown as BedrockTextBlock[];
  noteBeside(entries, FORMAT, writing.report);
  const report = writing.report.finish(entries, strict, WHAT);
  return { ...((instructions.length > 0 || isEmptyList) && { system: instructions }), messages, report };
}

/** Names the earliest files where there are more than the service takes, and puts a text beside a lone document. */
function limitFiles(drafts: readonly Draft[], writing: Writing): void {
  for (const draft of drafts) nameEarliest([draft], "image", MOST_IMAGES, writing);
  nameEarliest(drafts, "document", MOST_DOCUMENTS, writing);
  for (const { blocks, entry } of drafts) {
    const document = blocks.find(({ value }) => value["document"] !== undefined);
    if (document === undefined || blocks.some(({ value }) => typeof value["text"] === "string")) continue;
    writing.report.note(entry, "added", "text beside a document, which the service wants");
    blocks.push(nameBlock(document));
  }
}

function nameEarliest(drafts: readonly Draft[], kind: "image" | "document", most: number, writing: Writing): void {
  const files = drafts.flatMap(({ blocks }) => blocks.filter(({ value }) => value[kind] !== undefined));
  const beyond = new Set(files.slice(0, Math.max(0, files.length - most)));
  if (beyond.size === 0) return;
  for (const { blocks } of drafts) {
    blocks.forEach((block, index) => {
      if (!beyond.has(block)) return;
      blocks[index] = nameBlock(block);
      const path = block.part === undefined ? undefined : `content[${block.part}]`;
      writing.report.note(
        block.entry,
        "converted",
        `${kind} beyond the ${most} that the service takes, named in text`,
        path,
      );
    });
  }
}

function nameBlock(block: Block): Block {
  return textBlock(block.file === undefined ? "[file: of unknown type]" : nameLine(block.file), block);
}

function writeMessage({ role, blocks, form: entry, entry: index }: Draft, writing: Writing): Record<string, unknown> {
  const fields = { role, content: blocks.map(({ value }) => value) };
  if (entry?.source === undefined) return fields;
  return writeObject({
    fields,
    form: readForm(readSource(entry, FORMAT)),
    kept: metadataOf(entry, PROVIDER),
    guarded: ["role", "content"],
    onChange: () => writing.report.note(index, "converted", NOT_JSON),
  });
}
