import type { FilePart } from "../../index.js";
import {
  audioFormatOf,
  base64Of,
  fileIdOf,
  isImageUrl,
  isStoredBy,
  mediaTypeOf,
  nameForType,
  toDataUrl,
  urlOf,
} from "../shared/files.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import { parseDataUrl } from "../shared/media.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { NOT_JSON, SURROGATES, UNNAMED } from "../shared/texts.js";
import { fileLine } from "../shared/wording.js";
import { CARRIERS, FORMAT, PROVIDER } from "./form.js";
import { isText } from "./kinds.js";

/** The kinds of part that hold a file. */
type FileType = "input_image" | "input_file" | "input_audio";

/** A file as a part, or as text where there is no such part. */
export type WrittenFile =
  | { readonly part: Record<string, unknown>; readonly notes: readonly string[] }
  | { readonly text: string; readonly notes: readonly string[] };

/** The kind of part that holds a file, or why there is none. */
function typeOf(file: FilePart, isResult: boolean): FileType | { readonly why: string } {
  const source = readSource(file, FORMAT);
  const marked = source["type"] === "file_url" ? "input_file" : source["type"];
  const mediaType = mediaTypeOf(file) ?? "";
  const isImage = /^image\//i.test(mediaType);
  if (marked === "input_audio" && !isResult && fileIdOf(file) === undefined) return "input_audio";
  if (fileIdOf(file) !== undefined) {
    if (!isStoredBy(PROVIDER, file)) return { why: "file that another provider stores, named in text" };
    return marked === "input_image" || (marked !== "input_file" && isImage) ? "input_image" : "input_file";
  }
  if (marked === "input_image" || marked === "input_file") return marked;
  if (/^(audio|video)\//i.test(mediaType)) return { why: "sound or video, which has no place here, named in text" };
  const url = urlOf(file);
  if (url === undefined || parseDataUrl(url) !== undefined) return isImage ? "input_image" : "input_file";
  if (!/^https?:/i.test(url)) return { why: "file that the provider cannot fetch, named in text" };
  return isImageUrl(file, url) ? "input_image" : "input_file";
}

/**
 * Writes a file. Data is never looked into, and copied only where bytes have to become text.
 *
 * @param isResult - whether a tool gave it back
 */
export function writeFile(given: FilePart, isResult: boolean): WrittenFile {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const type = typeOf(file, isResult);
  if (typeof type === "object") return { text: fileLine(file), notes: [type.why] };
  const notes: string[] = [];
  const metadata = metadataOf(file, PROVIDER);
  const kept = getOwn(metadata, "part");
  const known: PlainObject = isPlainObject(kept) ? kept : {};
  if (type !== "input_file" && file.filename !== undefined) notes.push(UNNAMED);
  const fields = WRITERS[type](file, notes);
  const part = writeObject({
    fields: { type, ...soundOf(fields, notes) },
    form: readForm(readSource(file, FORMAT)),
    kept: known,
    guarded: [
      "type",
      "input_audio",
      ...Object.values(CARRIERS)
        .flat()
        .filter((key) => typeof known[key] !== "string"),
    ],
    onChange: () => notes.push(NOT_JSON),
  });
  return { part, notes };
}

/** The texts of an object without lone surrogates. */
function soundOf(fields: PlainObject, notes: string[]): Record<string, unknown> {
  const sound: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    sound[key] = typeof value === "string" ? wellFormed(value) : value;
    if (sound[key] !== value) notes.push(SURROGATES);
  }
  return sound;
}

const WRITERS: Readonly<Record<FileType, (file: FilePart, notes: string[]) => PlainObject>> = {
  input_image: (file, notes) => {
    const given = getOwn(metadataOf(file, PROVIDER), "imageDetail");
    const isOwn = readSource(file, FORMAT)["type"] === "input_image";
    const detail = isText(given) ? given : isOwn ? undefined : "auto";
    const fileId = fileIdOf(file);
    const carrier = fileId === undefined ? { image_url: urlOf(file) ?? toDataUrl(file, notes) } : { file_id: fileId };
    return { ...(detail !== undefined && { detail }), ...carrier };
  },
  input_file: (file, notes) => {
    const { data, filename = "" } = file;
    const source = readSource(file, FORMAT);
    const name = filename !== "" && { filename };
    const fileId = fileIdOf(file);
    if (fileId !== undefined) return { ...name, file_id: fileId };
    const url = urlOf(file);
    const isAddress = source["type"] === "input_file" ? false : source["type"] === "file_url" || !isData(url);
    if (url !== undefined && isAddress) return { ...name, file_url: url };
    const isNamed = filename !== "" || source["type"] === "input_file";
    if (!isNamed) notes.push("file without a name, given one");
    return {
      ...(isNamed ? name : { filename: nameForType(mediaTypeOf(file)) }),
      file_data: url ?? (source["bareData"] === true && typeof data === "string" ? data : toDataUrl(file, notes)),
    };
  },
  input_audio: (file, notes) => {
    const kept = getOwn(metadataOf(file, PROVIDER), "input_audio");
    const format = getOwn(kept, "format");
    const inner = writeObject({
      fields: soundOf(
        {
          data: urlOf(file) ?? base64Of(file),
          format: isText(format) ? format : audioFormatOf(mediaTypeOf(file) ?? ""),
        },
        notes,
      ),
      form: readForm(readSource(file, FORMAT)["inner"]),
      kept: isPlainObject(kept) ? kept : undefined,
      onChange: () => notes.push(NOT_JSON),
    });
    return { input_audio: inner };
  },
};

function isData(url: string | undefined): boolean {
  return url === undefined || parseDataUrl(url) !== undefined;
}
