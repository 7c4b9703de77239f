import type { FilePart, ToolEntry, ToolResultPart } from "../../index.js";
import { readForm, readSource, writeObject } from "../shared/form.js";
import { getOwn } from "../shared/plain.js";
import { copyOwn, NOT_JSON, noteProofs, outputText, type Say } from "../shared/texts.js";
import { fileLine, orphanLine, outcomePrefix } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";
import { isOpenOutput, resultKey } from "./kinds.js";
import {
  type Draft,
  itemIdOf,
  keptOf,
  pathOf,
  plainText,
  writeContent,
  writeCustom,
  writeFilePart,
  writeTextPart,
  type Writing,
  type WrittenPart,
} from "./writing.js";

/** Writes the result of a call as an item of the type that answers it. */
export function writeOutput(entry: ToolEntry, index: number, type: string, callId: string, writing: Writing): Draft {
  const { position, result, say } = resultOf(entry, index, writing);
  const source = readSource(entry, FORMAT);
  const key = resultKey(type);
  const id = itemIdOf(entry);
  const form = readForm(source);
  if (getOwn(form.values, "id") === "") say("dropped", "empty item id");
  const isOther = typeof source["kind"] === "string" && source["kind"] !== type;
  if (isOther) say("converted", `output of another kind of call, written as ${type}`);
  const value = isOpenOutput(type) ? writeOpen(result, source["content"] === "list", say) : copyOwn(result.output, say);
  const item = writeObject({
    fields: {
      type,
      call_id: callId,
      ...((value !== undefined || isOpenOutput(type)) && { [key]: value }),
      ...(id !== undefined && { id }),
    },
    form: isOther && !isOpenOutput(source["kind"] as string) ? {} : form,
    kept: keptOf(entry, "item"),
    guarded: ["type", "call_id", key, "id"],
    onChange: () => say("converted", NOT_JSON),
  });
  return { item, entry: index, position, role: "other" };
}

/** Writes a result that has no call as what the user says. */
export function writeOrphan(entry: ToolEntry, index: number, writing: Writing): Draft {
  const { position, result, say } = resultOf(entry, index, writing);
  say("converted", "result without its call, written as a user message");
  const parts = writeParts(result, say);
  const [first] = parts;
  const line = orphanLine(result.toolName);
  const isText = parts.length === 1 && first?.text !== undefined;
  const content = isText
    ? writeContent([plainText(first.text === "" ? line : `${line}\n${first.text}`, "input")], false)
    : writeContent([plainText(line, "input"), ...parts], true);
  return { item: { role: "user", content }, entry: index, position, role: "other" };
}

function resultOf(
  entry: ToolEntry,
  index: number,
  writing: Writing,
): { readonly position: number; readonly result: ToolResultPart; readonly say: Say } {
  const position = entry.content.findIndex(({ type }) => type === "tool-result");
  const result = entry.content[position] as ToolResultPart;
  const say: Say = (action, what) => writing.report.note(index, action, what, pathOf(position));
  noteProofs(result, say, PROVIDER);
  return { position, result, say };
}

function writeOpen(result: ToolResultPart, isList: boolean, say: Say): unknown {
  const parts = writeParts(result, say);
  if (parts.length === 0) return isList ? [] : "";
  return writeContent(parts, isList && result.content !== undefined);
}

function writeParts(result: ToolResultPart, say: Say): WrittenPart[] {
  const parts =
    result.content === undefined
      ? [plainText(outputText(result.output, say), "input")]
      : result.content.flatMap((part): WrittenPart[] => {
          noteProofs(part, say, PROVIDER);
          if (part.type === "text") return [writeTextPart(part, "input", say)];
          if (part.type === "file") return [writeFilePart(part, true, say)];
          return [writeCustom(part, "input", say, true)].filter((written) => written !== undefined);
        });
  if (result.outcome !== undefined) prefixOutcome(parts, outcomePrefix(result.outcome), say);
  return parts;
}

function prefixOutcome(parts: WrittenPart[], prefix: string, say: Say): void {
  say("converted", "outcome, written in front of the result");
  const [first] = parts;
  if (first === undefined || typeof first.part["text"] !== "string") {
    parts.unshift(plainText(prefix.trimEnd(), "input"));
    return;
  }
  const text = prefix + first.part["text"];
  parts[0] = { part: { ...first.part, text }, ...(first.text !== undefined && { text }) };
}

/** What a result says, as one text that names its files. */
export function readResultText(result: ToolResultPart, say: Say): string {
  const files: FilePart[] = (result.content ?? []).filter((part) => part.type === "file");
  const content = (result.content ?? []).filter((part) => part.type !== "file");
  const said = result.content === undefined ? result : { ...result, content };
  const texts = writeParts(said as ToolResultPart, say).map(({ part, text }) => text ?? textOf(part));
  return [...texts, ...files.map(fileLine)].filter(Boolean).join("\n");
}

function textOf(part: Record<string, unknown>): string {
  return typeof part["text"] === "string" ? part["text"] : "";
}
