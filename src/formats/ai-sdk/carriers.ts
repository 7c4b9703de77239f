import type { FilePart } from "../../index.js";
import { type ObjectForm, readForm, sortKeys, writeObject } from "../shared/form.js";
import { URL_START } from "../shared/media.js";
import type { Place } from "../shared/place.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { KEYS, type PartForm } from "./form.js";

type Data = FilePart["data"];

/** Data as it was read, and what held it. */
export interface Carried {
  readonly data: Data;
  readonly noted: Pick<PartForm, "carrier" | "tag" | "inner">;
  /** A provider's reference: whose file ids they are is content. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

/** Node's class, where there is one. */
const { Buffer: NodeBuffer } = globalThis as {
  Buffer?: { isBuffer(value: unknown): boolean; from(bytes: ArrayBufferLike): Uint8Array };
};

/** Reads what holds the data of a file; `"unlike"` where it is of a kind that this release does not know. */
export function readCarrier(value: unknown, at: Place): Carried | "unlike" | undefined {
  const bare = readBare(value);
  if (bare !== undefined) return bare;
  if (!isPlainObject(value)) return at.expected("base64, a URL or bytes", value);
  const { type } = value;
  if (type === "data" || type === "url") return readTagged(value, type, at);
  if (type === "reference") return readReference(value, at);
  if (type === undefined && isReference(value)) {
    return { data: { fileId: Object.values(value)[0] as string }, noted: { tag: "bare" }, kept: { reference: value } };
  }
  if (typeof type === "string" && type !== "" && type !== "Buffer") return "unlike";
  return at.expected("base64, a URL or bytes (a Buffer that went through JSON is none)", value);
}

/** What stands for itself: a string, bytes, a URL. */
function readBare(value: unknown): Carried | undefined {
  if (typeof value === "string") return { data: URL_START.test(value) ? { url: value } : value, noted: {} };
  if (typeof value !== "object" || value === null) return undefined;
  if (NodeBuffer?.isBuffer(value) === true) return { data: value as Uint8Array, noted: { carrier: "Buffer" } };
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === "Uint8Array" && ArrayBuffer.isView(value)) return { data: value as Uint8Array, noted: {} };
  if (kind === "ArrayBuffer") return { data: new Uint8Array(value as ArrayBuffer), noted: { carrier: "ArrayBuffer" } };
  if (value instanceof URL) return { data: { url: value.href }, noted: { carrier: "URL" } };
  return undefined;
}

function readTagged(value: PlainObject, type: "data" | "url", at: Place): Carried | undefined {
  const given = at.object(value) === undefined ? undefined : value[type];
  const inner = readBare(given);
  if (inner === undefined) return at.in(type).expected(type === "url" ? "a URL" : "base64 or bytes", given);
  const isUrl = typeof inner.data === "object" && "url" in inner.data;
  if (type === "url" && !isUrl) return at.in(type).expected("a URL", given);
  const { form, kept } = sortKeys(value, type === "url" ? KEYS.taggedUrl : KEYS.data, ["type", type], at);
  const noted = { ...inner.noted, tag: type, ...(form.keys !== undefined && { inner: form }) };
  return { data: inner.data, noted, ...(kept !== undefined && { kept: { data: kept } }) };
}

function readReference(value: PlainObject, at: Place): Carried | undefined {
  const reference = at.object(value) === undefined ? undefined : value["reference"];
  if (!isReference(reference)) return at.in("reference").expected("file ids by provider", reference);
  const { form, kept } = sortKeys(value, KEYS.reference, ["type", "reference"], at);
  return {
    data: { fileId: Object.values(reference)[0] as string },
    noted: { tag: "reference", ...(form.keys !== undefined && { inner: form }) },
    kept: { reference, ...(kept !== undefined && { data: kept }) },
  };
}

/** Ids of one file, by provider. */
function isReference(value: unknown): value is PlainObject {
  if (!isPlainObject(value) || Reflect.ownKeys(value).length === 0) return false;
  return Object.values(value).every((id) => typeof id === "string" && id !== "");
}

/**
 * Writes the data of a file into what held it.
 *
 * @param noted - what was noted of the file
 * @param kept - what the format's own metadata holds of it
 * @returns nothing for a file that only another provider's storage holds
 */
export function writeCarrier(
  data: Data,
  noted: PlainObject,
  kept: PlainObject | undefined,
  onChange: () => void,
): unknown {
  const { tag } = noted;
  if (isPlainObject(data) && "fileId" in data) {
    const reference = getOwn(kept, "reference");
    if (!isReference(reference) || Object.values(reference)[0] !== data["fileId"]) return undefined;
    return tag === "bare" ? { ...reference } : wrap("reference", { ...reference }, noted["inner"], kept, onChange);
  }
  const isUrl = isPlainObject(data) && "url" in data;
  const bare = isUrl ? writeUrl(data["url"] as string, noted["carrier"]) : writeBytes(data, noted["carrier"]);
  return tag === "data" || (tag === "url" && isUrl) ? wrap(tag, bare, noted["inner"], kept, onChange) : bare;
}

function wrap(
  tag: string,
  value: unknown,
  form: unknown,
  kept: PlainObject | undefined,
  onChange: () => void,
): unknown {
  const inner = getOwn(kept, "data");
  return writeObject({
    fields: { type: tag, [tag]: value },
    form: readForm(form) as ObjectForm,
    kept: isPlainObject(inner) ? inner : undefined,
    guarded: ["type", tag],
    onChange,
  });
}

function writeUrl(url: string, carrier: unknown): string | URL {
  // What was redacted may be no URL any more.
  return carrier === "URL" && URL.canParse(url) ? new URL(url) : url;
}

function writeBytes(data: unknown, carrier: unknown): unknown {
  if (!(data instanceof Uint8Array) || (carrier !== "Buffer" && carrier !== "ArrayBuffer")) return data;
  // A buffer of its own: small ones of Node share their memory with others.
  const { buffer } = Uint8Array.from(data);
  return carrier === "ArrayBuffer" || NodeBuffer === undefined ? buffer : NodeBuffer.from(buffer);
}
