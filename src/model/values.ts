import { describe, type Path } from "./issues.js";
import { kindOf, TYPED_ARRAYS, typedArrayNameOf, type TypedArray } from "./kinds.js";

/** Containers that may stand in each other inside one free-form value. */
export const MAX_DEPTH = 500;
/** Digits of a bigint, since reading and writing more takes quadratic time. */
export const MAX_BIGINT_DIGITS = 10_000;
/**
 * Values that are written out again because the object around them stands at several places of one free-form value. Objects
 * that are shared level after level would double at each.
 */
const MAX_REPEATED = 1_000_000;
/** How many objects are taken in before it matters whether one is there again. */
const UNSHARED = 1_000;
/** What an error costs, and what is left out of one, in other values. */
const ERROR_WEIGHT = 100;
const MAX_BIGINT = 10n ** BigInt(MAX_BIGINT_DIGITS);

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

/**
 * Copies a value in: the copy is frozen and shares nothing with the original.
 *
 * O(values in it). Throws {@link ValueFault} for what superjson or JSON would change in silence.
 */
export function admit(value: unknown, maxDepth = MAX_DEPTH): Kept {
  if (typeof value === "string" || typeof value === "boolean" || value === null)
    return { value, rich: false, mutable: false };
  const admission = new Admission(maxDepth);
  return { value: admission.copy(value), rich: admission.rich, mutable: admission.mutable };
}

class Admission {
  rich = false;
  mutable = false;
  #objects = 0;
  /** Made when it first matters: most values hold few objects. */
  #seen: Set<object> | undefined = undefined;
  /** How many objects around the value at hand were there before, and how many values stood in such. */
  #inRepeated = 0;
  #repeated = 0;
  readonly #path: (string | number)[] = [];
  readonly #ancestors: object[] = [];

  constructor(readonly maxDepth: number) {}

  copy(value: unknown): unknown {
    if (this.#inRepeated > 0) this.#weigh(1);
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        if (!Number.isFinite(value) || Object.is(value, -0)) this.rich = true;
        return value;
      case "undefined":
        this.rich = true;
        return value;
      case "bigint":
        if (value >= MAX_BIGINT || value <= -MAX_BIGINT)
          this.#refuse("too-large", `a bigint of more than ${MAX_BIGINT_DIGITS} digits`);
        this.rich = true;
        return value;
      case "object":
        return value === null ? null : this.#object(value);
      default:
        return this.#refuse("type", describe(value));
    }
  }

