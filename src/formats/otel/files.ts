import type { FilePart } from "../../index.js";
import { base64Of, fileIdOf, mediaTypeOf, urlOf } from "../shared/files.js";
import { readSource } from "../shared/form.js";
import { mediaTypeOfName, parseDataUrl, URL_START } from "../shared/media.js";
import type { PlainObject } from "../shared/plain.js";
import { type Say, writeText } from "../shared/texts.js";
import { type FileType, FORMAT } from "./form.js";
import type { OtelModality } from "./types.js";

/** A kind of part that holds a file, the key that does, and what stands under it. */
export interface Holding {
  readonly type: FileType;
  readonly key: "content" | "uri" | "file_id";
  readonly text: string;
  /** What the data's own head says, where it is left out of the text. */
  readonly mediaType?: string;
}

const KEYS_OF: Readonly<Record<FileType, readonly Holding["key"][]>> = {
  blob: ["content"],
  uri: ["uri"],
  file: ["file_id"],
  file_data: ["uri", "file_id"],
};

/** Finds the file in a part of this kind, if there is one. */
export function findFile(part: PlainObject, type: FileType): Holding | undefined {
  for (const key of KEYS_OF[type]) {
    const text = part[key];
    if (typeof text === "string" && (text !== "" || key === "content")) return { type, key, text };
  }
  return undefined;
}

/** The data of a file that was found. */
export function dataOf({ key, text }: Holding): FilePart["data"] {
  if (key === "file_id") return { fileId: text };
  return key === "uri" || URL_START.test(text) ? { url: text } : text;
}

/**
 * Finds what holds a file. Data is shared, and encoded only where it is bytes.
 *
 * @param noted - the kind of part that the file came in, where it was noted
 */
export function holdFile(file: FilePart, noted?: unknown): Holding {
  const isOld = noted === "file_data";
  const fileId = fileIdOf(file);
  if (fileId !== undefined) return { type: isOld ? noted : "file", key: "file_id", text: fileId };
  const url = urlOf(file);
  if (url === undefined) return { type: "blob", key: "content", text: base64Of(file) };
  if (noted === "blob") return { type: noted, key: "content", text: url };
  const head = isOld || noted === "uri" ? undefined : parseDataUrl(url);
  if (head?.base64 !== true) return { type: isOld ? noted : "uri", key: "uri", text: url };
  return { type: "blob", key: "content", text: url.slice(head.start), mediaType: head.mediaType };
}

/** The kind of a file, as far as its type, its data or its name tell. */
export function modalityOf(file: FilePart): OtelModality {
  const mediaType = mediaTypeOf(file) ?? mediaTypeOfName(file.filename ?? urlOf(file) ?? "");
  if (mediaType === undefined) return "other";
  const [kind] = mediaType.toLowerCase().split("/", 1);
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "document";
}

/** The fields of a file's part. */
export function writeFile(given: FilePart, say: Say): PlainObject {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const source = readSource(file, FORMAT);
  const { type, key, text, ...head } = holdFile(file, source["type"]);
  const mediaType = file.mediaType || head.mediaType;
  return {
    type,
    ...(source["untold"] !== true && { modality: modalityOf(file) }),
    ...(mediaType && { mime_type: writeText(mediaType, say) }),
    [key]: writeText(text, say),
  };
}
