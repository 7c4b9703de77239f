import type { EntryInput, Part, Role } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import { Place } from "../shared/place.js";
import { FORMAT, KEYS, type MessageForm, PROVIDER } from "./form.js";
import type { Links } from "./links.js";
import { type Holder, readPart } from "./read-part.js";

/** An entry as it was read, and where in the message its parts stood. */
export interface ReadEntry {
  readonly entry: EntryInput;
  readonly positions: readonly number[];
}

/** Roles that errors name. Another one may be content. */
const ROLES: readonly string[] = ["system", "developer", "user", "assistant", "tool"];

/** Reads a message: one entry, or several where results stand in it. */
export function readMessage(value: unknown, links: Links, place: Place): readonly ReadEntry[] {
  const message = place.object(value);
  if (message === undefined) return [];
  const role = place.in("role").text(message["role"]);
  if (role === undefined) return [];
  const at = new Place(place.faults, place.message, ROLES.includes(role) ? role : undefined);
  const list = at.in("parts").list(message["parts"]);
  if (list === undefined) return [];
  links.beginMessage();
  const parts = list.flatMap((item, position): Placed[] => {
    const part = readPart(item, position, holderOf(role), links, at.in("parts", position));
    return part === undefined ? [] : [{ part, position }];
  });
  const { name } = message;
  const isNamed = typeof name === "string" && name !== "";
  const { form, kept } = sortKeys(message, KEYS.message, ["role", "parts", ...(isNamed ? ["name"] : [])], at);
  const segments = cut(parts, role);
  return segments.map((segment, index) => {
    const isHead = index === 0;
    const noted: MessageForm = {
      ...(segment.role !== role && { role }),
      ...(segments.length > 1 && { group: isHead ? "start" : index === segments.length - 1 ? "end" : "middle" }),
    };
    const entry = {
      role: segment.role,
      content: segment.parts.map(({ part }) => part),
      ...(isHead && isNamed && { name }),
      ...(isHead && kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
      ...toSource(FORMAT, noted, isHead ? form : {}),
    };
    return { entry: entry as EntryInput, positions: segment.parts.map(({ position }) => position) };
  });
}

interface Placed {
  readonly part: Part;
  readonly position: number;
}
interface Segment {
  role: Role;
  readonly parts: Placed[];
}

function holderOf(role: string): Holder {
  if (role === "developer") return "system";
  return role === "system" || role === "user" || role === "assistant" ? role : "any";
}

/** Cuts a message into entries: one for each result, and one for what stands between them. */
function cut(parts: readonly Placed[], role: string): readonly Segment[] {
  const holder = holderOf(role);
  const isModel = parts.some(({ part: { type } }) => type === "tool-call" || type === "reasoning");
  const other = holder !== "any" ? holder : isModel ? "assistant" : "user";
  const segments: Segment[] = [];
  for (const placed of parts) {
    const isResult = placed.part.type === "tool-result";
    const last = segments.at(-1);
    if (isResult && last !== undefined && role === "tool" && isUnknown(last)) {
      last.role = "tool";
      last.parts.push(placed);
    } else if (isResult) segments.push({ role: "tool", parts: [placed] });
    else if (last !== undefined && (last.role === other || (role === "tool" && placed.part.type === "custom"))) {
      last.parts.push(placed);
    } else segments.push({ role: other, parts: [placed] });
  }
  return segments.length === 0 ? [{ role: other, parts: [] }] : segments;
}

/** Whether nothing stands in a segment but what this release does not know, which may stand beside a result. */
function isUnknown({ parts }: Segment): boolean {
  return parts.every(({ part }) => part.type === "custom");
}
