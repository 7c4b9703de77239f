import type { FilePart } from "../../index.js";
import { mediaTypeOf } from "../shared/files.js";
import { type SortedKeys, sortKeys, toSource } from "../shared/form.js";
import { readInputAudio } from "../shared/input-audio.js";
import { URL_START } from "../shared/media.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { textToUrl } from "../shared/text-files.js";
import { type FileForm, FORMAT, noteForm, PROVIDER } from "./form.js";

type Data = FilePart["data"];

/** A file as it was read from a block. */
interface Read {
  readonly data: Data;
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
  /** The keys of the block that the file tells. */
  readonly taken: readonly string[];
  readonly noted: Omit<FileForm, "block">;
  /** The keys of the object inside. */
  readonly inner?: SortedKeys;
}

/** Reads a block that holds a file; nothing where it holds none in a way that this release knows. */
export function readFile(block: PlainObject, type: string, at: Place): FilePart | undefined {
  const read = Object.hasOwn(READERS, type) ? READERS[type]!(block, at) : undefined;
  if (read === undefined) return undefined;
  const { data, mediaType, filename, taken, noted, inner } = read;
  const { form, kept } = sortKeys(block, [], ["type", ...taken], at);
  const all = { ...kept, ...(inner?.kept !== undefined && { inner: inner.kept }) };
  const known = mediaType ?? inferType(type, data, noted.plain === true);
  const isUntyped = mediaType === undefined && known !== undefined;
  return {
    type: "file",
    ...(known !== undefined && { mediaType: known }),
    ...(filename !== undefined && { filename }),
    data,
    ...(Object.keys(all).length > 0 && { providerMetadata: { [PROVIDER]: all } }),
    ...toSource(FORMAT, {
      ...noted,
      block: type,
      ...(isUntyped && { untyped: true as const }),
      ...noteForm("inner", inner?.form ?? {}),
      ...form,
    }),
  };
}

