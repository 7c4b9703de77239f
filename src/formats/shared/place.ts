import { type EntryInput, type Issue, type Transcript, TranscriptInputError } from "../../index.js";
import { describe, isPlainObject, type PlainObject } from "./plain.js";

type Path = readonly (string | number)[];

/** How many faults an error lists. */
const MAX_ISSUES = 100;
/** Containers that may stand in each other, as in a transcript. */
const MAX_DEPTH = 500;
/** The longest message of an error, in UTF-16 code units. */
const MAX_MESSAGE = 1_900;

/** Collects what is wrong with a provider's messages, so that one error names it all. */
export class Faults {
  readonly #issues: Issue[] = [];
  #first = "";
  #count = 0;

  /** @param what - what is read, such as `chat messages` */
  constructor(readonly what: string) {}

  /** @param name - how the message is called, such as `message 4 (user)` */
  add(name: string, issue: Issue): void {
    if (this.#count === 0) this.#first = [name, formatPath(issue.path), issue.message].filter(Boolean).join(": ");
    this.#count += 1;
    if (this.#issues.length < MAX_ISSUES) this.#issues.push(issue);
  }

  /** Throws one error for all faults, if there is any. */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const more = this.#count - 1;
    const rest = more === 0 ? "" : ` (and ${more} more ${more === 1 ? "issue" : "issues"})`;
    const text = `Cannot read ${this.what}: ${this.#first}`;
    throw new TranscriptInputError(this.#issues, cut(text) + rest, "invalid-messages");
  }
}

/** Adds what was read. What a transcript refuses all the same, such as a value of immense size, is a fault of its message. */
export function extend(base: Transcript, entries: readonly EntryInput[], faults: Faults): Transcript {
  try {
    return base.concat(entries);
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    for (const issue of error.issues) {
      const message = (issue.entry ?? base.length) - base.length;
      faults.add(`message ${message}`, { ...issue, entry: message });
    }
    faults.throwIfAny();
    throw error;
  }
}

/** A place in a provider's message: reads what stands there and tells of what should not. */
export class Place {
  constructor(
    readonly faults: Faults,
    readonly message: number,
    /** What the message calls its sender; named in errors where it is a role that is known. */
    readonly role?: string,
    readonly path: Path = [],
  ) {}

  in(...keys: Path): Place {
    return new Place(this.faults, this.message, this.role, [...this.path, ...keys]);
  }

  fault(code: string, text: string): void {
    const name = `message ${this.message}${this.role === undefined ? "" : ` (${this.role})`}`;
    this.faults.add(name, { entry: this.message, path: this.path, code, message: text });
  }

  /** Tells that something else was expected. Returns `undefined`, so that a reader can hand that on. */
  expected(what: string, got: unknown): undefined {
    const found = got === "" ? "an empty one" : describe(got);
    this.fault(got === undefined ? "missing-key" : got === "" ? "empty" : "type", `expected ${what}, got ${found}`);
  }

  /** A string; `nonEmpty` where an empty one says nothing. */
  text(value: unknown, nonEmpty = false): string | undefined {
    if (typeof value === "string" && !(nonEmpty && value === "")) return value;
    return this.expected(nonEmpty ? "a string that is not empty" : "a string", value);
  }

  /** An object whose own values can be read without running code. The values themselves are not looked at. */
  object(value: unknown): PlainObject | undefined {
    if (!isPlainObject(value)) return this.expected("an object", value);
    return this.#hasAccessors(value) ? undefined : value;
  }

  /** A list without holes and without keys beside its items. */
  list(value: unknown): readonly unknown[] | undefined {
    if (!Array.isArray(value)) return this.expected("a list", value);
    if (Object.keys(value).length !== value.length) {
      this.fault("not-plain", "expected a list without holes and other keys");
      return undefined;
    }
    return this.#hasAccessors(value) ? undefined : (value as readonly unknown[]);
  }

  /**
   * Whether a value is JSON all the way down; `undefined` passes too. O(values in it).
   *
   * @param depth - how many containers stand around it
   * @param seen - the containers that were looked at; `true` for those that the value stands in
   */
  plain(value: unknown, depth = 0, seen = new Map<object, boolean>()): boolean {
    if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol") {
      this.fault("not-plain", `expected what JSON can hold, got ${describe(value)}`);
      return false;
    }
    if (typeof value !== "object" || value === null || seen.get(value) === false) return true;
    if (seen.get(value) === true) {
      this.fault("cycle", "expected no value that stands in itself");
      return false;
    }
    if (depth >= MAX_DEPTH) {
      this.fault("too-deep", `expected at most ${MAX_DEPTH} values inside each other`);
      return false;
    }
    if (!Array.isArray(value) && !isPlainObject(value)) {
      this.expected("what JSON can hold", value);
      return false;
    }
    const container = Array.isArray(value) ? this.list(value) : this.object(value);
    if (container === undefined) return false;
    seen.set(value, true);
    for (const key of Object.keys(container)) {
      const inner = (container as PlainObject)[key];
      const isLeaf = typeof inner === "string" || typeof inner === "number" || typeof inner === "boolean";
      if (isLeaf || inner === null || inner === undefined) continue;
      if (!this.in(Array.isArray(value) ? Number(key) : key).plain(inner, depth + 1, seen)) return false;
    }
    seen.set(value, false);
    return true;
  }

  #hasAccessors(value: object): boolean {
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key === "symbol") {
        this.fault("not-plain", "expected plain keys, got a symbol");
        return true;
      }
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      if (descriptor?.get === undefined && descriptor?.set === undefined) continue;
      this.in(Array.isArray(value) ? Number(key) : key).fault("not-plain", "expected a value, got an accessor");
      return true;
    }
    return false;
  }
}

function formatPath(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

function cut(text: string): string {
  return text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE)}…`;
}
