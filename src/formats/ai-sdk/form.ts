import type { Entry } from "../../index.js";
import { type ObjectForm, readSource } from "../shared/form.js";

/** How sources and custom parts of this format are marked. */
export const FORMAT = "ai-sdk";
/** Whose metadata holds what only this format knows. All other metadata is what the SDK calls provider options. */
export const PROVIDER = "ai-sdk";
/** How errors call what is read and written. */
export const WHAT = "model messages";

/** The keys of each kind of object, in the order in which they are written. */
export const KEYS = {
  message: ["role", "content", "providerOptions"],
  text: ["type", "text", "providerOptions"],
  reasoning: ["type", "text", "providerOptions"],
  image: ["type", "image", "mediaType", "providerOptions"],
  file: ["type", "data", "mediaType", "filename", "providerOptions"],
  "reasoning-file": ["type", "data", "mediaType", "providerOptions"],
  "tool-call": ["type", "toolCallId", "toolName", "input", "providerExecuted", "providerOptions"],
  "tool-result": ["type", "toolCallId", "toolName", "output", "providerOptions"],
  "tool-approval-request": ["type", "approvalId", "toolCallId", "providerOptions"],
  "tool-approval-response": ["type", "approvalId", "approved", "reason", "providerOptions"],
  output: ["type", "value", "reason"],
  media: ["type", "data", "mediaType", "filename", "providerOptions"],
  url: ["type", "url", "mediaType", "providerOptions"],
  id: ["type", "fileId", "providerOptions"],
  data: ["type", "data"],
  taggedUrl: ["type", "url"],
  reference: ["type", "reference"],
} as const;

/** What is noted of a message. */
export interface MessageForm extends ObjectForm {
  /** The role, where the entry's own does not tell it. */
  readonly role?: string;
  /** Content that came as a list. */
  readonly content?: "list";
  /** Where the entry stands among those of one message, where a message gave several. */
  readonly group?: "start" | "middle" | "end";
}

/** The kinds of file in the content of a result. */
export type ItemType = "media" | "file-data" | "image-data" | "file-url" | "image-url" | "file-id" | "image-file-id";

/** What is noted of a part. */
export interface PartForm extends ObjectForm {
  /** The kind of file, where it came as another one than `file`. */
  readonly type?: "image" | "reasoning-file" | "file" | ItemType;
  /** What held the data, where it was more than a string or bytes. */
  readonly carrier?: "Buffer" | "ArrayBuffer" | "URL";
  /** The data stood in an object: one with a type, or a provider's reference. */
  readonly tag?: "data" | "url" | "reference" | "bare";
  /** The media type was missing, which a picture may do. */
  readonly untyped?: true;
  /** The form of the object inside: of the output, or of the data. */
  readonly inner?: ObjectForm;
  /** The output came as JSON although it is a text; or as a kind that this release does not know. */
  readonly output?: "json" | "unknown";
  /** Some value is none that JSON has, and came so. */
  readonly exact?: true;
  /** The result came without the name of its tool. */
  readonly unnamed?: true;
  /** The call or result came as version 4 stored it: with `args`, with `result`. */
  readonly old?: true;
  /** The result answered no call that was open when it came. */
  readonly loose?: true;
}

const ROLES = ["system", "user", "assistant", "tool", "developer"];

/** A role that this release does not know goes back as it came. */
function unknownRole(role: unknown): string | undefined {
  return typeof role === "string" && role !== "" && !ROLES.includes(role) ? role : undefined;
}

/** The role of the message that an entry came from, or goes to. */
export function roleOf(entry: Entry): string {
  const { role } = readSource(entry, FORMAT);
  if (entry.role === "system") return "system";
  if (entry.role === "tool") return role === "assistant" ? role : (unknownRole(role) ?? "tool");
  // A tool message without results has no entry of its own kind.
  if (role === "tool" && entry.role === "assistant" && entry.content.every(({ type }) => type === "custom"))
    return role;
  return unknownRole(role) ?? entry.role;
}
