import type { CustomPart, FilePart, TextPart, ToolResultPart } from "../../index.js";
import { writeExact } from "../shared/exact-copy.js";
import { metadataOf, readSource } from "../shared/form.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { outputText, type Say, writeId, writeText } from "../shared/texts.js";
import { ABORTED_ANSWER, textOfCustom } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";
import { writeFileItem } from "./files.js";
import { writeJson } from "./values.js";
import { type Message, writeCustom, writeKnown, writePart, type Writing } from "./writing.js";

/** Writes a result. */
export function writeResult(part: ToolResultPart, nameOfCall: string | undefined, writing: Writing, say: Say): Message {
  let { toolName } = part;
  if (toolName === undefined) {
    toolName = nameOfCall ?? "unknown";
    const isOwn = readSource(part, FORMAT)["unnamed"] === true;
    if (isOwn || nameOfCall === undefined) say("converted", "result without the name of its tool, given one");
  }
  if (readSource(part, FORMAT)["old"] === true)
    say("converted", "result of version 4, written as the output that it is now");
  const fields = {
    type: "tool-result",
    toolCallId: writeId(part.toolCallId, say),
    toolName: writeText(toolName, say),
    output: writeOutput(part, writing, say),
  };
  return writePart(part, fields, [], writing, say, withOutcome(part));
}

/** The answer to a call that has none. */
export function abortedResult(toolCallId: string, toolName: string): Message {
  const output = { type: "error-text", value: ABORTED_ANSWER };
  return { type: "tool-result", toolCallId, toolName, output, providerOptions: { colloquy: { outcome: "aborted" } } };
}

/** The metadata of a result, which tell whether it was given up: the SDK has no kind of output that does. */
function withOutcome({ providerMetadata, outcome }: ToolResultPart): PlainObject | undefined {
  const own = getOwn(providerMetadata, "colloquy");
  const isNoted = getOwn(own, "outcome") === "aborted";
  const { colloquy: _own, ...others } = providerMetadata ?? {};
  if (outcome === "aborted" && !isNoted) {
    return { ...others, colloquy: { ...(isPlainObject(own) && own), outcome } };
  }
  if (outcome !== "error" || !isNoted) return providerMetadata;
  const { outcome: _stale, ...rest } = own as PlainObject;
  return Object.keys(rest).length === 0 ? others : { ...others, colloquy: rest };
}

function writeOutput(part: ToolResultPart, writing: Writing, say: Say): Message {
  const source = readSource(part, FORMAT);
  const whole = source["output"] === "unknown" ? part.content?.[0] : undefined;
  const isWhole = whole?.type === "custom" && whole.format === FORMAT && part.content?.length === 1;
  const isTagged = isWhole && isPlainObject(whole.value) && !KINDS.includes(whole.value["type"]);
  if (isTagged && isText(getOwn(whole.value, "type"))) return writeExact(whole.value, say) as Message;
  const fields = writeBody(part, source, writing, say);
  const kept = getOwn(metadataOf(part, PROVIDER), "output");
  return writeKnown(fields, source["inner"], kept, ["providerOptions", "reason"], say);
}

const KINDS: readonly unknown[] = ["text", "json", "error-text", "error-json", "execution-denied", "content"];

const ITEM_TYPES: readonly unknown[] =
  "text media file-data file-url file-id image-data image-url image-file-id custom".split(" ");

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function writeBody(part: ToolResultPart, source: PlainObject, writing: Writing, say: Say): Message {
  const { outcome, output, content } = part;
  if (outcome === undefined) {
    if (content !== undefined)
      return { type: "content", value: content.flatMap((item, index) => writeItem(item, index, writing, say)) };
    if (typeof output === "string" && source["output"] !== "json")
      return { type: "text", value: writeText(output, say) };
    return { type: "json", value: writeJson(output, source["exact"] === true, say) };
  }
  const isOwnJson = source["output"] === "json" || typeof output !== "string";
  if (outcome !== "denied" && content === undefined && output !== undefined && isOwnJson) {
    return { type: "error-json", value: writeJson(output, source["exact"] === true, say) };
  }
  const text = content === undefined ? (output === "" ? "" : outputText(output, say)) : textOfContent(content, say);
  if (outcome !== "denied") return { type: "error-text", value: text };
  if (!writing.isOld) return { type: "execution-denied", ...(text !== "" && { reason: text }) };
  say("converted", "denied run, which version 5 has as an error");
  return { type: "error-text", value: text };
}

/** What the content of a result says, where there is no place but for a text. */
export function textOfContent(content: readonly (TextPart | FilePart | CustomPart)[], say: Say): string {
  say("converted", "content of a result that did not end well, its text kept");
  const texts = content.flatMap((item) => {
    if (item.type === "text") return [writeText(item.text, say)];
    if (item.type === "custom") return writeCustomText(item, say) ?? [];
    say("dropped", "file in a result that did not end well");
    return [];
  });
  return texts.join("\n");
}

/** The text of what only another format knows, if it holds any. */
export function writeCustomText(item: CustomPart, say: Say): string | undefined {
  const text = textOfCustom(item);
  if (text === undefined) say("dropped", "part that only another format knows");
  else say("converted", "part that only another format knows, its text kept");
  return text === undefined ? undefined : writeText(text, say);
}

function writeItem(item: TextPart | FilePart | CustomPart, index: number, writing: Writing, sayPart: Say): Message[] {
  const say: Say = (action, what) => sayPart(action, `${what} (content[${index}] of the result)`);
  if (item.type === "text")
    return [writePart(item, { type: "text", text: writeText(item.text, say) }, [], writing, say)];
  const written = item.type === "file" ? writeFileItem(item, writing, say) : writeCustomItem(item, writing, say);
  return written === undefined ? [] : [written];
}

/** What the SDK takes for the ids of one file. */
function isIdItem({ type, fileId }: PlainObject): boolean {
  if (type !== "file-id" && type !== "image-file-id") return false;
  return isPlainObject(fileId) && Object.values(fileId).every((id) => typeof id === "string");
}

function writeCustomItem(item: CustomPart, writing: Writing, say: Say): Message | undefined {
  const { format, value } = item;
  if (format !== FORMAT || !isPlainObject(value)) return writeCustom(item, "content", writing, say);
  if (writing.isOld || !(value["type"] === "custom" || isIdItem(value))) {
    // Here other kinds are known than in messages.
    const isKnown = ITEM_TYPES.includes(value["type"]);
    return writeCustom(isKnown ? { ...item, format: "unknown" } : item, "content", writing, say);
  }
  return writeKnown({}, { keys: Object.keys(value) }, value, ["providerOptions"], say);
}
