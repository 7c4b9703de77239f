import type { FilePart } from "../../index.js";
import { type ObjectForm, sortKeys } from "../shared/form.js";
import { URL_START } from "../shared/media.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { textToUrl } from "../shared/text-files.js";
import { inferFile, isText } from "./files.js";
import { KEYS, type PartForm } from "./form.js";
import { describeBlock } from "./read-keys.js";

interface Source {
  readonly file: Pick<FilePart, "data" | "mediaType">;
  /** The keys of `source` whose values went into the file, and all that are known. */
  readonly taken: readonly string[];
  readonly known: readonly string[];
  readonly noted?: PartForm;
}

/** Reads an image or a document; `unlike` where its source is of a kind that no file part holds. */
export function readFile(block: PlainObject, type: "image" | "document", at: Place): FilePart | "unlike" | undefined {
  const inner = at.in("source");
  const source = inner.object(block["source"]);
  if (source === undefined) return undefined;
  const read = readSource(source, type);
  if (read === undefined) return "unlike";
  const { form, kept } = sortKeys(source, read.known, read.taken, inner);
  const isNamed = type === "document" && typeof block["title"] === "string" && block["title"] !== "";
  const file: FilePart = {
    type: "file",
    ...read.file,
    ...(isNamed && { filename: block["title"] as string }),
  };
  const isStored = typeof file.data === "object" && "fileId" in file.data;
  const isInferred = inferFile(file, true) === type;
  const noted: PartForm = { ...(!isInferred && { type }), ...read.noted, ...describeInner(form) };
  const taken = ["type", "source", ...(isNamed ? ["title"] : [])];
  const described = describeBlock(block, KEYS.file, taken, at, noted, kept === undefined ? {} : { source: kept });
  // The id means something to its owner alone: the metadata says who that is.
  return { ...file, ...(isStored && { providerMetadata: { anthropic: {} } }), ...described };
}

function describeInner(form: ObjectForm): PartForm {
  return form.keys === undefined ? {} : { inner: form };
}

function readSource(source: PlainObject, type: "image" | "document"): Source | undefined {
  const { data, url, file_id: fileId, media_type: mediaType } = source;
  const isTyped = typeof mediaType === "string" && mediaType !== "";
  switch (source["type"]) {
    case "base64": {
      if (typeof data !== "string" || !isTyped) return undefined;
      const isUrl = URL_START.test(data);
      const file = { mediaType, data: isUrl ? { url: data } : data };
      const noted: PartForm = { ...(isUrl && { dataUrl: true }), ...(isText(mediaType) && { carrier: "base64" }) };
      return { file, taken: KEYS.base64, known: KEYS.base64, noted };
    }
    case "text": {
      if (typeof data !== "string" || mediaType !== "text/plain") return undefined;
      const file = { mediaType, data: { url: textToUrl(data) } };
      return { file, taken: KEYS.text_source, known: KEYS.text_source };
    }
    case "url": {
      if (typeof url !== "string" || url === "") return undefined;
      const file = { mediaType: type === "image" ? "image/*" : "application/pdf", data: { url } };
      return { file, taken: KEYS.url, known: KEYS.url };
    }
    case "file": {
      if (typeof fileId !== "string" || fileId === "") return undefined;
      const file = { ...(type === "image" && { mediaType: "image/*" }), data: { fileId } };
      return { file, taken: KEYS.stored, known: KEYS.stored };
    }
    default:
      return undefined;
  }
}
