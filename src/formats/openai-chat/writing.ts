import type { CustomPart, Part, TextPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import type { Call, Pairs } from "../shared/pairs.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import type { Report } from "../shared/report.js";
import { copyOwn, keepText, NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { type ContentMark, FORMAT, PROVIDER } from "./form.js";

/** What the writers of one conversion share. */
export interface Writing {
  readonly report: Report;
  readonly pairs: Pairs;
  /** The ids of calls as they are sent, which their results must have too. */
  readonly ids: Map<Call, string>;
  /** Calls that are sent as `function_call`. */
  readonly old: Set<Call>;
}

/** A content part as it is sent. */
export interface WrittenPart {
  readonly part: Record<string, unknown>;
  /** The text, where the part is nothing but text. */
  readonly text?: string;
}

/** A text that stands for what has no place. */
export function plainText(text: string): WrittenPart {
  const sound = wellFormed(text);
  return { part: { type: "text", text: sound }, text: sound };
}

export function writeTextPart(given: TextPart, say: Say): WrittenPart {
  const text = writeText(given.text, say);
  const form = readForm(readSource(given, FORMAT));
  if (form.keys === undefined) return { part: { type: "text", text }, text };
  const part = writeObject({
    fields: { type: "text", text },
    form,
    kept: metadataOf(given, PROVIDER),
    guarded: ["type", "text"],
    onChange: () => say("converted", NOT_JSON),
  });
  return { part };
}

/** Types that this release reads itself: in a custom part they are malformed, or not for this role. */
const KNOWN_TYPES: readonly unknown[] = ["text", "image_url", "input_audio", "file", "refusal"];

/** Writes what only one format knows: its own as it came, another's as text where it holds any. */
export function writeCustom(given: CustomPart, isUser: boolean, say: Say): WrittenPart | undefined {
  if (given.format !== FORMAT || !isPlainObject(given.value)) {
    const text = keepText(given, say);
    return text === undefined ? undefined : plainText(text);
  }
  const { value } = given;
  const { type, refusal } = value;
  const isNewFile = isUser && type === "file" && isPlainObject(value["file"]) && !getOwn(value["file"], "file_data");
  if (isNewFile || (typeof type === "string" && type !== "" && !KNOWN_TYPES.includes(type))) {
    return { part: copyOwn(value, say) };
  }
  say("converted", "part that has no place in a message of this role, named in text");
  return plainText(typeof refusal === "string" && refusal !== "" ? refusal : "[file: of unknown type]");
}

/**
 * The content of a message, or `undefined` where there is none and there has to be one.
 *
 * @param optional - whether the message says something beside its content
 */
export function writeContent(
  parts: readonly WrittenPart[],
  mark: ContentMark | undefined,
  optional: boolean,
): { content?: unknown } | undefined {
  const isBlank = parts.every(({ text }) => text === "");
  if (optional && (parts.length === 0 || (isBlank && mark === undefined))) {
    if (mark === "none") return {};
    if (mark === "undefined") return { content: undefined };
    return { content: mark === "text" ? "" : mark === "list" ? [] : null };
  }
  const [first] = parts;
  if (first === undefined) return undefined;
  const isText = parts.length === 1 && first.text !== undefined && mark !== "list";
  return { content: isText ? first.text : parts.map(({ part }) => part) };
}

/** How a message that was read from this format gave its content. */
export function readMark(source: unknown): ContentMark | undefined {
  const mark = getOwn(source, "content");
  return (["list", "text", "null", "none", "undefined"] as const).find((known) => known === mark);
}

/** The id of a call, also of a kind that this release does not know. */
export function idOfCall(part: Part): string | undefined {
  if (part.type === "tool-call") return part.toolCallId;
  if (!isUnknownCall(part)) return undefined;
  const id = getOwn(part.value, "id");
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Whether a part is a call of a kind that this release does not know. */
export function isUnknownCall(part: Part): part is CustomPart {
  if (part.type !== "custom" || part.format !== FORMAT || readSource(part, FORMAT)["place"] !== "call") return false;
  const type = isPlainObject(part.value) ? part.value["type"] : undefined;
  return typeof type === "string" && type !== "" && type !== "function" && type !== "custom";
}
