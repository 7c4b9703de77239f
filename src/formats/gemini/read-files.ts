import type { FilePart } from "../../index.js";
import { sortKeys } from "../shared/form.js";
import { parseDataUrl, URL_START } from "../shared/media.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { describePart, readAround, readId, readOptionalText } from "./describe-part.js";
import { mediaTypeFor } from "./files.js";
import { type FileMember, KEYS, type PartForm } from "./form.js";
import { toCamel } from "./spelling.js";

/** Reads a part that holds a file; `unlike` where an address stands for data, or data for an address. */
export function readFile(
  part: PlainObject,
  member: FileMember,
  snake: PartForm,
  at: Place,
): FilePart | "unlike" | undefined {
  const inner = at.in(member);
  const source = inner.object(part[member]);
  if (source === undefined) return undefined;
  const { object, snake: innerSnake } = toCamel(source);
  const mediaType = readOptionalText(object, "mimeType", inner);
  const filename = readOptionalText(object, "displayName", inner);
  const isUrl = member === "fileData";
  const data = isUrl ? readId(object, "fileUri", inner) : inner.in("data").text(object["data"]);
  if (data === undefined) return undefined;
  if (isUrl ? parseDataUrl(data) !== undefined : URL_START.test(data)) return "unlike";
  const file: FilePart = {
    type: "file",
    ...(mediaType !== undefined && { mediaType }),
    ...(filename !== undefined && { filename }),
    data: isUrl ? { url: data } : data,
  };
  const taken = [
    isUrl ? "fileUri" : "data",
    ...(mediaType === undefined ? [] : ["mimeType"]),
    ...(filename === undefined ? [] : ["displayName"]),
  ];
  const { form, kept } = sortKeys(object, KEYS[member], taken, inner);
  const isTyped = mediaType === undefined || mediaTypeFor(file) !== mediaType;
  const noted: PartForm = {
    ...snake,
    ...(innerSnake.snake === true && { innerSnake: true }),
    ...(isTyped && { typed: true }),
    ...(filename !== undefined && { named: true }),
  };
  return { ...file, ...describePart(readAround(part, member, at), noted, { member, form, kept }) };
}
