import type { ToolCallPart } from "../../index.js";
import { isFreeForm, metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { isWellFormed, spellHash } from "../shared/ids.js";
import { toJsonForm } from "../shared/json-form.js";
import { printsBack, writeObjectInput } from "../shared/object-input.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { argumentsOf, NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { type CallBlock, FORMAT, isTold, PROVIDER, toldFields } from "./form.js";
import type { Block } from "./writing.js";

/** What the library says of arguments that are no JSON. */
const MALFORMED = "Malformed args.";

/** The id of a call as it is written: any text but one with lone surrogates. */
export function writeId(id: string, say: Say): string {
  if (isWellFormed(id)) return id;
  say("converted", "id with lone surrogates, replaced by its hash");
  return spellHash(id);
}

/** Whether a call goes to `invalid_tool_calls`: its arguments are text that is no JSON. */
export function isInvalid(call: ToolCallPart): boolean {
  const { list } = readSource(call, FORMAT);
  if (list === "invalid") return true;
  const { input, inputText } = call;
  const isText = typeof input === "string" && inputText === input && input.trim() !== "";
  return isText && !isFreeForm(call) && list !== "none";
}

/** Writes a call for `tool_calls` or `invalid_tool_calls`. */
export function writeListed(call: ToolCallPart, isOwn: boolean, say: Say): Block {
  const source = readSource(call, FORMAT);
  const form = readForm(source);
  const kept = keptOf(call, "call");
  const isBad = isInvalid(call);
  const isMade = source["generated"] === true && !isTold("id", form, kept);
  const isEmpty = getOwn(form.values, "id") === "";
  const all = {
    name: () => writeText(call.toolName, say),
    args: () => (isBad ? writeBadArguments(call, isOwn, say) : writeArguments(call, isOwn, say)),
    id: () => writeId(call.toolCallId, say),
    ...(isBad && source["list"] !== "invalid" && { error: () => MALFORMED }),
    type: () => (isBad ? "invalid_tool_call" : "tool_call"),
  };
  return writeObject({
    fields: {
      ...toldFields(all, form, kept),
      ...(call.toolName !== "" && { name: all.name() }),
      ...(!isMade ? { id: all.id() } : isEmpty && { id: "" }),
    },
    form,
    kept,
    // A call of the list has a text for these, or nothing.
    guarded: ["name", "id"],
    onChange: () => say("converted", NOT_JSON),
  });
}

function keptOf(call: ToolCallPart, name: string): PlainObject | undefined {
  const kept = getOwn(metadataOf(call, PROVIDER), name);
  return isPlainObject(kept) ? kept : undefined;
}

/** Writes a copy of a call as it came, less what the call does not tell. */
function writeCopy(
  call: ToolCallPart,
  fields: Readonly<Record<string, () => unknown>>,
  name: string,
  noted: unknown,
  say: Say,
): Block {
  const form = readForm(noted);
  const kept = keptOf(call, name);
  return writeObject({
    fields: toldFields(fields, form, kept),
    form,
    kept,
    onChange: () => say("converted", NOT_JSON),
  });
}

function writeBadArguments(call: ToolCallPart, isOwn: boolean, say: Say): unknown {
  const { input, inputText } = call;
  const isText = inputText !== undefined || typeof input === "string";
  return isText ? writeText(argumentsOf(call, { arguments: "text" }, say), say) : writeValue(call, isOwn, say);
}

/** The arguments as a value. What only text holds is lost in it, where the text came from elsewhere. */
function writeArguments(call: ToolCallPart, isOwn: boolean, say: Say): unknown {
  const { input, inputText } = call;
  const isBlank = typeof input === "string" && inputText === input && input.trim() === "";
  const isFree = isFreeForm(call) && typeof input === "string";
  if (!isOwn && (input === undefined || isBlank || isFree)) return writeObjectInput(call, false, say);
  if (!isOwn && inputText !== undefined && typeof input !== "string" && !printsBack(inputText, input))
    say("converted", "arguments with numbers or keys that a value does not hold as they were written");
  return writeValue(call, isOwn, say);
}

function writeValue({ input }: ToolCallPart, isOwn: boolean, say: Say): unknown {
  const { value, changed } = toJsonForm(input, { keepUndefined: isOwn });
  if (changed) say("converted", NOT_JSON);
  return value;
}

/** Writes the block that stands for a call in the content. */
export function writeCallBlock(call: ToolCallPart, kind: CallBlock, isOwn: boolean, say: Say): Block {
  const source = readSource(call, FORMAT);
  const isBad = kind === "invalid_tool_call";
  const type = (): string => kind;
  const name = (): string => writeText(call.toolName, say);
  const id = (): string => writeId(call.toolCallId, say);
  const args = (): unknown => (isBad ? writeBadArguments(call, isOwn, say) : writeArguments(call, isOwn, say));
  const fields =
    kind === "functionCall"
      ? { type, functionCall: () => writeCopy(call, { name, args, id }, "inner", source["inner"], say) }
      : { type, id, name, [kind === "tool_use" ? "input" : "args"]: args };
  return writeCopy(call, fields, "block", source["block"], say);
}

/** Writes the copy of a call that `additional_kwargs.tool_calls` holds. */
export function writeTwin(call: ToolCallPart, say: Say): Block {
  const source = readSource(call, FORMAT);
  const id = (): string => writeId(call.toolCallId, say);
  const inner = (): Block => writeCopy(call, textFields(call, say), "function", source["function"], say);
  return writeCopy(call, { id, type: () => "function", function: inner }, "twin", source["twin"], say);
}

/** Writes the old form of a call. */
export function writeOldCall(call: ToolCallPart, say: Say): Block {
  return writeCopy(call, textFields(call, say), "call", readSource(call, FORMAT), say);
}

/** What a call says where its arguments are text. */
function textFields(call: ToolCallPart, say: Say): { name: () => string; arguments: () => string } {
  return {
    name: () => writeText(call.toolName, say),
    arguments: () => writeText(argumentsOf(call, readSource(call, FORMAT), say), say),
  };
}
