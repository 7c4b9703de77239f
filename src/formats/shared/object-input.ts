import type { ToolCallPart } from "../../index.js";
import { isFreeForm } from "./form.js";
import { toJsonForm } from "./json-form.js";
import { isPlainObject } from "./plain.js";
import { NOT_JSON, parseObject, type Say } from "./texts.js";

/**
 * The input of a call for a format that takes objects alone: any other value stands in one, under `input`.
 *
 * @param isExact - whether the input came from the format that is written, with members that JSON leaves out
 */
export function writeObjectInput(call: ToolCallPart, isExact: boolean, say: Say): Record<string, unknown> {
  const { input, inputText } = call;
  if (typeof input === "string" && input.trim() === "") {
    say("converted", "blank arguments, sent as an empty object");
    return {};
  }
  if (input === undefined) {
    say("converted", "call without input, sent with an empty object");
    return {};
  }
  const said =
    typeof input === "string" && inputText === undefined && !isFreeForm(call) ? parseObject(input) : undefined;
  if (said !== undefined) say("converted", "input that was left as JSON text, sent as the object that it says");
  const { value, changed } = toJsonForm(said ?? input, { keepUndefined: isExact });
  if (changed) say("converted", NOT_JSON);
  else if (inputText !== undefined && typeof input === "object" && !printsBack(inputText, input)) {
    say("converted", "arguments with numbers or keys that an object does not hold as they were written");
  }
  if (isPlainObject(value)) return value;
  say("converted", isFreeForm(call) ? "free text, put in an object" : "input that is no object, put in one");
  return { input: value };
}

/** Whether a value is what JSON holds and gives back: no `undefined`, no number that it has no form for. O(values). */
export function isPureJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).every(isPureJson);
}

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/gs;

/** Whether the parsed value says all that the text does: keys that stand twice and digits get lost in between. O(text). */
export function printsBack(text: string, value: unknown): boolean {
  let keys = 0;
  for (const [token, colon] of text.matchAll(TOKENS)) {
    if (colon !== undefined) keys += 1;
    else if (!token.startsWith('"') && String(Number(token)) !== token) return false;
  }
  return keys === countKeys(value);
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner: readonly unknown[] = Object.values(value);
  return inner.reduce<number>((sum, item) => sum + countKeys(item), Array.isArray(value) ? 0 : inner.length);
}
