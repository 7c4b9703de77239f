import type { CustomPart, Part, ToolCallPart } from "../../index.js";
import { sortKeys } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { readArguments } from "../shared/texts.js";
import { readToolName } from "../shared/tool-names.js";
import { FORMAT, isLongId, KEYS, type PartForm } from "./form.js";
import type { Links } from "./links.js";
import { withForm } from "./read-content.js";

/** Reads `tool_calls`. */
export function readCalls(value: unknown, links: Links, at: Place): Part[] {
  const calls = at.list(value)?.map((call, index) => readCall(call, index, links, at.in(index)));
  return (calls ?? []).filter((call) => call !== undefined);
}

function readCall(value: unknown, index: number, links: Links, at: Place): ToolCallPart | CustomPart | undefined {
  const call = at.object(value);
  if (call === undefined) return undefined;
  const { type } = call;
  const isUntyped = type === undefined || type === null;
  if (!isUntyped && type !== "function" && type !== "custom") return readUnknown(call, at);
  const kind =
    type === "custom" || (isUntyped && call["function"] === undefined && isPlainObject(call["custom"]))
      ? "custom"
      : "function";
  const isNameless = isNoId(call["id"]);
  const id = isNameless ? links.makeId(index) : at.in("id").text(call["id"], true);
  const inner = readInner(call[kind], kind, at.in(kind));
  const { form, kept } = sortKeys(call, KEYS.call, isUntyped ? ["id", kind] : ["id", "type", kind], at);
  if (id === undefined || inner === undefined) return undefined;
  const noted: PartForm = {
    ...inner.noted,
    ...(isLongId(id) && { longId: true }),
    ...(isNameless && { nameless: true }),
    ...(isUntyped && { untyped: true }),
  };
  const metadata = { ...kept, ...(inner.kept !== undefined && { [kind]: inner.kept }) };
  const { toolName, input, inputText } = inner;
  return {
    type: "tool-call",
    toolCallId: isNameless ? id : links.restoreId(id),
    toolName,
    input,
    ...(inputText !== undefined && { inputText }),
    ...withForm(noted, form, Object.keys(metadata).length > 0 ? metadata : undefined),
  };
}

/** Whether what stands for the id of a call is none: compatible servers leave it out or empty. */
export function isNoId(id: unknown): boolean {
  return id === undefined || id === null || id === "";
}

/** A kind of call that a newer provider may have: kept whole in its place. */
function readUnknown(call: PlainObject, at: Place): CustomPart | undefined {
  if (at.in("type").text(call["type"], true) === undefined || !at.plain(call)) return undefined;
  return { type: "custom", format: FORMAT, value: call, ...withForm({ place: "call" }, {}, undefined) };
}

/** Reads the old form of a call, which has no id. */
export function readOldCall(value: unknown, links: Links, at: Place): ToolCallPart | undefined {
  const inner = readInner(value, "function", at);
  if (inner === undefined) return undefined;
  const { toolName, input, inputText, noted, kept } = inner;
  return {
    type: "tool-call",
    toolCallId: links.makeId(),
    toolName,
    input,
    ...(inputText !== undefined && { inputText }),
    ...withForm({ ...noted, old: true }, {}, kept === undefined ? undefined : { function_call: kept }),
  };
}

interface Inner {
  readonly toolName: string;
  readonly input: unknown;
  readonly inputText?: string;
  readonly noted: PartForm;
  readonly kept?: Record<string, unknown>;
}

function readInner(value: unknown, kind: "function" | "custom", at: Place): Inner | undefined {
  const object = at.object(value);
  if (object === undefined) return undefined;
  const key = kind === "custom" ? "input" : "arguments";
  const name = at.in("name").text(object["name"], true);
  const given = readInput(object[key], kind, at.in(key));
  const { form, kept } = sortKeys(object, kind === "custom" ? KEYS.customCall : KEYS.functionCall, ["name", key], at);
  if (name === undefined || given === undefined) return undefined;
  const { toolName, spelled } = readToolName(name);
  const { noted, ...input } = given;
  return {
    toolName,
    ...input,
    noted: { ...noted, ...(spelled !== undefined && { spelled }), ...(form.keys !== undefined && { inner: form }) },
    ...(kept !== undefined && { kept }),
  };
}

function readInput(
  value: unknown,
  kind: "function" | "custom",
  at: Place,
): Pick<Inner, "input" | "inputText" | "noted"> | undefined {
  if (kind === "function" && typeof value === "object" && value !== null) {
    return at.plain(value) ? { input: value, noted: { arguments: "value" } } : undefined;
  }
  const inputText = at.text(value);
  if (inputText === undefined) return undefined;
  if (kind === "custom") return { input: inputText, inputText, noted: { freeForm: true } };
  return readArguments(inputText);
}
