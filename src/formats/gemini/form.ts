import type { Entry, Part } from "../../index.js";
import { metadataOf, type ObjectForm, readSource } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";
import { getOwn, isPlainObject } from "../shared/plain.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "gemini";
/** Whose metadata holds what only this format knows. */
export const PROVIDER = "google";
/** By which names the AI SDK knows the provider: each may hold a signature. */
export const PROVIDERS: readonly string[] = [PROVIDER, "vertex", "googleVertex"];
/** How errors call what is read and written. */
export const WHAT = "Gemini contents";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  content: ["role", "parts"],
  functionCall: ["id", "name", "args"],
  functionResponse: ["id", "name", "response", "parts"],
  inlineData: ["mimeType", "data", "displayName"],
  fileData: ["mimeType", "fileUri", "displayName"],
} as const;

/** The keys of a part that hold what it says. It has one of them. */
export const MEMBERS: readonly string[] = [
  "text",
  "functionCall",
  "functionResponse",
  "inlineData",
  "fileData",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
];

/** The keys of a part that are written for what it says alone. */
export const GUARDED: readonly string[] = [...MEMBERS, "thought", "thoughtSignature", "parts"];

/** The keys of a part that hold a file. */
export type FileMember = "inlineData" | "fileData";

/** What is noted of a content, on the entries that it became. */
export interface ContentForm extends ObjectForm {
  /** The role, where it is neither of the two; that of instructions, where they have one. */
  readonly role?: string;
  /** The content came without a role. */
  readonly roleless?: true;
  /** The content goes on in the next entry; it began in an earlier one. */
  readonly more?: true;
  readonly joined?: true;
  /** A content of its own, though the one before it has the same role. */
  readonly apart?: true;
  /** An answer of this provider. */
  readonly own?: true;
  /** Instructions that came as a text, a part or a list of them, and not as a content; or in the list. */
  readonly carrier?: "text" | "part" | "list" | "contents";
}

/** What is noted of a part. */
export interface PartForm extends ObjectForm {
  /** The form of the object that says what the part says. */
  readonly inner?: ObjectForm;
  /** The keys of the part, and of that object, came as `snake_case`. */
  readonly snake?: true;
  readonly innerSnake?: true;
  /** Came so: a thought without a signature, a text with nothing to be seen. */
  readonly own?: true;
  /** Nothing that the part says; something that no part says beside another. */
  readonly missing?: true;
  readonly second?: true;
  /** A text that is signed with words that pass the provider's check. */
  readonly bypass?: string;
  /** The id of a call is that of the transcript, or this one; it came from the provider. */
  readonly id?: true | string;
  /** The call has no id, so that one was made. */
  readonly generated?: true;
  /** The call came without arguments. */
  readonly bare?: true;
  /** A value holds what JSON leaves out or changes, and came so. */
  readonly exact?: true;
  /** The response of a function was no object; had files; the text stands for an object. */
  readonly loose?: true;
  readonly files?: true;
  readonly json?: true;
  /** The media type of a file is the one that came, or none; its name came from here. */
  readonly typed?: true;
  readonly named?: true;
  /** A part of the instructions came as a string. */
  readonly string?: true;
}

/** What may stand in place of a signature, where there is none. Source: the provider's page on thought signatures. */
export const BYPASS = "skip_thought_signature_validator";
const BYPASSES: readonly unknown[] = [BYPASS, "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="];

/** Whether a signature is one of the words that pass for any. It proves nothing. */
export function isBypass(signature: unknown): signature is string {
  return BYPASSES.includes(signature);
}

/** The proof of a part, by whichever name of the provider it is kept. */
export function signatureOf(part: Part): string | undefined {
  if (part.providerMetadata === undefined) return undefined;
  for (const provider of PROVIDERS) {
    const signature = getOwn(metadataOf(part, provider), "thoughtSignature");
    if (typeof signature === "string" && signature !== "" && isWellFormed(signature)) return signature;
  }
  return undefined;
}

/** Whether a part is sent with a signature, its own or one of those words. */
export function isSigned(part: Part): boolean {
  return signatureOf(part) !== undefined || isBypass(readSource(part, FORMAT)["bypass"]);
}

/** The key of an object that holds a value alone, under one of the two names that the provider has for it. */
export function wrapKey(value: unknown): "output" | "error" | undefined {
  if (!isPlainObject(value)) return undefined;
  const [key, ...others] = Object.keys(value);
  return (key === "output" || key === "error") && others.length === 0 && value[key] !== undefined ? key : undefined;
}

/** Whether an answer was read from this format. */
export function isOwn(entry: Entry | undefined): boolean {
  return entry !== undefined && readSource(entry, FORMAT)["own"] === true;
}

/** Whether an entry goes on with the content that the one before it is of. */
export function isJoined(before: Entry | undefined, entry: Entry): boolean {
  return (
    before !== undefined && readSource(before, FORMAT)["more"] === true && readSource(entry, FORMAT)["joined"] === true
  );
}
