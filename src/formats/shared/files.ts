import type { FilePart } from "../../index.js";
import { metadataOf } from "./form.js";
import { bytesToBase64, mediaTypeOfName, parseDataUrl, sniffBase64 } from "./media.js";

/** The address of a file: of the web, or a data URL. */
export function urlOf(file: FilePart): string | undefined {
  return typeof file.data === "object" && "url" in file.data ? file.data.url : undefined;
}

/** The id of a file that a provider stores. */
export function fileIdOf(file: FilePart): string | undefined {
  return typeof file.data === "object" && "fileId" in file.data ? file.data.fileId : undefined;
}

/** Whether a provider is the one that stores the file. The names of its formats begin with its own. */
export function isStoredBy(provider: string, file: FilePart): boolean {
  const source = (file.source as { format?: unknown } | undefined)?.format;
  return metadataOf(file, provider) !== undefined || (typeof source === "string" && source.startsWith(`${provider}-`));
}

/** The data of a file as base64. O(bytes) where it is not text already. */
export function base64Of(file: FilePart): string {
  return file.data instanceof Uint8Array ? bytesToBase64(file.data) : (file.data as string);
}

/** A file as a data URL. Where its type is unknown, the notes say so. */
export function toDataUrl(file: FilePart, notes: string[]): string {
  const mediaType = mediaTypeOf(file);
  if (mediaType === undefined) notes.push("file of unknown type, sent as application/octet-stream");
  return `data:${mediaType ?? "application/octet-stream"};base64,${base64Of(file)}`;
}

/** The media type that is given, or what the data tells where none is, or one that stands for many. */
export function mediaTypeOf(file: FilePart): string | undefined {
  if (file.mediaType !== undefined && file.mediaType !== "" && !file.mediaType.endsWith("/*")) return file.mediaType;
  const { data } = file;
  const url = urlOf(file);
  if (url !== undefined) return parseDataUrl(url)?.mediaType || file.mediaType;
  if (typeof data === "string") return sniffBase64(data) ?? file.mediaType;
  return data instanceof Uint8Array
    ? (sniffBase64(bytesToBase64(data.subarray(0, 12))) ?? file.mediaType)
    : file.mediaType;
}

/** Whether an address of the web leads to a picture, as far as it or its media type tell. */
export function isImageUrl(file: FilePart, url: string): boolean {
  return /^image\//i.test(file.mediaType ?? mediaTypeOfName(url) ?? "");
}

/** A name for a file that has none, which its type tells. */
export function nameForType(mediaType: string | undefined): string {
  const extension = /\/([a-z0-9]{1,5})$/i.exec(mediaType ?? "")?.[1];
  return extension === undefined ? "file" : `file.${extension}`;
}

/** How OpenAI names a kind of sound. */
export function audioFormatOf(mediaType: string): string {
  return knownAudioFormat(mediaType) ?? mediaType.replace(/^audio\//, "");
}

/** The name of a kind of sound that OpenAI takes. */
export function knownAudioFormat(mediaType: string): "wav" | "mp3" | undefined {
  if (/^audio\/(x-|vnd\.)?wave?$/i.test(mediaType)) return "wav";
  return /^audio\/(mpeg|mp3)$/i.test(mediaType) ? "mp3" : undefined;
}
