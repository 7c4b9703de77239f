import { Transcript } from "../index.js";
import { quoteId } from "./errors.js";
import type { Expect, ListOptions } from "./store.js";

/** Takes an id. @throws TypeError naming it when it is none */
export function requireId(id: unknown): string {
  if (typeof id !== "string") throw new TypeError(`id: expected a string, got ${typeOf(id)}`);
  if (id !== "" && isStorable(id)) return id;
  throw new TypeError(`id: expected text that is not empty, without NUL and lone surrogates, got ${quoteId(id)}`);
}

/** Makes the error of an id that a database has no room for. */
export function idTooLong(id: string, cause: unknown): TypeError {
  return new TypeError(`id: expected text that an index of the database holds, got ${quoteId(id)}`, { cause });
}

/** Takes a transcript. @throws TypeError for anything else */
export function requireTranscript(transcript: unknown): Transcript {
  if (Transcript.isTranscript(transcript)) return transcript;
  throw new TypeError(`transcript: expected a Transcript, got ${typeOf(transcript)}`);
}

/** Takes what a writer expects, which must be said. @throws TypeError when it is not */
export function requireExpect(options: { readonly expect?: unknown } | undefined): Expect {
  const expect = options?.expect;
  if (typeof expect === "string" && expect !== "") return expect;
  throw new TypeError(`expect: expected a revision, "new" or "any", got ${typeOf(expect)}`);
}

const LIST_KEYS = ["after", "limit", "prefix"];

/** Takes the options of a list and fills in what is not said. @throws TypeError or RangeError naming the option */
export function requireListOptions(options: ListOptions = {}): Required<ListOptions> {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TypeError(`options: expected an object, got ${typeOf(options)}`);
  const unknown = Object.keys(options).find((key) => !LIST_KEYS.includes(key));
  if (unknown !== undefined) throw new TypeError(`options: unknown key ${quoteId(unknown)}`);
  const { after = "", limit = 100, prefix = "" } = options;
  for (const [name, text] of Object.entries({ after, prefix })) {
    if (typeof text !== "string" || !isStorable(text))
      throw new TypeError(`${name}: expected text without NUL and lone surrogates, got ${typeOf(text)}`);
  }
  if (typeof limit !== "number" || !Number.isSafeInteger(limit) || limit < 0) {
    const found = typeof limit === "number" ? String(limit) : typeOf(limit);
    throw new RangeError(`limit: expected a whole number of at least 0, got ${found}`);
  }
  return { after, limit, prefix };
}

/** The first text behind all texts that begin with a prefix, in the order of code points; `undefined` where none is. */
export function endOfPrefix(prefix: string): string | undefined {
  const rest = prefix.replace(/\u{10FFFF}+$/u, "");
  return rest === "" ? undefined : rest.replace(/.$/su, nextCharacter);
}

/** The character behind another one: surrogates are none. */
function nextCharacter(character: string): string {
  return character === "\uD7FF" ? "\uE000" : String.fromCodePoint(character.codePointAt(0)! + 1);
}

/** Whether both databases keep a text as it is. */
function isStorable(text: string): boolean {
  return !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : value === "" ? "an empty string" : `a ${typeof value}`;
}
