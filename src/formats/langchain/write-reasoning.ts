import type { ReasoningPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { writeTexts } from "../shared/reasoning-texts.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { FORMAT, PROVIDER, type ReasoningKind } from "./form.js";
import { noteLost } from "./write-blocks.js";
import type { Block } from "./writing.js";

/** The kinds that are written as an object. */
type BlockKind = Exclude<ReasoningKind, "kwargs-text">;

const KINDS: readonly unknown[] = [
  "thinking",
  "redacted_thinking",
  "reasoning",
  "reasoning_content",
  "item",
  "kwargs",
  "kwargs-text",
];

/**
 * How reasoning is written: as it came, or as the kind of block that its proof belongs to.
 *
 * @param isFirst - whether it is the first part, which `additional_kwargs` can hold where it is OpenAI's
 */
export function kindOfReasoning(part: ReasoningPart, isFirst: boolean): ReasoningKind {
  const { kind } = readSource(part, FORMAT);
  if (
    KINDS.includes(kind) &&
    (kind !== "redacted_thinking" || proofOf(part, "anthropic", "redactedData") !== undefined)
  )
    return kind as ReasoningKind;
  if (proofOf(part, "anthropic", "redactedData") !== undefined && part.text === "") return "redacted_thinking";
  if (proofOf(part, "anthropic", "signature") !== undefined) return "thinking";
  if (proofOf(part, "bedrock", "signature") !== undefined) return "reasoning_content";
  return isFirst && openaiProof(part) !== undefined ? "kwargs" : "reasoning";
}

/** Writes reasoning, with the proofs that its kind of block has a place for. */
export function writeReasoning(part: ReasoningPart, kind: BlockKind, say: Say): Block {
  const { owners, fields } = FIELDS[kind](part, say);
  noteLost(part, owners, say);
  const isOwn = readSource(part, FORMAT)["kind"] === kind;
  return writeObject({
    fields,
    form: isOwn ? readForm(readSource(part, FORMAT)) : {},
    kept: isOwn ? metadataOf(part, PROVIDER) : undefined,
    onChange: () => say("converted", NOT_JSON),
  });
}

interface Fields {
  /** Whose proofs are told. */
  readonly owners: readonly string[];
  readonly fields: PlainObject;
}

const FIELDS: Readonly<Record<BlockKind, (part: ReasoningPart, say: Say) => Fields>> = {
  thinking: (part, say) => {
    const signature = proofOf(part, "anthropic", "signature");
    const fields = {
      type: "thinking",
      thinking: writeText(part.text, say),
      ...(signature !== undefined && { signature }),
    };
    return { owners: ["anthropic"], fields };
  },
  redacted_thinking: (part) => {
    const fields = { type: "redacted_thinking", data: proofOf(part, "anthropic", "redactedData") };
    return { owners: ["anthropic"], fields };
  },
  reasoning_content: (part, say) => {
    const { key, inner } = readSource(part, FORMAT);
    const kept = getOwn(metadataOf(part, PROVIDER), "inner");
    const signature = proofOf(part, "bedrock", "signature");
    const held = writeObject({
      fields: { text: writeText(part.text, say), ...(signature !== undefined && { signature }) },
      form: readForm(inner),
      kept: isPlainObject(kept) ? kept : undefined,
      onChange: () => say("converted", NOT_JSON),
    });
    const name = key === "reasoning_content" ? key : "reasoningText";
    return { owners: ["bedrock"], fields: { type: "reasoning_content", [name]: held } };
  },
  reasoning: (part, say) => {
    const owner = ["anthropic", "bedrock"].find((provider) => proofOf(part, provider, "signature") !== undefined);
    const signature = owner === undefined ? undefined : proofOf(part, owner, "signature");
    const thoughtSignature = proofOf(part, "google", "thoughtSignature");
    const { id, encrypted_content } = openaiProof(part) ?? {};
    const fields = {
      type: "reasoning",
      ...((part.text !== "" || isTextTold(part)) && { reasoning: writeText(part.text, say) }),
      ...(signature !== undefined && { signature }),
      ...(id !== undefined && { id }),
      ...(encrypted_content !== undefined && { encrypted_content }),
      ...(thoughtSignature !== undefined && { thoughtSignature }),
    };
    return { owners: [...(owner === undefined ? [] : [owner]), "google", "openai"], fields };
  },
  item: writeItem,
  kwargs: writeItem,
};

/** Whether the text of a block that has none is to be written out. */
function isTextTold(part: ReasoningPart): boolean {
  const { keys, values } = readForm(readSource(part, FORMAT));
  return keys === undefined || (keys.includes("reasoning") && getOwn(values, "reasoning") === undefined);
}

function writeItem(part: ReasoningPart, say: Say): Fields {
  const { id, encrypted_content } = openaiProof(part) ?? {};
  const source = readSource(part, FORMAT);
  const isTyped = readForm(source).keys?.includes("type") ?? true;
  const fields = {
    ...(id !== undefined && { id }),
    ...(isTyped && { type: "reasoning" }),
    summary: writeTexts(part.text, "summary_text", source, getOwn(metadataOf(part, PROVIDER), "texts"), say),
    ...(encrypted_content !== undefined && { encrypted_content }),
  };
  return { owners: ["openai"], fields };
}

/** The id and the encrypted thought that OpenAI gave an item. */
function openaiProof(part: ReasoningPart): { readonly id?: string; readonly encrypted_content?: string } | undefined {
  const id = proofOf(part, "openai", "itemId");
  const encrypted = proofOf(part, "openai", "reasoningEncryptedContent");
  if (id === undefined && encrypted === undefined) return undefined;
  return { ...(id !== undefined && { id }), ...(encrypted !== undefined && { encrypted_content: encrypted }) };
}

function proofOf(part: ReasoningPart, provider: string, key: string): string | undefined {
  const proof = metadataOf(part, provider)?.[key];
  return typeof proof === "string" && proof !== "" && isWellFormed(proof) ? proof : undefined;
}
