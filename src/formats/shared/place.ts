import { type EntryInput, type Issue, type Transcript, TranscriptInputError } from "../../index.js";
import { foreignReader } from "../../model/foreign.js";
import { describe, IssueList, MAX_ISSUES, type Path } from "../../model/issues.js";
import { isPlainObject, type PlainObject } from "../../model/kinds.js";
import { MAX_DEPTH } from "../../model/values.js";

/** Collects what is wrong with a provider's messages, so that one error names it all. */
export class Faults {
  readonly #issues = new IssueList(MAX_ISSUES);

  /**
   * @param what - what is read, such as `chat messages`
   * @param unit - what one of them is called
   */
  constructor(
    readonly what: string,
    readonly unit = "message",
  ) {}

  /** @param name - how the message is called, such as `message 4 (user)` */
  add(name: string, issue: Issue): void {
    this.#issues.add(name, issue);
  }

  /**
   * Throws one error for all faults, if there is any.
   *
   * @param messages - what was read, so that the error can say whose it is when it looks like another format's
   * @param reader - the function that read it
   */
  throwIfAny(messages: readonly unknown[] = [], reader = ""): void {
    const { items, count } = this.#issues;
    if (count === 0) return;
    const message = this.#issues.message(`Cannot read ${this.what}`, true) + otherReader(items, messages, reader);
    throw new TranscriptInputError(Object.freeze(items), message, "invalid-messages");
  }
}

/** Faults that show that a message is none of the format. One further in is of a message that was recognised. */
const SHAPE = /^(|role|type|content|parts|(content|parts)\.\d+\.(type|text))$/;

/** Says who reads the messages at fault, where that is another one. */
function otherReader(issues: readonly Issue[], messages: readonly unknown[], reader: string): string {
  for (const { entry, path } of issues) {
    const other = entry !== undefined && SHAPE.test(path.join(".")) ? readerOf(messages[entry]) : undefined;
    if (other !== undefined) return other.startsWith(`${reader} `) ? "" : ` (${other} reads such messages)`;
  }
  return "";
}

/** Names the function that reads a message of another format, if one is known. No accessor of the message is run. */
export function readerOf(message: unknown): string | undefined {
  const isSafe = !isPlainObject(message) || new Place(new Faults(""), 0).plain(message);
  return isSafe ? foreignReader(message) : undefined;
}

/**
 * Adds what was read. What a transcript refuses all the same, such as a value of immense size, is a fault of its message.
 *
 * @param locate - finds the message and the place in it, where a message may give several entries
 */
export function extend(
  base: Transcript,
  entries: readonly EntryInput[],
  faults: Faults,
  locate: (issue: Issue) => Issue = (issue) => ({ ...issue, entry: (issue.entry ?? base.length) - base.length }),
): Transcript {
  try {
    return base.concat(entries);
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    for (const issue of error.issues.map(locate)) {
      faults.add(issue.entry === undefined ? "" : `${faults.unit} ${issue.entry}`, issue);
    }
    faults.throwIfAny();
    throw error;
  }
}

/** A place in a provider's message: reads what stands there and tells of what should not. */
export class Place {
  constructor(
    readonly faults: Faults,
    /** Index of the message; absent for what stands beside the list of messages. */
    readonly message: number | undefined,
    /** What the message calls its sender; named in errors where it is a role that is known. */
    readonly role?: string,
    readonly keys: Path = [],
    /** The place that `keys` start from; the message itself where there is none. */
    readonly above?: Place,
  ) {}

  /** Keys and indexes down from the message. */
  get path(): Path {
    return this.above === undefined ? this.keys : [...this.above.path, ...this.keys];
  }

  in(...keys: Path): Place {
    return new Place(this.faults, this.message, this.role, keys, this);
  }

  fault(code: string, text: string): void {
    const { message, path } = this;
    if (message === undefined) this.faults.add("", { path, code, message: text });
    else {
      const name = `${this.faults.unit} ${message}${this.role === undefined ? "" : ` (${this.role})`}`;
      this.faults.add(name, { entry: message, path, code, message: text });
    }
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
    return this.#hasAccessors(value, Object.getOwnPropertyNames(value)) ? undefined : value;
  }

  /** An array without holes and without keys beside its items. */
  list(value: unknown): readonly unknown[] | undefined {
    if (!Array.isArray(value)) return this.expected("an array", value);
    const indexes = Object.keys(value);
    if (indexes.length !== value.length) {
      this.fault("not-plain", "expected an array without holes and other keys");
      return undefined;
    }
    return this.#hasAccessors(value, indexes) ? undefined : (value as readonly unknown[]);
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

  #hasAccessors(value: object, keys: readonly string[]): boolean {
    for (const key of keys) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      if (descriptor?.get === undefined && descriptor?.set === undefined) continue;
      this.in(Array.isArray(value) ? Number(key) : key).fault("not-plain", "expected a value, got an accessor");
      return true;
    }
    if (Object.getOwnPropertySymbols(value).length === 0) return false;
    this.fault("not-plain", "expected plain keys, got a symbol");
    return true;
  }
}
