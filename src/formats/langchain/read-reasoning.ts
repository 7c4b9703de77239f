import type { ReasoningPart } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { readTexts } from "../shared/reasoning-texts.js";
import { FORMAT, KEYS, noteForm, PROVIDER, type ReasoningForm, type ReasoningKind } from "./form.js";

/** What a reader found: the text, the proof with its owner, the keys that told them. */
interface Read {
  readonly kind: ReasoningKind;
  readonly text: string;
  readonly redacted?: boolean;
  readonly proof?: PlainObject;
  readonly taken: readonly string[];
  readonly noted?: Omit<ReasoningForm, "kind">;
  readonly kept?: PlainObject;
}

/**
 * Reads a block of reasoning; nothing where it is none in a way that this release knows.
 *
 * @param owner - whose signature it is where the block does not tell
 */
export function readReasoning(block: PlainObject, type: string, owner: string, at: Place): ReasoningPart | undefined {
  const read = readBlock(block, type, owner, at);
  return read && finish(read, block, at);
}

/** Reads `additional_kwargs.reasoning`: an item of OpenAI's Responses. */
export function readReasoningItem(item: unknown, at: Place): ReasoningPart | undefined {
  if (!isPlainObject(item) || at.object(item) === undefined) return undefined;
  const read = readItem(item, at);
  return read && finish({ ...read, kind: "kwargs" }, item, at);
}

function finish(
  { kind, text, redacted, proof, taken, noted, kept: more }: Read,
  block: PlainObject,
  at: Place,
): ReasoningPart {
  const { form, kept } = sortKeys(block, kind === "kwargs" ? KEYS.item : [], taken, at);
  const own = { ...kept, ...more };
  const metadata = { ...proof, ...(Object.keys(own).length > 0 && { [PROVIDER]: own }) };
  return {
    type: "reasoning",
    text,
    ...(redacted === true && { redacted }),
    ...(Object.keys(metadata).length > 0 && { providerMetadata: metadata }),
    ...toSource(FORMAT, { kind, ...noted, ...form }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function readBlock(block: PlainObject, type: string, owner: string, at: Place): Read | undefined {
  switch (type) {
    case "thinking":
      return readThinking(block);
    case "redacted_thinking": {
      const { data } = block;
      if (!isText(data)) return undefined;
      const proof = { anthropic: { redactedData: data } };
      return { kind: type, text: "", redacted: true, proof, taken: ["type", "data"] };
    }
    case "reasoning_content":
      return readBedrock(block, at);
    case "reasoning":
      return Array.isArray(block["summary"]) ? readItem(block, at) : readStandard(block, owner);
    default:
      return undefined;
  }
}

/** A thought of Anthropic's, signed. */
function readThinking({ thinking, signature }: PlainObject): Read | undefined {
  if (typeof thinking !== "string") return undefined;
  const isSigned = isText(signature);
  return {
    kind: "thinking",
    text: thinking,
    ...(isSigned && { proof: { anthropic: { signature } } }),
    taken: ["type", "thinking", ...(isSigned ? ["signature"] : [])],
  };
}

/** The library's own block, with the proof of whoever made it. */
function readStandard(block: PlainObject, owner: string): Read | undefined {
  const { reasoning, signature, id, encrypted_content: encrypted, thoughtSignature } = block;
  if (typeof reasoning !== "string" && reasoning !== undefined && reasoning !== null) return undefined;
  const taken = ["type", ...(typeof reasoning === "string" ? ["reasoning"] : [])];
  const proof: Record<string, unknown> = {};
  if (isText(signature)) proof[owner] = { signature };
  if (isText(thoughtSignature)) proof["google"] = { thoughtSignature };
  const isItem = isText(id) && id.startsWith("rs_");
  if (isItem || isText(encrypted)) {
    proof["openai"] = {
      ...(isItem && { itemId: id }),
      ...(isText(encrypted) && { reasoningEncryptedContent: encrypted }),
    };
  }
  if (isText(signature)) taken.push("signature");
  if (isText(thoughtSignature)) taken.push("thoughtSignature");
  if (isItem) taken.push("id");
  if (isText(encrypted)) taken.push("encrypted_content");
  return { kind: "reasoning", text: reasoning ?? "", proof, taken };
}

/** A thought in a block of Bedrock's. */
function readBedrock(block: PlainObject, at: Place): Read | undefined {
  const key = ["reasoningText", "reasoning_content"].find((name) => isPlainObject(block[name]));
  const inner = key === undefined ? undefined : at.in(key).object(block[key]);
  if (key === undefined || inner === undefined || typeof inner["text"] !== "string") return undefined;
  const { text, signature } = inner;
  const isSigned = isText(signature);
  const keys = ["text", ...(isSigned ? ["signature"] : [])];
  const { form, kept } = sortKeys(inner, ["text", "signature"], keys, at.in(key));
  return {
    kind: "reasoning_content",
    text,
    ...(isSigned && { proof: { bedrock: { signature } } }),
    taken: ["type", key],
    noted: { key, ...noteForm("inner", form) },
    ...(kept !== undefined && { kept: { inner: kept } }),
  };
}

/** An item of OpenAI's Responses, whose texts are a list. */
function readItem(item: PlainObject, at: Place): Read | undefined {
  const { id, encrypted_content: encrypted, summary } = item;
  const texts = readTexts(summary, "summary_text", at.in("summary"));
  if (texts === undefined && !(Array.isArray(summary) && summary.length === 0)) return undefined;
  const hasId = isText(id);
  const isEncrypted = isText(encrypted);
  const proof = { ...(hasId && { itemId: id }), ...(isEncrypted && { reasoningEncryptedContent: encrypted }) };
  return {
    kind: "item",
    text: texts?.text ?? "",
    ...(Object.keys(proof).length > 0 && { proof: { openai: proof } }),
    taken: [
      ...(item["type"] === "reasoning" ? ["type"] : []),
      ...(texts === undefined ? [] : ["summary"]),
      ...(hasId ? ["id"] : []),
      ...(isEncrypted ? ["encrypted_content"] : []),
    ],
    ...(texts !== undefined && { noted: texts.noted }),
    ...(texts?.kept !== undefined && { kept: { texts: texts.kept } }),
  };
}
