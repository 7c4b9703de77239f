import type { CustomPart, FilePart, Part, TextPart } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { FORMAT, isFileBlock, type MessageForm, PROVIDER } from "./form.js";
import { type Draft, type DraftPool, isCallBlock, readCallBlock } from "./read-calls.js";
import { readFile } from "./read-files.js";
import { readReasoning } from "./read-reasoning.js";

/** Whose content is read. */
export type Holder = "user" | "system" | "assistant" | "result";

/** What the content of the model is read with. */
export interface Answer {
  /** The calls that the message lists. */
  readonly pool: DraftPool;
  /** Whose signatures they are where a block does not tell. */
  readonly owner: string;
}

/** Content as it was read: the calls in it are finished when all that says something of them is known. */
export interface Content {
  readonly items: readonly (Part | Draft)[];
  readonly mark?: MessageForm["content"];
}

/** Whether something in the content is a call. */
export function isDraft(item: Part | Draft): item is Draft {
  return !("type" in item);
}

/** Reads content, which may be missing. */
export function readContent(value: unknown, holder: Holder, answer: Answer | undefined, at: Place): Content {
  if (value === undefined) return { items: [] };
  if (value === null) return { items: [], mark: "null" };
  if (typeof value === "string") {
    // The library writes an empty text where the model only calls.
    const isSilent = value === "" && holder === "assistant";
    return { items: isSilent ? [] : [{ type: "text", text: value }] };
  }
  if (!Array.isArray(value)) {
    at.expected("a string, an array or null", value);
    return { items: [] };
  }
  const items = at.list(value)?.map((block, index) => readBlock(block, holder, answer, at.in(index))) ?? [];
  return { items: items.filter((item) => item !== undefined), mark: "list" };
}

function readBlock(value: unknown, holder: Holder, answer: Answer | undefined, at: Place): Part | Draft | undefined {
  if (typeof value === "string") return { type: "text", text: value, ...toSource(FORMAT, { bare: true }) };
  const block = at.object(value);
  if (block === undefined) return undefined;
  const { type } = block;
  if (type === "text") return readText(block, at);
  const known = readKnown(block, typeof type === "string" ? type : "", holder, answer, at);
  if (known !== undefined) return known;
  // Values that no transcript keeps are found when it is put in.
  return { type: "custom", format: FORMAT, value: block } satisfies CustomPart;
}

function readText(block: PlainObject, at: Place): TextPart | undefined {
  const text = at.in("text").text(block["text"]);
  const { thoughtSignature } = block;
  const isSigned = typeof thoughtSignature === "string" && thoughtSignature !== "";
  const taken = ["type", "text", ...(isSigned ? ["thoughtSignature"] : [])];
  const { form, kept } = sortKeys(block, ["type", "text", "thoughtSignature"], taken, at);
  if (text === undefined) return undefined;
  const metadata = {
    ...(isSigned && { google: { thoughtSignature } }),
    ...(kept !== undefined && { [PROVIDER]: kept }),
  };
  return {
    type: "text",
    text,
    ...(Object.keys(metadata).length > 0 && { providerMetadata: metadata }),
    ...toSource(FORMAT, form),
  };
}

/** Reads a block of a kind that this release knows, in a message where it has a place. */
function readKnown(
  block: PlainObject,
  type: string,
  holder: Holder,
  answer: Answer | undefined,
  at: Place,
): Part | Draft | undefined {
  if (isFileBlock(type) && holder !== "system") return readFile(block, type, at) satisfies FilePart | undefined;
  if (answer === undefined) return undefined;
  if (isCallBlock(block)) return readCallBlock(block, answer.pool, at);
  if (type === "refusal") return readRefusal(block, at);
  return readReasoning(block, type, answer.owner, at);
}

function readRefusal(block: PlainObject, at: Place): Part | undefined {
  const { refusal } = block;
  if (typeof refusal !== "string") return undefined;
  const { form, kept } = sortKeys(block, ["type", "refusal"], ["type", "refusal"], at);
  return {
    type: "refusal",
    text: refusal,
    ...(kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
    ...toSource(FORMAT, form),
  };
}

/** Whose signatures they are that a message holds: Anthropic's, unless its model runs on Bedrock. */
export function ownerOf(data: PlainObject): string {
  const metadata = data["response_metadata"];
  const provider = isPlainObject(metadata) ? metadata["model_provider"] : undefined;
  return typeof provider === "string" && provider.startsWith("bedrock") ? "bedrock" : "anthropic";
}
