import type { CustomPart, FilePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";
import { toJsonForm, toJsonText } from "../shared/json-form.js";
import { fromBase64 } from "../shared/media.js";
import { writeObjectInput } from "../shared/object-input.js";
import { getOwn, isPlainObject, setOwn } from "../shared/plain.js";
import { keepText, NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { writeToolName } from "../shared/tool-names.js";
import { outcomePrefix } from "../shared/wording.js";
import { carryBytes, copyValue } from "./bytes.js";
import { nameLine, RENAMED, writeFile, writeName } from "./files.js";
import { type FileMember, FORMAT, isText, membersOf, PROVIDER, wrap } from "./form.js";
import type { Holder } from "./read-blocks.js";
import { type Block, type Origin, textBlock, uniqueName, type Writing } from "./writing.js";

/** Where the kinds of block stand that are kept whole. Kinds that are not known here may stand anywhere. */
const PLACES: Readonly<Record<string, readonly Holder[]>> = {
  text: [],
  image: [],
  document: ["user", "result"],
  video: [],
  audio: [],
  reasoningContent: [],
  toolUse: [],
  toolResult: [],
  json: ["result"],
  guardContent: ["user", "system"],
  cachePoint: ["user", "assistant", "system"],
  citationsContent: ["assistant"],
  searchResult: ["user", "result"],
};

/** Tells of a member that no block has beside another. */
function noteSecond(
  part: { readonly source?: never } | TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart,
  say: Say,
): void {
  if (readSource(part, FORMAT)["second"] === true) say("dropped", "second member of a block, which holds one");
}

/** Writes text; nothing where there is nothing to be seen. */
export function writeTextBlock(part: TextPart, origin: Origin, say: Say): Block | undefined {
  if (part.text.trim() === "") {
    say("dropped", part.text === "" ? "empty text" : "blank text");
    return undefined;
  }
  noteSecond(part, say);
  return { value: wrap(part, "text", writeText(part.text, say)), kind: "text", ...origin };
}

/** Writes what the model thought, where this provider can tell that it did. */
export function writeReasoning(part: ReasoningPart, origin: Origin, say: Say): Block | undefined {
  const metadata = metadataOf(part, PROVIDER);
  const source = readSource(part, FORMAT);
  const signature = getOwn(metadata, "signature");
  const data = getOwn(metadata, "redactedData");
  if (isText(data) && (part.redacted === true || part.text === "")) {
    const bytes = source["bytes"] === "text" ? undefined : fromBase64(data);
    const redactedContent = bytes === undefined ? data : carryBytes(bytes, source["bytes"]);
    if (bytes !== undefined || (source["bytes"] === "text" && isWellFormed(data))) {
      noteSecond(part, say);
      return { value: wrap(part, "reasoningContent", { redactedContent }), kind: "reasoning", ...origin };
    }
  }
  if (!isText(signature) || !isWellFormed(signature) || !isWellFormed(part.text)) {
    say("dropped", "reasoning without a proof of this provider");
    return undefined;
  }
  noteSecond(part, say);
  const reasoningText = writeObject({
    fields: { text: part.text, signature },
    form: readForm(source),
    kept: metadata,
    guarded: ["text", "signature"],
    onChange: () => say("converted", NOT_JSON),
  });
  return { value: wrap(part, "reasoningContent", { reasoningText }), kind: "reasoning", ...origin };
}

/** Writes a file, or a text that names it. */
export function writeFileBlock(
  part: FilePart,
  members: readonly FileMember[],
  origin: Origin,
  writing: Writing,
  say: Say,
): Block {
  const notes: Parameters<Say>[] = [];
  const file = writeFile(
    part,
    (name) => uniqueName(writing.names, name),
    (...note) => notes.push(note),
  );
  if (file === undefined || !members.includes(file.member)) {
    say("converted", "file that the service does not take here, named in text");
    return textBlock(nameLine(part), origin);
  }
  for (const note of notes) say(...note);
  noteSecond(part, say);
  return { value: wrap(part, file.member, file.value), kind: file.member, file: part, ...origin };
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
    return text === undefined ? undefined : textBlock(text, origin);
  }
  const members = membersOf(value);
  const member = members.find((key) => isPlaced(key, value[key], holder));
  if (member === undefined) {
    say("dropped", "block that has no place in a message of this role");
    return undefined;
  }
  if (members.length > 1) say("dropped", "second member of a block, which holds one");
  const isWhole = members.length === 1 && Object.keys(value).every((key) => key === member || value[key] === undefined);
  const whole = isWhole ? value : { [member]: value[member] };
  const copy = copyValue(whole, () => say("converted", NOT_JSON)) as Record<string, unknown>;
  if (member === "document") nameDocument(copy["document"], writing, say);
  if (member !== "json" || !isRefusedJson(copy["json"])) return { value: copy, kind: "other", ...origin };
  say("converted", "value, written as JSON text");
  return textBlock(toJsonText(copy["json"]).text, origin);
}

function nameDocument(document: unknown, writing: Writing, say: Say): void {
  if (!isPlainObject(document) || typeof document["name"] !== "string") return;
  const name = uniqueName(writing.names, writeName(document["name"]));
  if (name !== document["name"]) say("converted", RENAMED);
  setOwn(document, "name", name);
}

function isPlaced(member: string, value: unknown, holder: Holder): boolean {
  if (holder === "stranger") return true;
  if (member === "toolUse" || member === "toolResult")
    return (
      holder === "assistant" && isPlainObject(value) && (member === "toolResult" || value["type"] === "server_tool_use")
    );
  if (member === "document") {
    const source = isPlainObject(value) ? value["source"] : undefined;
    const isKnown =
      isPlainObject(source) && Array.isArray(source["content"]) && typeof getOwn(value, "name") === "string";
    return PLACES["document"]!.includes(holder) && isKnown;
  }
  return Object.hasOwn(PLACES, member) ? PLACES[member]!.includes(holder) : true;
}

/** Writes a call under the id that it is sent with. */
export function writeCall(part: ToolCallPart, id: string, origin: Origin, say: Say): Block {
  const source = readSource(part, FORMAT);
  const name = writeToolName(part.toolName);
  if (name !== part.toolName && source["spelled"] !== true)
    say("converted", `tool name that the endpoint refuses, written as ${name}: declare the tool under this name`);
  noteSecond(part, say);
  const call = writeObject({
    fields: { toolUseId: id, name, input: writeObjectInput(part, source["exact"] === true, say) },
    form: readForm(source),
    kept: metadataOf(part, PROVIDER),
    guarded: ["toolUseId", "name", "input", "type"],
    onChange: () => say("converted", NOT_JSON),
  });
  return { value: wrap(part, "toolUse", call), kind: "call", ...origin };
}

/** Writes a tool result under the id of its call. */
export function writeResult(part: ToolResultPart, id: string, origin: Origin, writing: Writing, say: Say): Block {
  const source = readSource(part, FORMAT);
  const isError = part.outcome !== undefined;
  const content = writeContent(part, origin, writing, say);
  const form = readForm(source);
  if (getOwn(form.values, "status") === null) say("converted", "status null, left out");
  const status = isError ? "error" : source["success"] === true ? "success" : undefined;
  noteSecond(part, say);
  const { status: _null, ...values } = form.values ?? {};
  const result = writeObject({
    fields: { toolUseId: id, content, ...(status !== undefined && { status }) },
    form: { ...form, ...(form.values !== undefined && { values }) },
    kept: metadataOf(part, PROVIDER),
    guarded: ["toolUseId", "content", "status"],
    onChange: () => say("converted", NOT_JSON),
  });
  return { value: wrap(part, "toolResult", result), kind: "other", ...origin };
}

function writeContent(part: ToolResultPart, origin: Origin, writing: Writing, say: Say): unknown[] {
  const prefix = part.outcome === undefined || part.outcome === "error" ? "" : outcomePrefix(part.outcome);
  if (prefix !== "") say("converted", "outcome, written in front of the result");
  const blocks: Record<string, unknown>[] = [];
  if (part.content === undefined) {
    const block = writeOutput(part, say);
    if (block !== undefined) blocks.push(block);
  }
  for (const inner of part.content ?? []) {
    const block =
      inner.type === "text"
        ? writeTextBlock(inner, origin, say)
        : inner.type === "file"
          ? writeFileBlock(inner, ["image", "document", "video"], origin, writing, say)
          : writeCustom(inner, "result", origin, writing, say);
    if (block !== undefined) blocks.push(block.value);
  }
  const [first] = blocks;
  const text = first?.["text"];
  if (prefix !== "" && typeof text === "string") blocks[0] = { ...first, text: prefix + text };
  else if (prefix !== "") blocks.unshift({ text: prefix.trimEnd() });
  if (blocks.length > 0 || part.outcome === undefined) return blocks;
  say("converted", "failed result without content, given a text");
  return [{ text: outcomePrefix(part.outcome).trimEnd() }];
}

function writeOutput(part: ToolResultPart, say: Say): Record<string, unknown> | undefined {
  const { output } = part;
  if (output === undefined) {
    say("converted", "undefined, sent as an empty result");
    return undefined;
  }
  if (typeof output === "string") {
    if (readSource(part, FORMAT)["json"] === true) say("converted", "text in the place of JSON, written as text");
    if (output.trim() !== "") return { text: writeText(output, say) };
    if (output !== "") say("converted", "blank output, left out");
    return undefined;
  }
  const isExact = readSource(part, FORMAT)["exact"] === true;
  const { value, changed } = toJsonForm(output, { keepUndefined: isExact });
  if (changed) say("converted", NOT_JSON);
  if (!isRefusedJson(value)) return { json: value };
  say("converted", "value, written as JSON text");
  return { text: toJsonText(value).text };
}

/** Whether the service refuses a value as `json`: anything but objects, and a key that its own format uses. */
function isRefusedJson(value: unknown): boolean {
  return !isPlainObject(value) || holdsType(value);
}

function holdsType(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__type") || Object.values(value).some(holdsType);
}