  #object(value: object): unknown {
    if (this.#ancestors.length >= this.maxDepth) {
      const loop = [...this.#ancestors, value].findIndex((ancestor, index, all) => all.indexOf(ancestor) < index);
      if (loop < 0) this.#refuse("too-deep", `more than ${this.maxDepth} levels`);
      // A cycle is looked for only now; where it closes says more than where it was noticed.
      this.#path.length = loop;
      this.#refuse("cycle", "a cycle");
    }
    const isRepeated = ++this.#objects > UNSHARED && (this.#seen ??= new Set()).has(value);
    if (isRepeated) this.#inRepeated += 1;
    else if (this.#objects > UNSHARED) this.#seen!.add(value);
    this.#ancestors.push(value);
    const copy = this.#container(value);
    this.#ancestors.pop();
    if (isRepeated) this.#inRepeated -= 1;
    return copy;
  }

  #weigh(weight: number): void {
    this.#repeated += weight;
    if (this.#repeated > MAX_REPEATED)
      this.#refuse("too-large", "one that is too large where all that it shares is written out");
  }

  #container(value: object): unknown {
    const kind = kindOf(value);
    if (kind === "object") return this.#plain(value);
    if (kind === "array") return this.#array(value as readonly unknown[]);
    this.rich = true;
    this.mutable = true;
    switch (kind) {
      case "Date":
        if (Number.isNaN((value as Date).getTime())) this.#refuse("type", "an invalid Date");
        return copyLeaf(kind, value);
      case "Map": {
        const copy = new Map<unknown, unknown>();
        let index = 0;
        for (const [key, item] of value as Map<unknown, unknown>) {
          copy.set(this.#at(index, key), this.#at(index, item));
          index += 1;
        }
        return copy;
      }
      case "Set": {
        const copy = new Set<unknown>();
        for (const item of value as Set<unknown>) copy.add(this.#at(copy.size, item));
        return copy;
      }
      case "Error":
        if (this.#ancestors.indexOf(value) < this.#ancestors.length - 1) this.#refuse("cycle", "a cycle");
        if (this.#inRepeated > 0) this.#weigh(ERROR_WEIGHT);
        return copyError(value as Error, (key, item) => this.#ofError(key, item));
      case "other":
        return this.#refuse("type", describeInstance(value));
      default:
        return copyLeaf(kind, value);
    }
  }

  #plain(value: object): unknown {
    const copy: Record<string, unknown> = {};
    // Both lists together cost a third of what `Reflect.ownKeys` does.
    for (const key of Object.getOwnPropertyNames(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key)!;
      if (property.get !== undefined || property.set !== undefined) return this.#refuse("type", "an accessor", key);
      if (property.enumerable !== true) return this.#refuse("type", "a hidden property", key);
      setOwn(copy, key, this.#at(key, property.value));
    }
    if (Object.getOwnPropertySymbols(value).length > 0)
      return this.#refuse("type", "an object with a symbol for a key");
    return Object.freeze(copy);
  }

  #array(value: readonly unknown[]): unknown {
    const keys = Object.keys(value);
    if (keys.length > value.length) return this.#refuse("type", "an array with named properties");
    const copy: unknown[] = [];
    for (let index = 0; index < value.length; index += 1) {
      if (value[index] === undefined && !Object.hasOwn(value, index)) return this.#refuse("type", "a sparse array");
      copy.push(this.#at(index, value[index]));
    }
    if (keys.length !== value.length) return this.#refuse("type", "an array with named properties");
    return Object.freeze(copy);
  }

  /** An error brings along what is plain; the rest (sockets, requests) was never meant to be kept. */
  #ofError(key: string, value: unknown): Kept | undefined {
    const depth = this.#path.length;
    const ancestors = this.#ancestors.length;
    const inRepeated = this.#inRepeated;
    try {
      return { value: this.#at(key, value), rich: true, mutable: true };
    } catch (fault) {
      if (key === "cause" || !(fault instanceof ValueFault) || fault.code === "too-large") throw fault;
      this.#path.length = depth;
      this.#ancestors.length = ancestors;
      this.#inRepeated = inRepeated;
      this.#weigh(ERROR_WEIGHT);
      return undefined;
    }
  }

  #at(key: string | number, value: unknown): unknown {
    this.#path.push(key);
    const copy = this.copy(value);
    this.#path.pop();
    return copy;
  }

  #refuse(code: string, found: string, key?: string): never {
    const path = key === undefined ? [...this.#path] : [...this.#path, key];
    throw new ValueFault(path, code, `expected a value that can be kept, got ${found}`);
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

function copyLeaf(kind: string, value: object): unknown {
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

const ERRORS = new Map(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((type) => [type.name, type]),
);

/** The keys of an error that have a place of their own. */
const ERROR_KEYS: ReadonlySet<string> = new Set(["name", "message", "stack", "cause"]);

/** Makes an error of a name, with nothing of where it was made. */
export function makeError(name: string, message: string): Error {
  const error = name === "AggregateError" ? new AggregateError([], message) : new (ERRORS.get(name) ?? Error)(message);
  if (error.name !== name) error.name = name;
  Object.defineProperty(error, "stack", { value: `${name}: ${message}`, configurable: true, writable: true });
  return error;
}

/** Sets what an error keeps beside its name and message, hidden as the language itself hides it. */
export function setOfError(error: Error, key: string, value: unknown): void {
  const enumerable = key !== "cause" && !(key === "errors" && error instanceof AggregateError);
  Object.defineProperty(error, key, { value, enumerable, configurable: true, writable: true });
}

/** Lists what an error keeps beside its name and message: its cause and its own values. */
export function keysOfError(error: Error): readonly string[] {
  const keys = Object.keys(error).filter((key) => !ERROR_KEYS.has(key));
  if (error instanceof AggregateError && !keys.includes("errors")) keys.unshift("errors");
  if (Object.hasOwn(error, "cause")) keys.unshift("cause");
  return keys;
}

function copyError(
  error: Error,
  copy: (key: string, value: unknown) => { readonly value: unknown } | undefined,
): Error {
  const made = makeError(String(error.name), String(error.message));
  for (const key of keysOfError(error)) {
    const property = Object.getOwnPropertyDescriptor(error, key);
    if (property === undefined || property.get !== undefined) continue;
    const kept = copy(key, property.value);
    if (kept !== undefined) setOfError(made, key, kept.value);
  }
  return made;
}

function describeInstance(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === "string" && name !== "" ? `an instance of ${name}` : "an instance of a class";
}
