import { type PlainObject, setOwn } from "../shared/plain.js";
import { MEMBERS } from "./form.js";

/** The keys that the provider takes in both spellings: Python writes the other one. */
const CAMEL = [...MEMBERS, "thoughtSignature", "mimeType", "fileUri", "displayName", "systemInstruction"].filter(
  (key) => /[A-Z]/.test(key),
);
const TO_SNAKE: ReadonlyMap<string, string> = new Map(
  CAMEL.map((key) => [key, key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
);
const TO_CAMEL: ReadonlyMap<string, string> = new Map(Array.from(TO_SNAKE, ([camel, snake]) => [snake, camel]));

/** An object with its known keys in camelCase, and a note if they came as `snake_case`. Where both occur it is left alone. */
export function toCamel(object: PlainObject): {
  readonly object: PlainObject;
  readonly snake: { readonly snake?: true };
} {
  const keys = Object.keys(object);
  if (!keys.some((key) => TO_CAMEL.has(key)) || keys.some((key) => TO_SNAKE.has(key))) return { object, snake: {} };
  return { object: rename(object, TO_CAMEL), snake: { snake: true } };
}

/** An object with its known keys in `snake_case`. */
export function toSnake(object: PlainObject): Record<string, unknown> {
  return rename(object, TO_SNAKE);
}

function rename(object: PlainObject, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const renamed = {};
  for (const key of Object.keys(object)) setOwn(renamed, names.get(key) ?? key, object[key]);
  return renamed;
}
