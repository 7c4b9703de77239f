import type { CustomPart, Part } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { FORMAT, type PartForm, PROVIDER } from "./form.js";
import { gradeOf } from "./values.js";

/** What is noted of an object beside what it says. */
export interface Described {
  readonly noted?: PartForm;
  /** The keys whose values went into the part itself. */
  readonly taken: readonly string[];
  /** What the object's values hold beside. */
  readonly kept?: PlainObject | undefined;
  /** The provider options, where they are not those of the object. */
  readonly options?: PlainObject | undefined;
}

/** The keys that tell how an object came: its form, and the options for providers. */
export function describePart(
  object: PlainObject,
  known: readonly string[],
  { noted = {}, taken, kept: inner, options }: Described,
  at: Place,
): Pick<Part, "source" | "providerMetadata"> {
  const given = readOptions(object, at);
  const { form, kept } = sortKeys(object, known, given === undefined ? taken : [...taken, "providerOptions"], at);
  const own = { ...kept, ...inner };
  const metadata = { ...(options ?? given), ...(Object.keys(own).length > 0 && { [PROVIDER]: own }) };
  const isExact = gradeOf(object["providerOptions"]) === "kept";
  return {
    ...(Object.keys(metadata).length > 0 && { providerMetadata: metadata }),
    ...toSource(FORMAT, isExact ? { exact: true, ...noted } : noted, form),
  };
}

/** The options for providers, where they can stand beside what this format keeps; elsewhere they are kept as they are. */
export function readOptions(object: PlainObject, at: Place): PlainObject | undefined {
  const options = object["providerOptions"];
  if (options === undefined || options === null) return undefined;
  const place = at.in("providerOptions");
  const given = place.object(options);
  if (given === undefined || Object.keys(given).length === 0 || Object.hasOwn(given, PROVIDER)) return undefined;
  return place.plain(given) ? given : undefined;
}

/** A text that has to be there; `nonEmpty` where an empty one says nothing. */
export function readKey(object: PlainObject, key: string, at: Place, nonEmpty = false): string | undefined {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : at.in(key).text(value, nonEmpty);
}

/** A text that may be missing; `null` counts as missing and is kept as form. */
export function readOptionalText(object: PlainObject, key: string, at: Place): string | undefined {
  const value = object[key];
  return value === undefined || value === null ? undefined : at.in(key).text(value);
}

/** What this release does not know, whole. Values that no transcript keeps are found when it is put in. */
export function readUnknown(part: PlainObject): CustomPart {
  return { type: "custom", format: FORMAT, value: part };
}
