import type { ReasoningPart } from "../../index.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { readTexts } from "../shared/reasoning-texts.js";
import { type ItemForm, KEYS, sortItem } from "./form.js";
import { isText } from "./kinds.js";
import { describe } from "./read-content.js";
import { metadataOfItem, readId } from "./read-message.js";

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
