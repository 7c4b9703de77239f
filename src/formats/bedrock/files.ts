import type { FilePart } from "../../index.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { base64Of, mediaTypeOf, urlOf } from "../shared/files.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import { fromBase64, mediaTypeOfName, parseDataUrl } from "../shared/media.js";
import { NOT_JSON, type Say, SURROGATES, UNNAMED } from "../shared/texts.js";
import { urlToText } from "../shared/text-files.js";
import { fileLine } from "../shared/wording.js";
import { carryBytes } from "./bytes.js";
import { type FileMember, FORMAT, PROVIDER, writeUnion } from "./form.js";

/** The media type of each format, by the kind of block that holds it. */
const MEDIA_TYPES: Readonly<Record<FileMember, Readonly<Record<string, string>>>> = {
  image: { png: "image/png", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp" },
  document: {
    pdf: "application/pdf",
    csv: "text/csv",
    doc: "application/msword",
    docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    xls: "application/vnd.ms-excel",
    xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    html: "text/html",
    txt: "text/plain",
    md: "text/markdown",
  },
  video: {
    mkv: "video/x-matroska",
    mov: "video/quicktime",
    mp4: "video/mp4",
    webm: "video/webm",
    flv: "video/x-flv",
    mpeg: "video/mpeg",
    mpg: "video/mpg",
    wmv: "video/x-ms-wmv",
    three_gp: "video/3gpp",
  },
  audio: {
    mp3: "audio/mpeg",
    wav: "audio/wav",
    aac: "audio/aac",
    flac: "audio/flac",
    ogg: "audio/ogg",
    opus: "audio/opus",
    webm: "audio/webm",
    m4a: "audio/mp4",
  },
};

const NAME = /^[A-Za-z0-9\-()[\]]+(?:\s[A-Za-z0-9\-()[\]]+)*$/;
const MAX_NAME = 200;
/** What is told of a document whose name the service refuses, or that another one has. */
export const RENAMED = "name of a document, written so that the service takes it";

/** The media type that a format stands for. */
export function mediaTypeOfFormat(member: FileMember, format: string): string {
  const known = MEDIA_TYPES[member];
  return Object.hasOwn(known, format) ? known[format]! : `${member === "document" ? "application" : member}/${format}`;
}

/** The kind of block and the format that hold a file, if there are any. */
export function inferFormat(file: FilePart): { readonly member: FileMember; readonly format: string } | undefined {
  const url = urlOf(file);
  const named = file.filename ?? (url !== undefined && parseDataUrl(url) === undefined ? url : undefined);
  const given = mediaTypeOf(file) ?? (named === undefined ? undefined : mediaTypeOfName(named));
  const mediaType = given?.split(";", 1)[0]!.toLowerCase();
  const wanted = mediaType === "image/jpg" ? "image/jpeg" : mediaType === "audio/mp3" ? "audio/mpeg" : mediaType;
  for (const member of ["image", "document", "video", "audio"] as const) {
    const known = MEDIA_TYPES[member];
    const format = Object.keys(known).find((key) => known[key] === wanted);
    if (format !== undefined) return { member, format };
  }
  return undefined;
}

/** A name in the letters that the service takes; a fixed one where nothing is left. */
export function writeName(name: string): string {
  if (NAME.test(name) && name.length <= MAX_NAME) return name;
  const readable = name
    .replace(/[^A-Za-z0-9\-()[\]\s]+/g, "-")
    .replace(/\s+/g, " ")
    .slice(0, MAX_NAME)
    .trim();
  return readable === "" ? "document" : readable;
}

/** What is written of a file: a kind of block and the object in it. */
export interface WrittenFile {
  readonly member: FileMember;
  readonly value: Record<string, unknown>;
}

/** Writes a file, where the service takes it from here: bytes, or a place in its own storage. */
export function writeFile(given: FilePart, nameOf: (name: string) => string, say: Say): WrittenFile | undefined {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const source = readSource(file, FORMAT);
  const inferred = inferFormat(file);
  const marked = (["image", "document", "video", "audio"] as const).find((known) => known === source["member"]);
  const noted = source["fileFormat"];
  const member = marked ?? inferred?.member;
  // A kind that is noted without a format came without one.
  const format = typeof noted === "string" ? noted : marked === undefined ? inferred?.format : undefined;
  const fields = member === undefined ? undefined : sourceOf(file, source, say);
  if (member === undefined || fields === undefined || (format === undefined && marked === undefined)) return undefined;
  const metadata = metadataOf(file, PROVIDER);
  const onChange = (): void => say("converted", NOT_JSON);
  const [carrier] = Object.keys(fields);
  const inner = writeUnion(carrier!, fields[carrier!], source["inner"]);
  if (member !== "document" && file.filename !== undefined) say("converted", UNNAMED);
  const name = member !== "document" ? undefined : nameFor(file, nameOf, say);
  const value = writeObject({
    fields: { ...(format !== undefined && { format }), ...(name !== undefined && { name }), source: inner },
    form: readForm(source),
    kept: metadata,
    guarded: ["format", "name", "source"],
    onChange,
  });
  return { member, value };
}

function nameFor(file: FilePart, nameOf: (name: string) => string, say: Say): string {
  const filename = file.filename ?? "";
  const name = nameOf(writeName(filename));
  if (name !== filename) say("converted", RENAMED);
  return name;
}

/** The `source` of a file, or nothing where the service cannot get it. */
function sourceOf(
  file: FilePart,
  noted: Readonly<Record<string, unknown>>,
  say: Say,
): Record<string, unknown> | undefined {
  const url = urlOf(file);
  const head = url === undefined ? undefined : parseDataUrl(url);
  if (url !== undefined && head === undefined) {
    if (!/^s3:/i.test(url)) return undefined;
    const uri = wellFormed(url);
    if (uri !== url) say("converted", SURROGATES);
    const kept = getOwn(metadataOf(file, PROVIDER), "s3Location");
    const place = writeObject({
      fields: { uri },
      form: readForm(noted["place"]),
      kept: isPlainObject(kept) ? kept : undefined,
      guarded: ["uri"],
      onChange: () => say("converted", NOT_JSON),
    });
    return { s3Location: place };
  }
  if (typeof file.data === "object" && "fileId" in file.data) return undefined;
  if (noted["bytes"] === "text" && typeof file.data === "string") return { bytes: file.data };
  if (noted["carrier"] === "text" && url !== undefined && head?.base64 === false) {
    const text = wellFormed(urlToText(url));
    if (text !== urlToText(url)) say("converted", SURROGATES);
    return { text };
  }
  const bytes = bytesOf(file, url, head);
  if (bytes === undefined) return undefined;
  return { bytes: carryBytes(bytes, noted["bytes"]) };
}

function bytesOf(
  file: FilePart,
  url: string | undefined,
  head: { readonly base64: boolean; readonly start: number } | undefined,
): Uint8Array | undefined {
  if (file.data instanceof Uint8Array) return file.data.slice();
  if (url === undefined) return fromBase64(standard(base64Of(file)));
  if (head?.base64 === true) return fromBase64(standard(url.slice(head.start)));
  return new TextEncoder().encode(urlToText(url));
}

/** Base64 in its standard alphabet, without line breaks and with its padding. */
function standard(base64: string): string {
  const plain = base64.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=");
}

/** A line that names a file where it cannot be. */
export function nameLine(file: FilePart): string {
  return wellFormed(fileLine(file));
}
