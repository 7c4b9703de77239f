import { copyError } from "./error-values.js";
import { describe } from "./issues.js";
import { kindOf, type Kind } from "./kinds.js";
import { copyLeaf, MAX_BIGINT_DIGITS, MAX_DEPTH, setOwn, ValueFault, type Kept } from "./values.js";

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

/** The kinds whose own keys, which none should have, would be lost. Bytes have their indexes for keys, errors any. */
const NAMELESS: ReadonlySet<Kind> = new Set(["Date", "RegExp", "URL", "Map", "Set"]);

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

  /** Calls as little as it can for each level: a browser's worker has stack for some thousand calls that were not compiled yet. */
  copy(value: unknown): unknown {
    if (this.#inRepeated > 0) this.#weigh(1);
    if (typeof value !== "object" || value === null) return this.#primitive(value);
    if (this.#ancestors.length >= this.maxDepth) this.#refuseDepth(value);
    const isRepeated = ++this.#objects > UNSHARED && (this.#seen ??= new Set()).has(value);
    if (isRepeated) this.#inRepeated += 1;
    else if (this.#objects > UNSHARED) this.#seen!.add(value);
    this.#ancestors.push(value);
    const kind = kindOf(value);
    const copy =
      kind === "object"
        ? this.#plain(value)
        : kind === "array"
          ? this.#array(value as readonly unknown[])
          : this.#special(kind, value);
    this.#ancestors.pop();
    if (isRepeated) this.#inRepeated -= 1;
    return copy;
  }

  #primitive(value: unknown): unknown {
    switch (typeof value) {
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
      case "string":
      case "boolean":
      case "object":
        return value;
      default:
        return this.#refuse("type", describe(value));
    }
  }

  #refuseDepth(value: object): never {
    const loop = [...this.#ancestors, value].findIndex((ancestor, index, all) => all.indexOf(ancestor) < index);
    if (loop < 0) this.#refuse("too-deep", `more than ${this.maxDepth} levels`);
    // A cycle is looked for only now; where it closes says more than where it was noticed.
    this.#path.length = loop;
    return this.#refuse("cycle", "a cycle");
  }

  #weigh(weight: number): void {
    this.#repeated += weight;
    if (this.#repeated > MAX_REPEATED)
      this.#refuse("too-large", "one that is too large where all that it shares is written out");
  }

  #special(kind: Kind, value: object): unknown {
    if (NAMELESS.has(kind) && Object.keys(value).length > 0) this.#refuse("type", `a ${kind} with named properties`);
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
      this.#path.push(key);
      setOwn(copy, key, this.copy(property.value));
      this.#path.pop();
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
      this.#path.push(index);
      copy.push(this.copy(value[index]));
      this.#path.pop();
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

function describeInstance(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === "string" && name !== "" ? `an instance of ${name}` : "an instance of a class";
}
