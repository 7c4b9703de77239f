import type { FilePart } from "../../index.js";
import { audioFormatOf, base64Of, fileIdOf, mediaTypeOf, urlOf } from "../shared/files.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { urlToText } from "../shared/text-files.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { FORMAT, isFileBlock, PROVIDER } from "./form.js";
import type { Block } from "./writing.js";

/** Writes a file as the block that it came as, or as one of the library's own. */
export function writeFile(given: FilePart, say: Say): Block {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const source = readSource(file, FORMAT);
  const fields = writeFields(file, source, say);
  const { block } = source;
  const isOwn = fields !== undefined && isFileBlock(block) && fitsBlock(block, source["carrier"]);
  return writeObject({
    fields: isOwn ? { type: block, ...fields } : writeNew(file, say),
    form: isOwn ? readForm(source) : {},
    kept: isOwn ? metadataOf(file, PROVIDER) : undefined,
    onChange: () => say("converted", NOT_JSON),
  });
}

/** Whether a kind of block may hold its data so. */
function fitsBlock(block: string, carrier: unknown): boolean {
  if (carrier === "openai-file") return block === "file";
  if (block === "image_url" || block === "input_audio") return block === carrier;
  return carrier !== "image_url" && carrier !== "input_audio";
}

/** The fields of a block that came from here; nothing where it is none, or cannot hold the file any more. */
function writeFields(file: FilePart, source: PlainObject, say: Say): PlainObject | undefined {
  switch (source["carrier"]) {
    case "image_url": {
      const url = urlOf(file);
      if (url === undefined) return undefined;
      const text = writeText(url, say);
      return { image_url: source["bare"] === true ? text : writeInner(file, { url: text }, source, say) };
    }
    case "input_audio":
      return fileIdOf(file) === undefined
        ? { input_audio: writeInner(file, writeSound(file, say), source, say) }
        : undefined;
    case "openai-file":
      return { file: writeInner(file, writeOpenaiFile(file, say), source, say) };
    case "anthropic":
      return { source: writeInner(file, writeSource(file, say), source, say) };
    case "v1":
    case "v0":
      return writeData(file, source, say);
    default:
      return undefined;
  }
}

function writeInner(file: FilePart, fields: PlainObject, source: PlainObject, say: Say): Block {
  const kept = getOwn(metadataOf(file, PROVIDER), "inner");
  return writeObject({
    fields,
    form: readForm(source["inner"]),
    kept: isPlainObject(kept) ? kept : undefined,
    onChange: () => say("converted", NOT_JSON),
  });
}

function writeSound(file: FilePart, say: Say): PlainObject {
  const format = getOwn(getOwn(metadataOf(file, PROVIDER), "inner"), "format");
  return {
    data: writeText(urlOf(file) ?? base64Of(file), say),
    format: writeText(typeof format === "string" && format !== "" ? format : audioFormatOf(file.mediaType ?? ""), say),
  };
}

function writeOpenaiFile(file: FilePart, say: Say): PlainObject {
  const fileId = fileIdOf(file);
  return {
    ...(fileId === undefined
      ? { file_data: writeText(urlOf(file) ?? base64Of(file), say) }
      : { file_id: writeText(fileId, say) }),
    ...(file.filename !== undefined && { filename: writeText(file.filename, say) }),
  };
}

function writeSource(file: FilePart, say: Say): PlainObject {
  const url = urlOf(file);
  const fileId = fileIdOf(file);
  const mediaType = writeType("media_type", file, readSource(file, FORMAT), say);
  if (url !== undefined) return { type: "url", ...mediaType, url: writeText(url, say) };
  if (fileId !== undefined) return { type: "file", ...mediaType, file_id: writeText(fileId, say) };
  return { type: "base64", ...mediaType, data: writeText(base64Of(file), say) };
}

function writeData(file: FilePart, source: PlainObject, say: Say): PlainObject {
  const isOld = source["carrier"] === "v0";
  const [kind, held] = writeHeld(file, isOld, source["plain"] === true, say);
  return {
    ...(isOld && { source_type: kind }),
    ...held,
    ...writeType(isOld ? "mime_type" : "mimeType", file, source, say),
    ...(file.filename !== undefined && {
      metadata: writeInner(file, { filename: writeText(file.filename, say) }, source, say),
    }),
  };
}

/** What holds the data, and what the older form calls that. */
function writeHeld(file: FilePart, isOld: boolean, isPlain: boolean, say: Say): readonly [string, PlainObject] {
  const url = urlOf(file);
  const fileId = fileIdOf(file);
  if (url !== undefined && isPlain) return ["text", { text: writeText(urlToText(url), say) }];
  if (url !== undefined) return ["url", { url: writeText(url, say) }];
  if (fileId !== undefined) return ["id", { [isOld ? "id" : "fileId"]: writeText(fileId, say) }];
  return ["base64", { data: file.data instanceof Uint8Array && !isOld ? file.data : writeBase64(file, say) }];
}

/** The media type, but for one that only the type of the block told. */
function writeType(key: string, { mediaType }: FilePart, source: PlainObject, say: Say): PlainObject {
  return mediaType === undefined || source["untyped"] === true ? {} : { [key]: writeText(mediaType, say) };
}

function writeBase64(file: FilePart, say: Say): string {
  return writeText(base64Of(file), say);
}

/** A file from elsewhere, as a block of the library's own. */
function writeNew(file: FilePart, say: Say): PlainObject {
  const { filename } = file;
  const url = urlOf(file);
  const fileId = fileIdOf(file);
  const known = mediaTypeOf(file);
  const isData = url === undefined && fileId === undefined;
  if (isData && known === undefined) say("converted", "file of unknown type, sent as application/octet-stream");
  const mimeType = known ?? (isData ? "application/octet-stream" : undefined);
  const kind = /^(image|audio|video)\//i.exec(mimeType ?? "")?.[1]?.toLowerCase() ?? "file";
  return {
    type: kind,
    ...(mimeType !== undefined && { mimeType: writeText(mimeType, say) }),
    ...(url !== undefined
      ? { url: writeText(url, say) }
      : fileId !== undefined
        ? { fileId: writeText(fileId, say) }
        : { data: writeBase64(file, say) }),
    ...(filename !== undefined && { metadata: { filename: writeText(filename, say) } }),
  };
}
