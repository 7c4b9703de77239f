import { toJsonForm } from "../shared/json-form.js";
import { isPlainObject, MAX_DEPTH } from "../shared/plain.js";
import { NOT_JSON, type Say } from "../shared/texts.js";

/** What the SDK says to a value: JSON, JSON but for members that hold `undefined` and the like, or none of it. */
export type Grade = "json" | "kept" | "odd";

/** Values that a transcript would not hold either. */
const MAX_VALUES = 5_000_000;

/** Tells how far a value is JSON. The SDK takes what is `kept` as it is. O(values in it). */
export function gradeOf(value: unknown): Grade {
  let count = 0;
  const grade = (given: unknown, depth: number): Grade => {
    count += 1;
    if (given === null || typeof given === "string" || typeof given === "boolean") return "json";
    if (typeof given === "number") return Object.is(given, -0) ? "kept" : Number.isFinite(given) ? "json" : "odd";
    const isList = Array.isArray(given);
    if (count > MAX_VALUES || depth > MAX_DEPTH || (!isList && !isPlainObject(given))) return "odd";
    let worst: Grade = "json";
    for (const key of Object.keys(given)) {
      const member = (given as Record<string, unknown>)[key];
      const inner = member === undefined && !isList ? "kept" : grade(member, depth + 1);
      if (inner === "odd") return inner;
      if (inner === "kept") worst = inner;
    }
    return worst;
  };
  return grade(value, 0);
}

/**
 * Writes a value where the SDK wants JSON: a fresh copy.
 *
 * @param isExact - whether it came from this format with members that hold `undefined` and the like
 */
export function writeJson(value: unknown, isExact: boolean, say: Say): unknown {
  if (value === undefined) {
    say("converted", "undefined, sent as null");
    return null;
  }
  const { value: written, changed } = toJsonForm(value, { keepUndefined: isExact && gradeOf(value) === "kept" });
  if (changed) say("converted", NOT_JSON);
  return written;
}
