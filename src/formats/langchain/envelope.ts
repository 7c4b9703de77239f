import { sortKeys, type SortedKeys } from "../shared/form.js";
import { Place, readerOf } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { quoteId } from "../shared/report.js";
import { KEYS, type MessageForm, noteForm } from "./form.js";

/** What a message is, whatever its type is called. */
export type Kind = "human" | "ai" | "system" | "tool" | "function" | "generic" | "remove";

/** The kind that a type means. Those of chunks and of Python are read, but this library's own reader refuses them. */
const KINDS: Readonly<Record<string, Kind>> = {
  human: "human",
  ai: "ai",
  system: "system",
  tool: "tool",
  function: "function",
  generic: "generic",
  remove: "remove",
  user: "human",
  assistant: "ai",
  developer: "system",
  chat: "generic",
  HumanMessageChunk: "human",
  AIMessageChunk: "ai",
  SystemMessageChunk: "system",
  ToolMessageChunk: "tool",
  FunctionMessageChunk: "function",
  ChatMessageChunk: "generic",
};

/** The class of each kind. */
const CLASSES: Readonly<Record<Kind, string>> = {
  human: "HumanMessage",
  ai: "AIMessage",
  system: "SystemMessage",
  tool: "ToolMessage",
  function: "FunctionMessage",
  generic: "ChatMessage",
  remove: "RemoveMessage",
};

/** The kind that a type means, or nothing where this release does not know it. */
export function kindOfType(type: string): Kind | undefined {
  return Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
}

/** The kind that a class means. */
export function kindOfClass(name: string | undefined): Kind | undefined {
  return (Object.keys(CLASSES) as Kind[]).find((kind) => [CLASSES[kind], `${CLASSES[kind]}Chunk`].includes(name ?? ""));
}

/** Where the library keeps the class of a kind. */
export function classOfKind(kind: Kind): string[] {
  return ["langchain_core", "messages", CLASSES[kind]];
}

/** A message, less what stands around its data. */
export interface Envelope {
  readonly type: string;
  readonly data: PlainObject;
  readonly noted: Pick<MessageForm, "shape" | "class" | "outer">;
  readonly kept?: SortedKeys["kept"];
  /** The place of the data. */
  readonly at: Place;
}

/** Takes the data out of a message: stored, serialized as a constructor, flat, or an instance of a class. */
export function readEnvelope(value: unknown, place: Place): Envelope | undefined {
  const message = place.object(toPlain(value, place));
  if (message === undefined) return undefined;
  if (message["lc"] === 1 && message["type"] === "constructor") return readSerialized(message, place);
  if (message["type"] === undefined && typeof message["role"] === "string") {
    const reader = readerOf(message) ?? "fromChatMessages of colloquy/openai";
    place.in("type").fault("missing-key", `expected a string, got undefined (${reader} reads such messages)`);
    return undefined;
  }
  const type = place.in("type").text(message["type"], true);
  if (type === undefined) return undefined;
  const at = named(place, type);
  if (message["data"] === undefined) return { type, data: message, noted: { shape: "flat" }, at };
  const data = at.in("data").object(message["data"]);
  const { form, kept } = sortKeys(message, KEYS.stored, ["type", "data"], at);
  if (data === undefined) return undefined;
  return { type, data, noted: noteForm("outer", form), kept, at: at.in("data") };
}

/** A live message as it stores itself. */
function toPlain(value: unknown, place: Place): unknown {
  if (typeof value !== "object" || value === null || isPlainObject(value)) return value;
  const { toDict } = value as { toDict?: unknown };
  if (typeof toDict !== "function") return value;
  try {
    return toDict.call(value);
  } catch {
    place.fault("not-plain", "expected a message, got one whose toDict() throws");
    return undefined;
  }
}

function readSerialized(message: PlainObject, place: Place): Envelope | undefined {
  const path = place.in("id").list(message["id"]);
  const name = path?.at(-1);
  if (path === undefined || !path.every((step) => typeof step === "string") || typeof name !== "string") {
    return place.in("id").expected("the class of a message", message["id"]);
  }
  const type = kindOfClass(name);
  if (type === undefined) {
    place.in("id").fault("unknown-class", `expected the class of a message, got ${quoteId(name)}`);
    return undefined;
  }
  const at = named(place, type);
  const data = at.in("kwargs").object(message["kwargs"]);
  const { form, kept } = sortKeys(message, KEYS.serialized, KEYS.serialized, at);
  if (data === undefined) return undefined;
  const noted = { shape: "serialized" as const, class: [...path], ...noteForm("outer", form) };
  return { type, data, noted, kept, at: at.in("kwargs") };
}

/** The same place, with the type that errors name. Another one may be content. */
function named({ faults, message }: Place, type: string): Place {
  return new Place(faults, message, kindOfType(type) === undefined ? undefined : type);
}
