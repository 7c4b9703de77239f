import type { Entry, SystemEntry, UserEntry } from "../../index.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { metadataOf, readSource } from "../shared/form.js";
import { copyOwn, noteProofs, type Say } from "../shared/texts.js";
import { speakerLine, SUMMARY_LINE } from "../shared/wording.js";
import { cacheOf } from "./files.js";
import { FORMAT, PROVIDER } from "./form.js";
import type { Holder } from "./read-blocks.js";
import { writeCustom, writeFileBlock, writeTextBlock } from "./write-parts.js";
import { type Block, type Origin, plainBlock, type Writing } from "./writing.js";

const KNOWN_ROLES: readonly unknown[] = ["system", "user", "assistant"];

/** A role that this release does not know goes back as it came. */
export function roleOf(entry: UserEntry): string {
  const { role } = readSource(entry, FORMAT);
  return typeof role === "string" && role !== "" && !KNOWN_ROLES.includes(role) ? role : "user";
}

/** Whether instructions stood in the list. */
export function isInList(entry: SystemEntry): boolean {
  return readSource(entry, FORMAT)["inList"] === true;
}

function holderOf(entry: SystemEntry | UserEntry): Holder {
  if (entry.role === "system") return isInList(entry) && entry.summary === undefined ? "system" : "field";
  return roleOf(entry) === "user" ? "user" : "stranger";
}

/** Writes the parts of a system or user entry. */
export function writeSpeaker(entry: SystemEntry | UserEntry, index: number, writing: Writing): Block[] {
  const holder = holderOf(entry);
  const blocks = entry.content.map((part, position) => {
    const say: Say = (action, what) => writing.report.note(index, action, what, `content[${position}]`);
    const origin: Origin = { entry: index, part: position };
    noteProofs(part, say, PROVIDER);
    if (part.type === "text") return writeTextBlock(part, origin, say);
    if (part.type === "file") return writeFileBlock(part, origin, say);
    if (part.type === "custom") return writeCustom(part, holder, origin, writing, say);
    say("dropped", `${part.type} that has no place in a ${entry.role} message`);
    return undefined;
  });
  return finishBlocks(
    blocks.filter((block) => block !== undefined),
    entry,
    index,
    writing,
  );
}

/** Writes a summary as what it is to the model: a record, told by the user. */
export function writeSummary(entry: SystemEntry, index: number, writing: Writing): Block[] {
  const blocks = writeSpeaker(entry, index, writing);
  if (blocks.length === 0) return blocks;
  writing.report.note(index, "converted", "summary, written as a user's text");
  return prefixText(blocks, SUMMARY_LINE, index);
}

/** A message of the beta API that gives the endpoint an order and says nothing. */
export function writeDirective(
  entry: SystemEntry,
  index: number,
  writing: Writing,
): Record<string, unknown> | undefined {
  const [part] = entry.content;
  if (
    !isInList(entry) ||
    readSource(entry, FORMAT)["whole"] !== true ||
    part?.type !== "custom" ||
    part.format !== FORMAT
  )
    return undefined;
  const { value } = part;
  if (!isPlainObject(value) || value["role"] !== "system" || !isPlainObject(value["output_config"])) return undefined;
  const content = getOwn(value, "content");
  if (!Array.isArray(content) || content.length > 0) return undefined;
  return copyOwn(value, (action, what) => writing.report.note(index, action, what, "content[0]"));
}

/** Adds what is said of an entry as a whole: who said it, and whether the prompt is to be cached up to here. */
export function finishBlocks(given: Block[], entry: Entry, index: number, writing: Writing): Block[] {
  if (entry.name === undefined || entry.name.trim() === "" || given.length === 0) return markCache(given, entry);
  writing.report.note(index, "converted", "name of a participant, written in front of the text", "name");
  return markCache(prefixText(given, speakerLine(entry.name), index), entry);
}

/** Adds the mark that the prompt is to be cached up to here, where the entry has it and no block does. */
export function markCache(blocks: Block[], entry: Entry): Block[] {
  if (entry.providerMetadata === undefined) return blocks;
  const mark = cacheOf(metadataOf(entry, PROVIDER));
  const last = blocks.findLastIndex(({ kind }) => kind !== "reasoning");
  const block = blocks[last];
  if (mark.cache_control !== undefined && block !== undefined && block.value["cache_control"] === undefined) {
    return blocks.with(last, { ...block, text: undefined, value: { ...block.value, ...mark } });
  }
  return blocks;
}

function prefixText(blocks: Block[], line: string, entry: number): Block[] {
  const at = blocks.findIndex(({ kind }) => kind === "text");
  const first = blocks[at];
  if (first === undefined) {
    const start = blocks.findIndex(({ kind }) => kind !== "reasoning");
    return blocks.toSpliced(start < 0 ? blocks.length : start, 0, plainBlock(line, { entry }));
  }
  const { value, text } = plainBlock(`${line}\n${String(first.value["text"])}`, { entry });
  const isPlain = first.text !== undefined;
  return blocks.with(at, { ...first, value: { ...first.value, ...value }, text: isPlain ? text : undefined });
}
