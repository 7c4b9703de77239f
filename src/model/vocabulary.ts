import type { Role } from "./entry.js";
import type { Part } from "./part.js";

/** The roles, in the order of a turn. */
export const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];

/** How a tool run ends when it does not end well. */
export const OUTCOMES: readonly string[] = ["error", "denied", "aborted"];

/** Keys that every part may have, as the document writes them. */
const COMMON_PART_KEYS = ["type", "providerMetadata", "source"];

/** The keys of each type of part, as the document writes them. */
export const PART_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    text: ["text"],
    reasoning: ["text", "redacted"],
    refusal: ["text"],
    file: ["mediaType", "filename", "data"],
    "tool-call": ["toolCallId", "toolName", "input", "inputText"],
    "tool-result": ["toolCallId", "toolName", "outcome", "output", "content"],
    "approval-request": ["approvalId", "toolCallId"],
    "approval-response": ["approvalId", "approved", "reason"],
    custom: ["format", "value"],
  } satisfies Record<Part["type"], string[]>).map(([type, keys]) => [type, new Set([...COMMON_PART_KEYS, ...keys])]),
);

/** The keys of an entry, as the document writes them. */
export const ENTRY_KEYS: ReadonlySet<string> = new Set([
  "role",
  "content",
  "id",
  "name",
  "createdAt",
  "pinned",
  "partial",
  "summary",
  "metadata",
  "providerMetadata",
  "source",
  "rich",
]);

/** Keys that only programs use: derived ones, and the place for unknown ones. No document has them. */
export const PROGRAM_ENTRY_KEYS: ReadonlySet<string> = new Set(["text", "toolCalls", "toolResult", "extra"]);
export const PROGRAM_PART_KEYS: ReadonlySet<string> = new Set(["extra"]);

/** The format of `custom` parts that stand for a part type of a later release. */
export const OWN_FORMAT = "colloquy";

/** Which types of part stand in the content of which role. `custom` stands anywhere. */
export const PLACES: Readonly<Record<Role, ReadonlySet<string>>> = {
  system: new Set(["text", "custom"]),
  user: new Set(["text", "file", "custom"]),
  assistant: new Set([
    "text",
    "reasoning",
    "refusal",
    "file",
    "tool-call",
    "tool-result",
    "approval-request",
    "custom",
  ]),
  tool: new Set(["tool-result", "approval-response", "custom"]),
};

/** Which types of part stand in the content of a tool result. */
export const RESULT_PLACES: ReadonlySet<string> = new Set(["text", "file", "custom"]);

/** A string that begins like a URL, which base64 never does. */
export const URL_START = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** ISO 8601: a date, or a date and a time with an optional offset. */
export const ISO_TIME =
  /^[+-]?\d{4,6}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/** A part as far as its place in a content is concerned. */
interface Placed {
  readonly type: string;
  readonly toolCallId?: unknown;
  readonly format?: unknown;
}

/** What is wrong with a type of part in an entry of a role, if anything. */
export function misplaced(role: Role, type: string): string | undefined {
  return PLACES[role].has(type)
    ? undefined
    : `expected no ${type} in ${role === "assistant" ? "an" : "a"} ${role} entry`;
}

/** What is wrong with a type of part in the content of a tool result, if anything. */
export function misplacedInResult(type: string): string | undefined {
  return RESULT_PLACES.has(type) ? undefined : `expected no ${type} in a tool result`;
}

/** What is wrong with the parts of a content taken together, if anything, and at which of them. */
export function placementFault(role: Role, parts: readonly Placed[]): { index?: number; message: string } | undefined {
  let calls: Set<unknown> | undefined;
  let results = 0;
  let approvals = 0;
  let unknown = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    const message = misplaced(role, part.type);
    if (message !== undefined) return { index, message };
    if (part.type === "tool-call") calls?.add(part.toolCallId);
    if (part.type === "approval-response") approvals += 1;
    if (part.type === "custom" && part.format === OWN_FORMAT) unknown += 1;
    if (part.type !== "tool-result") continue;
    if (role === "assistant") {
      calls ??= new Set(parts.slice(0, index).map((before) => before.type === "tool-call" && before.toolCallId));
      if (!calls.has(part.toolCallId))
        return { index, message: "expected a tool-result in an assistant entry to stand behind its own tool-call" };
    }
    results += 1;
    if (role === "tool" && results > 1)
      return { index, message: "expected one tool-result in a tool entry, got another" };
  }
  if (role !== "tool") return undefined;
  if (results > 0 && approvals > 0) return { message: "expected a tool-result or approval-responses, got both" };
  return results + approvals + unknown > 0
    ? undefined
    : { message: "expected a tool-result or approval-responses, got neither" };
}
