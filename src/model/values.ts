import { copyError, keysOfError } from "./error-values.js";
import type { Path } from "./issues.js";
import { kindOf, TYPED_ARRAYS, typedArrayNameOf, type TypedArray } from "./kinds.js";

/** Containers that may stand in each other inside one free-form value. */
export const MAX_DEPTH = 500;
/** Digits of a bigint, since reading and writing more takes quadratic time. */
export const MAX_BIGINT_DIGITS = 10_000;

/** A free-form value as a transcript keeps it. */
export interface Kept {
  readonly value: unknown;
  /** Whether JSON has no form for something in it. */
  readonly rich: boolean;
  /** Whether something in it cannot be frozen, so that each reader needs a copy. */
  readonly mutable: boolean;
}

/** Why a value cannot be kept, and where in it. */
export class ValueFault extends Error {
  constructor(
    readonly path: Path,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Freezes what `JSON.parse` made, in place. O(values). */
export function freezeParsed(value: unknown): Kept {
  return { value, rich: freezeDeep(value, 0), mutable: false };
}

/** @returns whether JSON has no form for something in it */
function freezeDeep(value: unknown, depth: number): boolean {
  if (typeof value === "number") return isBeyondJson(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth >= MAX_DEPTH) throw new ValueFault([], "too-deep", `expected at most ${MAX_DEPTH} levels, got more`);
  let rich = false;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof child !== "string" && freezeDeep(child, depth + 1)) rich = true;
  }
  Object.freeze(value);
  return rich;
}

/** Takes over a value that a document and its annotations were made into and nobody else holds, in place. O(values). */
export function takeOver(value: unknown): Kept {
  const found = { rich: false, mutable: false };
  takeOverDeep(value, 0, found);
  return { value, ...found };
}

function takeOverDeep(value: unknown, depth: number, found: { rich: boolean; mutable: boolean }): void {
  if (typeof value !== "object" || value === null) {
    found.rich ||= typeof value !== "string" && typeof value !== "boolean" && isBeyondJson(value);
    return;
  }
  if (depth >= MAX_DEPTH) throw new ValueFault([], "too-deep", `expected at most ${MAX_DEPTH} levels, got more`);
  const kind = kindOf(value);
  if (kind === "object" || kind === "array") {
    for (const child of Object.values(value)) takeOverDeep(child, depth + 1, found);
    Object.freeze(value);
    return;
  }
  found.rich = true;
  found.mutable = true;
  if (kind === "Set") for (const item of value as Set<unknown>) takeOverDeep(item, depth + 1, found);
  if (kind === "Map")
    for (const [key, item] of value as Map<unknown, unknown>) {
      takeOverDeep(key, depth + 1, found);
      takeOverDeep(item, depth + 1, found);
    }
  if (kind === "Error")
    for (const key of keysOfError(value as Error))
      takeOverDeep((value as unknown as Record<string, unknown>)[key], depth + 1, found);
}

function isBeyondJson(value: unknown): boolean {
  return value !== null && (typeof value !== "number" || !Number.isFinite(value) || Object.is(value, -0));
}

/** Copies a kept value out, so that what a reader does to it reaches nobody else. O(values). */
export function copyOut(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const kind = kindOf(value);
  switch (kind) {
    case "object": {
      const copy: Record<string, unknown> = {};
      for (const key of Object.keys(value)) setOwn(copy, key, copyOut((value as Record<string, unknown>)[key]));
      return Object.freeze(copy);
    }
    case "array":
      return Object.freeze((value as readonly unknown[]).map(copyOut));
    case "Map":
      return new Map(Array.from(value as Map<unknown, unknown>, ([key, item]) => [copyOut(key), copyOut(item)]));
    case "Set":
      return new Set(Array.from(value as Set<unknown>, copyOut));
    case "Error":
      return copyError(value as Error, (_key, item) => ({ value: copyOut(item) }));
    default:
      return copyLeaf(kind, value);
  }
}

/** Sets a key also where it is `__proto__`, which an assignment would take for something else. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

/** The value of an own key, or `undefined`. */
export function getOwn(object: unknown, key: string): unknown {
  return typeof object === "object" && object !== null && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined;
}

/** Copies what holds no other values. */
export function copyLeaf(kind: string, value: object): unknown {
  switch (kind) {
    case "Date":
      return new Date((value as Date).getTime());
    case "RegExp":
      return new RegExp((value as RegExp).source, (value as RegExp).flags);
    case "URL":
      return new URL((value as URL).href);
    case "bytes":
      return Uint8Array.from(value as Uint8Array);
    default: {
      const Type = TYPED_ARRAYS.get(typedArrayNameOf(value as TypedArray))!;
      return new Type(value as TypedArray);
    }
  }
}
