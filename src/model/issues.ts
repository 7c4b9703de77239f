import type { Issue } from "../errors.js";
import { isPlainObject } from "./kinds.js";

/** Keys and indexes down to a place. */
export type Path = readonly (string | number)[];

/** How many faults an error about input lists. */
export const MAX_ISSUES = 100;
/** The longest message of an error, in UTF-16 code units. */
const MAX_MESSAGE = 1_900;

/** Collects faults up to a limit and remembers where the first one is. */
export class IssueList {
  readonly items: Issue[] = [];
  /** Faults seen, also those beyond the limit. */
  count = 0;
  #first: { readonly place: string; readonly issue: Issue } | undefined;

  constructor(readonly limit: number) {}

  /** Whether looking further would find nothing that could still be told. */
  get full(): boolean {
    return this.count > this.limit;
  }

  /** @param place - how the entry is called in the message, such as `entry 3 (tool)`; empty for a fault of the whole */
  add(place: string, issue: Issue): void {
    this.#first ??= { place, issue };
    this.count += 1;
    if (this.items.length < this.limit)
      this.items.push(Object.freeze({ ...issue, path: Object.freeze([...issue.path]) }));
  }

  /**
   * @param action - what could not be done, such as `Cannot decode transcript`
   * @param isWhole - whether every fault was counted, even where the list was full
   */
  message(action: string, isWhole = !this.full): string {
    const more = this.count - 1;
    const rest =
      more === 0 ? "" : ` (and ${isWhole ? "" : "at least "}${more} more ${more === 1 ? "issue" : "issues"})`;
    const { place = "", issue } = this.#first ?? {};
    const first = [action, place, formatPath(issue?.path ?? []), issue?.message ?? ""].filter(Boolean).join(": ");
    return cut(first, MAX_MESSAGE) + rest;
  }
}

/** How an entry is called in messages. A role is named only when it is one. */
export function entryPlace(index: number, role: unknown): string {
  return role === "system" || role === "user" || role === "assistant" || role === "tool"
    ? `entry ${index} (${role})`
    : `entry ${index}`;
}

/** Writes a path as code would read it: `content[0].toolCallId`. */
export function formatPath(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

/** Says what a value is, never what it holds. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return isPlainObject(value) ? "an object" : "an instance of a class";
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

/** Says what stands in the place of one of several choices: a type that would be right, or the type that it is. */
export function describeOther(value: unknown): string {
  if (value === "") return "an empty one";
  if (typeof value === "string") return "another string";
  return isPlainObject(value) ? "another object" : describe(value);
}

/** Says what a number is, which is never content, and of anything else its type. */
export function describeNumber(value: unknown): string {
  return typeof value === "number" ? String(value) : describe(value);
}

/** The code of a fault of type: in JSON, `undefined` is never a value. */
export function typeFault(value: unknown): "missing-key" | "type" {
  return value === undefined ? "missing-key" : "type";
}

/** Lists choices for a message: `"a", "b" or "c"`. */
export function oneOf(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `"${choice}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
