import type { Entry } from "../../index.js";
import { type ObjectForm, readSource, type SortedKeys, sortKeys } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "langchain";
/** Whose metadata holds what only this format knows: the keys of a message's data, and of its blocks. */
export const PROVIDER = "langchain";
/** Whose metadata holds what stood beside the data of a message. */
export const BESIDE = "langchain-message";
/** How errors call what is read and written. */
export const WHAT = "LangChain messages";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  stored: ["type", "data"],
  serialized: ["lc", "type", "id", "kwargs"],
  call: ["name", "args", "id", "type"],
  invalidCall: ["name", "args", "id", "error", "type"],
  toolUse: ["type", "id", "name", "input"],
  toolCallBlock: ["type", "id", "name", "args"],
  functionBlock: ["type", "functionCall"],
  functionCall: ["name", "args"],
  twin: ["id", "type", "function"],
  function: ["name", "arguments"],
  item: ["id", "type", "summary", "encrypted_content"],
} as const;

/** What is noted of a message. The type is always there, and tells that the entry came from this format. */
export interface MessageForm extends ObjectForm {
  readonly type: string;
  /** The message came as the library's serialized constructor, or with its data beside its type. */
  readonly shape?: "serialized" | "flat";
  /** The name of the class with what stands before it, of a serialized constructor. */
  readonly class?: readonly string[];
  /** The form of the object around the data. */
  readonly outer?: ObjectForm;
  /** The key of the content, where it is another one. */
  readonly contentKey?: "text" | "content_blocks";
  /** Content that is neither a text nor empty as a text. */
  readonly content?: "list" | "null";
  /** The form of `additional_kwargs`, where the entry tells some of it. */
  readonly kwargs?: ObjectForm;
  /** The role of a message of any role; `developer` where instructions came from one. */
  readonly role?: string;
  /** The id of the call was missing, and made here. */
  readonly generated?: true;
  /** That a call ended well was written out. */
  readonly success?: true;
}

/** The kinds of block that stand for a call. */
export type CallBlock = "tool_use" | "tool_call" | "invalid_tool_call" | "functionCall";

/** What is noted of a call: the form of its object in `tool_calls`, and of what says the same elsewhere. */
export interface CallForm extends ObjectForm {
  /** It stood in `invalid_tool_calls`, or in no list. */
  readonly list?: "invalid" | "none";
  /** Its place in the list, where that is not the order of the parts. */
  readonly rank?: number;
  /** The id was missing, and made here. */
  readonly generated?: true;
  /** The arguments came as text that is not looked into. */
  readonly arguments?: "text";
  /** The kind and the form of the block that stood for it in the content, and of the object inside. */
  readonly kind?: CallBlock;
  readonly block?: ObjectForm;
  readonly inner?: ObjectForm;
  /** The form of the copy in `additional_kwargs`, and of the object inside. */
  readonly twin?: ObjectForm;
  readonly function?: ObjectForm;
  /** It stood in `additional_kwargs.function_call`. */
  readonly old?: true;
}

/** How reasoning came: as a block, or in `additional_kwargs`. */
export type ReasoningKind =
  "thinking" | "redacted_thinking" | "reasoning" | "reasoning_content" | "item" | "kwargs" | "kwargs-text";

/** What is noted of reasoning: the form of its block or item. */
export interface ReasoningForm extends ObjectForm {
  readonly kind: ReasoningKind;
  /** The key of the object inside, and its form. */
  readonly key?: string;
  readonly inner?: ObjectForm;
  /** The length of each text of a summary, where it does not hold just one, and the forms of what holds them. */
  readonly texts?: readonly number[];
  readonly forms?: readonly ObjectForm[];
}

/** How the data of a file came. */
export type Carrier = "v1" | "v0" | "image_url" | "input_audio" | "openai-file" | "anthropic";

/** What is noted of a file: the form of its block. */
export interface FileForm extends ObjectForm {
  readonly carrier: Carrier;
  /** The type of the block. */
  readonly block: string;
  /** The form of the object inside: that which holds the data, or `metadata`. */
  readonly inner?: ObjectForm;
  /** The address came as text where an object is usual. */
  readonly bare?: true;
  /** The file came as plain text. */
  readonly plain?: true;
  /** The media type was missing. */
  readonly untyped?: true;
}

const FILE_BLOCKS: readonly unknown[] = [
  "image",
  "audio",
  "video",
  "file",
  "text-plain",
  "document",
  "image_url",
  "input_audio",
];

/** Whether a type is that of a block that holds a file. */
export function isFileBlock(type: unknown): type is string {
  return FILE_BLOCKS.includes(type);
}

/** Whether an entry was read from this format. */
export function isOwn(entry: Entry): boolean {
  return typeof readSource(entry, FORMAT)["type"] === "string";
}

/** Sorts the keys of an object; one that lacks a key that is always written is not in its plain form. */
export function sortWhole(
  object: PlainObject,
  known: readonly string[],
  required: readonly string[],
  taken: readonly string[],
  at: Place,
): SortedKeys {
  const isWhole = required.every((key) => Object.hasOwn(object, key));
  const sorted = sortKeys(object, isWhole ? known : [], taken, at);
  return sorted.form.keys === undefined && !isWhole ? { form: { keys: [] } } : sorted;
}

/** The form of an object where there is something to note of it. */
export function noteForm<Key extends string>(key: Key, form: ObjectForm): { readonly [key in Key]?: ObjectForm } {
  return (form.keys === undefined ? {} : { [key]: form }) as { readonly [key in Key]?: ObjectForm };
}

/** Whether what stood under a key is told by the entry now, or, in an object made elsewhere, is to be. */
export function isTold(key: string, form: ObjectForm, kept: PlainObject | undefined): boolean {
  if (form.keys === undefined) return true;
  const isKept = kept !== undefined && Object.hasOwn(kept, key);
  const isSmall = Object.hasOwn(form.values ?? {}, key) || form.undefined?.includes(key) === true;
  return form.keys.includes(key) && !isKept && !isSmall;
}

/** The fields of a copy: those that said something else than the entry are kept apart, and not made. */
export function toldFields(
  fields: Readonly<Record<string, () => unknown>>,
  form: ObjectForm,
  kept: PlainObject | undefined,
): PlainObject {
  const told = Object.keys(fields).filter((key) => isTold(key, form, kept));
  return Object.fromEntries(told.map((key) => [key, fields[key]!()]));
}
