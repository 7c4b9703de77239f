import type { FilePart } from "../../index.js";
import { base64Of, fileIdOf, isStoredBy, mediaTypeOf, urlOf } from "../shared/files.js";
import { readSource } from "../shared/form.js";
import { bytesToBase64, mediaTypeOfName, parseDataUrl } from "../shared/media.js";
import { UNNAMED, writeText } from "../shared/texts.js";
import { urlToText } from "../shared/text-files.js";
import { type FileMember, FORMAT, PROVIDER } from "./form.js";
import { surround, type Telling, writeInner } from "./writing.js";

/** The media type that is sent with a file which came from elsewhere, if it can be told. */
export function mediaTypeFor(file: FilePart): string | undefined {
  const url = urlOf(file);
  const named = file.filename ?? (url !== undefined && parseDataUrl(url) === undefined ? url : undefined);
  const given = mediaTypeOf(file);
  const isWhole = given !== undefined && given !== "" && !given.endsWith("/*");
  return isWhole ? given : named === undefined ? undefined : mediaTypeOfName(named);
}

/** Writes a part that holds a file; nothing where the provider could not get it from here. */
export function writeFile(given: FilePart, telling: Telling): Record<string, unknown> | undefined {
  // Bytes are copied at each read of the part, so it is read once.
  const file = { ...given };
  const written = fieldsOf(file);
  if (written === undefined) return undefined;
  const { member, fields } = written;
  if (file.filename !== undefined && !Object.hasOwn(fields, "displayName")) telling.say("converted", UNNAMED);
  for (const key of Object.keys(fields)) fields[key] = writeText(fields[key]!, telling.say);
  return surround(file, member, writeInner(file, member, fields, telling), telling);
}

function fieldsOf(
  file: FilePart,
): { readonly member: FileMember; readonly fields: Record<string, string> } | undefined {
  const source = readSource(file, FORMAT);
  const isTyped = source["typed"] === true;
  const mimeType = isTyped ? file.mediaType : mediaTypeFor(file);
  const typed = mimeType === undefined ? {} : { mimeType };
  const named = source["named"] === true && file.filename !== undefined ? { displayName: file.filename } : {};
  const fileId = isStoredBy(PROVIDER, file) ? fileIdOf(file) : undefined;
  const url = fileId ?? urlOf(file);
  const head = url === undefined ? undefined : parseDataUrl(url);
  if (url !== undefined && head === undefined)
    return { member: "fileData", fields: { ...typed, fileUri: url, ...named } };
  if (fileIdOf(file) !== undefined || (mimeType === undefined && !isTyped)) return undefined;
  const data =
    url === undefined
      ? base64Of(file)
      : head?.base64 === true
        ? url.slice(head.start)
        : bytesToBase64(new TextEncoder().encode(urlToText(url)));
  return { member: "inlineData", fields: { ...typed, data, ...named } };
}
