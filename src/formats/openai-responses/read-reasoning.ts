import type { ReasoningPart } from "../../index.js";
import { type ObjectForm, sortKeys } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { type ItemForm, KEYS, sortItem } from "./form.js";
import { isText } from "./kinds.js";
import { describe } from "./read-content.js";
import { metadataOfItem, readId } from "./read-message.js";

/** Stands between the texts of one reasoning item. */
export const BETWEEN = "\n\n";

interface Texts {
  readonly text: string;
  readonly noted: ItemForm;
  readonly kept?: readonly (PlainObject | null)[];
}

/** Reads a reasoning item. */
export function readReasoning(item: PlainObject, at: Place): ReasoningPart {
  const id = readId(item, at);
  const { summary, content, encrypted_content: encrypted } = item;
  if (summary !== undefined && summary !== null && !Array.isArray(summary))
    at.in("summary").expected("an array", summary);
  if (!isText(encrypted) && encrypted !== undefined && encrypted !== null && encrypted !== "") {
    at.in("encrypted_content").expected("a string", encrypted);
  }
  const told = readTexts(summary, "summary_text", at.in("summary"));
  const isSilent = told === undefined && (!Array.isArray(summary) || summary.length === 0);
  const thought = isSilent ? readTexts(content, "reasoning_text", at.in("content")) : undefined;
  const texts = told ?? thought;
  const taken = ["type"];
  if (id !== undefined) taken.push("id");
  if (isText(encrypted)) taken.push("encrypted_content");
  if (texts !== undefined) taken.push(texts === told ? "summary" : "content");
  const { form, kept } = sortItem(item, KEYS.reasoning, taken, at);
  const metadata = metadataOfItem(id, kept, {
    ...(isText(encrypted) && { reasoningEncryptedContent: encrypted }),
    ...(texts?.kept !== undefined && { texts: texts.kept }),
  });
  const noted: ItemForm = {
    ...(thought !== undefined ? { of: "content" as const } : !Array.isArray(summary) && { of: "nothing" as const }),
    ...texts?.noted,
    ...(id === undefined && !isText(encrypted) && { bare: true as const }),
    ...form,
  };
  return { type: "reasoning", text: texts?.text ?? "", ...describe(noted, metadata) };
}

/** Reads the texts of a list, if it holds some and nothing else. */
function readTexts(list: unknown, type: string, at: Place): Texts | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const pieces = at.list(list);
  const isKnown = pieces?.every(
    (piece) => isPlainObject(piece) && piece["type"] === type && typeof piece["text"] === "string",
  );
  if (pieces === undefined || isKnown !== true) return undefined;
  const sorted = pieces.map((piece, index) =>
    sortKeys(at.in(index).object(piece) ?? {}, KEYS.text, ["type", "text"], at.in(index)),
  );
  const texts = pieces.map((piece) => (piece as { text: string }).text);
  const isDressed = sorted.some(({ form }) => form.keys !== undefined);
  return {
    text: texts.join(BETWEEN),
    noted: {
      ...((texts.length > 1 || texts[0] === "") && { texts: texts.map(({ length }) => length) }),
      ...(isDressed && { forms: sorted.map(({ form }): ObjectForm => form) }),
    },
    ...(sorted.some(({ kept }) => kept !== undefined) && { kept: sorted.map(({ kept }) => kept ?? null) }),
  };
}
