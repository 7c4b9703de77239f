import type { FilePart } from "../../index.js";
import { urlOf } from "../shared/files.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import { bytesToBase64, mediaTypeOfName, parseDataUrl, sniffBase64 } from "../shared/media.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { fileLine } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";

/** The kinds of part that hold a file. */
export type FileType = "image_url" | "input_audio" | "file";

/** A file as a part of a user message, or as text where there is no such part. */
export type WrittenFile =
  | { readonly part: Record<string, unknown>; readonly notes: readonly string[] }
  | { readonly text: string; readonly notes: readonly string[] };

/** The kind of part that holds a file which was not read from this format, if there is one. */
export function inferType(file: FilePart): FileType | undefined {
  const url = urlOf(file);
  if (isStored(file)) return "file";
  if (url !== undefined && parseDataUrl(url) === undefined) {
    const isImage = /^image\//i.test(file.mediaType ?? mediaTypeOfName(url) ?? "");
    return isImage && /^https?:/i.test(url) ? "image_url" : undefined;
  }
  const mediaType = mediaTypeOf(file) ?? "";
  if (/^image\//i.test(mediaType)) return "image_url";
  const isBase64 = url === undefined || parseDataUrl(url)?.base64 === true;
  return isBase64 && audioFormat(mediaType) !== undefined ? "input_audio" : "file";
}

/** Whether a file is stored by a provider, and known by its id there. */
function isStored(file: FilePart): boolean {
  return typeof file.data === "object" && "fileId" in file.data;
}

/** Whether this provider is the one that stores the file. */
function isOwn(file: FilePart): boolean {
  const source = (file.source as { format?: unknown } | undefined)?.format;
  return metadataOf(file, PROVIDER) !== undefined || (typeof source === "string" && source.startsWith("openai-"));
}

/** Writes a file. Data is never looked into, and copied only where bytes have to become text. */
export function writeFile(given: FilePart): WrittenFile {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const source = readSource(file, FORMAT);
  const marked = (["image_url", "input_audio", "file"] as const).find((known) => known === source["type"]);
  const type = isStored(file) ? (isOwn(file) ? "file" : undefined) : (marked ?? inferType(file));
  if (type === undefined)
    return { text: fileLine(file), notes: ["file that the provider cannot fetch, named in text"] };
  const notes: string[] = [];
  const metadata = metadataOf(file, PROVIDER);
  const kept = getOwn(metadata, type);
  const onChange = (): void => void notes.push("values that JSON cannot hold, in their JSON form");
  const fields = WRITERS[type](file, source["bare"] === true, notes);
  for (const key of Object.keys(fields)) {
    const sound = wellFormed(fields[key]!);
    if (sound !== fields[key]) notes.push("lone surrogates, replaced by U+FFFD");
    fields[key] = sound;
  }
  const inner = writeObject({
    fields,
    form: readForm(source["inner"]),
    kept: isPlainObject(kept) ? kept : undefined,
    onChange,
  });
  const part = writeObject({
    fields: { type, [type]: inner },
    form: readForm(source),
    kept: metadata,
    guarded: ["type", type],
    onChange,
  });
  return { part, notes };
}

const WRITERS: Readonly<
  Record<FileType, (file: FilePart, isBare: boolean, notes: string[]) => Record<string, string>>
> = {
  image_url: (file, isBare, notes) => {
    if (isBare) notes.push("image_url given as a string, written as an object");
    const detail = getOwn(metadataOf(file, PROVIDER), "imageDetail");
    return { url: urlOf(file) ?? toDataUrl(file, notes), ...(typeof detail === "string" && { detail }) };
  },
  input_audio: (file) => {
    const url = urlOf(file);
    const head = url === undefined ? undefined : parseDataUrl(url);
    // Read from this format it may be a whole data URL, which then goes back as it came.
    const isForeign = readSource(file, FORMAT)["type"] !== "input_audio";
    const data = url === undefined ? toBase64(file) : head?.base64 === true && isForeign ? url.slice(head.start) : url;
    const known = getOwn(getOwn(metadataOf(file, PROVIDER), "input_audio"), "format");
    return { data, format: typeof known === "string" ? known : formatOf(mediaTypeOf(file) ?? "") };
  },
  file: (file, isBare, notes) => {
    const { data, filename = "" } = file;
    if (typeof data === "object" && "fileId" in data) {
      return { ...(filename !== "" && { filename }), file_id: data.fileId };
    }
    if (filename === "") notes.push("file without a name, given one");
    return {
      filename: filename || nameFor(mediaTypeOf(file)),
      file_data: urlOf(file) ?? (isBare && typeof data === "string" ? data : toDataUrl(file, notes)),
    };
  },
};

function toBase64(file: FilePart): string {
  return file.data instanceof Uint8Array ? bytesToBase64(file.data) : (file.data as string);
}

function toDataUrl(file: FilePart, notes: string[]): string {
  const mediaType = mediaTypeOf(file);
  if (mediaType === undefined) notes.push("file of unknown type, sent as application/octet-stream");
  return `data:${mediaType ?? "application/octet-stream"};base64,${toBase64(file)}`;
}

/** The media type that is given, or what the data tells where none is, or one that stands for many. */
function mediaTypeOf(file: FilePart): string | undefined {
  if (file.mediaType !== undefined && file.mediaType !== "" && !file.mediaType.endsWith("/*")) return file.mediaType;
  const { data } = file;
  const url = urlOf(file);
  if (url !== undefined) return parseDataUrl(url)?.mediaType || file.mediaType;
  if (typeof data === "string") return sniffBase64(data) ?? file.mediaType;
  return data instanceof Uint8Array
    ? (sniffBase64(bytesToBase64(data.subarray(0, 12))) ?? file.mediaType)
    : file.mediaType;
}

/** How this format names a kind of sound. */
export function formatOf(mediaType: string): string {
  return audioFormat(mediaType) ?? mediaType.replace(/^audio\//, "");
}

function audioFormat(mediaType: string): "wav" | "mp3" | undefined {
  if (/^audio\/(x-|vnd\.)?wave?$/i.test(mediaType)) return "wav";
  return /^audio\/(mpeg|mp3)$/i.test(mediaType) ? "mp3" : undefined;
}

function nameFor(mediaType: string | undefined): string {
  const extension = /\/([a-z0-9]{1,5})$/i.exec(mediaType ?? "")?.[1];
  return extension === undefined ? "file" : `file.${extension}`;
}
