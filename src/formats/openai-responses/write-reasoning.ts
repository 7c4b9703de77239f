import type { ReasoningPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { getOwn } from "../shared/plain.js";
import { proofOwners } from "../shared/proofs.js";
import { writeTexts } from "../shared/reasoning-texts.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { FORMAT, PROVIDER } from "./form.js";
import { isText } from "./kinds.js";
import { itemIdOf, keptOf } from "./writing.js";

type Item = Record<string, unknown>;

/** Writes reasoning that this provider proved, or that came from it without a proof; other reasoning has no place. */
export function writeReasoning(part: ReasoningPart, say: Say): Item | undefined {
  const id = itemIdOf(part);
  const encrypted = encryptedOf(part);
  const source = readSource(part, FORMAT);
  if (id === undefined && encrypted === undefined && source["bare"] !== true) {
    say("dropped", "reasoning without a proof of this provider");
    return undefined;
  }
  noteOthers(part, say);
  const form = readForm(source);
  if (getOwn(form.values, "id") === "") say("dropped", "empty item id");
  const key = source["of"] === "content" ? "content" : "summary";
  const type = key === "content" ? "reasoning_text" : "summary_text";
  const pieces = writeTexts(part.text, type, source, getOwn(metadataOf(part, PROVIDER), "texts"), say);
  const told = getOwn(form.values, "summary") ?? keptOf(part, "item")?.["summary"];
  const isTold = form.keys?.includes("summary") === true && Array.isArray(told);
  const isSpoken = key === "summary" && pieces.length > 0;
  if (!isSpoken && !isTold && (source["of"] === "nothing" || form.keys !== undefined)) {
    say("converted", "reasoning without a summary, given an empty one");
  }
  return writeObject({
    fields: {
      type: "reasoning",
      ...(id !== undefined && { id }),
      ...((isSpoken || !isTold) && { summary: isSpoken ? pieces : [] }),
      ...(encrypted !== undefined && { encrypted_content: encrypted }),
      ...(key === "content" && { content: pieces }),
    },
    form,
    kept: keptOf(part, "item"),
    guarded: ["type", "id", "encrypted_content"],
    onChange: () => say("converted", NOT_JSON),
  });
}

/**
 * Adds a part to the item that it belongs to: other formats give each text of a summary a part of its own.
 *
 * @returns whether it does
 */
export function joinReasoning(item: Item, part: ReasoningPart, say: Say): boolean {
  const id = itemIdOf(part);
  const { summary } = item;
  if (id === undefined || item["id"] !== id || part.source !== undefined || !Array.isArray(summary)) return false;
  noteOthers(part, say);
  if (part.text !== "") summary.push({ type: "summary_text", text: writeText(part.text, say) });
  const encrypted = encryptedOf(part);
  if (encrypted !== undefined) item["encrypted_content"] = encrypted;
  return true;
}

function encryptedOf(part: ReasoningPart): string | undefined {
  const encrypted = metadataOf(part, PROVIDER)?.["reasoningEncryptedContent"];
  return isText(encrypted) ? encrypted : undefined;
}

function noteOthers(part: ReasoningPart, say: Say): void {
  const others = proofOwners(part).filter((owner) => owner !== PROVIDER);
  if (others.length > 0) say("dropped", `proof of another format (${others.join(", ")})`);
}
