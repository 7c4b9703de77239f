import type { Part, TextPart, ToolCallPart } from "../../index.js";
import { isPureJson } from "../shared/object-input.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { readToolName } from "../shared/tool-names.js";
import { FORMAT, KEYS, MAX_ID, MAX_NAME, type PartForm, takesId } from "./form.js";
import type { Links } from "./links.js";
import { readFile } from "./read-files.js";
import { describeBlock, readId, readString } from "./read-keys.js";

/** In whose content a block stands; `field` is that of the system, `stranger` a message of an unknown role. */
export type Holder = "field" | "system" | "user" | "assistant" | "result" | "stranger";

/** Reads the blocks of a message's content or of a result's. */
export function readBlocks(list: readonly unknown[], holder: Holder, links: Links, at: Place): Part[] {
  return list.map((block, index) => readBlock(block, holder, links, at.in(index))).filter((part) => part !== undefined);
}

/** Reads one block. One that this release does not know, or not here, is kept whole in its place. */
export function readBlock(value: unknown, holder: Holder, links: Links, at: Place): Part | undefined {
  const block = at.object(value);
  if (block === undefined) return undefined;
  const type = readId(block, "type", at);
  if (type === undefined) return undefined;
  if (type === "text") return readText(block, at);
  if (holder === "assistant") {
    if (type === "thinking") return readThinking(block, at);
    if (type === "redacted_thinking") return readRedacted(block, at);
    if (type === "tool_use") return readCall(block, links, at);
  }
  if (holder !== "system" && holder !== "field" && (type === "image" || type === "document")) {
    const file = readFile(block, type, at);
    if (file !== "unlike") return file;
  }
  return at.plain(block) ? { type: "custom", format: FORMAT, value: block } : undefined;
}

function readText(block: PlainObject, at: Place): TextPart | undefined {
  const text = readString(block, "text", at);
  const described = describeBlock(block, KEYS.text, ["type", "text"], at);
  return text === undefined ? undefined : { type: "text", text, ...described };
}

function readThinking(block: PlainObject, at: Place): Part | undefined {
  const text = readString(block, "thinking", at);
  const { signature } = block;
  // A stream that was cut off leaves it empty, or out.
  const isSigned = signature !== undefined && signature !== null && signature !== "";
  const proof = isSigned ? readString(block, "signature", at) : undefined;
  const taken = ["type", "thinking", ...(isSigned ? ["signature"] : [])];
  const own = proof === undefined ? {} : { signature: proof };
  const described = describeBlock(block, KEYS.thinking, taken, at, {}, own);
  return text === undefined ? undefined : { type: "reasoning", text, ...described };
}

function readRedacted(block: PlainObject, at: Place): Part | undefined {
  const redactedData = readString(block, "data", at);
  const described = describeBlock(block, KEYS.redacted, ["type", "data"], at, {}, { redactedData });
  return redactedData === undefined ? undefined : { type: "reasoning", text: "", redacted: true, ...described };
}

function readCall(block: PlainObject, links: Links, at: Place): ToolCallPart | undefined {
  const id = readId(block, "id", at);
  const name = readId(block, "name", at);
  const { input } = block;
  const isPlain = at.in("input").plain(input);
  const taken = ["type", "id", "name", ...(input === undefined ? [] : ["input"])];
  if (id === undefined || name === undefined || !isPlain) {
    describeBlock(block, KEYS.call, taken, at);
    return undefined;
  }
  const restored = links.ids.restore(id, true);
  const { toolName, spelled } = readToolName(name, MAX_NAME);
  const noted: PartForm = {
    ...(spelled !== undefined && { spelled }),
    ...(restored.isSpelled && { spelledId: true }),
    ...(!restored.isSpelled && (!takesId(id) || id.length > MAX_ID) && { ownId: true }),
    ...(typeof input === "object" && !isPureJson(input) && { exact: true }),
  };
  const described = describeBlock(block, KEYS.call, taken, at, noted);
  const call: ToolCallPart = { type: "tool-call", toolCallId: restored.id, toolName, input, ...described };
  links.ids.add(call);
  return call;
}
