import { type FromOptions, type ToOptions, Transcript } from "../../index.js";
import { describe, describeOther } from "../../model/issues.js";
import { isPlainObject } from "./plain.js";
import { quoteId } from "./report.js";

/** Refuses what is no list of messages. `what` names them: `chat messages`. */
export function checkList(messages: unknown, what: string): asserts messages is readonly unknown[] {
  if (Array.isArray(messages)) return;
  const hint = Transcript.isTranscript(messages) ? "a Transcript" : describe(messages);
  throw new TypeError(`Cannot read ${what}: expected an array, got ${hint}`);
}

/** Refuses what is no Transcript. */
export function checkTranscript(transcript: unknown, what: string): asserts transcript is Transcript {
  if (Transcript.isTranscript(transcript)) return;
  throw new TypeError(`Cannot write ${what}: expected a Transcript, got ${describe(transcript)}`);
}

/** Checks the options of a `from` function. */
export function checkFromOptions(options: unknown, what: string): FromOptions {
  const checked = checkKeys(options, ["after"], `Cannot read ${what}`);
  const { after } = checked;
  if (after !== undefined && !Transcript.isTranscript(after)) {
    throw new TypeError(`Cannot read ${what}: options.after: expected a Transcript, got ${describe(after)}`);
  }
  return checked as FromOptions;
}

/**
 * Checks the options of a `to` function.
 *
 * @param flags - options of this function alone that are true or false
 */
export function checkToOptions(options: unknown, what: string, flags: readonly string[] = []): ToOptions {
  const checked = checkKeys(options, ["strict", "openCalls", ...flags], `Cannot write ${what}`);
  for (const flag of ["strict", ...flags]) {
    const value = checked[flag];
    if (value !== undefined && typeof value !== "boolean") {
      throw new TypeError(`Cannot write ${what}: options.${flag}: expected a boolean, got ${describe(value)}`);
    }
  }
  const { openCalls } = checked;
  if (openCalls !== undefined && openCalls !== "keep" && openCalls !== "abort") {
    const found = describeOther(openCalls);
    throw new TypeError(`Cannot write ${what}: options.openCalls: expected "keep" or "abort", got ${found}`);
  }
  return checked as ToOptions;
}

/** Refuses what is no object of options, and options that are not known. `doing` begins the error: `Cannot read messages`. */
export function checkKeys(
  options: unknown,
  known: readonly string[],
  doing: string,
): Readonly<Record<string, unknown>> {
  if (options === undefined) return {};
  if (!isPlainObject(options)) throw new TypeError(`${doing}: options: expected an object, got ${describe(options)}`);
  for (const key of Object.keys(options)) {
    if (!known.includes(key) && options[key] !== undefined) {
      throw new TypeError(`${doing}: options: unknown key ${quoteId(key)}`);
    }
  }
  return options;
}
