import type { FilePart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { base64Of, fileIdOf, isImageUrl, isStoredBy, mediaTypeOf, urlOf } from "../shared/files.js";
import { wellFormed } from "../shared/ids.js";
import { fromBase64, mediaTypeOfName, parseDataUrl } from "../shared/media.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { NOT_JSON, type Say, SURROGATES, UNNAMED } from "../shared/texts.js";
import { urlToText } from "../shared/text-files.js";
import { fileLine } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";

/** A file as a block, or as text where there is no such block. */
export type WrittenFile = { readonly block: Record<string, unknown> } | { readonly text: string };

const IMAGES: readonly unknown[] = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/**
 * The type of block that holds a file, if there is one.
 *
 * @param isOwn - whether the provider itself stores a file that is known by its id
 */
export function inferFile(file: FilePart, isOwn: boolean): "image" | "document" | undefined {
  const mediaType = mediaTypeFor(file);
  if (fileIdOf(file) !== undefined) {
    if (!isOwn) return undefined;
    return mediaType?.startsWith("image/") === true ? "image" : "document";
  }
  const url = urlOf(file);
  const head = url === undefined ? undefined : parseDataUrl(url);
  if (url !== undefined && head === undefined) {
    if (!/^https?:/i.test(url)) return undefined;
    if (isImageUrl(file, url)) return "image";
    return (mediaType ?? mediaTypeOfName(url)) === "application/pdf" ? "document" : undefined;
  }
  if (isText(mediaType)) return "document";
  if (head?.base64 === false) return undefined;
  if (IMAGES.includes(mediaType)) return "image";
  return mediaType === "application/pdf" ? "document" : undefined;
}

/** Whether a file of this type is sent as text where nothing else is noted. */
export function isText(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /^text\/plain(;|$)/i.test(mediaType);
}

function mediaTypeFor(file: FilePart): string | undefined {
  const mediaType = mediaTypeOf(file);
  return mediaType === "image/jpg" ? "image/jpeg" : mediaType;
}

/** Writes a file. Base64 is not looked into, but for plain text, which the endpoint takes as text. */
export function writeFile(given: FilePart, say: Say): WrittenFile {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const noted = readSource(file, FORMAT);
  const isOwn = isStoredBy(PROVIDER, file) || noted["format"] === FORMAT;
  const isStored = fileIdOf(file) !== undefined;
  const marked = (["image", "document"] as const).find((type) => type === noted["type"]);
  const type = isStored && !isOwn ? undefined : (marked ?? inferFile(file, isOwn));
  const fields = type === undefined ? undefined : sourceOf(file, type, noted);
  if (fields === undefined) {
    say("converted", "file that the endpoint does not take, named in text");
    return { text: wellFormed(fileLine(file)) };
  }
  if (fields["media_type"] === "image/jpeg" && file.mediaType === "image/jpg")
    say("converted", "media type image/jpg, which the endpoint knows as image/jpeg");
  if (noted["dataUrl"] === true && fields["type"] === "base64") say("converted", "data URL, sent as base64 alone");
  const onChange = (): void => say("converted", NOT_JSON);
  for (const key of Object.keys(fields)) {
    const sound = wellFormed(fields[key]!);
    if (sound !== fields[key]) say("converted", SURROGATES);
    fields[key] = sound;
  }
  const metadata = metadataOf(file, PROVIDER);
  const kept = getOwn(metadata, "source");
  const source = writeObject({
    fields,
    form: readForm(noted["inner"]),
    kept: isPlainObject(kept) ? kept : undefined,
    guarded: ["type", "media_type", "data", "url", "file_id"],
    onChange,
  });
  const title = type === "document" && file.filename !== undefined ? wellFormed(file.filename) : "";
  if (title !== "" && title !== file.filename) say("converted", SURROGATES);
  if (type === "image" && file.filename !== undefined) say("converted", UNNAMED);
  const block = writeObject({
    fields: { type, source, ...(title !== "" && { title }), ...cacheOf(metadata) },
    form: readForm(noted),
    kept: metadata,
    guarded: ["type", "source"],
    onChange,
  });
  return { block };
}

/** The mark of a part whose prompt is to be cached up to there. */
export function cacheOf(metadata: PlainObject | undefined): { cache_control?: Record<string, unknown> } {
  const mark = getOwn(metadata, "cacheControl");
  if (!isPlainObject(mark) || typeof mark["type"] !== "string") return {};
  return { cache_control: writeObject({ fields: mark, onChange: () => {} }) };
}

function sourceOf(file: FilePart, type: "image" | "document", noted: PlainObject): Record<string, string> | undefined {
  const fileId = fileIdOf(file);
  if (fileId !== undefined) return { type: "file", file_id: fileId };
  const url = urlOf(file);
  const head = url === undefined ? undefined : parseDataUrl(url);
  if (url !== undefined && head === undefined) return { type: "url", url };
  const mediaType = noted["type"] === type ? file.mediaType : mediaTypeFor(file);
  if (isText(mediaType) && noted["carrier"] !== "base64") {
    const data = decodeText(file, url, head);
    return data === undefined ? undefined : { type: "text", media_type: "text/plain", data };
  }
  if (head?.base64 === false) return undefined;
  const data = head === undefined ? base64Of(file) : url!.slice(head.start);
  return { type: "base64", media_type: mediaType ?? "", data };
}

function decodeText(
  file: FilePart,
  url: string | undefined,
  head: { readonly base64: boolean; readonly start: number } | undefined,
): string | undefined {
  if (url !== undefined && head?.base64 === false) return urlToText(url);
  try {
    const bytes = file.data instanceof Uint8Array ? file.data : fromBase64(url?.slice(head?.start) ?? base64Of(file));
    return bytes === undefined ? undefined : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
