import { TranscriptInputError } from "../errors.js";
import { assembleEntry, isOfDocument, type CheckedEntry, type CheckedPart } from "./assemble.js";
import { checkPart, checkUnknownKeys, takeOptional } from "./build-part.js";
import type { Entry, Role } from "./entry.js";
import { equalValues } from "./equal.js";
import { foreignReader } from "./foreign.js";
import { describe, entryPlace, IssueList, MAX_ISSUES, oneOf, type Path } from "./issues.js";
import { isPlainObject } from "./kinds.js";
import type { Part } from "./part.js";
import { StoredEntry } from "./stored-entry.js";
import { admit, ValueFault } from "./values.js";
import { ENTRY_KEYS, ISO_TIME, placementFault, PROGRAM_ENTRY_KEYS, ROLES } from "./vocabulary.js";

/**
 * Makes frozen entries of whatever may be put in.
 *
 * @param action - how the error begins, such as `Cannot build transcript`
 * @param offset - the index that the first of them will have, so that an error names the right one
 * @throws {@link TranscriptInputError} naming every entry at fault
 */
export function buildEntries(inputs: Iterable<unknown>, action: string, offset = 0): readonly Entry[] {
  const issues = new IssueList(MAX_ISSUES);
  const entries: Entry[] = [];
  let index = offset;
  for (const input of inputs) {
    const entry = StoredEntry.is(input) ? input : buildEntry(input, index, issues);
    if (entry !== undefined) entries.push(entry);
    index += 1;
    if (issues.full) break;
  }
  if (issues.count > 0) throw new TranscriptInputError(Object.freeze(issues.items), issues.message(action));
  return Object.freeze(entries);
}

function buildEntry(input: unknown, index: number, issues: IssueList): Entry | undefined {
  const checker = new Checker(index, issues, input);
  const checked = checker.entry(input);
  if (checked === undefined || checker.faulty) return undefined;
  const entry = assembleEntry(checked, (value, path) => {
    try {
      return admit(value);
    } catch (fault) {
      if (!(fault instanceof ValueFault)) throw fault;
      checker.fault([...checker.sourcePath(path), ...fault.path], fault.code, fault.message);
      return { value: null, rich: false, mutable: false };
    }
  });
  if (checker.faulty) return undefined;
  checker.compareDerived(entry);
  return checker.faulty ? undefined : entry;
}

/** Checks one input and brings its loose forms into the one form that is assembled. */
class Checker {
  faulty = false;
  readonly #place: string;
  #loose: "text" | "toolResult" | undefined;
  #textParts = 0;

  constructor(
    readonly index: number,
    readonly issues: IssueList,
    readonly input: unknown,
  ) {
    this.#place = entryPlace(index, isPlainObject(input) ? input["role"] : undefined);
  }

