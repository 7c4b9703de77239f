import type { CustomPart, FilePart, ReasoningPart, TextPart } from "../../index.js";
import { metadataOf } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { copyOwn, keepText, type Say, writeText } from "../shared/texts.js";
import { fileLine, textOfCustom } from "../shared/wording.js";
import { cacheOf, writeFile } from "./files.js";
import { FORMAT, isSendable, PROVIDER } from "./form.js";
import type { Holder } from "./read-blocks.js";
import { type Block, makeBlock, type Origin, plainBlock, writeBlock, writeId, type Writing } from "./writing.js";

/** Where the kinds of block stand that are kept whole. Kinds that are not known here may stand anywhere. */
const PLACES: Readonly<Record<string, readonly Holder[]>> = {
  text: [],
  thinking: [],
  redacted_thinking: [],
  tool_use: [],
  tool_result: [],
  image: ["user", "result"],
  document: ["user", "result"],
  search_result: ["user", "result"],
  tool_reference: ["result"],
  container_upload: ["user", "assistant"],
  compaction: ["assistant"],
  server_tool_use: ["assistant"],
  mcp_tool_use: ["assistant"],
  tool_addition: ["system"],
  tool_removal: ["system"],
};

/** Writes text; nothing where there is nothing to be seen. */
export function writeTextBlock(part: TextPart, origin: Origin, say: Say): Block | undefined {
  if (part.text.trim() === "") {
    say("dropped", part.text === "" ? "empty text" : "blank text");
    return undefined;
  }
  const text = writeText(part.text, say);
  if (part.source === undefined && part.providerMetadata === undefined)
    return makeBlock({ type: "text", text }, "text", origin, text);
  const fields = { type: "text", text, ...cacheOf(metadataOf(part, PROVIDER)) };
  const value = writeBlock(part, fields, ["type", "text"], say);
  const keys = Object.keys(value);
  return makeBlock(value, "text", origin, keys.length === 2 && keys[0] === "type" ? text : undefined);
}

/** Writes a file, or a text that names it. */
export function writeFileBlock(part: FilePart, origin: Origin, say: Say): Block {
  const file = writeFile(part, say);
  return "text" in file ? plainBlock(file.text, origin) : makeBlock(file.block, "other", origin);
}

/** Names a file where none can stand. */
export function nameFile(part: FilePart, where: string, origin: Origin, say: Say): Block {
  say("converted", `file, which ${where} cannot hold, named in text`);
  return plainBlock(fileLine(part), origin);
}

/** Writes what the model thought, where this provider can tell that it did. */
export function writeReasoning(part: ReasoningPart, origin: Origin, say: Say): Block | undefined {
  const metadata = metadataOf(part, PROVIDER);
  const signature = getOwn(metadata, "signature");
  const redactedData = getOwn(metadata, "redactedData");
  if (isSendable(redactedData) && (part.redacted === true || part.text === "")) {
    const fields = { type: "redacted_thinking", data: redactedData };
    return makeBlock(writeBlock(part, fields, ["type", "data"], say), "reasoning", origin);
  }
  if (!isSendable(signature) || !isWellFormed(part.text)) {
    say("dropped", "reasoning without a proof of this provider");
    return undefined;
  }
  const fields = { type: "thinking", thinking: part.text, signature };
  return makeBlock(writeBlock(part, fields, ["type", "thinking", "signature"], say), "reasoning", origin);
}

/** Writes what only one format knows: its own as it came, another's as text where it holds any. */
export function writeCustom(
  part: CustomPart,
  holder: Holder,
  origin: Origin,
  writing: Writing,
  say: Say,
): Block | undefined {
  const { value } = part;
  if (part.format !== FORMAT || !isPlainObject(value)) {
    const text = keepText(part, say);
    return text === undefined ? undefined : plainBlock(text, origin);
  }
  const { type } = value;
  if (typeof type !== "string" || type === "" || !isPlaced(type, holder)) {
    const text = type === "text" ? textOfCustom(part) : undefined;
    if (text !== undefined) {
      say("converted", "malformed block, its text kept");
      return plainBlock(text, origin);
    }
    if (type === "image" || type === "document") return nameUnknown(origin, say);
    say("dropped", "block that has no place in a message of this role");
    return undefined;
  }
  if ((type === "image" || type === "document") && !hasUnknownSource(value["source"])) return nameUnknown(origin, say);
  const written = copyOwn(value, say);
  if (holder === "assistant" && !linkServerBlock(written, type, writing, say)) return undefined;
  return makeBlock(written, "other", origin);
}

function nameUnknown(origin: Origin, say: Say): Block {
  say("converted", "file that has no place in a message of this role, named in text");
  return plainBlock("[file: of unknown type]", origin);
}

function isPlaced(type: string, holder: Holder): boolean {
  if (holder === "stranger") return true;
  if (Object.hasOwn(PLACES, type)) return PLACES[type]!.includes(holder);
  return holder === "assistant" || !isServerResult(type);
}

function isServerResult(type: string): boolean {
  return type.endsWith("_tool_result");
}

/** Whether a file's source is of a kind that is kept whole. What is known here is a part, unless it was malformed. */
function hasUnknownSource(source: unknown): boolean {
  return isPlainObject(source) && !["base64", "text", "url", "file", undefined].includes(source["type"] as string);
}

/** Gives the calls that the provider ran itself, and their results, ids that stand once in the list. */
function linkServerBlock(block: Record<string, unknown>, type: string, writing: Writing, say: Say): boolean {
  const { id, tool_use_id: of } = block;
  if ((type === "server_tool_use" || type === "mcp_tool_use") && typeof id === "string") {
    const { sent } = writeId(id, true, writing);
    if (sent !== id) say("converted", "id that the endpoint refuses, or that stands in the list already, replaced");
    writing.serverIds.set(id, sent);
    block["id"] = sent;
  } else if (isServerResult(type)) {
    const sent = typeof of === "string" ? writing.serverIds.get(of) : undefined;
    if (sent === undefined) {
      say("dropped", "result of a call that the provider ran itself and that is not here");
      return false;
    }
    block["tool_use_id"] = sent;
  }
  return true;
}
