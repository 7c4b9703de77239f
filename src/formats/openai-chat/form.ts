import type { Part } from "../../index.js";
import type { ObjectForm } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";
import { readSource } from "../shared/form.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "openai-chat";
/** Whose metadata holds what only this format knows. */
export const PROVIDER = "openai";
/** How errors call what is read and written. */
export const WHAT = "chat messages";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  speaker: ["role", "name", "content", "refusal", "audio", "tool_calls", "function_call"],
  tool: ["role", "tool_call_id", "content"],
  function: ["role", "name", "content"],
  call: ["id", "type", "function", "custom"],
  functionCall: ["name", "arguments"],
  customCall: ["name", "input"],
  text: ["type", "text"],
  refusal: ["type", "refusal"],
  image: ["url", "detail"],
  file: ["filename", "file_data", "file_id"],
  spoken: ["id"],
} as const;

/** How a message gave content that its parts alone do not tell: a list, an empty text, no content. */
export type ContentMark = "list" | "text" | "null" | "none" | "undefined";

/** What is noted of a message. */
export interface MessageForm extends ObjectForm {
  /** The role, where it is none of the four. */
  readonly role?: string;
  readonly content?: ContentMark;
  /** A message of role `function`. */
  readonly old?: true;
  /** The name came in the spelling that this format gives to names it does not take. */
  readonly spelled?: true;
}

/** What is noted of a part. */
export interface PartForm extends ObjectForm {
  /** The form of the object inside: `function`, `image_url` and so on. */
  readonly inner?: ObjectForm;
  /** The part was none of the content: one of the calls, or what an audio answer says. */
  readonly place?: "call" | "content" | "audio";
  /** The call came as `function_call`. */
  readonly old?: true;
  /** The input is text that no schema governs. Other formats note it the same way. */
  readonly freeForm?: true;
  readonly spelled?: true;
  /** The call's id came from this format, whose lists may have longer ones than those made elsewhere. */
  readonly longId?: true;
  /** The call came without an id, as some compatible servers write it. */
  readonly nameless?: true;
  /** The call came without a type. */
  readonly untyped?: true;
  /** The arguments came as a value, or as text that is not looked into. */
  readonly arguments?: "value" | "text";
  /** The type of a file part, where the file itself does not tell it. */
  readonly type?: "image_url" | "input_audio" | "file";
  /** `image_url` came as the address alone; a file's data without the head of a data URL. */
  readonly bare?: true;
  /** The keys of the message that held this reasoning. */
  readonly under?: readonly string[];
}

const PARTICIPANT = /^[^\s<|\\/>]{1,64}$/;
const MAX_NAME = 64;
/** The longest id that every endpoint takes, and the longest that some do. */
const MAX_ID = { foreign: 40, own: 64 };

/** Whether a call's id is sent as it is. */
export function takesId(call: Part, id: string): boolean {
  return id.length <= (hasLongId(call) ? MAX_ID.own : MAX_ID.foreign) && isWellFormed(id);
}

/** Whether a call was read from this format with an id that is too long for lists made elsewhere. */
export function hasLongId(call: Part): boolean {
  return readSource(call, FORMAT)["longId"] === true;
}

/** Whether an id needs a mark of where it came from. */
export function isLongId(id: string): boolean {
  return id.length > MAX_ID.foreign;
}

/** A participant's name as the endpoint takes it: still readable, so not reversible. Empty where nothing is left. */
export function writeParticipant(name: string): string {
  if (PARTICIPANT.test(name) && isWellFormed(name)) return name;
  const readable = name.replace(/[\s<|\\/>]+|\p{Surrogate}/gu, "_").slice(0, MAX_NAME);
  return isWellFormed(readable) ? readable : readable.slice(0, -1);
}
