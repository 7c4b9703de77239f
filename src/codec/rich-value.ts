import SuperJSON from "superjson";
import { isPlainObject, kindOf, TYPED_ARRAYS, typedArrayNameOf } from "../model/kinds.js";
import { fromBase64, toBase64 } from "../model/json-form.js";
import { keysOfError, makeError, MAX_BIGINT_DIGITS, MAX_DEPTH, setOfError, setOwn } from "../model/values.js";

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
      return (value as readonly unknown[]).map((item, index) => divide(item, join(path, String(index)), annotations));
    case "bytes":
      setOwn(annotations, path!, [["custom", "bytes"]]);
      return toBase64(value as Uint8Array);
    case "Map":
      return divideInner("map", Array.from(value as Map<unknown, unknown>), path!, annotations);
    case "Set":
      return divideInner("set", Array.from(value as Set<unknown>), path!, annotations);
    case "typed-array":
      return divideInner(
        ["typed-array", typedArrayNameOf(value as ArrayBufferView)],
        Array.from(value as ArrayLike<unknown>),
        path!,
        annotations,
      );
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

function divideInner(tag: Tag, value: unknown, path: string, annotations: Record<string, Tree>): unknown {
  const inner: Record<string, Tree> = {};
  const json = divide(value, undefined, inner);
  setOwn(annotations, path, Object.keys(inner).length === 0 ? [tag] : [tag, inner]);
  return json;
}

function divideAtom(value: unknown, path: string | undefined, annotations: Record<string, Tree>): unknown {
  if (typeof value === "string" || typeof value === "boolean") return value;
  const { json, meta } = superjson.serialize(value);
  if (meta?.values !== undefined) setOwn(annotations, path!, meta.values);
  return json;
}

function join(path: string | undefined, key: string): string {
  const escaped = key.replace(/[\\.]/g, "\\$&");
  return path === undefined ? escaped : `${path}.${escaped}`;
}

/** Says why annotations cannot be followed. Its message holds no key and no content. */
export class AnnotationFault extends Error {}

/**
 * Puts the values that annotations speak of in their places. Changes `json`, which nobody else may hold.
 *
 * O(size of both). Throws {@link AnnotationFault} for an annotation that points nowhere, that `mayHold` does not allow
 * at its place, or that does not fit what stands there.
 */
export function restore(json: unknown, annotations: unknown, mayHold: (path: readonly string[]) => boolean): void {
  restoreInner(json, annotations, 0, mayHold);
}

