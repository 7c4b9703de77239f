import type { ToolCallPart } from "../../index.js";
import { isFreeForm, metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { spellHash } from "../shared/ids.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { argumentsOf, freeTextOf, NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { writeToolName } from "../shared/tool-names.js";
import { FORMAT, hasLongId, isLongId, PROVIDER, takesId } from "./form.js";

/** Writes one of `tool_calls`. */
export function writeCall(call: ToolCallPart, id: string, say: Say): Record<string, unknown> {
  const source = readSource(call, FORMAT);
  const kind = isFreeForm(call) ? "custom" : "function";
  if (source["nameless"] === true) say("converted", "call without an id, given one, as is its result");
  if (source["untyped"] === true) say("converted", "call without a type, given one");
  const kept = metadataOf(call, PROVIDER);
  return writeObject({
    fields: { id, type: kind, [kind]: writeInner(call, kind, getOwn(kept, kind), say) },
    form: readForm(source),
    kept,
    guarded: ["id", "type", kind],
    onChange: () => say("converted", NOT_JSON),
  });
}

/** Writes the old form of a call. */
export function writeOldCall(call: ToolCallPart, say: Say): Record<string, unknown> {
  return writeInner(call, "function", getOwn(metadataOf(call, PROVIDER), "function_call"), say);
}

function writeInner(call: ToolCallPart, kind: "function" | "custom", kept: unknown, say: Say): Record<string, unknown> {
  const source = readSource(call, FORMAT);
  const name = writeToolName(call.toolName);
  if (name !== call.toolName && source["spelled"] !== true) {
    say("converted", `tool name that the endpoint refuses, written as ${name}: declare the tool under this name`);
  }
  const text = writeText(kind === "custom" ? freeTextOf(call, say) : argumentsOf(call, source, say), say);
  return writeObject({
    fields: { name, [kind === "custom" ? "input" : "arguments"]: text },
    form: readForm(source["inner"]),
    kept: isPlainObject(kept) ? kept : undefined,
    guarded: ["name", kind === "custom" ? "input" : "arguments"],
    onChange: () => say("converted", NOT_JSON),
  });
}

/**
 * The id of a call as it is sent: the same wherever the call stands, but for the second of two in one message.
 *
 * @param used - how often each id stands in the message so far; the new one is added
 */
export function writeId(call: ToolCallPart, used: Map<string, number>, say: Say): string {
  const id = call.toolCallId;
  const isTaken = takesId(call, id);
  let sent = isTaken ? id : spellHash(id);
  if (!isTaken && hasLongId(call) && isLongId(id))
    say("converted", "call id that the endpoint refuses, replaced by its hash");
  const occurrence = (used.get(id) ?? 0) + 1;
  used.set(id, occurrence);
  if (occurrence > 1 || (sent !== id && used.has(sent))) {
    say("converted", "id that another call of the message has, replaced");
    sent = spellHash(id, Math.max(occurrence, 2));
  }
  if (sent !== id) used.set(sent, 1);
  return sent;
}
