import type { Issue } from "../errors.js";

/** Keys and indexes down to a place. */
export type Path = readonly (string | number)[];

/** The longest message of an error, in UTF-16 code units. */
const MAX_MESSAGE = 1_900;

/** Collects faults up to a limit and remembers how the first one reads. */
export class IssueList {
  readonly items: Issue[] = [];
  /** Faults seen, also those beyond the limit. */
  count = 0;
  #first = "";

  constructor(readonly limit: number) {}

  /** Whether looking further would find nothing that could still be told. */
  get full(): boolean {
    return this.count > this.limit;
  }

  /** @param place - how the entry is called in the message, such as `entry 3 (tool)`; empty for a fault of the whole */
  add(place: string, issue: Issue): void {
    if (this.count === 0) this.#first = [place, formatPath(issue.path), issue.message].filter(Boolean).join(": ");
    this.count += 1;
    if (this.items.length < this.limit)
      this.items.push(Object.freeze({ ...issue, path: Object.freeze([...issue.path]) }));
  }

  /** @param action - what could not be done, such as `Cannot decode transcript` */
  message(action: string): string {
    const more = this.count - 1;
    const rest =
      more === 0 ? "" : ` (and ${this.full ? "at least " : ""}${more} more ${more === 1 ? "issue" : "issues"})`;
    return cut(`${action}: ${this.#first}`, MAX_MESSAGE) + rest;
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
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}

/** Lists choices for a message: `"a", "b" or "c"`. */
export function oneOf(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `"${choice}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
