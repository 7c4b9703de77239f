import type { FilePart, Part, TextPart } from "../../index.js";
import { type ObjectForm, sortKeys, toSource } from "../shared/form.js";
import { readInputAudio } from "../shared/input-audio.js";
import { mediaTypeOfName, parseDataUrl, URL_START } from "../shared/media.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { FORMAT, holdsFile, type ItemForm, KEYS, PROVIDER } from "./form.js";
import { isText } from "./kinds.js";

/** Whose words a list of parts is. */
export type Holder = "input" | "output";

/** Kinds of text; each holder has one of its own. */
const TEXTS: readonly unknown[] = ["input_text", "output_text", "text"];

/**
 * Reads a list of parts.
 *
 * @param isSystem - whether the list is of instructions, whose files a transcript keeps as they are
 */
export function readParts(value: unknown, holder: Holder, at: Place, isSystem = false): Part[] {
  const parts = at.list(value)?.map((part, index) => readPart(part, holder, at.in(index), isSystem));
  return (parts ?? []).filter((part) => part !== undefined);
}

/** The keys that note how something came, and what only its provider knows of it. */
export function describe(
  noted: ItemForm,
  metadata: PlainObject | undefined,
): Pick<Part, "source" | "providerMetadata"> {
  return { ...(metadata !== undefined && { providerMetadata: { [PROVIDER]: metadata } }), ...toSource(FORMAT, noted) };
}

/** A part with more noted of it. */
export function mark<P extends Part>(part: P, noted: ItemForm, metadata: PlainObject = {}): P {
  const known = part.providerMetadata?.[PROVIDER] as PlainObject | undefined;
  const all = Object.assign({}, metadata, known);
  const form: ItemForm = Object.assign({}, part.source, noted);
  // Not spread: V8 makes what begins with a spread slowly, and reads it slowly ever after.
  return Object.assign({}, part, describe(form, Object.keys(all).length > 0 ? all : known));
}

function readPart(value: unknown, holder: Holder, at: Place, isSystem: boolean): Part | undefined {
  const part = at.object(value);
  if (part === undefined) return undefined;
  const type = at.in("type").text(part["type"], true);
  if (type === undefined) return undefined;
  if (TEXTS.includes(type)) return readText(part, type, holder, at);
  if (type === "refusal" && holder === "output") return readRefusal(part, at);
  if (holder === "input" && !isSystem && holdsFile(part)) return FILES[type]!(part, at);
  return at.plain(part)
    ? { type: "custom", format: FORMAT, value: part, ...describe({ place: "content" }, undefined) }
    : undefined;
}

function readText(part: PlainObject, type: string, holder: Holder, at: Place): TextPart | undefined {
  const text = at.in("text").text(part["text"]);
  const { form, kept } = sortKeys(part, KEYS.text, ["type", "text"], at);
  if (text === undefined) return undefined;
  const noted = type === `${holder}_text` ? form : { ...form, type };
  return { type: "text", text, ...describe(noted, kept === undefined ? undefined : { part: kept }) };
}

function readRefusal(part: PlainObject, at: Place): Part | undefined {
  const text = at.in("refusal").text(part["refusal"]);
  const { form, kept } = sortKeys(part, KEYS.refusal, ["type", "refusal"], at);
  if (text === undefined) return undefined;
  return { type: "refusal", text, ...describe(form, kept === undefined ? undefined : { part: kept }) };
}

type FileReader = (part: PlainObject, at: Place) => FilePart | undefined;

const FILES: Readonly<Record<string, FileReader>> = {
  input_image: (part, at) => {
    const { image_url: url, file_id: fileId, detail } = part;
    const key = isText(url) ? "image_url" : "file_id";
    const data = isText(url) ? { url } : { fileId: fileId as string };
    const mediaType = (isText(url) ? parseDataUrl(url)?.mediaType : "") || "image/*";
    const file: FilePart = { type: "file", mediaType, data };
    const hasDetail = isText(detail);
    const metadata = hasDetail ? { imageDetail: detail } : {};
    return finish(file, part, ["type", ...(hasDetail ? ["detail"] : []), key], { type: "input_image" }, metadata, at);
  },
  input_file: (part, at) => {
    const { file_data: data, file_url: address, file_id: fileId, filename } = part;
    const key = isText(data) ? "file_data" : isText(address) ? "file_url" : "file_id";
    const isNamed = isText(filename);
    const url = key === "file_url" ? address : URL_START.test(data as string) ? data : undefined;
    const mediaType =
      (isText(url) ? parseDataUrl(url)?.mediaType : "") || mediaTypeOfName(isNamed ? filename : isText(url) ? url : "");
    const file: FilePart = {
      type: "file",
      ...(mediaType !== undefined && mediaType !== "" && { mediaType }),
      ...(isNamed && { filename }),
      data: key === "file_id" ? { fileId: fileId as string } : isText(url) ? { url } : (data as string),
    };
    const noted: ItemForm = {
      type: key === "file_url" ? "file_url" : "input_file",
      ...(key === "file_data" && !isText(url) && { bareData: true as const }),
    };
    // The id means something to its owner alone: the metadata says who that is.
    return finish(
      file,
      part,
      ["type", ...(isNamed ? ["filename"] : []), key],
      noted,
      key === "file_id" ? {} : undefined,
      at,
    );
  },
  input_audio: (part, at) => {
    const audio = readInputAudio(part, at);
    if (audio === undefined) return undefined;
    const { form, kept } = audio.keys;
    const noted: ItemForm = { type: "input_audio", ...(form.keys !== undefined && { inner: form }) };
    return finish(audio.file, part, ["type", "input_audio"], noted, kept && { input_audio: kept }, at);
  },
};

function finish(
  file: FilePart,
  part: PlainObject,
  taken: readonly string[],
  noted: ItemForm,
  metadata: PlainObject | undefined,
  at: Place,
): FilePart {
  const { form, kept } = sortKeys(part, taken, taken, at);
  const isKnown = metadata !== undefined || kept !== undefined;
  const known = isKnown ? { ...metadata, ...(kept !== undefined && { part: kept }) } : undefined;
  return { ...file, ...describe({ ...noted, ...(form satisfies ObjectForm) }, known) };
}
