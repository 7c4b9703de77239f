import type { EntryInput, Part } from "../../index.js";
import { toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { FORMAT, type ItemForm, KEYS, PROVIDER, sortItem } from "./form.js";
import { isText } from "./kinds.js";
import { type Holder, mark, readParts } from "./read-content.js";

/** The id of an item, where it has one. */
export function readId(item: PlainObject, at: Place): string | undefined {
  const { id } = item;
  if (id === undefined || id === null || id === "") return undefined;
  return at.in("id").text(id);
}

/** What the provider's metadata holds of an item, if anything. */
export function metadataOfItem(
  id: string | undefined,
  kept: PlainObject | undefined,
  more: PlainObject = {},
): PlainObject | undefined {
  const metadata = { ...(id !== undefined && { itemId: id }), ...more, ...(kept !== undefined && { item: kept }) };
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}

function readContent(item: PlainObject, holder: Holder, at: Place): Part[] {
  const { content } = item;
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (Array.isArray(content)) return readParts(content, holder, at.in("content"), isSystem(item["role"]));
  at.in("content").expected("a string or an array", content);
  return [];
}

/** Reads a message that is no part of the model's answer: an entry of its own. */
export function readSpeaker(item: PlainObject, at: Place): EntryInput | undefined {
  const role = at.in("role").text(item["role"], true);
  if (role === undefined) return undefined;
  const isKnown = role === "user" || role === "system";
  const content = readContent(item, "input", at);
  const id = readId(item, at);
  const { form, kept } = sortItem(item, KEYS.message, ["role", "content", ...takenOf(item, id)], at);
  const metadata = metadataOfItem(id, kept);
  const noted: ItemForm = {
    ...(!isKnown && { role }),
    ...(Array.isArray(item["content"]) && { content: "list" as const }),
    ...form,
  };
  return {
    role: isSystem(role) ? "system" : "user",
    content,
    ...(metadata !== undefined && { providerMetadata: { [PROVIDER]: metadata } }),
    ...toSource(FORMAT, noted),
  };
}

/**
 * Reads a message of the model: parts of its answer, which know where the message began.
 *
 * @param isBehindWords - whether that could not be told otherwise
 */
export function readAnswer(item: PlainObject, isBehindWords: boolean, at: Place): Part[] {
  const parts = readContent(item, "output", at);
  const id = readId(item, at);
  const { phase } = item;
  const taken = ["role", "content", ...takenOf(item, id), ...(isText(phase) ? ["phase"] : [])];
  const { form, kept } = sortItem(item, KEYS.message, taken, at);
  const metadata = metadataOfItem(id, kept, isText(phase) ? { phase } : {});
  const isList = Array.isArray(item["content"]);
  if (!isBehindWords && !isList && form.keys === undefined && metadata === undefined) return parts;
  const noted: ItemForm = { item: form.keys === undefined ? true : form, ...(isList && { content: "list" as const }) };
  return parts.map((part, index) => (index === 0 ? mark(part, noted, metadata) : mark(part, { joined: true })));
}

function isSystem(role: unknown): boolean {
  return role === "system" || role === "developer";
}

function takenOf(item: PlainObject, id: string | undefined): string[] {
  return [...(item["type"] === "message" ? ["type"] : []), ...(id === undefined ? [] : ["id"])];
}
