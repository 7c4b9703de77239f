import type { AssistantEntry, Entry, Part } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { spell, spellHash, wellFormed } from "../shared/ids.js";
import type { Call, Pairs } from "../shared/pairs.js";
import type { PlainObject } from "../shared/plain.js";
import type { Report } from "../shared/report.js";
import { NOT_JSON, type Say } from "../shared/texts.js";
import { type ContentMark, FORMAT, MAX_ID, PROVIDER, takesId } from "./form.js";

/** What the writers of one conversion share. */
export interface Writing {
  readonly entries: readonly Entry[];
  readonly report: Report;
  readonly pairs: Pairs;
  /** The ids of calls as they are sent, which their results must have too. */
  readonly ids: Map<Call, string>;
  /** How often each id stands in the list so far. */
  readonly used: Map<string, number>;
  /** The ids of calls that the provider ran itself, as they are sent. */
  readonly serverIds: Map<string, string>;
}

/** A block as it is sent, and the part that it says. */
export interface Block {
  readonly value: Record<string, unknown>;
  readonly kind: "text" | "reasoning" | "call" | "other";
  /** The text, where the block is nothing but text. */
  readonly text: string | undefined;
  readonly entry: number;
  readonly part: number | undefined;
}

/** The part that a block says. */
export interface Origin {
  readonly entry: number;
  readonly part?: number;
}

/** A message that is being put together. */
export interface Draft {
  readonly role: string;
  readonly blocks: Block[];
  /** The entry whose form the message has; none where the message was made here. */
  readonly form: Entry | undefined;
  readonly entry: number;
  /** The last of the entries in it. */
  readonly last: number;
  /** Stands apart from a message of the same role before it. */
  readonly isApart: boolean;
  /** Holds results of tools first. */
  readonly isResults: boolean;
}

/** @param text - the text, where the block is nothing but text */
export function makeBlock(
  value: Record<string, unknown>,
  kind: Block["kind"],
  { entry, part }: Origin,
  text?: string,
): Block {
  return { value, kind, text, entry, part };
}

/** A text that stands for what has no place. */
export function plainBlock(text: string, origin: Origin): Block {
  const sound = wellFormed(text);
  return makeBlock({ type: "text", text: sound }, "text", origin, sound);
}

/** Writes a block of a part that was read from this format, or has the metadata of its provider. */
export function writeBlock(
  part: Part,
  fields: PlainObject,
  guarded: readonly string[],
  say: Say,
): Record<string, unknown> {
  if (part.source === undefined) return fields as Record<string, unknown>;
  return writeObject({
    fields,
    form: readForm(readSource(part, FORMAT)),
    kept: metadataOf(part, PROVIDER),
    guarded,
    onChange: () => say("converted", NOT_JSON),
  });
}

/** How content that was read from this format came. */
export function readMark(source: PlainObject): ContentMark | undefined {
  return (["list", "text", "null"] as const).find((known) => known === source["content"]);
}

/** Whether an entry was read from this format with a mark that only its messages have. */
export function isOwn(entry: Entry | undefined): boolean {
  return entry !== undefined && readSource(entry, FORMAT)["format"] === FORMAT;
}

/** Whether an answer of this provider came without content, which the endpoint takes at the end of the list alone. */
export function isEmptyAnswer(entry: AssistantEntry): boolean {
  if (entry.content.length === 0) return isOwn(entry);
  const [part] = entry.content;
  const isText = part?.type === "text" && part.text === "" && entry.content.length === 1;
  return isText && readMark(readSource(entry, FORMAT)) === "text";
}

/**
 * The id of a call as it is sent: a function of the id and of how often it was used before.
 *
 * @param isMarked - whether the id came from this format, where it is sent whatever its length
 */
export function writeId(id: string, isMarked: boolean, writing: Writing): { sent: string; isRepeated: boolean } {
  const { used } = writing;
  let occurrence = (used.get(id) ?? 0) + 1;
  used.set(id, occurrence);
  const isRepeated = occurrence > 1;
  let sent = isRepeated ? spellHash(id, occurrence) : takesId(id, isMarked) ? id : spell(id, MAX_ID);
  while (sent !== id && used.has(sent)) sent = spellHash(id, (occurrence += 1));
  if (sent !== id) used.set(sent, 1);
  return { sent, isRepeated };
}
