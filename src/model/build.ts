import { TranscriptInputError } from "../errors.js";
import { admit } from "./admit.js";
import { assembleEntry, isOfDocument, textEntry, type CheckedEntry, type CheckedPart } from "./assemble.js";
import { checkPart, checkParts, checkUnknownKeys, takeCommon, type Faults } from "./build-part.js";
import type { Entry, Role } from "./entry.js";
import { equalValues } from "./equal.js";
import { foreignReader } from "./foreign.js";
import { describe, describeOther, entryPlace, IssueList, MAX_ISSUES, oneOf, type Path } from "./issues.js";
import { isPlainObject, kindOf, type PlainObject } from "./kinds.js";
import type { Part } from "./part.js";
import { StoredEntry } from "./stored-entry.js";
import { ValueFault } from "./values.js";
import { ENTRY_KEYS, ISO_TIME, placementFault, PROGRAM_ENTRY_KEYS, ROLES } from "./vocabulary.js";

/**
 * Makes frozen entries of whatever may be put in.
 *
 * @param action - how the error begins, such as `Cannot build transcript`
 * @param offset - the index that the first of them will have, so that an error names the right one
 * @throws {@link TranscriptInputError} naming every entry at fault; TypeError when `inputs` is no list
 */
export function buildEntries(inputs: Iterable<unknown>, action: string, offset = 0): readonly Entry[] {
  const issues = new IssueList(MAX_ISSUES);
  const entries: Entry[] = [];
  const thrown: unknown[] = [];
  let index = offset;
  for (const input of requireList(inputs, action)) {
    const entry = StoredEntry.is(input) ? input : readInput(input, index, issues, thrown);
    if (entry !== undefined) entries.push(entry);
    index += 1;
    if (issues.full) break;
  }
  // A list that grew holds room for more, which costs what appends one at a time.
  if (issues.count === 0) return Object.freeze(entries.slice());
  const options = thrown.length > 0 ? { cause: thrown[0] } : undefined;
  throw new TranscriptInputError(Object.freeze(issues.items), issues.message(action), "invalid-input", options);
}

/** Builds an entry of an input that may throw wherever it is touched, as getters and proxies do. */
function readInput(input: unknown, index: number, issues: IssueList, thrown: unknown[]): Entry | undefined {
  try {
    return buildTextEntry(input) ?? buildEntry(input, index, issues);
  } catch (error) {
    thrown.push(error);
    const message = "expected an entry that can be read, got one that throws";
    issues.add(entryPlace(index, undefined), { entry: index, path: [], code: "unreadable", message });
    return undefined;
  }
}

function requireList(inputs: Iterable<unknown>, action: string): Iterable<unknown> {
  const isIterable = typeof (inputs as Partial<Iterable<unknown>> | null | undefined)?.[Symbol.iterator] === "function";
  if (isIterable && typeof inputs !== "string") return inputs;
  throw new TypeError(`${action}: expected a list of entries, got ${describe(inputs)}${hintOf(inputs)}`);
}

function hintOf(noList: unknown): string {
  if (typeof noList === "string") return " (Transcript.fromJson reads a document)";
  if (!isPlainObject(noList)) return "";
  if (Array.isArray(noList["entries"])) return " (Transcript.fromJson reads a document)";
  return "role" in noList ? " (one entry stands in a list, too)" : "";
}

/** Makes an entry of an input that says nothing but who speaks and what, as most do, and nothing of any other. */
function buildTextEntry(input: unknown): Entry | undefined {
  if (!isPlainObject(input) || Object.getOwnPropertyNames(input).length !== 2) return undefined;
  const { role, text, content = text } = input;
  if (typeof content !== "string" || !(role === "user" || role === "assistant" || role === "system")) return undefined;
  return textEntry(role, content);
}

function buildEntry(input: unknown, index: number, issues: IssueList): Entry | undefined {
  const checker = new Checker(index, issues, input);
  const checked = checker.entry(input);
  if (checked === undefined || checker.count > 0) return undefined;
  const entry = assembleEntry(checked, (value, at) => {
    try {
      return admit(value);
    } catch (fault) {
      if (!(fault instanceof ValueFault)) throw fault;
      checker.tell([...checker.sourcePath(at.path()), ...fault.path], fault.code, fault.message);
      return { value: null, rich: false, mutable: false };
    }
  });
  if (checker.count > 0) return undefined;
  checker.compareDerived(entry);
  return checker.count > 0 ? undefined : entry;
}

/** Checks one input and brings its loose forms into the one form that is assembled. */
class Checker implements Faults {
  count = 0;
  #loose: "text" | "toolResult" | undefined;
  #textParts = 0;

