import type { Json, SourceForm } from "../../index.js";
import { wellFormed } from "./ids.js";
import { toJsonForm } from "./json-form.js";
import type { Place } from "./place.js";
import { getOwn, isPlainObject, type PlainObject, setOwn } from "./plain.js";

/**
 * What is noted of one object of a provider's message, so that it can be written again as it came.
 *
 * Empty for an object that holds known keys alone, in the order in which its format writes them.
 */
export interface ObjectForm {
  /** The own keys in order. */
  readonly keys?: readonly string[];
  /** Values too small to be content: `null`, booleans, numbers, what is empty. */
  readonly values?: Readonly<Record<string, Json>>;
  /** Keys that are there and hold `undefined`, which JSON has no form for. */
  readonly undefined?: readonly string[];
}

/** An object's keys, sorted by what becomes of them. */
export interface SortedKeys {
  readonly form: ObjectForm;
  /** Keys with content that the format does not know: they go to the provider's metadata, where redaction finds them. */
  readonly kept?: Record<string, unknown>;
}

/** Containers around a kept value: the metadata, the provider's part of it and the object that it stood in. */
const KEPT_DEPTH = 3;

const NO_FORM: SortedKeys = { form: {} };

/**
 * Sorts the own keys of an object that was read.
 *
 * @param known - the keys of such an object in the order in which the format writes them
 * @param taken - those of its keys whose value went into the entry itself
 */
export function sortKeys(
  object: PlainObject,
  known: readonly string[],
  taken: readonly string[],
  at: Place,
): SortedKeys {
  const keys = Object.keys(object);
  if (isCanonical(keys, known, taken)) return NO_FORM;
  const values: Record<string, Json> = {};
  const missing: string[] = [];
  const kept: Record<string, unknown> = {};
  for (const key of keys) {
    if (taken.includes(key)) continue;
    const value = object[key];
    if (value === undefined) missing.push(key);
    else if (isSmall(value)) setOwn(values, key, value);
    else if (at.in(key).plain(value, KEPT_DEPTH)) setOwn(kept, key, value);
  }
  const form = {
    keys,
    ...(Object.keys(values).length > 0 && { values }),
    ...(missing.length > 0 && { undefined: missing }),
  };
  return Object.keys(kept).length > 0 ? { form, kept } : { form };
}

function isCanonical(keys: readonly string[], known: readonly string[], taken: readonly string[]): boolean {
  let last = -1;
  for (const key of keys) {
    const position = taken.includes(key) ? known.indexOf(key) : -1;
    if (position <= last) return false;
    last = position;
  }
  return true;
}

/** A number that JSON cannot hold is none of form, which is kept as JSON. */
function isSmall(value: unknown): value is Json {
  if (value === null || typeof value === "boolean" || value === "") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Reflect.ownKeys(value).length === 0;
}

/** What a written object is made of. */
export interface Written {
  /** The values of known keys, in the order in which the format writes them. */
  readonly fields: PlainObject;
  readonly form?: ObjectForm | undefined;
  readonly kept?: PlainObject | undefined;
  /** Keys that only `fields` may speak for: elsewhere no more than `null` and `undefined` is taken for them. */
  readonly guarded?: readonly string[];
  /** Told of what could not be written as it is. */
  readonly onChange: () => void;
}

/** Writes an object: fresh, with its keys in the order in which they came. */
export function writeObject({
  fields,
  form = {},
  kept = {},
  guarded = [],
  onChange,
}: Written): Record<string, unknown> {
  if (form.keys === undefined) return { ...fields };
  const written: Record<string, unknown> = {};
  const setUnknown = (key: string, value: unknown, changed = false): void => {
    const sound = wellFormed(key);
    if (changed || sound !== key) onChange();
    setOwn(written, sound, value);
  };
  for (const key of form.keys) {
    const values = form.values ?? {};
    if (Object.hasOwn(fields, key)) setOwn(written, key, fields[key]);
    else if (Object.hasOwn(values, key)) {
      if (values[key] === null || !guarded.includes(key)) setUnknown(key, toJsonForm(values[key]).value);
    } else if (form.undefined?.includes(key)) setUnknown(key, undefined);
    else if (Object.hasOwn(kept, key) && !guarded.includes(key)) {
      const { value, changed } = toJsonForm(kept[key], { keepUndefined: true });
      setUnknown(key, value, changed);
    }
  }
  for (const key of Object.keys(fields)) if (!Object.hasOwn(written, key)) setOwn(written, key, fields[key]);
  return written;
}

/** Makes a source of what a format noted, or nothing where there is nothing to note. */
export function toSource(format: string, noted: object, form: object = {}): { source?: SourceForm } {
  if (!isSaid(noted) && !isSaid(form)) return {};
  // Not of one object that the two were spread into before: V8 makes those slowly, and reads them slowly ever after.
  return { source: { format, ...noted, ...form } as unknown as SourceForm };
}

function isSaid(noted: object): boolean {
  for (const key in noted) if ((noted as Record<string, unknown>)[key] !== undefined) return true;
  return false;
}

/**
 * What a format noted of an entry or a part, or an empty object where another one did, or nobody.
 *
 * Documents come from anywhere, so a reader of a source must not trust the shape of what it finds.
 */
export function readSource(holder: { readonly source?: SourceForm }, format: string): PlainObject {
  const source = holder.source as unknown;
  return isPlainObject(source) && source["format"] === format ? source : {};
}

/** The noted form of an object, as far as it is one. */
export function readForm(noted: unknown): ObjectForm {
  if (!isPlainObject(noted)) return {};
  const keys = readStrings(noted["keys"]);
  if (keys === undefined) return {};
  const missing = readStrings(noted["undefined"]);
  const values = isPlainObject(noted["values"]) ? (noted["values"] as Record<string, Json>) : undefined;
  return { keys, ...(values !== undefined && { values }), ...(missing !== undefined && { undefined: missing }) };
}

function readStrings(list: unknown): readonly string[] | undefined {
  return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
}

/** What a provider's metadata holds of an entry or a part. */
export function metadataOf(
  holder: { readonly providerMetadata?: PlainObject },
  provider: string,
): PlainObject | undefined {
  const metadata = getOwn(holder.providerMetadata, provider);
  return isPlainObject(metadata) ? metadata : undefined;
}

// What follows means the same in the source of every format, so that it survives from one to the other.

/** Whether instructions came under the role `developer`. */
export function isDeveloper(entry: { readonly source?: SourceForm }): boolean {
  return getOwn(entry.source, "role") === "developer";
}

/** Whether a call's input is text that no schema governs. */
export function isFreeForm(call: { readonly source?: SourceForm }): boolean {
  return getOwn(call.source, "freeForm") === true;
}