/** What the type of the block tells of a file whose media type is not given. */
function inferType(type: string, data: Data, isPlain: boolean): string | undefined {
  if (isPlain) return "text/plain";
  const kind = /^(image|audio|video)/.exec(type)?.[1];
  return kind === undefined ? undefined : mediaTypeOf({ type: "file", mediaType: `${kind}/*`, data });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

type Reader = (block: PlainObject, at: Place) => Read | undefined;

const readAny: Reader = (block, at) => readSource(block, at) ?? readData(block, at);

const READERS: Readonly<Record<string, Reader>> = {
  image_url: readImageUrl,
  input_audio: readSound,
  file: (block, at) => readOpenaiFile(block, at) ?? readAny(block, at),
  image: readAny,
  audio: readAny,
  video: readAny,
  document: readAny,
  "text-plain": readAny,
};

/** OpenAI's own: an address, as text or in an object. */
function readImageUrl(block: PlainObject, at: Place): Read | undefined {
  const given = block["image_url"];
  const taken = ["image_url"];
  if (isText(given)) return { data: { url: given }, taken, noted: { carrier: "image_url", bare: true } };
  const place = at.in("image_url");
  const object = isPlainObject(given) ? place.object(given) : undefined;
  if (object === undefined || !isText(object["url"])) return undefined;
  const inner = sortKeys(object, ["url"], ["url"], place);
  return { data: { url: object["url"] }, taken, noted: { carrier: "image_url" }, inner };
}

/** OpenAI's own: a sound. */
function readSound(block: PlainObject, at: Place): Read | undefined {
  const given = isPlainObject(block["input_audio"]) ? at.in("input_audio").object(block["input_audio"]) : undefined;
  if (!isText(given?.["data"]) || !isText(given["format"])) return undefined;
  const read = readInputAudio(block, at);
  if (read === undefined) return undefined;
  const { data, mediaType } = read.file;
  return { data, mediaType, taken: ["input_audio"], noted: { carrier: "input_audio" }, inner: read.keys };
}

/** OpenAI's own: a file, in an object. */
function readOpenaiFile(block: PlainObject, at: Place): Read | undefined {
  const place = at.in("file");
  const object = isPlainObject(block["file"]) ? place.object(block["file"]) : undefined;
  if (object === undefined) return undefined;
  const { file_data: data, file_id: fileId, filename } = object;
  if (!isText(data) && !isText(fileId)) return undefined;
  const taken = [isText(data) ? "file_data" : "file_id", ...(isText(filename) ? ["filename"] : [])];
  const held: Data = isText(data) ? (URL_START.test(data) ? { url: data } : data) : { fileId: fileId as string };
  return {
    data: held,
    filename: isText(filename) ? filename : undefined,
    taken: ["file"],
    noted: { carrier: "openai-file" },
    inner: sortKeys(object, ["file_data", "file_id", "filename"], taken, place),
  };
}

/** Anthropic's own: an object that says where the data is. */
function readSource(block: PlainObject, at: Place): Read | undefined {
  const place = at.in("source");
  const source = isPlainObject(block["source"]) ? place.object(block["source"]) : undefined;
  if (source === undefined) return undefined;
  const { type, data, url, file_id: fileId, media_type: mediaType } = source;
  const taken = ["type"];
  let held: Data | undefined;
  if (type === "base64" && isText(data) && !URL_START.test(data)) held = data;
  else if (type === "url" && isText(url)) held = { url };
  else if (type === "file" && isText(fileId)) held = { fileId };
  if (held === undefined) return undefined;
  taken.push(type === "base64" ? "data" : type === "url" ? "url" : "file_id");
  if (isText(mediaType)) taken.push("media_type");
  return {
    data: held,
    mediaType: isText(mediaType) ? mediaType : undefined,
    taken: ["source"],
    noted: { carrier: "anthropic" },
    inner: sortKeys(source, ["type", "media_type", "data", "url", "file_id"], taken, place),
  };
}

/** The library's own: data, an address or an id beside the type; the older form says which of them it is. */
function readData(block: PlainObject, at: Place): Read | undefined {
  const isOld = typeof block["source_type"] === "string";
  const typeKey = isOld ? "mime_type" : "mimeType";
  const found = isOld ? readOldCarrier(block) : readCarrier(block);
  if (found === undefined) return undefined;
  const mediaType = isText(block[typeKey]) ? block[typeKey] : undefined;
  const place = at.in("metadata");
  const metadata = isPlainObject(block["metadata"]) ? place.object(block["metadata"]) : undefined;
  const filename = metadata?.["filename"];
  const isNamed = isText(filename);
  return {
    data: found.data,
    mediaType,
    filename: isNamed ? filename : undefined,
    taken: [
      ...(isOld ? ["source_type"] : []),
      found.key,
      ...(mediaType === undefined ? [] : [typeKey]),
      ...(isNamed ? ["metadata"] : []),
    ],
    noted: { carrier: isOld ? "v0" : "v1", ...(found.plain === true && { plain: true as const }) },
    ...(isNamed && { inner: sortKeys(metadata!, ["filename"], ["filename"], place) }),
  };
}

interface Carried {
  readonly key: string;
  readonly data: Data;
  readonly plain?: true;
}

function readCarrier({ type, data, url, fileId, text }: PlainObject): Carried | undefined {
  if (data instanceof Uint8Array || (isText(data) && !URL_START.test(data))) return { key: "data", data };
  if (isText(url)) return { key: "url", data: { url } };
  if (isText(fileId)) return { key: "fileId", data: { fileId } };
  return type === "text-plain" && isText(text)
    ? { key: "text", data: { url: textToUrl(text) }, plain: true }
    : undefined;
}

function readOldCarrier({ source_type: kind, data, url, id, text }: PlainObject): Carried | undefined {
  if (kind === "base64" && isText(data) && !URL_START.test(data)) return { key: "data", data };
  if (kind === "url" && isText(url)) return { key: "url", data: { url } };
  if (kind === "id" && isText(id)) return { key: "id", data: { fileId: id } };
  return kind === "text" && isText(text) ? { key: "text", data: { url: textToUrl(text) }, plain: true } : undefined;
}
