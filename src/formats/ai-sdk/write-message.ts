import type { Entry, Part, ToolCallPart } from "../../index.js";
import { writeExact } from "../shared/exact-copy.js";
import { isDeveloper, isFreeForm, metadataOf, readForm, readSource } from "../shared/form.js";
import { toJsonForm } from "../shared/json-form.js";
import { printsBack } from "../shared/object-input.js";
import { getOwn, type PlainObject } from "../shared/plain.js";
import { NOT_JSON, type Say, writeId, writeText } from "../shared/texts.js";
import { FORMAT, PROVIDER } from "./form.js";
import { writeFile } from "./files.js";
import type { Unit } from "./units.js";
import { writeResult } from "./write-result.js";
import {
  type Message,
  type Placed,
  sayOf,
  writeCustom,
  writeKnown,
  writeOptions,
  writePart,
  type Writing,
} from "./writing.js";

/** Puts a message together, its keys in the order in which they came; nothing where it says nothing. */
export function writeMessage(unit: Unit, parts: readonly Message[], writing: Writing): Message | undefined {
  const { role, head, headIndex } = unit;
  const say: Say = (action, what) => writing.report.note(headIndex, action, what);
  const source = readSource(head, FORMAT);
  const isOwn = source["content"] === "list" || role === "tool";
  // A message that came without parts may be one.
  if (parts.length === 0 && (role === "system" || !isOwn || unit.parts.length > 0)) {
    if (role !== "tool") say("dropped", "message without content");
    return undefined;
  }
  if (head.name !== undefined) say("dropped", "name of a participant, which has no place in model messages");
  const metadata = role === "system" ? systemMetadata(head) : head.providerMetadata;
  const options = writeOptions(metadata, source["exact"] === true && !writing.isOld, say);
  const content = role === "system" ? systemText(unit, parts, say) : isOwn ? parts : (textOf(parts) ?? parts);
  const fields = { role, content, ...(options !== undefined && { providerOptions: options }) };
  return writeKnown(fields, readForm(source), metadataOf(head, PROVIDER), ["providerOptions"], say);
}

/** The text of a message that is nothing but one. */
function textOf(parts: readonly Message[]): unknown {
  const [first] = parts;
  return parts.length === 1 && first?.["type"] === "text" && Object.keys(first).length === 2
    ? first["text"]
    : undefined;
}

/** Instructions are one text, with no options but those of the message. */
function systemText({ head }: Unit, parts: readonly Message[], say: Say): string {
  if (isDeveloper(head)) say("converted", "role developer, written as system");
  if (readSource(head, FORMAT)["content"] === "list") say("converted", "list of parts, written as one text");
  else if (parts.length > 1) say("merged", "parts of a system entry, joined to one text");
  if (head.content.some((part) => ownMetadata(part) !== undefined))
    say("moved", "provider options of a part, put on its message");
  return parts.map((part) => part["text"]).join("\n\n");
}

function systemMetadata(head: Entry): PlainObject | undefined {
  const all = [...head.content.map(ownMetadata), head.providerMetadata].filter((given) => given !== undefined);
  return all.length < 2 ? all[0] : Object.assign({}, ...all);
}

function ownMetadata({ providerMetadata }: Part): PlainObject | undefined {
  if (providerMetadata === undefined) return undefined;
  const { [PROVIDER]: _kept, ...others } = providerMetadata;
  return Object.keys(others).length === 0 ? undefined : others;
}