  constructor(
    readonly index: number,
    readonly issues: IssueList,
    readonly input: unknown,
  ) {}

  tell(path: Path, code: string, message: string): void {
    const reader = this.count > 0 ? undefined : foreignReader(this.input);
    this.count += 1;
    const hint = reader === undefined ? "" : ` (${reader} reads such messages)`;
    const place = entryPlace(this.index, isPlainObject(this.input) ? this.input["role"] : undefined);
    this.issues.add(place, { entry: this.index, path, code, message: message + hint });
  }

  entry(input: unknown): CheckedEntry | undefined {
    if (!isPlainObject(input)) {
      const hint = Array.isArray(input) ? " (from and concat take a list)" : "";
      this.tell([], "type", `expected an entry, got ${describe(input)}${hint}`);
      return undefined;
    }
    const role = input["role"] as Role;
    if (!ROLES.includes(role)) {
      this.tell(["role"], "type", `expected ${oneOf(ROLES)}, got ${describeOther(input["role"])}`);
      return undefined;
    }
    checkUnknownKeys(input, [], INPUT_KEYS, this);
    if (input["toolCalls"] !== undefined && role !== "assistant") this.#misplaced("toolCalls", role);
    if (input["toolResult"] !== undefined && role !== "tool") this.#misplaced("toolResult", role);
    if (input["summary"] !== undefined && role !== "system") this.#misplaced("summary", role);
    const content = this.#content(input, role);
    if (content !== undefined) {
      const fault = placementFault(role, content);
      if (fault !== undefined) {
        const path = fault.index === undefined ? ["content"] : ["content", fault.index];
        this.tell(this.sourcePath(path), "misplaced", fault.message);
      }
    }
    const optional = this.#optional(input);
    // Spread last: V8 gives objects that begin with a spread a shape of their own each, and slow ones.
    return content === undefined ? undefined : { role, content, ...optional };
  }

  /** Where in the input a place of the checked entry came from. */
  sourcePath(path: Path): Path {
    if (this.#loose === undefined || path[0] !== "content") return path;
    if (this.#loose === "toolResult") return ["toolResult", ...path.slice(2)];
    const position = (path[1] as number) - this.#textParts;
    return position < 0 ? ["text", ...path.slice(3)] : ["toolCalls", position, ...path.slice(2)];
  }

  /** What is said beside the content must be what the content says. */
  compareDerived(entry: Entry): void {
    const input = this.input as PlainObject;
    if (this.#loose === undefined || this.#loose === "toolResult") {
      if (input["text"] !== undefined && input["text"] !== entry.text) this.#contradiction("text");
    }
    if (this.#loose !== undefined) return;
    if (input["toolCalls"] !== undefined && !this.#sameParts(input["toolCalls"], entry.toolCalls ?? []))
      this.#contradiction("toolCalls");
    if (input["toolResult"] !== undefined && !this.#sameParts([input["toolResult"]], [entry.toolResult]))
      this.#contradiction("toolResult");
  }

  #content(input: PlainObject, role: Role): CheckedPart[] | undefined {
    const { content } = input;
    if (typeof content === "string" && role !== "tool") return [{ type: "text", text: content }];
    if (Array.isArray(content)) return checkParts(content, ["content"], this);
    if (content !== undefined) {
      const expected = role === "tool" ? "an array of parts" : "a string or an array of parts";
      this.tell(["content"], "type", `expected ${expected}, got ${describe(content)}`);
      return undefined;
    }
    return role === "tool" ? this.#looseResult(input) : this.#looseText(input);
  }

  #looseResult(input: PlainObject): CheckedPart[] | undefined {
    const result = input["toolResult"];
    if (result === undefined) {
      this.tell(["content"], "missing-key", "expected content or toolResult, got neither");
      return undefined;
    }
    this.#loose = "toolResult";
    const part = checkPart(result, ["toolResult"], this, "tool-result");
    return part === undefined ? undefined : [part];
  }

  #looseText(input: PlainObject): CheckedPart[] | undefined {
    const { text, toolCalls } = input;
    if (text === undefined && toolCalls === undefined) {
      this.tell(["content"], "missing-key", "expected content or text, got neither");
      return undefined;
    }
    if (text !== undefined && typeof text !== "string") {
      this.tell(["text"], "type", `expected a string, got ${describe(text)}`);
      return undefined;
    }
    if (toolCalls !== undefined && !Array.isArray(toolCalls)) {
      this.tell(["toolCalls"], "type", `expected an array, got ${describe(toolCalls)}`);
      return undefined;
    }
    this.#loose = "text";
    if (toolCalls === undefined) return [{ type: "text", text }];
    const calls = checkParts(toolCalls, ["toolCalls"], this, checkCall);
    // An empty text beside calls says nothing, and providers refuse it.
    const texts = text === undefined || (text === "" && toolCalls.length > 0) ? [] : [{ type: "text", text }];
    this.#textParts = texts.length;
    return calls === undefined ? undefined : [...texts, ...calls];
  }

  #optional(input: PlainObject): Record<string, unknown> {
    const taken = takeCommon(input, [], KNOWN_KEYS, this) ?? {};
    const { id, name, pinned, partial, createdAt, metadata, summary } = input;
    if (id !== undefined) taken["id"] = this.#string("id", id);
    if (name !== undefined) taken["name"] = this.#string("name", name);
    if (this.#flag("pinned", pinned)) taken["pinned"] = true;
    if (this.#flag("partial", partial)) taken["partial"] = true;
    if (createdAt !== undefined) taken["createdAt"] = this.#time(createdAt);
    if (metadata !== undefined) {
      if (isPlainObject(metadata)) taken["metadata"] = metadata;
      else this.tell(["metadata"], "type", `expected an object, got ${describe(metadata)}`);
    }
    if (summary !== undefined) taken["summary"] = this.#summary(summary);
    return taken;
  }

  #string(key: string, value: unknown): unknown {
    if (typeof value !== "string") this.tell([key], "type", `expected a string, got ${describe(value)}`);
    return value;
  }

  #flag(key: string, value: unknown): boolean {
    if (value !== undefined && typeof value !== "boolean")
      this.tell([key], "type", `expected a boolean, got ${describe(value)}`);
    return value === true;
  }

  #time(value: unknown): string | undefined {
    if (typeof value === "object" && value !== null && kindOf(value) === "Date") {
      const time = value as Date;
      if (!Number.isNaN(time.getTime())) return time.toISOString();
      this.tell(["createdAt"], "type", "expected a time, got an invalid Date");
    } else if (typeof value !== "string") {
      this.tell(["createdAt"], "type", `expected a Date or a string, got ${describe(value)}`);
    } else if (!ISO_TIME.test(value)) {
      this.tell(["createdAt"], "format", "expected a time in ISO 8601, got another string");
    } else {
      return value;
    }
    return undefined;
  }

