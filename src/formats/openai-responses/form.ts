import type { Entry, Part } from "../../index.js";
import { isFreeForm, type ObjectForm, readSource, type SortedKeys, sortKeys } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { CALLS, isText } from "./kinds.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "openai-responses";
/** Whose metadata holds what only this format knows. */
export const PROVIDER = "openai";
/** How errors call what is read and written. */
export const WHAT = "Responses items";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  message: ["role", "content"],
  function_call: ["type", "call_id", "name", "arguments", "id"],
  custom_tool_call: ["type", "call_id", "name", "input", "id"],
  output: ["type", "call_id", "output"],
  reasoning: ["type", "id", "summary", "encrypted_content"],
  text: ["type", "text"],
  refusal: ["type", "refusal"],
} as const;

/** What is noted of an item, and of the parts and entries that came from it. */
export interface ItemForm extends ObjectForm {
  /** Of an assistant entry: it was read from items, and more of them may follow. Not noted where its parts tell. */
  readonly run?: true;
  /** Of an assistant entry: its last item is reasoning, as it came. */
  readonly lone?: true;
  /** The role, where it is none of the four. */
  readonly role?: string;
  /** Content, or a tool's output, came as a list. */
  readonly content?: "list";
  /** The form of the assistant message that a part is the first of; `true` where there is nothing to say of it. */
  readonly item?: ObjectForm | true;
  /** The part belongs to the same message as the part before it. */
  readonly joined?: true;
  /** A part of a message, where it could be an item of its own. */
  readonly place?: "content";
  /** The item has an id and came right behind reasoning. */
  readonly led?: true;
  /** The item has no id, and came so right behind reasoning that has one. */
  readonly idless?: true;
  /** Reasoning that came without id and without encrypted content. */
  readonly bare?: true;
  /** Which list of the reasoning holds its text, where it is not the summary; `nothing` where there was no summary. */
  readonly of?: "content" | "nothing";
  /** The length of each text in that list, where it does not hold just one that says something. */
  readonly texts?: readonly number[];
  /** The forms of the objects in that list. */
  readonly forms?: readonly ObjectForm[];
  /** The type of the item, where its call or its result does not tell it. */
  readonly kind?: string;
  /** The type of a part, where the part itself does not tell it. */
  readonly type?: string;
  /** The form of the object inside `input_audio`. */
  readonly inner?: ObjectForm;
  /** A file's data came as base64 alone. */
  readonly bareData?: true;
  /** The input is text that no schema governs. Other formats note it the same way. */
  readonly freeForm?: true;
  readonly spelled?: true;
  /** The call's id came from this format, which does not take it. */
  readonly longId?: true;
  /** The call's id was another one, spelled for this format. */
  readonly again?: true;
  /** The arguments came as a value, or as text that is not looked into. */
  readonly arguments?: "value" | "text";
}

/** Whether an entry was read from items of the model. */
export function isRun(entry: Entry): boolean {
  if (entry.role !== "assistant") return false;
  return readSource(entry, FORMAT)["run"] === true || entry.content.some(isOfItem);
}

/** Whether a part tells that it was read from an item. */
export function isOfItem(part: Part): boolean {
  const { source } = part;
  if (source !== undefined && (source as { format?: unknown }).format === FORMAT) return true;
  return part.type === "custom" && part.format === FORMAT;
}

/** The keys of a part that may hold a file, of which one does. */
export const CARRIERS: Readonly<Record<string, readonly string[]>> = {
  input_image: ["image_url", "file_id"],
  input_file: ["file_data", "file_url", "file_id"],
};

/** Whether a part of a message holds a file as it should. */
export function holdsFile(part: PlainObject): boolean {
  const type = part["type"] as string;
  if (type === "input_audio") return isPlainObject(part["input_audio"]);
  if (!Object.hasOwn(CARRIERS, type)) return false;
  const values = CARRIERS[type]!.map((key) => part[key]);
  return (
    values.some(isText) && values.every((value) => typeof value === "string" || value === undefined || value === null)
  );
}

const STATUSES: readonly unknown[] = ["in_progress", "completed", "incomplete"];

/** Sorts the own keys of an item. How far it got is form, not content. */
export function sortItem(item: PlainObject, known: readonly string[], taken: readonly string[], at: Place): SortedKeys {
  const { form, kept } = sortKeys(item, known, taken, at);
  if (kept === undefined || !STATUSES.includes(kept["status"])) return { form, ...(kept !== undefined && { kept }) };
  const { status, ...rest } = kept;
  const values = { status: status as string, ...form.values };
  const noted = Object.assign({}, form, { values });
  return Object.keys(rest).length > 0 ? { form: noted, kept: rest } : { form: noted };
}

/** Whether an item was cut off or is not whole yet. */
export function isPartial(item: PlainObject): boolean {
  return item["status"] === "in_progress" || item["status"] === "incomplete";
}

const MAX_ID = 64;

/** Whether a call's id is sent as it is. */
export function takesCallId(id: string): boolean {
  return id.length <= MAX_ID && isWellFormed(id);
}

/** The kind of item that a call was, or would be. */
export function callKindOf(call: Part): string {
  const source = readSource(call, FORMAT);
  const { kind } = source;
  if (typeof kind === "string" && Object.hasOwn(CALLS, kind)) return kind;
  return isFreeForm(call) ? "custom_tool_call" : "function_call";
}
