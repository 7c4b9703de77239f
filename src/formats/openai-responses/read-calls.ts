import type { EntryInput, Part, ToolCallPart } from "../../index.js";
import { toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { readArguments } from "../shared/texts.js";
import { readToolName } from "../shared/tool-names.js";
import { FORMAT, type ItemForm, KEYS, PROVIDER, sortItem, takesCallId } from "./form.js";
import { CALLS, isOpenOutput, resultKey } from "./kinds.js";
import type { Links } from "./links.js";
import { describe, readParts } from "./read-content.js";
import { metadataOfItem, readId } from "./read-message.js";

type Said = Pick<ToolCallPart, "toolName" | "input" | "inputText">;

/** Reads a call that the program answers. */
export function readCall(item: PlainObject, links: Links, at: Place): ToolCallPart | undefined {
  const type = item["type"] as string;
  const callId = at.in("call_id").text(item["call_id"], true);
  const id = readId(item, at);
  const isOpen = type === "function_call" || type === "custom_tool_call";
  const said = isOpen ? readNamed(item, type, at) : readOther(item, type, at);
  if (callId === undefined || said === undefined) return undefined;
  const { noted, key, ...call } = said;
  const known =
    type === "custom_tool_call" ? KEYS.custom_tool_call : isOpen ? KEYS.function_call : ["type", "call_id", key, "id"];
  const taken = ["type", "call_id", ...(isOpen ? ["name"] : []), key, ...(id === undefined ? [] : ["id"])];
  const { form, kept } = sortItem(item, known, taken, at);
  const toolCallId = links.ofCall(callId, type);
  const ids: ItemForm = {
    ...(!takesCallId(callId) && { longId: true }),
    ...(toolCallId !== callId && { again: true }),
  };
  return {
    type: "tool-call",
    toolCallId,
    ...call,
    ...describe({ ...noted, ...ids, ...form }, metadataOfItem(id, kept)),
  };
}

function readNamed(item: PlainObject, type: string, at: Place): (Said & { noted: ItemForm; key: string }) | undefined {
  const key = CALLS[type]!.input;
  const name = at.in("name").text(item["name"], true);
  const value = item[key];
  if (type === "function_call" && typeof value === "object" && value !== null) {
    if (!at.in(key).plain(value) || name === undefined) return undefined;
    const { toolName, spelled } = readToolName(name);
    return { toolName, input: value, key, noted: { ...(spelled && { spelled }), arguments: "value" } };
  }
  const text = at.in(key).text(value);
  if (text === undefined || name === undefined) return undefined;
  const { toolName, spelled } = readToolName(name);
  const mark: ItemForm = spelled === undefined ? {} : { spelled };
  // A custom tool's input is text whatever it looks like: a patch, a query, a script.
  if (type === "custom_tool_call")
    return { toolName, input: text, inputText: text, key, noted: { ...mark, freeForm: true } };
  const { noted, ...given } = readArguments(text);
  return { toolName, ...given, key, noted: { ...mark, ...noted } };
}

/** A call of one of the provider's own tools, named after its type. Its input is a value. */
function readOther(item: PlainObject, kind: string, at: Place): (Said & { noted: ItemForm; key: string }) | undefined {
  const { input } = CALLS[kind]!;
  const key = kind === "computer_call" && item[input] === undefined ? "actions" : input;
  const value = item[key];
  if (!at.in(key).plain(value)) return undefined;
  return { toolName: kind.replace(/_call$/, ""), input: value, key, noted: { kind } };
}

/** Reads what a tool gave back. */
export function readOutput(item: PlainObject, links: Links, at: Place): EntryInput | undefined {
  const type = item["type"] as string;
  const callId = at.in("call_id").text(item["call_id"], true);
  const id = readId(item, at);
  const key = resultKey(type);
  const value = item[key];
  const isList = isOpenOutput(type) && Array.isArray(value);
  let body: { readonly output: unknown } | { readonly content: never } = { output: value };
  if (isList) body = { content: readParts(value, "input", at.in(key)) as Part[] as never };
  else if (isOpenOutput(type) && typeof value !== "string") at.in(key).expected("a string or an array", value);
  else if (!at.in(key).plain(value)) return undefined;
  const taken = ["type", "call_id", key, ...(id === undefined ? [] : ["id"])];
  const { form, kept } = sortItem(item, KEYS.output, taken, at);
  if (callId === undefined) return undefined;
  const metadata = metadataOfItem(id, kept);
  const noted: ItemForm = { kind: type, ...(isList && { content: "list" as const }), ...form };
  return {
    role: "tool",
    content: [{ type: "tool-result", toolCallId: links.ofResult(callId), ...body }],
    ...(metadata !== undefined && { providerMetadata: { [PROVIDER]: metadata } }),
    ...toSource(FORMAT, noted),
  };
}
