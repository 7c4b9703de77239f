import type { EntryInput, Part } from "../../index.js";
import { sortKeys } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { readToolName } from "../shared/tool-names.js";
import { type ContentMark, KEYS } from "./form.js";
import type { Links } from "./links.js";
import { isNoId } from "./read-calls.js";
import { describeForm, markOf, readContent, readName } from "./read-content.js";

/** Reads a tool message. */
export function readTool(message: PlainObject, links: Links, at: Place): EntryInput | undefined {
  const { parts, mark } = readContent(message, "tool", at);
  const isNamed = typeof message["name"] === "string" && message["name"] !== "";
  const { toolName, spelled } = isNamed ? readToolName(message["name"] as string) : {};
  const keys = sortKeys(message, KEYS.tool, ["role", "tool_call_id", "content", ...(isNamed ? ["name"] : [])], at);
  const given = message["tool_call_id"];
  const nameless = isNoId(given) ? links.namelessCall(toolName) : undefined;
  const id = nameless ?? at.in("tool_call_id").text(given, true);
  if (id === undefined) return undefined;
  const result = {
    type: "tool-result" as const,
    toolCallId: nameless ?? links.restoreId(id),
    ...(toolName !== undefined && { toolName }),
    ...resultOf(parts, mark),
  };
  return { role: "tool", content: [result], ...describeForm({ ...markOf(mark), ...(spelled && { spelled }) }, keys) };
}

/** The old form of a result, which names the function and no call. */
export function readFunction(message: PlainObject, links: Links, at: Place): EntryInput {
  const { parts, mark } = readContent(message, "tool", at);
  const { name } = readName(message, at);
  const { toolName, spelled } = name === undefined ? {} : readToolName(name);
  const keys = sortKeys(message, KEYS.function, ["role", "content", ...(name === undefined ? [] : ["name"])], at);
  const result = {
    type: "tool-result" as const,
    toolCallId: links.oldCall(toolName) ?? links.makeId(),
    ...(toolName !== undefined && { toolName }),
    ...resultOf(parts, mark),
  };
  const noted = { old: true as const, ...markOf(mark), ...(spelled && { spelled }) };
  return { role: "tool", content: [result], ...describeForm(noted, keys) };
}

function resultOf(parts: readonly Part[], mark: ContentMark | undefined): { output: string } | { content: never } {
  if (mark === "list") return { content: parts as never };
  const [text] = parts;
  return { output: text?.type === "text" ? text.text : "" };
}
