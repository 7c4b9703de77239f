import { type ObjectForm, readForm, sortKeys, writeObject } from "./form.js";
import type { Place } from "./place.js";
import { isPlainObject, type PlainObject } from "./plain.js";
import { NOT_JSON, type Say, writeText } from "./texts.js";

/** Stands between the texts of one reasoning item. */
const BETWEEN = "\n\n";

/** What a list of texts says, and its form. */
export interface ReasoningTexts {
  readonly text: string;
  readonly noted: {
    /** The length of each text, where it is not just one that says something. */
    readonly texts?: readonly number[];
    readonly forms?: readonly ObjectForm[];
  };
  /** What else the objects held, by index. */
  readonly kept?: readonly (PlainObject | null)[];
}

/**
 * Reads the texts of a list such as the summary of a reasoning item, if it holds some and nothing else.
 *
 * @param type - the type of the objects that hold them
 */
export function readTexts(list: unknown, type: string, at: Place): ReasoningTexts | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const pieces = at.list(list);
  const isKnown = pieces?.every(
    (piece) => isPlainObject(piece) && piece["type"] === type && typeof piece["text"] === "string",
  );
  if (pieces === undefined || isKnown !== true) return undefined;
  const sorted = pieces.map((piece, index) =>
    sortKeys(at.in(index).object(piece) ?? {}, ["type", "text"], ["type", "text"], at.in(index)),
  );
  const texts = pieces.map((piece) => (piece as { text: string }).text);
  const isDressed = sorted.some(({ form }) => form.keys !== undefined);
  return {
    text: texts.join(BETWEEN),
    noted: {
      ...((texts.length > 1 || texts[0] === "") && { texts: texts.map(({ length }) => length) }),
      ...(isDressed && { forms: sorted.map(({ form }) => form) }),
    },
    ...(sorted.some(({ kept }) => kept !== undefined) && { kept: sorted.map(({ kept }) => kept ?? null) }),
  };
}

/**
 * Writes a text as the list that it was read from. Where it was several, they are told by their lengths.
 *
 * @param source - what was noted of it
 * @param kept - what else the objects held
 */
export function writeTexts(
  text: string,
  type: string,
  source: PlainObject,
  kept: unknown,
  say: Say,
): Record<string, unknown>[] {
  const forms = Array.isArray(source["forms"]) ? (source["forms"] as unknown[]) : [];
  const more = Array.isArray(kept) ? (kept as unknown[]) : [];
  return splitText(text, source["texts"]).map((piece, index) => {
    const other = more[index];
    return writeObject({
      fields: { type, text: writeText(piece, say) },
      form: readForm(forms[index]),
      kept: isPlainObject(other) ? other : undefined,
      guarded: ["type", "text"],
      onChange: () => say("converted", NOT_JSON),
    });
  });
}

function splitText(text: string, lengths: unknown): string[] {
  if (!Array.isArray(lengths)) return text === "" ? [] : [text];
  const texts: string[] = [];
  let start = 0;
  for (const length of lengths as unknown[]) {
    if (typeof length !== "number") return [text];
    texts.push(text.slice(start, start + length));
    start += length;
    if (texts.length < lengths.length && !text.startsWith(BETWEEN, start)) return [text];
    start += BETWEEN.length;
  }
  return start - BETWEEN.length === text.length ? texts : [text];
}