  #summary(value: unknown): unknown {
    if (!isPlainObject(value)) {
      this.tell(["summary"], "type", `expected an object, got ${describe(value)}`);
      return undefined;
    }
    if (isOfDocument(value)) return value;
    checkUnknownKeys(value, ["summary"], new Set(SUMMARY_KEYS), this);
    for (const key of SUMMARY_KEYS) {
      const count = value[key];
      if (!(Number.isSafeInteger(count) && (count as number) >= 0)) {
        this.tell(
          ["summary", key],
          "type",
          `expected a whole number of at least 0, got ${typeof count === "number" ? "another number" : describe(count)}`,
        );
      }
    }
    return Object.fromEntries(SUMMARY_KEYS.map((key) => [key, (value[key] as number) + 0]));
  }

  #misplaced(key: string, role: Role): void {
    this.tell([key], "unknown-key", `expected no ${key} in a ${role} entry`);
  }

  #contradiction(key: string): void {
    this.tell([key], "contradiction", "expected what content says, got something else");
  }

  #sameParts(said: unknown, parts: readonly unknown[]): boolean {
    if (!Array.isArray(said) || said.length !== parts.length) return false;
    return said.every((part: unknown, index) => {
      const { type: _type, ...kept } = (parts[index] ?? {}) as Record<string, unknown>;
      const { type: _said, ...given }: Record<string, unknown> = isPlainObject(part) ? part : {};
      for (const key of Object.keys(given)) if (given[key] === undefined && !(key in kept)) delete given[key];
      return equalValues(given, kept);
    });
  }
}

function checkCall(call: unknown, path: Path, faults: Faults): CheckedPart | undefined {
  return checkPart(call, path, faults, "tool-call");
}

/** The numbers of a summary's mark, in the order of the document. */
export const SUMMARY_KEYS: readonly string[] = ["entries", "turns", "tokens", "rounds"];

const KNOWN_KEYS: ReadonlySet<string> = new Set([...ENTRY_KEYS, ...PROGRAM_ENTRY_KEYS]);
/** Annotations are for documents alone. */
const INPUT_KEYS: ReadonlySet<string> = new Set([...KNOWN_KEYS].filter((key) => key !== "rich"));

/** Makes an entry that differs from another in its content alone. */
export function rebuildEntry(entry: Entry, content: readonly Part[]): Entry {
  return buildEntries([{ ...entry, content }], "Cannot change transcript")[0]!;
}
