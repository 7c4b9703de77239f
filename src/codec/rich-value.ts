import SuperJSON from "superjson";
import type { Path } from "../model/issues.js";
import { isPlainObject, kindOf, TYPED_ARRAYS } from "../model/kinds.js";
import { fromBase64, toBase64 } from "../model/json-form.js";
import { keysOfError, makeError, setOfError } from "../model/error-values.js";
import { MAX_BIGINT_DIGITS, MAX_DEPTH, setOwn } from "../model/values.js";

/**
 * Values that JSON has no form for, written as superjson writes them: the nearest JSON, and beside it a tree of tags.
 *
 * superjson itself is asked for single values only. It walks a whole value in ways that this format cannot have: it
 * refuses keys such as `constructor`, tags shared objects as references, and gives every error a cause.
 */
const superjson = new SuperJSON();

/** A tag, as superjson spells it. */
type Tag = string | readonly [string, string];
/** A tagged place, with the tagged places inside it. */
type Tree = readonly [Tag] | readonly [Tag, Readonly<Record<string, Tree>>];
/** Tagged places by their path, as superjson spells paths: keys joined by dots, dots and backslashes escaped. */
export type Annotations = Readonly<Record<string, Tree>>;

/** Divides a value into what JSON can hold and the annotations that bring the rest back. O(values). */
export function separate(value: unknown): { readonly json: unknown; readonly annotations: Annotations } {
  const annotations: Record<string, Tree> = {};
  return { json: divide(value, undefined, annotations), annotations };
}

function divide(value: unknown, path: string | undefined, annotations: Record<string, Tree>): unknown {
  if (typeof value !== "object" || value === null) return divideAtom(value, path, annotations);
  const kind = kindOf(value);
  switch (kind) {
    case "object": {
      const json: Record<string, unknown> = {};
      for (const key of Object.keys(value))
        setOwn(json, key, divide((value as Record<string, unknown>)[key], join(path, key), annotations));
      return json;
    }
    case "array":
      return divideList(value as readonly unknown[], path, annotations);
    case "bytes":
      setOwn(annotations, path!, [["custom", "bytes"]]);
      return toBase64(value as Uint8Array);
    case "Map":
      return divideInner("map", Array.from(value as Map<unknown, unknown>), path!, annotations);
    case "Set":
      return divideInner("set", Array.from(value as Set<unknown>), path!, annotations);
    case "Error": {
      const error = value as Error;
      const fields: Record<string, unknown> = { name: error.name, message: error.message };
      for (const key of keysOfError(error)) setOwn(fields, key, (error as unknown as Record<string, unknown>)[key]);
      return divideInner("Error", fields, path!, annotations);
    }
    default:
      return divideAtom(value, path, annotations);
  }
}

/** By index, since a callback or an iterator for each level would need more stack than a worker of a browser has. */
function divideList(list: readonly unknown[], path: string | undefined, annotations: Record<string, Tree>): unknown[] {
  const json: unknown[] = [];
  for (let index = 0; index < list.length; index += 1)
    json.push(divide(list[index], join(path, String(index)), annotations));
  return json;
}

function divideInner(tag: Tag, value: unknown, path: string, annotations: Record<string, Tree>): unknown {
  const inner: Record<string, Tree> = {};
  const json = divide(value, undefined, inner);
  setOwn(annotations, path, Object.keys(inner).length === 0 ? [tag] : [tag, inner]);
  return json;
}

function divideAtom(value: unknown, path: string | undefined, annotations: Record<string, Tree>): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  const { json, meta } = superjson.serialize(value);
  if (meta?.values !== undefined) setOwn(annotations, path!, meta.values);
  return json;
}

function join(path: string | undefined, key: string): string {
  const escaped = key.replace(/[\\.]/g, "\\$&");
  return path === undefined ? escaped : `${path}.${escaped}`;
}

/** Says why annotations cannot be followed. Its message holds no key and no content. */
export class AnnotationFault extends Error {
  /** The free-form value that the annotation points into, as far as its path is known. */
  place: Path = [];
}

