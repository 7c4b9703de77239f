import type { FilePart, Part, ToolCallPart } from "../../index.js";
import { mediaTypeOf } from "../shared/files.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { readCarrier } from "./carriers.js";
import { describePart, readKey, readOptionalText, readUnknown } from "./describe-part.js";
import { KEYS, type PartForm } from "./form.js";
import { readResult } from "./read-result.js";
import { gradeOf } from "./values.js";

/** Whose content is read: a role, or `any` for one that is not known. */
export type Holder = "system" | "user" | "assistant" | "tool" | "any";

type PartReader = (part: PlainObject, at: Place) => Part | undefined;

/** Reads a part of a message. What a message of this role does not hold is kept whole. */
export function readPart(value: unknown, holder: Holder, at: Place): Part | undefined {
  const part = at.object(value);
  if (part === undefined) return undefined;
  const type = readKey(part, "type", at, true);
  if (type === undefined) return undefined;
  const known = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return known?.holders.includes(holder) === true ? known.read(part, at) : readUnknown(part);
}

const READERS: Readonly<Record<string, { readonly holders: readonly Holder[]; readonly read: PartReader }>> = {
  text: { holders: ["system", "user", "assistant", "any"], read: (part, at) => readText(part, "text", at) },
  reasoning: { holders: ["assistant", "any"], read: (part, at) => readText(part, "reasoning", at) },
  image: { holders: ["user", "any"], read: (part, at) => readFile(part, "image", at) },
  file: { holders: ["user", "assistant", "any"], read: (part, at) => readFile(part, "file", at) },
  "reasoning-file": { holders: ["assistant", "any"], read: (part, at) => readFile(part, "reasoning-file", at) },
  "tool-call": { holders: ["assistant", "any"], read: readCall },
  "tool-result": { holders: ["assistant", "tool", "any"], read: readResult },
  "tool-approval-request": { holders: ["assistant", "any"], read: readApprovalRequest },
  "tool-approval-response": { holders: ["tool"], read: readApprovalResponse },
};

function readText(part: PlainObject, type: "text" | "reasoning", at: Place): Part | undefined {
  const text = readKey(part, "text", at);
  const described = describePart(part, KEYS[type], { taken: ["type", "text"] }, at);
  if (text === undefined) return undefined;
  const redacted = type === "reasoning" && text === "" && isRedacted(part["providerOptions"]);
  return { type, text, ...(redacted && { redacted }), ...described } as Part;
}

/** Whether only the issuer can read what was thought. */
function isRedacted(options: unknown): boolean {
  if (!isPlainObject(options)) return false;
  return Object.values(options).some((given) => isPlainObject(given) && typeof given["redactedData"] === "string");
}

function readFile(part: PlainObject, type: "image" | "file" | "reasoning-file", at: Place): Part | undefined {
  const key = type === "image" ? "image" : "data";
  const carried = readCarrier(part[key], at.in(key));
  if (carried === "unlike") return readUnknown(part);
  const given = readOptionalText(part, "mediaType", at);
  const filename = type === "file" ? readOptionalText(part, "filename", at) : undefined;
  const taken = ["type", key];
  if (given !== undefined) taken.push("mediaType");
  if (filename !== undefined) taken.push("filename");
  const isUntyped = type === "image" && given === undefined;
  const noted: PartForm = {
    ...(type !== "file" && { type }),
    ...carried?.noted,
    ...(isUntyped && { untyped: true as const }),
  };
  const described = describePart(part, KEYS[type], { noted, taken, kept: carried?.kept }, at);
  if (carried === undefined) return undefined;
  const { data } = carried;
  const mediaType = given ?? (isUntyped ? mediaTypeOf({ type: "file", mediaType: "image/*", data }) : undefined);
  const file: FilePart = {
    type: "file",
    ...(mediaType !== undefined && { mediaType }),
    ...(filename !== undefined && { filename }),
    data,
  };
  return { ...file, ...described };
}

function readCall(part: PlainObject, at: Place): ToolCallPart | undefined {
  const toolCallId = readKey(part, "toolCallId", at, true);
  const toolName = readKey(part, "toolName", at);
  const isOld = !Object.hasOwn(part, "input") && Object.hasOwn(part, "args");
  const key = isOld ? "args" : "input";
  const input = part[key];
  const isExact = Object.hasOwn(part, key) && gradeOf(input) !== "json";
  const noted: PartForm = { ...(isExact && { exact: true }), ...(isOld && { old: true }) };
  const hasInput = input !== undefined || isExact;
  const taken = ["type", "toolCallId", "toolName", ...(hasInput ? [key] : [])];
  const described = describePart(part, KEYS["tool-call"], { noted, taken }, at);
  if (toolCallId === undefined || toolName === undefined) return undefined;
  return { type: "tool-call", toolCallId, toolName, input, ...described };
}

function readApprovalRequest(part: PlainObject, at: Place): Part | undefined {
  const approvalId = readKey(part, "approvalId", at, true);
  const toolCallId = readKey(part, "toolCallId", at, true);
  const taken = ["type", "approvalId", "toolCallId"];
  const described = describePart(part, KEYS["tool-approval-request"], { taken }, at);
  if (approvalId === undefined || toolCallId === undefined) return undefined;
  return { type: "approval-request", approvalId, toolCallId, ...described };
}

function readApprovalResponse(part: PlainObject, at: Place): Part | undefined {
  const approvalId = readKey(part, "approvalId", at, true);
  const { approved } = part;
  if (typeof approved !== "boolean") at.in("approved").expected("a boolean", approved);
  const reason = readOptionalText(part, "reason", at);
  const taken = ["type", "approvalId", "approved", ...(reason === undefined ? [] : ["reason"])];
  const described = describePart(part, KEYS["tool-approval-response"], { taken }, at);
  if (approvalId === undefined || typeof approved !== "boolean") return undefined;
  return { type: "approval-response", approvalId, approved, ...(reason !== undefined && { reason }), ...described };
}
