import type { FilePart } from "../../index.js";
import {
  audioFormatOf,
  base64Of,
  fileIdOf,
  isImageUrl,
  isStoredBy,
  knownAudioFormat,
  mediaTypeOf,
  nameForType,
  toDataUrl,
  urlOf,
} from "../shared/files.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import { parseDataUrl } from "../shared/media.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { UNNAMED } from "../shared/texts.js";
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
  if (fileIdOf(file) !== undefined) return "file";
  if (url !== undefined && parseDataUrl(url) === undefined) {
    return isImageUrl(file, url) && /^https?:/i.test(url) ? "image_url" : undefined;
  }
  const mediaType = mediaTypeOf(file) ?? "";
  if (/^image\//i.test(mediaType)) return "image_url";
  const isBase64 = url === undefined || parseDataUrl(url)?.base64 === true;
  return isBase64 && knownAudioFormat(mediaType) !== undefined ? "input_audio" : "file";
}

/** Writes a file. Data is never looked into, and copied only where bytes have to become text. */
export function writeFile(given: FilePart): WrittenFile {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const source = readSource(file, FORMAT);
  const marked = (["image_url", "input_audio", "file"] as const).find((known) => known === source["type"]);
  const type =
    fileIdOf(file) !== undefined ? (isStoredBy(PROVIDER, file) ? "file" : undefined) : (marked ?? inferType(file));
  if (type === undefined)
    return { text: fileLine(file), notes: ["file that the provider cannot fetch, named in text"] };
  const notes: string[] = [];
  const metadata = metadataOf(file, PROVIDER);
  const kept = getOwn(metadata, type);
  const onChange = (): void => void notes.push("values that JSON cannot hold, in their JSON form");
  if (type !== "file" && file.filename !== undefined) notes.push(UNNAMED);
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
    const data = url === undefined ? base64Of(file) : head?.base64 === true && isForeign ? url.slice(head.start) : url;
    const known = getOwn(getOwn(metadataOf(file, PROVIDER), "input_audio"), "format");
    return { data, format: typeof known === "string" ? known : audioFormatOf(mediaTypeOf(file) ?? "") };
  },
  file: (file, isBare, notes) => {
    const { data, filename = "" } = file;
    if (typeof data === "object" && "fileId" in data) {
      return { ...(filename !== "" && { filename }), file_id: data.fileId };
    }
    if (filename === "") notes.push("file without a name, given one");
    return {
      filename: filename || nameForType(mediaTypeOf(file)),
      file_data: urlOf(file) ?? (isBare && typeof data === "string" ? data : toDataUrl(file, notes)),
    };
  },
};