  readonly fault = (path: Path, code: string, message: string): void => {
    const reader = this.faulty ? undefined : foreignReader(this.input);
    this.faulty = true;
    const hint = reader === undefined ? "" : ` (${reader} reads such messages)`;
    this.issues.add(this.#place, { entry: this.index, path, code, message: message + hint });
  };

  entry(input: unknown): CheckedEntry | undefined {
    if (!isPlainObject(input)) {
      this.fault([], "type", `expected an entry, got ${describe(input)}`);
      return undefined;
    }
    const role = input["role"] as Role;
    if (!ROLES.includes(role)) {
      this.fault(["role"], "type", `expected ${oneOf(ROLES)}, got ${describe(input["role"])}`);
      return undefined;
    }
    checkUnknownKeys(
      input,
      [],
      (key) => (ENTRY_KEYS.has(key) && key !== "rich") || PROGRAM_ENTRY_KEYS.has(key),
      this.fault,
    );
    if (input["toolCalls"] !== undefined && role !== "assistant") this.#misplaced("toolCalls", role);
    if (input["toolResult"] !== undefined && role !== "tool") this.#misplaced("toolResult", role);
    if (input["summary"] !== undefined && role !== "system") this.#misplaced("summary", role);
    const content = this.#content(input, role);
    if (content !== undefined) {
      const fault = placementFault(role, content);
      if (fault !== undefined) {
        const path = fault.index === undefined ? ["content"] : ["content", fault.index];
        this.fault(this.sourcePath(path), "misplaced", fault.message);
      }
    }
    const optional = this.#optional(input);
    return content === undefined ? undefined : { ...optional, role, content };
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
    const input = this.input as Readonly<Record<string, unknown>>;
    if (this.#loose === undefined || this.#loose === "toolResult") {
      if (input["text"] !== undefined && input["text"] !== entry.text) this.#contradiction("text");
    }
    if (this.#loose !== undefined) return;
    if (input["toolCalls"] !== undefined && !this.#sameParts(input["toolCalls"], entry.toolCalls ?? []))
      this.#contradiction("toolCalls");
    if (input["toolResult"] !== undefined && !this.#sameParts([input["toolResult"]], [entry.toolResult]))
      this.#contradiction("toolResult");
  }

  #content(input: Readonly<Record<string, unknown>>, role: Role): readonly CheckedPart[] | undefined {
    const { content } = input;
    if (typeof content === "string") return [{ type: "text", text: content }];
    if (Array.isArray(content)) {
      const parts = Array.from(content as readonly unknown[], (part, index) =>
        checkPart(part, ["content", index], this.fault),
      );
      return parts.every((part) => part !== undefined) ? parts : undefined;
    }
    if (content !== undefined) {
      this.fault(["content"], "type", `expected a string or an array of parts, got ${describe(content)}`);
      return undefined;
    }
    return role === "tool" ? this.#looseResult(input) : this.#looseText(input);
  }

  #looseResult(input: Readonly<Record<string, unknown>>): readonly CheckedPart[] | undefined {
    const result = input["toolResult"];
    if (result === undefined) {
      this.fault(["content"], "missing-key", "expected content or toolResult, got neither");
      return undefined;
    }
    this.#loose = "toolResult";
    const part = checkPart(result, ["toolResult"], this.fault, "tool-result");
    return part === undefined ? undefined : [part];
  }

  #looseText(input: Readonly<Record<string, unknown>>): readonly CheckedPart[] | undefined {
    const { text, toolCalls } = input;
    if (text === undefined && toolCalls === undefined) {
      this.fault(["content"], "missing-key", "expected content or text, got neither");
      return undefined;
    }
    if (text !== undefined && typeof text !== "string") {
      this.fault(["text"], "type", `expected a string, got ${describe(text)}`);
      return undefined;
    }
    if (toolCalls !== undefined && !Array.isArray(toolCalls)) {
      this.fault(["toolCalls"], "type", `expected an array, got ${describe(toolCalls)}`);
      return undefined;
    }
    this.#loose = "text";
    if (toolCalls === undefined) return [{ type: "text", text }];
    const calls = Array.from((toolCalls ?? []) as readonly unknown[], (call, index) =>
      checkPart(call, ["toolCalls", index], this.fault, "tool-call"),
    );
    // An empty text beside calls says nothing, and providers refuse it.
    const texts = text === undefined || (text === "" && calls.length > 0) ? [] : [{ type: "text", text }];
    this.#textParts = texts.length;
    return calls.every((call) => call !== undefined) ? [...texts, ...calls] : undefined;
  }

  #optional(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const taken = takeOptional(input, [], ENTRY_EXTRA_REFUSES, this.fault);
    for (const key of ["id", "name"]) {
      const value = input[key];
      if (value === undefined) continue;
      if (typeof value === "string") taken[key] = value;
      else this.fault([key], "type", `expected a string, got ${describe(value)}`);
    }
    for (const key of ["pinned", "partial"]) {
      const value = input[key];
      if (value === true) taken[key] = true;
      else if (value !== undefined && value !== false)
        this.fault([key], "type", `expected a boolean, got ${describe(value)}`);
    }
    if (input["createdAt"] !== undefined) taken["createdAt"] = this.#time(input["createdAt"]);
    if (input["metadata"] !== undefined) {
      if (isPlainObject(input["metadata"])) taken["metadata"] = input["metadata"];
      else this.fault(["metadata"], "type", `expected an object, got ${describe(input["metadata"])}`);
    }
    if (input["summary"] !== undefined) taken["summary"] = this.#summary(input["summary"]);
    return taken;
  }

  #time(value: unknown): string | undefined {
    if (value instanceof Date) {
      if (!Number.isNaN(value.getTime())) return value.toISOString();
      this.fault(["createdAt"], "type", "expected a time, got an invalid Date");
    } else if (typeof value !== "string") {
      this.fault(["createdAt"], "type", `expected a Date or a string, got ${describe(value)}`);
    } else if (!ISO_TIME.test(value)) {
      this.fault(["createdAt"], "format", "expected a time in ISO 8601, got another string");
    } else {
      return value;
    }
    return undefined;
  }

  #summary(value: unknown): unknown {
    if (!isPlainObject(value)) {
      this.fault(["summary"], "type", `expected an object, got ${describe(value)}`);
      return undefined;
    }
    if (isOfDocument(value)) return value;
    checkUnknownKeys(value, ["summary"], (key) => SUMMARY_KEYS.includes(key), this.fault);
    for (const key of SUMMARY_KEYS) {
      const count = value[key];
      if (!(Number.isSafeInteger(count) && (count as number) >= 0)) {
        this.fault(
          ["summary", key],
          "type",
          `expected a whole number of at least 0, got ${typeof count === "number" ? "another number" : describe(count)}`,
        );
      }
    }
    return Object.fromEntries(SUMMARY_KEYS.map((key) => [key, (value[key] as number) + 0]));
  }

  #misplaced(key: string, role: Role): void {
    this.fault([key], "unknown-key", `expected no ${key} in a ${role} entry`);
  }

  #contradiction(key: string): void {
    this.fault([key], "contradiction", "expected what content says, got something else");
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

/** The numbers of a summary's mark, in the order of the document. */
export const SUMMARY_KEYS: readonly string[] = ["entries", "turns", "tokens", "rounds"];

const ENTRY_EXTRA_REFUSES: ReadonlySet<string> = new Set([...ENTRY_KEYS, ...PROGRAM_ENTRY_KEYS]);

/** Makes an entry that differs from another in its content alone. */
export function rebuildEntry(entry: Entry, content: readonly Part[]): Entry {
  return buildEntries([{ ...entry, content }], "Cannot change transcript")[0]!;
}
