import type { CustomPart, Part, ToolCallPart } from "../../index.js";
import { sortKeys } from "../shared/form.js";
import { isPureJson } from "../shared/object-input.js";
import type { Place } from "../shared/place.js";
import { type PlainObject, setOwn } from "../shared/plain.js";
import {
  describePart,
  isSigned,
  noteId,
  readAround,
  readId,
  readOptionalText,
  readSignature,
} from "./describe-part.js";
import { FORMAT, KEYS, MEMBERS, type PartForm } from "./form.js";
import type { Links, PartPlace } from "./links.js";
import { readFile } from "./read-files.js";
import { readResponse } from "./read-response.js";
import { toCamel } from "./spelling.js";

/** In whose content a part stands; `stranger` is a content of an unknown role. */
export type Holder = "system" | "user" | "model" | "stranger";

/** Reads one part. One that this release does not know, or not here, is kept whole in its place. */
export function readPart(value: unknown, holder: Holder, place: PartPlace, links: Links, at: Place): Part | undefined {
  const given = at.object(value);
  if (given === undefined) return undefined;
  const { object: part, snake } = toCamel(given);
  const member = Object.keys(part).find((key) => MEMBERS.includes(key) && isThere(part[key]));
  switch (member) {
    case "text":
      return readText(part, holder, snake, at);
    case "functionCall":
      if (holder === "model") return readCall(part, snake, place, links, at);
      break;
    case "functionResponse":
      if (holder === "user") return readResponse(part, snake, place, links, at);
      break;
    case "inlineData":
    case "fileData": {
      const file = holder === "system" ? "unlike" : readFile(part, member, snake, at);
      if (file !== "unlike") return file;
      break;
    }
    case undefined:
      if (Object.keys(part).every((key) => isBeside(key) || !isThere(part[key]))) return readMissing(part, snake, at);
      break;
    default:
  }
  return readCustom(part, snake, at);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a key of a part says nothing by itself. */
function isBeside(key: string): boolean {
  return key === "thought" || key === "thoughtSignature";
}

function readText(part: PlainObject, holder: Holder, snake: PartForm, at: Place): Part | undefined {
  const { text } = part;
  if (typeof text !== "string") return at.in("text").expected("a string", text);
  const isBlank = !/\S/.test(text);
  if (Object.keys(part).length === 1 && !isBlank) return { type: "text", text };
  const isThought = holder === "model" && part["thought"] === true;
  const around = readAround(part, "text", at, isThought);
  const isOwn = !isSigned(part) && (isThought || isBlank);
  return {
    type: isThought ? "reasoning" : "text",
    text,
    ...describePart(around, isOwn ? { ...snake, own: true } : snake),
  };
}

/** A part that says nothing: a signature alone stands for an empty text that has one. */
function readMissing(part: PlainObject, snake: PartForm, at: Place): Part {
  return { type: "text", text: "", ...describePart(readAround(part, "text", at), { ...snake, missing: true }) };
}

function readCall(
  part: PlainObject,
  snake: PartForm,
  place: PartPlace,
  links: Links,
  at: Place,
): ToolCallPart | undefined {
  const inner = at.in("functionCall");
  const call = inner.object(part["functionCall"]);
  if (call === undefined) return undefined;
  const toolName = readId(call, "name", inner);
  const given = readOptionalText(call, "id", inner);
  const { args } = call;
  const hasArgs = isThere(args);
  const isPlain = !hasArgs || inner.in("args").plain(args);
  const taken = ["name", ...(hasArgs ? ["args"] : []), ...(given === undefined ? [] : ["id"])];
  const { form, kept } = sortKeys(call, KEYS.functionCall, taken, inner);
  const around = readAround(part, "functionCall", at);
  if (toolName === undefined || !isPlain) return undefined;
  const toolCallId = links.addCall(toolName, given, place);
  const noted: PartForm = {
    ...snake,
    ...noteId(given, toolCallId),
    ...(!hasArgs && { bare: true }),
    ...(hasArgs && typeof args === "object" && !isPureJson(args) && { exact: true }),
  };
  const described = describePart(around, noted, { member: "functionCall", form, kept });
  return { type: "tool-call", toolCallId, toolName, input: hasArgs ? args : {}, ...described };
}

function readCustom(part: PlainObject, snake: PartForm, at: Place): CustomPart | undefined {
  if (!at.plain(part)) return undefined;
  const keys = Object.keys(part);
  const isApart = isSigned(part);
  const value = {};
  for (const key of keys) if (key !== "thoughtSignature" || !isApart) setOwn(value, key, part[key]);
  const isLast = keys.at(-1) === "thoughtSignature";
  const described = describePart(readSignature(part, at), { ...snake, ...(isApart && !isLast && { keys }) });
  return { type: "custom", format: FORMAT, value, ...described };
}
