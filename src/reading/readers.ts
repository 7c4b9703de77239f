import type { Entry, Role, SystemEntry } from "../model/entry.js";
import { describe, describeOther, oneOf } from "../model/issues.js";
import type { ToolCallPart } from "../model/part.js";
import { ROLES } from "../model/vocabulary.js";

/** What the readers read: a transcript, or any other source of its entries. */
export type Entries = Iterable<Entry>;

/**
 * Counts the entries of each role. O(entries).
 *
 * @example A question and its answer
 * ```ts
 * import assert from "node:assert/strict";
 * import { assistant, countByRole, Transcript, user } from "colloquy";
 *
 * const transcript = Transcript.from([user("Hello"), assistant("Hi there")]);
 * assert.deepEqual(countByRole(transcript), { system: 0, user: 1, assistant: 1, tool: 0 });
 * ```
 */
export function countByRole(transcript: Entries): Readonly<Record<Role, number>> {
  const counts = Object.fromEntries(ROLES.map((role) => [role, 0])) as Record<Role, number>;
  for (const entry of entriesOf(transcript)) counts[entry.role] += 1;
  return Object.freeze(counts);
}

/**
 * Finds the entries of one role, in order. O(entries).
 *
 * @example What the user said
 * ```ts
 * import assert from "node:assert/strict";
 * import { assistant, findByRole, Transcript, user } from "colloquy";
 *
 * const transcript = Transcript.from([user("Hello"), assistant("Hi there"), user("Bye")]);
 * assert.deepEqual(findByRole(transcript, "user").map((entry) => entry.text), ["Hello", "Bye"]);
 * ```
 */
export function findByRole<R extends Role>(transcript: Entries, role: R): readonly Extract<Entry, { role: R }>[] {
  if (!ROLES.includes(role)) throw new TypeError(`role: expected ${oneOf(ROLES)}, got ${describeOther(role)}`);
  const found: Entry[] = [];
  for (const entry of entriesOf(transcript)) if (entry.role === role) found.push(entry);
  return Object.freeze(found) as readonly Extract<Entry, { role: R }>[];
}

/**
 * Lists every tool call, in order. Three of the same in a row point at a prompt problem, not a tool problem. O(entries).
 *
 * @example The names of the calls
 * ```ts
 * import assert from "node:assert/strict";
 * import { assistant, listToolCalls, Transcript } from "colloquy";
 *
 * const call = { toolCallId: "1", toolName: "search", input: {} };
 * const transcript = Transcript.from([assistant("", { toolCalls: [call] })]);
 * assert.deepEqual(listToolCalls(transcript).map((part) => part.toolName), ["search"]);
 * ```
 */
export function listToolCalls(transcript: Entries): readonly ToolCallPart[] {
  const calls: ToolCallPart[] = [];
  for (const entry of entriesOf(transcript)) for (const call of entry.toolCalls ?? []) calls.push(call);
  return Object.freeze(calls);
}

/** Whether an entry is a system entry, a summary included. */
export function isSystem(entry: Entry): entry is SystemEntry {
  return requireEntry(entry).role === "system";
}

/** Whether an entry belongs to the plumbing of tools: a tool entry, or an assistant entry that requested tools. */
export function isToolRelated(entry: Entry): boolean {
  return requireEntry(entry).role === "tool" || entry.toolCalls !== undefined;
}

function entriesOf(transcript: Entries): Entries {
  const isIterable = typeof (transcript as Partial<Entries> | null | undefined)?.[Symbol.iterator] === "function";
  if (!isIterable || typeof transcript === "string") {
    throw new TypeError(`transcript: expected a Transcript, got ${describe(transcript)}`);
  }
  return transcript;
}

function requireEntry(entry: Entry): Entry {
  if (typeof entry !== "object" || entry === null)
    throw new TypeError(`entry: expected an Entry, got ${describe(entry)}`);
  return entry;
}
