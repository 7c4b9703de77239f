import type { ToolResultPart } from "../../index.js";
import { metadataOf, readForm, readSource } from "../shared/form.js";
import { getOwn } from "../shared/plain.js";
import { outputText, type Say } from "../shared/texts.js";
import { outcomePrefix } from "../shared/wording.js";
import { cacheOf } from "./files.js";
import { FORMAT, PROVIDER } from "./form.js";
import { nameFile, writeCustom, writeFileBlock, writeTextBlock } from "./write-parts.js";
import { type Block, makeBlock, type Origin, plainBlock, readMark, writeBlock, type Writing } from "./writing.js";

/** Writes a tool result under the id of its call. */
export function writeResult(result: ToolResultPart, id: string, origin: Origin, writing: Writing, say: Say): Block {
  const source = readSource(result, FORMAT);
  const isError = result.outcome !== undefined;
  const isWrittenOut = getOwn(readForm(source).values, "is_error") === false;
  const content = writeContent(result, origin, writing, say);
  const fields = {
    type: "tool_result",
    tool_use_id: id,
    ...(content !== undefined && { content }),
    ...((isError || isWrittenOut) && { is_error: isError }),
    ...cacheOf(metadataOf(result, PROVIDER)),
  };
  const value = writeBlock(result, fields, ["type", "tool_use_id", "content", "is_error"], say);
  // A null that a source notes is none of content, which may be absent but not null.
  if (value["content"] === null) delete value["content"];
  return makeBlock(value, "other", origin);
}

/** The content of a result; nothing where it says nothing, unless it came so. */
function writeContent(result: ToolResultPart, origin: Origin, writing: Writing, say: Say): unknown {
  const mark = readMark(readSource(result, FORMAT));
  const prefix = prefixOf(result, say);
  if (mark === "null" && result.content === undefined) say("converted", "result without content, its null left out");
  if (result.content !== undefined) {
    const blocks = writeBlocks(result, origin, writing, say);
    if (prefix !== "") prefixBlocks(blocks, prefix, origin);
    if (blocks.length === 0 && !(mark === "list" && result.content.length === 0)) return undefined;
    return blocks.map(({ value }) => value);
  }
  const output = outputText(result.output, say);
  const text = output === "" ? prefix.trimEnd() : prefix + output;
  if (text.trim() !== "" || mark === "text") return text;
  if (text !== "") say("converted", "blank output, left out");
  return undefined;
}

function writeBlocks(result: ToolResultPart, origin: Origin, writing: Writing, say: Say): Block[] {
  const isError = result.outcome !== undefined;
  const blocks = (result.content ?? []).map((part) => {
    if (part.type === "text") return writeTextBlock(part, origin, say);
    if (part.type === "file")
      return isError ? nameFile(part, "a failed result", origin, say) : writeFileBlock(part, origin, say);
    const block = writeCustom(part, "result", origin, writing, say);
    if (block === undefined || !isError || block.kind === "text") return block;
    say("dropped", "block that a failed result cannot hold");
    return undefined;
  });
  return blocks.filter((block) => block !== undefined);
}

/** Says in front of a result how it ended, where the error flag alone does not tell. */
function prefixOf({ outcome }: ToolResultPart, say: Say): string {
  if (outcome === undefined || outcome === "error") return "";
  say("converted", "outcome, written in front of the result");
  return outcomePrefix(outcome);
}

function prefixBlocks(blocks: Block[], prefix: string, origin: Origin): void {
  const [first] = blocks;
  const text = first?.value["text"];
  if (first?.kind === "text" && typeof text === "string")
    blocks[0] = { ...first, value: { ...first.value, text: prefix + text } };
  else blocks.unshift(plainBlock(prefix.trimEnd(), origin));
}
