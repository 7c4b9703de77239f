import type { FilePart, ToolEntry, ToolResultPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { fileLine, FILES_BELOW, outcomePrefix } from "../shared/wording.js";
import { NOT_JSON, outputText, type Say, writeText } from "../shared/texts.js";
import { writeToolName } from "../shared/tool-names.js";
import { writeFile } from "./files.js";
import { FORMAT, PROVIDER } from "./form.js";
import { plainText, readMark, writeCustom, writeTextPart, type Writing, type WrittenPart } from "./writing.js";

type Message = Record<string, unknown>;

/** Which message answers the call: a tool message, or one of the old form. */
export type Target =
  { readonly role: "tool"; readonly id: string } | { readonly role: "function"; readonly name: string };

export interface WrittenResult {
  readonly message: Message;
  /** Files that go to a user message behind the run of results. */
  readonly files: readonly WrittenPart[];
}

/**
 * Writes a tool result.
 *
 * @param holdsFiles - whether files are only named, since no user message may follow yet
 */
export function writeResult(
  entry: ToolEntry,
  index: number,
  target: Target,
  holdsFiles: boolean,
  writing: Writing,
): WrittenResult {
  const position = entry.content.findIndex(({ type }) => type === "tool-result");
  const result = entry.content[position] as ToolResultPart;
  const say: Say = (action, what) => writing.report.note(index, action, what, `content[${position}]`);
  const source = readSource(entry, FORMAT);
  const form = readForm(source);
  const mark = readMark(source);
  const { parts, files } = writeBody(result, holdsFiles, say);
  const isOld = target.role === "function";
  let content: unknown;
  const [first] = parts;
  if (isOld) {
    if (mark === "list") say("converted", "list of parts, joined to one text");
    content = parts.map(({ text, part }) => text ?? JSON.stringify(part)).join("\n");
    if (content === "" && mark === "null") content = null;
  } else {
    const isText = parts.length === 1 && first?.text !== undefined && (mark !== "list" || result.content === undefined);
    content = parts.length === 0 ? "" : isText ? first.text : parts.map(({ part }) => part);
  }
  const isMended = mark === "list" ? result.content?.length === 0 : mark !== undefined;
  if (isMended && content === "") say("converted", "result without content, given an empty text");
  const isNamed = form.keys?.includes("name") === true && result.toolName !== undefined;
  const name = isNamed ? (source["spelled"] === true ? writeToolName(result.toolName) : result.toolName) : undefined;
  const fields = isOld
    ? { role: target.role, name: target.name, content }
    : {
        role: target.role,
        tool_call_id: target.id,
        ...(name !== undefined && { name: writeText(name, say) }),
        content,
      };
  const message = writeObject({
    fields,
    form,
    kept: metadataOf(entry, PROVIDER),
    guarded: isOld ? ["role", "name", "content"] : ["role", "tool_call_id", "content"],
    onChange: () => say("converted", NOT_JSON),
  });
  return { message, files };
}

/** What a result says, as text, and the files in it. */
export function readResult(
  result: ToolResultPart,
  say: Say,
): { readonly text: readonly string[]; readonly files: readonly FilePart[] } {
  const files = (result.content ?? []).filter((part) => part.type === "file");
  const others = (result.content ?? []).filter((part) => part.type !== "file");
  const prefix = result.outcome === undefined ? "" : outcomePrefix(result.outcome);
  if (result.content === undefined) return { text: [prefix + outputText(result.output, say)], files };
  const texts = others.flatMap((part) => {
    const written = part.type === "text" ? writeTextPart(part, say) : writeCustom(part, false, say);
    return written === undefined ? [] : [written.text ?? String(written.part["text"] ?? "")];
  });
  return { text: [prefix + (texts[0] ?? ""), ...texts.slice(1)], files };
}

function writeBody(
  result: ToolResultPart,
  holdsFiles: boolean,
  say: Say,
): { parts: WrittenPart[]; files: WrittenPart[] } {
  const parts: WrittenPart[] = [];
  const files: WrittenPart[] = [];
  if (result.content === undefined) parts.push(plainText(outputText(result.output, say)));
  for (const part of result.content ?? []) {
    if (part.type !== "file") {
      const written = part.type === "text" ? writeTextPart(part, say) : writeCustom(part, false, say);
      if (written !== undefined) parts.push(written);
      continue;
    }
    const file = writeFile(part);
    if (holdsFiles || "text" in file) {
      const notes = "text" in file ? file.notes : ["file, named in text until every call of its step has its result"];
      for (const note of notes) say("converted", note);
      parts.push(plainText(fileLine(part)));
    } else {
      for (const note of file.notes) say("converted", note);
      say("moved", "file, put in a user message behind the results");
      files.push({ part: file.part });
    }
  }
  if (files.length > 0 && parts.length === 0) parts.push(plainText(FILES_BELOW));
  if (result.outcome !== undefined) prefixOutcome(parts, outcomePrefix(result.outcome), say);
  return { parts, files };
}

function prefixOutcome(parts: WrittenPart[], prefix: string, say: Say): void {
  say("converted", "outcome, written in front of the result");
  const [first] = parts;
  if (first === undefined || typeof first.part["text"] !== "string") {
    parts.unshift(plainText(prefix.trimEnd()));
    return;
  }
  const text = prefix + first.part["text"];
  parts[0] = { part: { ...first.part, text }, ...(first.text !== undefined && { text }) };
}
