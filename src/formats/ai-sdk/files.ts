import type { FilePart } from "../../index.js";
import { base64Of, fileIdOf, isImageUrl, mediaTypeOf, urlOf } from "../shared/files.js";
import { metadataOf, readSource } from "../shared/form.js";
import { parseDataUrl, URL_START } from "../shared/media.js";
import { isPlainObject } from "../shared/plain.js";
import { NOT_JSON, type Say, UNNAMED, writeText } from "../shared/texts.js";
import { fileLine } from "../shared/wording.js";
import { writeCarrier } from "./carriers.js";
import { FORMAT, PROVIDER } from "./form.js";
import { type Message, plainText, writePart, type Writing } from "./writing.js";

/** Writes a file as a part of a message; nothing where the SDK cannot hold it. */
export function writeFile(given: FilePart, role: string, writing: Writing, say: Say): Message | undefined {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const { isOld } = writing;
  const source = readSource(file, FORMAT);
  const type = typeFor(source["type"], role, isOld);
  if (source["type"] === "reasoning-file" && type === "file")
    say("converted", "file of the model's reasoning, written as a file");
  else if (source["type"] === "image" && type === "file")
    say("converted", "image, which only user messages hold, written as a file");
  const noted = isOld ? { carrier: source["carrier"] } : source;
  if (isOld && source["tag"] !== undefined) say("converted", "tagged data, written as version 5 takes it");
  const kept = isOld ? undefined : metadataOf(file, PROVIDER);
  const data = writeCarrier(file.data, noted, kept, () => say("converted", NOT_JSON));
  if (data === undefined) {
    say("dropped", "file that only a provider's storage holds");
    return undefined;
  }
  const url = urlOf(file);
  if (url !== undefined && !URL_START.test(url)) {
    say("converted", "file that cannot be fetched, named in text");
    return plainText(fileLine(file));
  }
  const held = typeof data === "string" ? writeText(data, say) : data;
  const isUntyped = type === "image" && source["untyped"] === true;
  const fields = {
    type,
    [type === "image" ? "image" : "data"]: held,
    ...(!isUntyped && { mediaType: writeMediaType(file, say) }),
    ...(file.filename !== undefined && type !== "image" && { filename: writeText(file.filename, say) }),
  };
  return writePart(file, fields, ["filename"], writing, say);
}

function typeFor(type: unknown, role: string, isOld: boolean): "file" | "image" | "reasoning-file" {
  if (type === "image" && role !== "assistant") return type;
  return type === "reasoning-file" && role !== "user" && !isOld ? type : "file";
}

/** The media type, which every file has here. */
function writeMediaType(file: FilePart, say: Say): string {
  if (file.mediaType !== undefined) return writeText(file.mediaType, say);
  const known = mediaTypeOf(file);
  say(
    "converted",
    known === undefined
      ? "file of unknown type, sent as application/octet-stream"
      : `file without a media type, sent as ${known}`,
  );
  return known ?? "application/octet-stream";
}

/** Kinds of file in the content of a result, by what they hold. */
const DATA_ITEMS: readonly unknown[] = ["media", "file-data", "image-data"];
const URL_ITEMS: readonly unknown[] = ["file-url", "image-url"];
const ID_ITEMS: readonly unknown[] = ["file-id", "image-file-id"];

/** Writes a file in the content of a result; nothing where the SDK cannot hold it. */
export function writeFileItem(given: FilePart, writing: Writing, say: Say): Message | undefined {
  const file = { ...given };
  const { isOld } = writing;
  const { type } = readSource(file, FORMAT);
  const url = urlOf(file);
  const fileId = fileIdOf(file);
  if (type === "file" && !isOld) return writeTagged(file, writing, say);
  if (fileId !== undefined) {
    if (!isOld && ID_ITEMS.includes(type))
      return writeItem(file, { type, fileId: writeText(fileId, say) }, writing, say);
    say("dropped", "file that only a provider's storage holds");
    return undefined;
  }
  if (!isOld && URL_ITEMS.includes(type) && url !== undefined) {
    return writeItem(
      file,
      { type, url: writeText(url, say), ...typeOf(file, say), ...nameOf(file, say) },
      writing,
      say,
    );
  }
  if (DATA_ITEMS.includes(type) && (!isOld || type === "media")) {
    const data = writeText(url ?? base64Of(file), say);
    return writeItem(file, { type, data, mediaType: writeMediaType(file, say), ...nameOf(file, say) }, writing, say);
  }
  return writeForeignItem(file, url, writing, say);
}

function writeForeignItem(file: FilePart, url: string | undefined, writing: Writing, say: Say): Message {
  const { isOld } = writing;
  const head = url === undefined ? undefined : parseDataUrl(url);
  if (url === undefined || head?.base64 === true) {
    const mediaType = (file.mediaType === undefined ? undefined : mediaTypeOf(file)) ?? writeMediaType(file, say);
    const isImage = /^image\//i.test(mediaType);
    const type = isOld ? "media" : isImage ? "image-data" : "file-data";
    const named = file.filename === undefined ? {} : { filename: writeText(file.filename, say) };
    if (type !== "file-data" && file.filename !== undefined) say("converted", UNNAMED);
    const data = head === undefined ? base64Of(file) : url!.slice(head.start);
    return writeItem(
      file,
      { type, data: writeText(data, say), mediaType, ...(type === "file-data" && named) },
      writing,
      say,
    );
  }
  if (isOld || !URL.canParse(url)) {
    say("converted", "file that cannot be fetched, named in text");
    return plainText(fileLine(file));
  }
  if (file.filename !== undefined) say("converted", UNNAMED);
  if (isImageUrl(file, url)) return writeItem(file, { type: "image-url", url: writeText(url, say) }, writing, say);
  const { mediaType } = file;
  const fields = { type: "file-url", url: writeText(url, say), ...(mediaType !== undefined && { mediaType }) };
  return writeItem(file, fields, writing, say);
}

function writeTagged(file: FilePart, writing: Writing, say: Say): Message | undefined {
  const source = readSource(file, FORMAT);
  const data = writeCarrier(file.data, source, metadataOf(file, PROVIDER), () => say("converted", NOT_JSON));
  if (data === undefined) {
    say("dropped", "file that only a provider's storage holds");
    return undefined;
  }
  return writeItem(file, { type: "file", data, ...typeOf(file, say), ...nameOf(file, say) }, writing, say);
}

/** The media type where an item may do without one. */
function typeOf(file: FilePart, say: Say): { mediaType?: string } {
  if (file.mediaType === undefined || readSource(file, FORMAT)["untyped"] === true) return {};
  return { mediaType: writeText(file.mediaType, say) };
}

function nameOf(file: FilePart, say: Say): { filename?: string } {
  return file.filename === undefined ? {} : { filename: writeText(file.filename, say) };
}

function writeItem(file: FilePart, fields: Readonly<Record<string, unknown>>, writing: Writing, say: Say): Message {
  const isForeign = !isPlainObject(file.source) || readSource(file, FORMAT)["type"] !== fields["type"];
  const part = isForeign ? { ...file, source: undefined } : file;
  return writePart(part as FilePart, fields, ["mediaType", "filename"], writing, say);
}