/** Writes a part of any message but one of results; nothing where it has no place. */
export function writeContentPart(
  placed: Placed,
  role: string,
  nameOf: (placed: Placed) => string | undefined,
  writing: Writing,
): Message | undefined {
  const { part } = placed;
  const say = sayOf(writing, placed);
  switch (part.type) {
    case "text":
      return writePart(part, { type: "text", text: writeText(part.text, say) }, [], writing, say);
    case "reasoning":
      return writePart(part, { type: "reasoning", text: writeText(part.text, say) }, [], writing, say);
    case "refusal":
      say("converted", "refusal, written as text");
      return writePart(part, { type: "text", text: writeText(part.text, say) }, [], writing, say);
    case "file":
      return writeFile(part, role, writing, say);
    case "tool-call":
      return writeCall(part, placed, writing, say);
    case "tool-result":
      if (placed.result?.surplus === true && readSource(part, FORMAT)["loose"] !== true) {
        say("dropped", "second result of a call");
        return undefined;
      }
      return writeResult(part, nameOf(placed), writing, say);
    case "approval-request":
      return writeApprovalRequest(part, writing, say);
    case "custom":
      return writeCustom(part, role, writing, say);
    default:
      say("dropped", `${part.type} that has no place in this message`);
      return undefined;
  }
}

/** Whether a provider runs the call itself, so that the SDK waits for no result. */
export function isRunByProvider({ part, inner }: Placed): boolean {
  return inner !== undefined || isMarked(part);
}

function isMarked(part: Part): boolean {
  return getOwn(readForm(readSource(part, FORMAT)).values, "providerExecuted") === true;
}

function writeCall(part: ToolCallPart, placed: Placed, writing: Writing, say: Say): Message {
  const source = readSource(part, FORMAT);
  const { inner } = placed;
  if (inner === "own" && !isMarked(part)) say("converted", "call answered by the model, marked as run by the provider");
  if (source["old"] === true) say("converted", "args of version 4, written as the input that they are now");
  const fields = {
    type: "tool-call",
    toolCallId: writeId(part.toolCallId, say),
    toolName: writeText(part.toolName, say),
    input: source["exact"] === true ? writeExact(part.input, say) : writeInput(part, say),
    ...(inner !== undefined && { providerExecuted: true }),
  };
  return writePart(part, fields, ["providerExecuted"], writing, say);
}

/** The input as a value. What only text holds is lost in it. */
function writeInput(part: ToolCallPart, say: Say): unknown {
  const { input, inputText } = part;
  if (input === undefined) {
    say("converted", "call without input, sent with an empty object");
    return {};
  }
  if (typeof input === "string" && inputText === input) {
    if (input.trim() === "") {
      say("converted", "blank arguments, sent as an empty object");
      return {};
    }
    const text = writeText(input, say);
    say("converted", isFreeForm(part) ? "free text, put in an object" : "arguments that are no JSON, sent as a text");
    return isFreeForm(part) ? { input: text } : text;
  }
  const { value, changed } = toJsonForm(input);
  if (changed) say("converted", NOT_JSON);
  else if (inputText !== undefined && !printsBack(inputText, input)) {
    say("converted", "arguments with numbers or keys that a value does not hold as they were written");
  }
  return value;
}

function writeApprovalRequest(
  part: Part & { type: "approval-request" },
  writing: Writing,
  say: Say,
): Message | undefined {
  if (writing.isOld) {
    say("dropped", "request for approval, which version 5 does not have");
    return undefined;
  }
  const { approvalId, toolCallId } = part;
  const fields = {
    type: "tool-approval-request",
    approvalId: writeId(approvalId, say),
    toolCallId: writeId(toolCallId, say),
  };
  return writePart(part, fields, ["signature"], writing, say);
}

export function writeApprovalResponse(
  part: Part & { type: "approval-response" },
  writing: Writing,
  say: Say,
): Message | undefined {
  if (writing.isOld) {
    say("dropped", "response to a request for approval, which version 5 does not have");
    return undefined;
  }
  const { approvalId, approved, reason } = part;
  const fields = {
    type: "tool-approval-response",
    approvalId: writeId(approvalId, say),
    approved,
    ...(reason !== undefined && { reason: writeText(reason, say) }),
  };
  return writePart(part, fields, ["reason", "providerExecuted"], writing, say);
}
