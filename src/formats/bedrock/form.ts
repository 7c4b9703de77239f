import type { Entry, Part } from "../../index.js";
import { type ObjectForm, readForm, readSource, writeObject } from "../shared/form.js";
import type { PlainObject } from "../shared/plain.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "bedrock";
/** Whose metadata holds what only this format knows. */
export const PROVIDER = "bedrock";
/** How errors call what is read and written. */
export const WHAT = "Converse messages";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  message: ["role", "content"],
  call: ["toolUseId", "name", "input"],
  result: ["toolUseId", "content", "status"],
  reasoning: ["text", "signature"],
  file: ["format", "name", "source"],
} as const;

/** What is noted of a message, on the entries that it became. */
export interface MessageForm extends ObjectForm {
  /** The role, where it is neither of the two. */
  readonly role?: string;
  /** The message goes on in the next entry; it began in an earlier one. */
  readonly more?: true;
  readonly joined?: true;
  /** Stood behind a message of the same role, which the service refuses. */
  readonly apart?: true;
  /** An answer of this service, whose order is its own. */
  readonly own?: true;
  /** The instructions came as an empty list. */
  readonly empty?: true;
}

/** What is noted of a part: the form of the object inside its block, and of what stands around it. */
export interface PartForm extends ObjectForm {
  readonly outer?: ObjectForm;
  /** The block had a second member, which no block has. */
  readonly second?: true;
  /** The form of a file's `source`, and of the place inside. */
  readonly inner?: ObjectForm;
  readonly place?: ObjectForm;
  /** The kind and format of a file, where the file itself does not tell them. */
  readonly member?: FileMember;
  readonly fileFormat?: string;
  /** Bytes came as base64, or as what JSON makes of them or of a Buffer. */
  readonly bytes?: "text" | "map" | "buffer";
  /** A document came as text. */
  readonly carrier?: "text";
  /** The text of a result stood where an object belongs. */
  readonly json?: true;
  /** That a call ended well was written out. */
  readonly success?: true;
  readonly spelled?: true;
  readonly ownId?: true;
  /** A value holds what JSON leaves out or changes, and came so. */
  readonly exact?: true;
}

/** The kinds of block that hold a file. */
export type FileMember = "image" | "document" | "video" | "audio";

export const MAX_ID = 64;
const ID = /^[a-zA-Z0-9_.:-]{1,64}$/;

/** Whether an id is sent as it is. */
export function takesId(id: string): boolean {
  return ID.test(id);
}

/** Whether an answer was read from this format. */
export function isOwn(entry: Entry | undefined): boolean {
  return entry !== undefined && readSource(entry, FORMAT)["own"] === true;
}

/** Puts a value into a block of one member. */
export function wrap(part: Part, member: string, value: unknown): Record<string, unknown> {
  return writeUnion(member, value, readSource(part, FORMAT)["outer"]);
}

/** Writes an object of one member. Others that stood in it can only have been `undefined`. */
export function writeUnion(member: string, value: unknown, noted: unknown): Record<string, unknown> {
  const { undefined: missing, keys } = readForm(noted);
  const form = keys === undefined ? undefined : { keys, undefined: missing ?? [] };
  return writeObject({ fields: { [member]: value }, form, onChange: () => {} });
}

/** Whether a metadata value can be sent as a proof. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** The members of an object that hold something. */
export function membersOf(block: PlainObject): readonly string[] {
  // Of what may stand in a block only `json` has a meaning when it is null.
  return Object.keys(block).filter((key) => block[key] !== undefined && (block[key] !== null || key === "json"));
}