/** The free-form value that a path points into, or `undefined` where it points at something else. */
type PlaceOf = (path: readonly string[]) => Path | undefined;

/**
 * Puts the values that annotations speak of in their places. Changes `json`, which nobody else may hold.
 *
 * O(size of both). Throws {@link AnnotationFault} for an annotation that points nowhere, that points at what is no
 * free-form value, or that does not fit what stands there.
 */
export function restore(json: unknown, annotations: unknown, placeOf: PlaceOf): void {
  restoreInner(json, annotations, 0, placeOf);
}

function restoreInner(json: unknown, annotations: unknown, depth: number, placeOf: PlaceOf): void {
  if (!isPlainObject(annotations)) throw new AnnotationFault("expected an object of annotations, got something else");
  if (depth > MAX_DEPTH) throw new AnnotationFault(`expected at most ${MAX_DEPTH} levels of annotations, got more`);
  for (const written of Object.keys(annotations)) {
    const path = splitPath(written);
    const place = placeOf(path);
    if (place === undefined)
      throw new AnnotationFault(
        "expected an annotation to point into a free-form value, got one that points elsewhere",
      );
    try {
      restoreOne(json, path, annotations[written], depth);
    } catch (fault) {
      if (fault instanceof AnnotationFault) fault.place = place;
      throw fault;
    }
  }
}

function restoreOne(json: unknown, path: readonly string[], tree: unknown, depth: number): void {
  const holder = walk(json, path);
  const key = path.at(-1)!;
  if (!Array.isArray(tree) || tree.length < 1 || tree.length > 2)
    throw new AnnotationFault(
      "expected a tag in an array, and beside it at most the annotations inside, got something else",
    );
  const [tag, inner] = tree as readonly unknown[];
  const place = holder[key];
  if (tree.length === 2) restoreInner(place, inner, depth + 1, () => []);
  setOwn(holder, key, untag(place, tag));
}

function walk(json: unknown, path: readonly string[]): Record<string, unknown> {
  let holder: unknown = json;
  for (const [index, key] of path.entries()) {
    const known = Array.isArray(holder)
      ? /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < holder.length
      : isPlainObject(holder) && Object.hasOwn(holder, key);
    if (!known) throw new AnnotationFault("expected an annotation to point at a value, got one that points nowhere");
    if (index < path.length - 1) holder = (holder as Record<string, unknown>)[key];
  }
  return holder as Record<string, unknown>;
}

/** Keys between dots: what an escape stands for, or a run of what needs none. */
const PIECES = /\.|\\[^]?|[^.\\]+/g;

function splitPath(path: string): readonly string[] {
  const keys: string[] = [];
  let key = "";
  for (const [piece] of path.matchAll(PIECES)) {
    if (piece === ".") {
      keys.push(key);
      key = "";
    } else if (!piece.startsWith("\\")) {
      key += piece;
    } else if (piece === "\\\\" || piece === "\\.") {
      key += piece[1];
    } else {
      throw new AnnotationFault("expected a path that escapes nothing but dots and backslashes, got another escape");
    }
  }
  return [...keys, key];
}

/** Makes the value that a tag speaks of. */
function untag(json: unknown, tag: unknown): unknown {
  const name = typeof tag === "string" ? tag : isNamed(tag) ? tag.join(" ") : "";
  const read = (typeof tag === "string" ? TAGS : NAMED_TAGS).get(name);
  if (read === undefined) throw new AnnotationFault("expected a tag that this format has, got another");
  try {
    const made = read(json);
    if (made !== undefined) return made.value;
  } catch (error) {
    if (error instanceof AnnotationFault) throw error;
    // The language itself refuses to make a date, a URL or a pattern of the text, and would quote it.
  }
  throw new AnnotationFault(`expected a value that fits the tag ${name}, got another`);
}

