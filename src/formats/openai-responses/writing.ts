import type { CustomPart, FilePart, Part, RefusalPart, TextPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import type { Call, Pairs } from "../shared/pairs.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import type { Report } from "../shared/report.js";
import { copyOwn, keepText, NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { writeFile } from "./files.js";
import { FORMAT, holdsFile, PROVIDER } from "./form.js";
import { isText } from "./kinds.js";
import type { Holder } from "./read-content.js";

/** What the writers of one conversion share. */
export interface Writing {
  readonly report: Report;
  readonly pairs: Pairs;
  /** How each call is sent, which its result has to follow. */
  readonly sent: ReadonlyMap<Call, SentCall>;
}

/** How a call is sent. */
export interface SentCall {
  readonly id: string;
  readonly kind: string;
}

/** An item as it is sent, unless what stands beside it says otherwise. */
export interface Draft {
  readonly item: Record<string, unknown>;
  /** The index of the entry that it was written from. */
  readonly entry: number;
  /** The index of the part that it began with. */
  readonly position?: number;
  /** What it is to reasoning: the reasoning itself, what may follow it, or what ends an answer. */
  readonly role: "reasoning" | "follower" | "reference" | "other";
  /** It stood right behind reasoning, or what stood right before it is not sent. */
  readonly led?: boolean;
  /** It came without an id, behind reasoning with one. */
  readonly idless?: boolean;
  /** It came as the last of an answer. */
  readonly lone?: boolean;
}

/** A content part as it is sent. */
export interface WrittenPart {
  readonly part: Record<string, unknown>;
  /** The text, where the part is nothing but text. */
  readonly text?: string;
}

/** A text that stands for what has no place. */
export function plainText(text: string, holder: Holder): WrittenPart {
  const sound = wellFormed(text);
  return { part: { type: `${holder}_text`, text: sound }, text: sound };
}

/** The metadata that one object of a provider's message left. */
export function keptOf(holder: Parameters<typeof metadataOf>[0], key: "item" | "part"): PlainObject | undefined {
  const kept = getOwn(metadataOf(holder, PROVIDER), key);
  return isPlainObject(kept) ? kept : undefined;
}

/** The id of the item that a part or an entry came from. */
export function itemIdOf(holder: Parameters<typeof metadataOf>[0]): string | undefined {
  const id = metadataOf(holder, PROVIDER)?.["itemId"];
  return isText(id) ? id : undefined;
}

export function writeTextPart(given: TextPart, holder: Holder, say: Say): WrittenPart {
  const text = writeText(given.text, say);
  const source = readSource(given, FORMAT);
  const type = `${holder}_text`;
  if (isText(source["type"]) && source["type"] !== type) say("converted", `text of another type, written as ${type}`);
  return writePart(given, { type, text }, "text", say);
}

export function writeRefusal(given: RefusalPart, say: Say): WrittenPart {
  const { part } = writePart(given, { type: "refusal", refusal: writeText(given.text, say) }, "refusal", say);
  return { part };
}

function writePart(given: Part, fields: Record<string, string>, key: string, say: Say): WrittenPart {
  const form = readForm(readSource(given, FORMAT));
  if (form.keys === undefined) return { part: fields, text: fields[key]! };
  const onChange = (): void => say("converted", NOT_JSON);
  return { part: writeObject({ fields, form, kept: keptOf(given, "part"), guarded: ["type", key], onChange }) };
}

export function writeFilePart(given: FilePart, isResult: boolean, say: Say): WrittenPart {
  const file = writeFile(given, isResult);
  for (const note of file.notes) say("converted", note);
  return "text" in file ? plainText(file.text, "input") : { part: file.part };
}

/** Types that this release reads itself: in a custom part they are malformed, or not for this holder. */
const KNOWN_TYPES: readonly unknown[] = [
  "input_text",
  "output_text",
  "text",
  "refusal",
  "input_image",
  "input_file",
  "input_audio",
  "image_url",
  "file",
];

/**
 * Writes a part of content that only one format knows: its own as it came, another's as text where it holds any.
 *
 * @param isResult - whether a tool gave it back
 */
export function writeCustom(given: CustomPart, holder: Holder, say: Say, isResult = false): WrittenPart | undefined {
  if (given.format !== FORMAT || !isPlainObject(given.value)) {
    const text = keepText(given, say);
    return text === undefined ? undefined : plainText(text, holder);
  }
  const { type, refusal } = given.value;
  const isFile = holder === "input" && holdsFile(given.value) && !(isResult && type === "input_audio");
  if (isFile || (isText(type) && !KNOWN_TYPES.includes(type))) return { part: copyOwn(given.value, say) };
  say("converted", "part that has no place here, named in text");
  return plainText(isText(refusal) ? refusal : "[file: of unknown type]", holder);
}

/** Content: a text where it is no more than that, or a list. */
export function writeContent(parts: readonly WrittenPart[], isList: boolean): unknown {
  const [first] = parts;
  const isText = parts.length === 1 && first!.text !== undefined && !isList;
  return isText ? first!.text : parts.map(({ part }) => part);
}

/** The place of a part, as the report names it. */
export function pathOf(position: number): string;
export function pathOf(position: number | undefined): string | undefined;
export function pathOf(position: number | undefined): string | undefined {
  return position === undefined ? undefined : `content[${position}]`;
}
