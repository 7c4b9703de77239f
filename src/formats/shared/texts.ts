import type { ConversionNote, CustomPart, Part, ToolCallPart, ToolResultPart } from "../../index.js";
import { isWellFormed, spellHash, wellFormed } from "./ids.js";
import { parseArguments, toJsonForm, toJsonText } from "./json-form.js";
import { isFreeForm } from "./form.js";
import { isPlainObject, MAX_DEPTH, type PlainObject } from "./plain.js";
import { proofOwners } from "./proofs.js";
import { fileLine, outcomePrefix, textOfCustom } from "./wording.js";

/** Tells what became of one part. */
export type Say = (action: ConversionNote["action"], what: string) => void;

export const SURROGATES = "lone surrogates, replaced by U+FFFD";
export const UNNAMED = "file whose name has no place, left out";
export const NOT_JSON = "values that JSON cannot hold, in their JSON form";

/** The text as it is sent. */
export function writeText(text: string, say: Say): string {
  const sound = wellFormed(text);
  if (sound !== text) say("converted", SURROGATES);
  return sound;
}

/** The id of a call or an approval for formats that take any text but one with lone surrogates. */
export function writeId(id: string, say: Say): string {
  if (isWellFormed(id)) return id;
  say("converted", "id with lone surrogates, replaced by its hash");
  return spellHash(id);
}

/** A fresh copy of a value that was read from the format that is written. */
export function copyOwn(value: unknown, say: Say): Record<string, unknown> {
  const form = toJsonForm(value, { keepUndefined: true });
  if (form.changed) say("converted", NOT_JSON);
  return form.value as Record<string, unknown>;
}

/**
 * Proofs go to their owners. What goes with reasoning is told with it.
 *
 * @param own - the names of the provider that is written for, which gets its own
 */
export function noteProofs(part: Part, say: Say, ...own: readonly string[]): void {
  const owners = part.type === "reasoning" ? [] : proofOwners(part).filter((owner) => !own.includes(owner));
  if (owners.length > 0) say("dropped", `proof of another format (${owners.join(", ")})`);
}

/** The input of a call that came as text. */
export function readArguments(inputText: string): {
  readonly input: unknown;
  readonly inputText: string;
  readonly noted: { readonly arguments?: "text" };
} {
  const parsed = parseArguments(inputText);
  // No transcript holds a value this deep: the text stands for it, as it does where it is no JSON.
  const isDeep = inputText.length > MAX_DEPTH && isDeeper(parsed, MAX_DEPTH);
  return { input: isDeep ? inputText : parsed, inputText, noted: isDeep ? { arguments: "text" } : {} };
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** The object that a text says in JSON, if it says one: a call's input that a stream left as text. */
export function parseObject(text: string): PlainObject | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const { input } = readArguments(text);
  return isPlainObject(input) ? input : undefined;
}

/** The text of a part that only another format knows, if it holds any; tells what became of it. */
export function keepText(part: CustomPart, say: Say): string | undefined {
  const text = textOfCustom(part);
  if (text === undefined) say("dropped", "part that only another format knows");
  else say("converted", "part of another format, its text kept");
  return text;
}

/** The text of a call's arguments: as the model wrote it, where it is known. */
export function argumentsOf(call: ToolCallPart, source: PlainObject, say: Say): string {
  if (call.inputText !== undefined) return call.inputText;
  const { input } = call;
  if (source["arguments"] === "text" && typeof input === "string") return input;
  if (source["arguments"] === "value") say("converted", "arguments given as a value, written as JSON text");
  if (input === undefined) {
    say("converted", "call without input, sent with an empty object");
    return "{}";
  }
  if (typeof input === "string" && !isFreeForm(call)) {
    if (input.trim() === "") {
      say("converted", "blank input, sent with an empty object");
      return "{}";
    }
    if (parseObject(input) !== undefined) {
      say("converted", "input that was left as JSON text, sent as it is");
      return input;
    }
  }
  const { text, changed } = toJsonText(input);
  if (changed) say("converted", NOT_JSON);
  return text;
}

/** The text of a call that takes free text. */
export function freeTextOf(call: ToolCallPart, say: Say): string {
  if (typeof call.input === "string") return call.input;
  return call.inputText ?? argumentsOf(call, {}, say);
}

/** A tool's output as text: text as it is, JSON otherwise, nothing for `undefined`. */
export function outputText(output: unknown, say: Say): string {
  if (typeof output === "string") return writeText(output, say);
  const { text, changed } = toJsonText(output);
  say(
    "converted",
    output === undefined ? "undefined, sent as an empty text" : changed ? NOT_JSON : "value, written as JSON text",
  );
  return text;
}

/** What a result says, as one text. */
export function resultText(result: ToolResultPart, say: Say): string {
  const prefix = result.outcome === undefined ? "" : outcomePrefix(result.outcome);
  if (result.content === undefined) return prefix + outputText(result.output, say);
  const texts = result.content.flatMap((part) => {
    if (part.type === "text") return part.text;
    if (part.type === "file") return fileLine(part);
    const text = textOfCustom(part);
    if (text === undefined) say("dropped", "part that only another format knows");
    return text ?? [];
  });
  return prefix + texts.join("\n");
}
