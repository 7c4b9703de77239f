import { TranscriptError } from "../../index.js";
import { describe, isPlainObject, type PlainObject } from "../shared/plain.js";
import type { Notes } from "./notes.js";

/** A line of a log that holds an object. */
export interface LogLine {
  /** Its number, from 1. */
  readonly line: number;
  readonly record: PlainObject;
}

/**
 * Reads the lines of a log. One that cannot be read is noted and left out, the last one of a log that was cut off above all.
 *
 * @param what - what is read, such as `Claude Code session`
 * @param isKnown - whether the program writes such objects
 * @throws {@link TypeError} when the log is neither text nor lines
 * @throws {@link TranscriptError} when another program wrote all of it, or it is no log
 */
export function readLines(
  log: unknown,
  what: string,
  notes: Notes,
  isKnown: (record: PlainObject) => boolean,
): LogLine[] {
  const given = typeof log === "string" ? log.split("\n") : checkLines(log, what);
  const lines: LogLine[] = [];
  for (const [index, item] of given.entries()) {
    const line = index + 1;
    const record = typeof item === "string" ? parse(item) : item;
    if (isPlainObject(record)) lines.push({ line, record });
    else if (record !== BLANK) notes.add(line, "dropped", describeBad(record, index === given.length - 1));
  }
  if (lines.length === 0 ? !given.every(mayBeTorn) : !lines.some(({ record }) => isKnown(record))) {
    throw new TranscriptError("invalid-messages", `Cannot read ${what}: none of its lines is of such a session`);
  }
  return lines;
}

/** The text that a key holds, if it holds some that is not empty. */
export function textAt(record: PlainObject, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The object that a key holds, if it holds one. */
export function objectAt(record: PlainObject, key: string): PlainObject | undefined {
  const value = record[key];
  return isPlainObject(value) ? value : undefined;
}

/** The number that a key holds, or 0. */
export function countAt(record: PlainObject, key: string): number {
  const value = record[key];
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

/** The names of a kind of line, as a note may say them. */
export function nameOf(...names: readonly unknown[]): string {
  const known = names.filter((name) => typeof name === "string" && /^[\w-]{1,64}$/.test(name));
  return known.length === 0 ? "of an unknown type" : known.join(" ");
}

/** Whether an item may be what is left of a line. The path of a log, for one, is not. */
function mayBeTorn(item: unknown): boolean {
  return typeof item === "string" && /^\uFEFF?\s*(\{|$)/.test(item);
}

const BLANK = Symbol("blank");
const NO_JSON = Symbol("no JSON");

function parse(text: string): unknown {
  const line = text.replace(/^\uFEFF/, "");
  if (line.trim() === "") return BLANK;
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return NO_JSON;
  }
}

function describeBad(value: unknown, isLast: boolean): string {
  if (value !== NO_JSON) return `a line that holds ${describe(value)}, where an object belongs`;
  return isLast ? "the last line, which was cut off or is no JSON" : "a line that is no JSON";
}

function checkLines(log: unknown, what: string): unknown[] {
  if (typeof (log as Partial<Iterable<unknown>> | null | undefined)?.[Symbol.iterator] === "function") {
    return [...(log as Iterable<unknown>)];
  }
  throw new TypeError(`Cannot read ${what}: expected text or lines, got ${describe(log)}`);
}
