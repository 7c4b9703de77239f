import type { Part } from "../../index.js";
import { type ObjectForm, readSource } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "anthropic";
/** Whose metadata holds what only this format knows. */
export const PROVIDER = "anthropic";
/** How errors call what is read and written. */
export const WHAT = "messages";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  message: ["role", "content"],
  text: ["type", "text", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted: ["type", "data"],
  file: ["type", "source", "title", "cache_control"],
  base64: ["type", "media_type", "data"],
  text_source: ["type", "media_type", "data"],
  url: ["type", "url"],
  stored: ["type", "file_id"],
  call: ["type", "id", "name", "input", "cache_control"],
  result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
} as const;

/** How content came where its parts alone do not tell: as a list, as one text, as `null`. */
export type ContentMark = "list" | "text" | "null";

/** What is noted of a message, on the entries that it became. */
export interface MessageForm extends ObjectForm {
  /** The role, where it is none of the three. */
  readonly role?: string;
  readonly content?: ContentMark;
  /** The message goes on in the next entry; it began in an earlier one. */
  readonly more?: true;
  readonly joined?: true;
  /** A message of its own, though the one before it has the same role. */
  readonly apart?: true;
  /** Instructions that stood in the list. */
  readonly inList?: true;
  /** The custom part is the message itself. */
  readonly whole?: true;
  /** Nothing came behind the model's last thought. */
  readonly thoughtLast?: true;
  /** The provider returned the message: it takes back its role and content alone. */
  readonly response?: true;
}

/** What is noted of a part. */
export interface PartForm extends ObjectForm {
  /** The form of a file's `source`. */
  readonly inner?: ObjectForm;
  /** The type of a file's block, where the file itself does not tell it. */
  readonly type?: "image" | "document";
  /** The data of a file came as a data URL, where base64 belongs. */
  readonly dataUrl?: true;
  /** A plain text came as base64. */
  readonly carrier?: "base64";
  /** How the content of a result came. */
  readonly content?: ContentMark;
  /** The name, or the id, came in the spelling that this format gives to those that it does not take. */
  readonly spelled?: true;
  readonly spelledId?: true;
  /** The call's id came from this format, whose lists may have longer ones than those made elsewhere. */
  readonly ownId?: true;
  /** The input holds what JSON leaves out or changes, and came so. */
  readonly exact?: true;
}

/** The longest name of a tool. */
export const MAX_NAME = 128;
/** The longest id that every endpoint takes. */
export const MAX_ID = 64;

const ID = /^[a-zA-Z0-9_-]+$/;

/** Whether an id is sent as it is. */
export function takesId(id: string, isOwn = false): boolean {
  return ID.test(id) && (isOwn || id.length <= MAX_ID);
}

/** Whether a call was read from this format with an id that would not be sent if it came from elsewhere. */
export function hasOwnId(call: Part): boolean {
  return readSource(call, FORMAT)["ownId"] === true;
}

/** Whether a part holds a proof of this provider that can be sent. */
export function isSendable(proof: unknown): proof is string {
  return typeof proof === "string" && proof !== "" && isWellFormed(proof);
}
