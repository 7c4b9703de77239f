import type { Part } from "../../index.js";
import { type ObjectForm, sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { FORMAT, type PartForm, PROVIDER } from "./form.js";

/** Containers around a kept value: the metadata, the provider's part of it and the block. */
const KEPT_DEPTH = 3;

/** A string that says something: an id, a name, a type. */
export function readId(object: PlainObject, key: string, at: Place): string | undefined {
  const value = object[key];
  // Places are made where there is something to tell of: most values are as they should be.
  return typeof value === "string" && value !== "" ? value : at.in(key).text(value, value === "");
}

/** A string, which may be empty. */
export function readString(object: PlainObject, key: string, at: Place): string | undefined {
  const value = object[key];
  return typeof value === "string" ? value : at.in(key).text(value);
}

/** The keys that note how a block came, with its cache mark where other formats find it. */
export function describeBlock(
  block: PlainObject,
  known: readonly string[],
  taken: readonly string[],
  at: Place,
  noted: PartForm = {},
  own: PlainObject = {},
): Pick<Part, "source" | "providerMetadata"> {
  const cache = block["cache_control"];
  const isMarked = isPlainObject(cache) && Object.keys(cache).length > 0 && !Object.hasOwn(block, "cacheControl");
  const { form, kept } = sortKeys(block, known, isMarked ? [...taken, "cache_control"] : taken, at);
  if (isMarked) at.in("cache_control").plain(cache, KEPT_DEPTH);
  const metadata = { ...kept, ...(isMarked && { cacheControl: cache }), ...own };
  return withForm(noted, form, Object.keys(metadata).length > 0 ? metadata : undefined);
}

/** The keys that note how a part came. */
export function withForm(
  noted: PartForm,
  form: ObjectForm,
  metadata: PlainObject | undefined,
): Pick<Part, "source" | "providerMetadata"> {
  return {
    ...(metadata !== undefined && { providerMetadata: { [PROVIDER]: metadata } }),
    ...toSource(FORMAT, noted, form),
  };
}
