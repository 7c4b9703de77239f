import type { EntryInput, FilePart, Part, TextPart } from "../../index.js";
import { type SortedKeys, sortKeys, toSource } from "../shared/form.js";
import { readInputAudio } from "../shared/input-audio.js";
import { mediaTypeOfName, parseDataUrl, URL_START } from "../shared/media.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { inferType } from "./files.js";
import { type ContentMark, FORMAT, KEYS, type MessageForm, type PartForm, PROVIDER } from "./form.js";

/** Whose content is read: the role of the entry. */
export type Holder = "system" | "user" | "assistant" | "tool";

/** What a message says, and how it was given. */
export interface Content {
  readonly parts: readonly Part[];
  readonly mark?: ContentMark;
}

/** Reads the content of a message. */
export function readContent(message: PlainObject, holder: Holder, at: Place): Content {
  const { content } = message;
  if (typeof content === "string") return { parts: [{ type: "text", text: content }] };
  if (content === null) return { parts: [], mark: "null" };
  // Another format's message: all that it says would be taken for something beside the content.
  if (content === undefined && "parts" in message) at.in("content").expected("a string or an array", undefined);
  if (content === undefined) return { parts: [], mark: Object.hasOwn(message, "content") ? "undefined" : "none" };
  if (!Array.isArray(content)) {
    at.in("content").expected("a string or an array", content);
    return { parts: [] };
  }
  return { parts: readParts(content, holder, at.in("content")), mark: "list" };
}

/** The name of a participant. What is no name is kept as form. */
export function readName(message: PlainObject, at: Place): { name?: string } {
  const { name } = message;
  if (name === undefined || name === null || name === "") return {};
  const text = at.in("name").text(name);
  return text === undefined ? {} : { name: text };
}

/** Notes how content was given, where that is more than its parts tell. */
export function markOf(mark: ContentMark | undefined): MessageForm {
  return mark === undefined ? {} : { content: mark };
}

/** The keys that note how a message came. */
export function describeForm(
  noted: MessageForm,
  { form, kept }: SortedKeys,
): Pick<EntryInput, "source" | "providerMetadata"> {
  return {
    ...(kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
    ...toSource(FORMAT, noted, form),
  };
}

function readParts(value: unknown, holder: Holder, at: Place): Part[] {
  const parts = at.list(value)?.map((part, index) => readPart(part, holder, at.in(index)));
  return (parts ?? []).filter((part) => part !== undefined);
}

function readPart(value: unknown, holder: Holder, at: Place): Part | undefined {
  const part = at.object(value);
  if (part === undefined) return undefined;
  const type = at.in("type").text(part["type"], true);
  if (type === "text") return readText(part, at);
  if (type === "refusal" && holder === "assistant") return readRefusal(part, at);
  const reader = type !== undefined && holder !== "system" && Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  const file = reader?.(part, at);
  if (file === "unlike") return readUnknown(part, at);
  if (reader !== undefined || type === undefined) return file;
  return readUnknown(part, at);
}

function readUnknown(part: PlainObject, at: Place): Part | undefined {
  return at.plain(part) ? { type: "custom", format: FORMAT, value: part } : undefined;
}

function readText(part: PlainObject, at: Place): TextPart | undefined {
  const text = at.in("text").text(part["text"]);
  const { form, kept } = sortKeys(part, KEYS.text, ["type", "text"], at);
  return text === undefined ? undefined : { type: "text", text, ...withForm({}, form, kept) };
}

function readRefusal(part: PlainObject, at: Place): Part | undefined {
  const text = at.in("refusal").text(part["refusal"]);
  const { form, kept } = sortKeys(part, KEYS.refusal, ["type", "refusal"], at);
  return text === undefined ? undefined : { type: "refusal", text, ...withForm({ place: "content" }, form, kept) };
}

type FileReader = (part: PlainObject, at: Place) => FilePart | "unlike" | undefined;

const FILES: Readonly<Record<string, FileReader>> = {
  image_url: (part, at) => {
    const inner = at.in("image_url");
    const isBare = typeof part["image_url"] === "string";
    const image = isBare ? { url: part["image_url"] } : inner.object(part["image_url"]);
    if (image === undefined) return undefined;
    const url = inner.in("url").text(image["url"], true);
    if (url === undefined) return undefined;
    const imageDetail = image["detail"];
    const hasDetail = typeof imageDetail === "string" && imageDetail !== "" && !Object.hasOwn(part, "imageDetail");
    const keys = sortKeys(image, KEYS.image, hasDetail ? ["url", "detail"] : ["url"], inner);
    const file = { type: "file" as const, mediaType: parseDataUrl(url)?.mediaType || "image/*", data: { url } };
    return finish("image_url", file, part, keys, at, isBare ? { bare: true } : {}, hasDetail ? { imageDetail } : {});
  },
  input_audio: (part, at) => {
    const audio = readInputAudio(part, at);
    if (audio === undefined) return undefined;
    const isUrl = typeof audio.file.data === "object";
    return finish("input_audio", audio.file, part, audio.keys, at, isUrl ? { type: "input_audio" } : {}, {});
  },
  file: (part, at) => {
    const inner = at.in("file");
    const file = inner.object(part["file"]);
    if (file === undefined) return undefined;
    const { file_data: data, file_id: fileId, filename } = file;
    const carrier = [data, fileId].findIndex((value) => typeof value === "string" && value !== "");
    if (carrier < 0) return "unlike";
    const isNamed = typeof filename === "string" && filename !== "";
    const taken = [carrier === 0 ? "file_data" : "file_id", ...(isNamed ? ["filename"] : [])];
    const keys = sortKeys(file, KEYS.file, taken, inner);
    const isUrl = carrier === 0 && URL_START.test(data as string);
    const mediaType =
      (isUrl ? parseDataUrl(data as string)?.mediaType : "") || (isNamed ? mediaTypeOfName(filename) : undefined);
    const read: FilePart = {
      type: "file",
      ...(mediaType !== undefined && { mediaType }),
      ...(isNamed && { filename }),
      data: carrier === 1 ? { fileId: fileId as string } : isUrl ? { url: data as string } : (data as string),
    };
    const isBare = carrier === 0 && !isUrl;
    // The id means something to its owner alone: the metadata says who that is.
    return finish("file", read, part, keys, at, isBare ? { bare: true } : {}, carrier === 1 ? {} : undefined);
  },
};

function finish(
  type: "image_url" | "input_audio" | "file",
  file: FilePart,
  part: PlainObject,
  inner: SortedKeys,
  at: Place,
  noted: PartForm,
  metadata: Record<string, unknown> | undefined,
): FilePart {
  const { form, kept } = sortKeys(part, ["type", type], ["type", type], at);
  const known = { ...metadata, ...kept, ...(inner.kept !== undefined && { [type]: inner.kept }) };
  const hasMetadata = Object.keys(known).length > 0 || (type === "file" && metadata !== undefined);
  const marks: PartForm = {
    ...(noted.bare === true || inferType(file) !== type ? { type } : {}),
    ...noted,
    ...(inner.form.keys !== undefined && { inner: inner.form }),
  };
  return { ...file, ...withForm(marks, form, hasMetadata ? known : undefined) };
}

/** The keys that note how a part came. */
export function withForm(
  noted: PartForm,
  form: PartForm,
  kept: Record<string, unknown> | undefined,
): Pick<Part, "source" | "providerMetadata"> {
  return {
    ...(kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
    ...toSource(FORMAT, noted, form),
  };
}