function isNamed(tag: unknown): tag is readonly [string, string] {
  return Array.isArray(tag) && tag.length === 2 && tag.every((name) => typeof name === "string");
}

/** Reads what stands under a tag; `undefined` (or a throw) says that the tag does not fit. */
type Read = (json: unknown) => { readonly value: unknown } | undefined;

/** The tags that stand alone. */
const TAGS = new Map<string, Read>([
  ["undefined", (json) => (json === null ? { value: undefined } : undefined)],
  [
    "number",
    (json) => (["NaN", "Infinity", "-Infinity", "-0"].includes(json as string) ? atom("number", json) : undefined),
  ],
  ["bigint", (json) => (isBigint(json) ? atom("bigint", json) : undefined)],
  ["Date", (json) => sameSpelling(json, atom("Date", json))],
  ["regexp", (json) => sameSpelling(json, atom("regexp", json))],
  // Engines differ in how they spell a URL: what one has written, the other must read.
  ["URL", (json) => (typeof json === "string" ? atom("URL", json) : undefined)],
  ["set", (json) => (Array.isArray(json) ? sameSize(json, new Set(json)) : undefined)],
  ["map", (json) => (isPairs(json) ? sameSize(json, new Map(json)) : undefined)],
  ["Error", readError],
]);

/** The tags of two names. */
const NAMED_TAGS = new Map<string, Read>([
  ["custom bytes", readBytes],
  ...Array.from(TYPED_ARRAYS.keys(), (name): [string, Read] => [
    `typed-array ${name}`,
    (json) => (areElements(json) ? sameSpelling(json, atom(["typed-array", name], json)) : undefined),
  ]),
]);

function atom(tag: Tag, json: unknown): { readonly value: unknown } {
  return { value: superjson.deserialize({ json: json as never, meta: { values: [tag] as never, v: 1 } }) };
}

/** One spelling per value: what would be written in another way is refused. */
function sameSpelling(json: unknown, read: { readonly value: unknown }): { readonly value: unknown } | undefined {
  const { json: spelled } = superjson.serialize(read.value);
  const isSame =
    Array.isArray(spelled) && Array.isArray(json)
      ? spelled.length === json.length && spelled.every((item, index) => item === json[index])
      : spelled === json;
  return isSame ? read : undefined;
}

function isBigint(json: unknown): boolean {
  if (typeof json !== "string" || !/^(?:0|-?[1-9]\d*)$/.test(json)) return false;
  const digits = json.startsWith("-") ? json.length - 1 : json.length;
  if (digits > MAX_BIGINT_DIGITS)
    throw new AnnotationFault(`expected a bigint of at most ${MAX_BIGINT_DIGITS} digits, got more`);
  return true;
}

/** Whether these may be elements of a typed array: numbers, or text no longer than the least of 64 bits. */
function areElements(json: unknown): json is readonly (number | string)[] {
  const longest = "-9223372036854775808".length;
  return (
    Array.isArray(json) &&
    json.every((item) => typeof item === "number" || (typeof item === "string" && item.length <= longest))
  );
}

function sameSize<T extends { readonly size: number }>(json: readonly unknown[], value: T): { value: T } | undefined {
  return value.size === json.length ? { value } : undefined;
}

function isPairs(json: unknown): json is readonly (readonly [unknown, unknown])[] {
  return Array.isArray(json) && json.every((pair) => Array.isArray(pair) && pair.length === 2);
}

function readBytes(json: unknown): { readonly value: unknown } | undefined {
  const bytes = typeof json === "string" ? fromBase64(json) : undefined;
  return bytes && { value: bytes };
}

function readError(json: unknown): { readonly value: unknown } | undefined {
  if (!isPlainObject(json) || typeof json["name"] !== "string" || typeof json["message"] !== "string") return undefined;
  if (Object.hasOwn(json, "stack")) return undefined;
  const error = makeError(json["name"], json["message"]);
  for (const key of Object.keys(json)) if (key !== "name" && key !== "message") setOfError(error, key, json[key]);
  return { value: error };
}
