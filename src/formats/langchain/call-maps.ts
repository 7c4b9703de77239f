import type { Part, ToolCallPart } from "../../index.js";
import { metadataOf } from "../shared/form.js";
import { isWellFormed } from "../shared/ids.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject, setOwn } from "../shared/plain.js";

/** What `additional_kwargs` holds of calls by their ids, and whose metadata holds it here. */
const MAPS = [
  { key: "__openai_function_call_ids__", provider: "openai", member: "itemId" },
  { key: "__gemini_function_call_thought_signatures__", provider: "google", member: "thoughtSignature" },
] as const;

/** Gives each call what the maps hold of it, and tells which maps the calls tell now. */
export function readCallMaps(
  kwargs: PlainObject | undefined,
  parts: readonly Part[],
  at: Place,
): { readonly parts: readonly Part[]; readonly taken: readonly string[] } {
  const maps = kwargs === undefined ? [] : MAPS.filter(({ key }) => isOfCalls(kwargs[key], parts, at.in(key)));
  if (maps.length === 0) return { parts, taken: [] };
  const withMembers = parts.map((part) => {
    if (part.type !== "tool-call") return part;
    const metadata: Record<string, unknown> = { ...part.providerMetadata };
    for (const { key, provider, member } of maps) {
      const map = kwargs![key] as PlainObject;
      if (Object.hasOwn(map, part.toolCallId)) metadata[provider] = { [member]: map[part.toolCallId] };
    }
    return Object.keys(metadata).length === 0 ? part : { ...part, providerMetadata: metadata };
  });
  return { parts: withMembers, taken: maps.map(({ key }) => key) };
}

/** Whether a map holds a text for calls of the message and nothing else, in their order. */
function isOfCalls(map: unknown, parts: readonly Part[], at: Place): boolean {
  if (!isPlainObject(map) || at.object(map) === undefined) return false;
  const ids = Object.keys(map);
  if (ids.length === 0 || !ids.every((id) => typeof map[id] === "string" && map[id] !== "")) return false;
  const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
  const held = calls.filter((id) => Object.hasOwn(map, id));
  return held.length === ids.length && held.every((id, index) => id === ids[index]);
}

/** The maps of the calls of a message, where there is something to hold. */
export function writeCallMaps(calls: readonly ToolCallPart[]): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const { key, provider, member } of MAPS) {
    const map = {};
    for (const call of calls) {
      const held = metadataOf(call, provider)?.[member];
      if (typeof held === "string" && held !== "" && isWellFormed(held + call.toolCallId))
        setOwn(map, call.toolCallId, held);
    }
    if (Object.keys(map).length > 0) written[key] = map;
  }
  return written;
}
