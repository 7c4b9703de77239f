import type { Entry } from "../../index.js";
import { isDeveloper, type ObjectForm, readSource } from "../shared/form.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "otel";
/** Whose metadata holds what only this format knows. */
export const PROVIDER = "otel";
/** How errors call what is read and written. */
export const WHAT = "OpenTelemetry messages";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  message: ["role", "parts", "name"],
  text: ["type", "content"],
  call: ["type", "id", "name", "arguments"],
  result: ["type", "id", "response", "result", "outcome"],
  blob: ["type", "modality", "mime_type", "content"],
  uri: ["type", "modality", "mime_type", "uri"],
  file: ["type", "modality", "mime_type", "file_id"],
  file_data: ["type", "modality", "mime_type", "uri", "file_id"],
} as const;

/** The kinds of part that hold a file. Drafts of the conventions had `file_data` in place of `uri` and `file`. */
export type FileType = "blob" | "uri" | "file" | "file_data";

/** How a run may end that does not end well. The conventions have no field for it; extra keys are allowed. */
export const OUTCOMES: readonly unknown[] = ["error", "denied", "aborted"];

/** What is noted of a message. */
export interface MessageForm extends ObjectForm {
  /** The role, where the entry's own does not tell it. */
  readonly role?: string;
  /** Where the entry stands among those of one message, where a message gave several. */
  readonly group?: "start" | "middle" | "end";
}

/** What is noted of a part. */
export interface PartForm extends ObjectForm {
  /** The part came without an id: one was made for the transcript alone. */
  readonly idless?: true;
  /** The arguments came as text. */
  readonly arguments?: "text";
  /** The response came under the key of older conventions, or not at all. */
  readonly response?: "result" | "none";
  /** A value holds what JSON leaves out or changes, and came so. */
  readonly exact?: true;
  /** The kind of part that held the file, where the file itself does not tell it. */
  readonly type?: FileType;
  /** The modality came as another than the file tells, or not at all. */
  readonly untold?: true;
}

/** The role of the message that an entry came from, or goes to: any text is one. */
export function roleOf(entry: Entry): string {
  if (entry.role === "system" && isDeveloper(entry)) return "developer";
  const { role } = readSource(entry, FORMAT);
  return typeof role === "string" ? role : entry.role;
}