function restoreInner(
  json: unknown,
  annotations: unknown,
  depth: number,
  mayHold: (path: readonly string[]) => boolean,
): void {
  if (!isPlainObject(annotations)) throw new AnnotationFault("expected an object of annotations");
  if (depth > MAX_DEPTH) throw new AnnotationFault(`expected at most ${MAX_DEPTH} levels, got more`);
  for (const written of Object.keys(annotations)) {
    const path = splitPath(written);
    if (!mayHold(path)) throw new AnnotationFault("expected annotations of free-form values, got one of another place");
    const holder = walk(json, path);
    const key = path.at(-1)!;
    const tree: unknown = annotations[written];
    if (!Array.isArray(tree) || tree.length < 1 || tree.length > 2) throw new AnnotationFault("expected a tag");
    const [tag, inner] = tree as readonly unknown[];
    const place = holder[key];
    if (tree.length === 2) restoreInner(place, inner, depth + 1, () => true);
    setOwn(holder, key, untag(place, tag));
  }
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

function splitPath(path: string): readonly string[] {
  const keys: string[] = [];
  let key = "";
  for (let index = 0; index < path.length; index += 1) {
    const character = path[index]!;
    if (character === ".") {
      keys.push(key);
      key = "";
    } else if (character === "\\") {
      index += 1;
      if (path[index] !== "\\" && path[index] !== ".")
        throw new AnnotationFault("expected a path, got another escape in it");
      key += path[index];
    } else {
      key += character;
    }
  }
  return [...keys, key];
}

function untag(json: unknown, tag: unknown): unknown {
  if (Array.isArray(tag)) return untagNamed(json, tag);
  const read = typeof tag === "string" ? TAGS.get(tag) : undefined;
  if (read === undefined) throw new AnnotationFault("expected a tag of this format, got another");
  return fitting(read(json));
}

function untagNamed(json: unknown, tag: readonly unknown[]): unknown {
  const [family, name] = tag;
  if (tag.length === 2 && family === "custom" && name === "bytes") {
    return fitting(typeof json === "string" ? fromBase64(json) : undefined);
  }
  const Type =
    tag.length === 2 && family === "typed-array" && typeof name === "string" ? TYPED_ARRAYS.get(name) : undefined;
  if (Type === undefined) throw new AnnotationFault("expected a tag of this format, got another");
  const element = typeof name === "string" && name.startsWith("Big") ? "bigint" : "number";
  if (!Array.isArray(json) || !json.every((item) => typeof item === element)) return fitting(undefined);
  const array = new Type(json as number[]);
  return fitting(json.every((item, index) => Object.is(item, array[index])) ? array : undefined);
}

/** The tags that stand alone, each with what reads it: a value, or `undefined` (or a throw) where the tag does not fit. */
const TAGS = new Map<string, (json: unknown) => { readonly value: unknown } | object | bigint | number | undefined>([
  ["undefined", (json) => (json === null ? { value: undefined } : undefined)],
  [
    "number",
    (json) => (["NaN", "Infinity", "-Infinity", "-0"].includes(json as string) ? atom("number", json) : undefined),
  ],
  [
    "bigint",
    (json) =>
      matches(json, BIGINT) && (json as string).length <= MAX_BIGINT_DIGITS + 1 ? atom("bigint", json) : undefined,
  ],
  ["Date", (json) => sameText(json, atom("Date", json), (date) => (date as Date).toISOString())],
  ["regexp", (json) => sameText(json, atom("regexp", json), String)],
  ["URL", (json) => sameText(json, atom("URL", json), (url) => (url as URL).href)],
  ["set", (json) => (Array.isArray(json) ? sameSize(json, new Set(json)) : undefined)],
  ["map", (json) => (isPairs(json) ? sameSize(json, new Map(json)) : undefined)],
  ["Error", readError],
]);

const BIGINT = /^(?:0|-?[1-9]\d*)$/;

function atom(tag: string, json: unknown): object {
  if (typeof json !== "string") throw new AnnotationFault("expected text under a tag");
  return { value: superjson.deserialize({ json, meta: { values: [tag] as never, v: 1 } }) };
}

function fitting(read: unknown): unknown {
  if (read === undefined) throw new AnnotationFault("expected a tag that fits its value, got one that does not");
  return isPlainObject(read) && Object.hasOwn(read, "value") ? read["value"] : read;
}

function matches(json: unknown, pattern: RegExp): boolean {
  return typeof json === "string" && pattern.test(json);
}

/** One spelling per value: what would be written again otherwise is refused. */
function sameText(json: unknown, read: object, write: (value: unknown) => string): object | undefined {
  return write((read as { value: unknown }).value) === json ? read : undefined;
}

function sameSize<T extends { readonly size: number }>(json: readonly unknown[], value: T): T | undefined {
  return value.size === json.length ? value : undefined;
}

function isPairs(json: unknown): json is readonly (readonly [unknown, unknown])[] {
  return Array.isArray(json) && json.every((pair) => Array.isArray(pair) && pair.length === 2);
}

function readError(json: unknown): Error | undefined {
  if (!isPlainObject(json) || typeof json["name"] !== "string" || typeof json["message"] !== "string") return undefined;
  if (Object.hasOwn(json, "stack")) return undefined;
  const error = makeError(json["name"], json["message"]);
  for (const key of Object.keys(json)) if (key !== "name" && key !== "message") setOfError(error, key, json[key]);
  return error;
}
