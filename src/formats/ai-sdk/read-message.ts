import type { EntryInput, Part } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { readOptions } from "./describe-part.js";
import { FORMAT, KEYS, type MessageForm, PROVIDER } from "./form.js";
import type { Links } from "./links.js";
import { type Holder, readPart } from "./read-part.js";
import { gradeOf } from "./values.js";

/** An entry as it was read, and where in the message's content its parts stood. */
export interface ReadEntry {
  readonly entry: EntryInput;
  readonly positions: readonly number[];
}

/** Roles that errors name. Another one may be content. */
const ROLES: readonly unknown[] = ["system", "user", "assistant", "tool", "developer"];

/** Reads a message: one entry, or several where results stand in it. */
export function readMessage(value: unknown, links: Links, place: Place): readonly ReadEntry[] {
  const message = place.object(value);
  if (message === undefined) return [];
  const role = place.in("role").text(message["role"], true);
  if (role === undefined) return [];
  const at = new Place(place.faults, place.message, ROLES.includes(role) ? role : undefined);
  const content = readContent(message, holderOf(role), links, at);
  if (content === undefined) return [];
  const segments = cut(content.parts, role);
  const taken = ["role", "content"];
  const options = readOptions(message, at);
  if (options !== undefined) taken.push("providerOptions");
  const { form, kept } = sortKeys(message, KEYS.message, taken, at);
  const metadata = { ...options, ...(kept !== undefined && { [PROVIDER]: kept }) };
  return segments.map((segment, index) => {
    const isHead = index === 0;
    const noted: MessageForm & { readonly exact?: true } = {
      ...(segment.role !== role && { role }),
      ...(isHead && content.isList && role !== "tool" && { content: "list" as const }),
      ...(segments.length > 1 && { group: isHead ? "start" : index === segments.length - 1 ? "end" : "middle" }),
      ...(isHead && gradeOf(message["providerOptions"]) === "kept" && { exact: true as const }),
      ...(isHead && form),
    };
    const entry = {
      role: segment.role,
      content: segment.parts.map(({ part }) => part),
      ...(isHead && Object.keys(metadata).length > 0 && { providerMetadata: metadata }),
      ...toSource(FORMAT, noted),
    };
    return { entry: entry as EntryInput, positions: segment.parts.map(({ position }) => position) };
  });
}

interface Placed {
  readonly part: Part;
  readonly position: number;
}
interface Segment {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly parts: Placed[];
}

function holderOf(role: string): Holder {
  if (role === "developer") return "system";
  return role === "system" || role === "user" || role === "assistant" || role === "tool" ? role : "any";
}

function readContent(
  message: PlainObject,
  holder: Holder,
  links: Links,
  at: Place,
): { readonly parts: readonly Placed[]; readonly isList: boolean } | undefined {
  const { content } = message;
  const place = at.in("content");
  if (typeof content === "string" && holder !== "tool") {
    return { parts: [{ part: { type: "text", text: content }, position: 0 }], isList: false };
  }
  if (!Array.isArray(content)) {
    const what = holder === "tool" ? "an array" : "a string or an array";
    const hint = Array.isArray(message["parts"]) ? " (fromUIMessages reads messages with parts)" : "";
    return place.expected(what + hint, content);
  }
  const parts = place.list(content)?.flatMap((item, position) => {
    const part = readPart(item, holder, place.in(position));
    return part === undefined ? [] : [{ part: link(part, links), position }];
  });
  return parts && { parts, isList: true };
}

/** Tells results that answer nothing apart: what is put in later may not be what they belong to. */
function link(part: Part, links: Links): Part {
  if (part.type === "tool-call") links.addCall(part.toolCallId);
  if (part.type !== "tool-result" || links.answer(part.toolCallId)) return part;
  return { ...part, ...toSource(FORMAT, { loose: true, ...part.source }) };
}

/** Cuts a message into entries: one result each, and a result of the model's own only behind its call. */
function cut(parts: readonly Placed[], role: string): readonly Segment[] {
  if (role === "system" || role === "developer") return [{ role: "system", parts: [...parts] }];
  if (role === "tool") return cutResults(parts);
  const isModel = role === "assistant" || parts.some(({ part }) => !["text", "file", "custom"].includes(part.type));
  if (!isModel) return [{ role: "user", parts: [...parts] }];
  const segments: Segment[] = [];
  let calls = new Set<string>();
  for (const placed of parts) {
    const { part } = placed;
    if (part.type === "tool-result" && !calls.has(part.toolCallId)) {
      segments.push({ role: "tool", parts: [placed] });
      calls = new Set();
      continue;
    }
    let last = segments.at(-1);
    if (last?.role !== "assistant") {
      segments.push((last = { role: "assistant", parts: [] }));
    }
    last.parts.push(placed);
    if (part.type === "tool-call") calls.add(part.toolCallId);
  }
  return segments.length === 0 ? [{ role: "assistant", parts: [] }] : segments;
}

function cutResults(parts: readonly Placed[]): readonly Segment[] {
  const segments: Segment[] = [];
  const holds = (segment: Segment, type: Part["type"]): boolean => segment.parts.some(({ part }) => part.type === type);
  for (const placed of parts) {
    const { type } = placed.part;
    const last = segments.at(-1);
    const isFull =
      last !== undefined &&
      ((type === "tool-result" && (holds(last, type) || holds(last, "approval-response"))) ||
        (type === "approval-response" && holds(last, "tool-result")));
    if (last === undefined || isFull) segments.push({ role: "tool", parts: [placed] });
    else last.parts.push(placed);
  }
  const [first] = segments;
  if (first !== undefined && (holds(first, "tool-result") || holds(first, "approval-response"))) return segments;
  // No tool entry is without a result or a response.
  return [{ role: "assistant", parts: [...parts] }];
}
