import type { Part } from "../../index.js";
import { type ObjectForm, sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { FORMAT, isBypass, MEMBERS, type PartForm, PROVIDER } from "./form.js";

/** What surrounds that which a part says. */
interface Around {
  readonly noted: PartForm;
  /** What goes to the provider's metadata: the signature, and keys with content that are not known. */
  readonly metadata: PlainObject | undefined;
}

const NOTHING: Around = { noted: {}, metadata: undefined };

/** What a part says, apart from what went into the transcript's part. */
interface Inner {
  readonly member: string;
  readonly form: ObjectForm;
  readonly kept?: PlainObject | undefined;
}

/** A string that says something: an id, a name. */
export function readId(object: PlainObject, key: string, at: Place): string | undefined {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : at.in(key).text(value, value === "");
}

/** A string that may be missing, or be empty, which says as much. */
export function readOptionalText(object: PlainObject, key: string, at: Place): string | undefined {
  const value = object[key];
  return value === undefined || value === null || value === "" ? undefined : at.in(key).text(value);
}

/** Notes whether an id came, which is sent again then, and that none did, so that the one made here stays here. */
export function noteId(given: string | undefined, kept: string): PartForm {
  if (given === undefined) return { generated: true };
  return { id: given === kept ? true : given };
}

/** Whether a part has a signature, which an empty one is not. */
export function isSigned({ thoughtSignature: signature }: PlainObject): boolean {
  return signature !== undefined && signature !== null && signature !== "";
}

/** Reads the signature of a part: a proof, unless it is one of the words that pass for any. */
export function readSignature(part: PlainObject, at: Place): Around {
  const signature = isSigned(part) ? at.in("thoughtSignature").text(part["thoughtSignature"]) : undefined;
  if (signature === undefined) return NOTHING;
  if (isBypass(signature)) return { noted: { bypass: signature }, metadata: undefined };
  return { noted: {}, metadata: { thoughtSignature: signature } };
}

/**
 * Reads what stands in a part beside the key that holds what it says.
 *
 * @param isThought - whether the part is read as a thought, which its type says then
 */
export function readAround(part: PlainObject, member: string, at: Place, isThought = false): Around {
  if (Object.keys(part).length === 1 && part[member] !== undefined) return NOTHING;
  const { thought } = part;
  if (thought !== undefined && thought !== null && typeof thought !== "boolean")
    at.in("thought").expected("a boolean", thought);
  const taken = [member, ...(isThought ? ["thought"] : []), ...(isSigned(part) ? ["thoughtSignature"] : [])];
  const { form, kept } = sortKeys(part, [member, "thought", "thoughtSignature"], taken, at);
  const signed = readSignature(part, at);
  const isSecond = MEMBERS.some((key) => key !== member && part[key] !== undefined && part[key] !== null);
  return {
    noted: { ...signed.noted, ...(isSecond && { second: true }), ...form },
    metadata: kept === undefined ? signed.metadata : { ...kept, ...signed.metadata },
  };
}

/** The keys of the transcript's part that note how it came. */
export function describePart(
  { noted, metadata }: Around,
  own: PartForm = {},
  inner?: Inner,
): Pick<Part, "source" | "providerMetadata"> {
  const hasForm = inner !== undefined && inner.form.keys !== undefined;
  const all = inner?.kept === undefined ? metadata : { ...metadata, [inner.member]: inner.kept };
  return {
    ...(all !== undefined && { providerMetadata: { [PROVIDER]: all } }),
    ...toSource(FORMAT, { ...own, ...noted, ...(hasForm && { inner: inner.form }) }),
  };
}
