import * as v from "valibot";
import type { Role } from "../model/entry.js";
import { describe, entryPlace, oneOf, type IssueList, type Path } from "../model/issues.js";
import { isPlainObject } from "../model/kinds.js";
import { PART_KEYS, placementFault, ROLES } from "../model/vocabulary.js";
import { quickCheck } from "./quick-check.js";
import { entries, envelope, parts, placed } from "./schema-v1.js";

type Fault = (path: Path, code: string, message: string) => void;
type Fields = Readonly<Record<string, unknown>>;

const isEntry = new Map(ROLES.map((role) => [role as unknown, quickCheck(entries[role])]));
const envelopes = new Map(ROLES.map((role) => [role, envelope(role)]));

/** Checks an entry of a version 1 document. A sound one costs little; of any other, every fault is found and told. */
export function checkEntryV1(raw: unknown, index: number, issues: IssueList): boolean {
  if (isPlainObject(raw) && isEntry.get(raw["role"])?.(raw) === true) return true;
  const place = entryPlace(index, isPlainObject(raw) ? raw["role"] : undefined);
  explainEntry(raw, issues, (path, code, message) => issues.add(place, { entry: index, path, code, message }));
  return false;
}

function explainEntry(raw: unknown, issues: IssueList, fault: Fault): void {
  if (!isPlainObject(raw)) return fault([], "type", `expected an entry, got ${describe(raw)}`);
  const role = raw["role"] as Role;
  if (!ROLES.includes(role)) return fault(["role"], "type", `expected ${oneOf(ROLES)}, got ${found(raw["role"])}`);
  explainFields(envelopes.get(role)!, raw, [], fault);
  const { content } = raw;
  if (Array.isArray(content)) explainContent(role, content, issues, fault);
  else if (typeof content !== "string" || role === "tool") {
    const expected = role === "tool" ? "an array of parts" : "a string or an array of parts";
    fault(["content"], "type", `expected ${expected}, got ${describe(content)}`);
  }
}

function explainContent(role: Role, content: readonly unknown[], issues: IssueList, fault: Fault): void {
  const before = issues.count;
  explainParts(content, ["content"], issues, fault);
  if (issues.count > before) return;
  const misplaced = placementFault(role, (content as readonly { readonly type: string }[]).map(placed));
  if (misplaced === undefined) return;
  fault(misplaced.index === undefined ? ["content"] : ["content", misplaced.index], "misplaced", misplaced.message);
}

function explainParts(content: readonly unknown[], path: Path, issues: IssueList, fault: Fault): void {
  for (const [index, part] of content.entries()) {
    if (issues.full) return;
    explainPart(part, [...path, index], issues, fault);
  }
}

function explainPart(raw: unknown, path: Path, issues: IssueList, fault: Fault): void {
  if (!isPlainObject(raw)) return fault(path, "type", `expected a part, got ${describe(raw)}`);
  const { type } = raw;
  if (typeof type !== "string") return fault([...path, "type"], "type", `expected a string, got ${describe(type)}`);
  if (!PART_KEYS.has(type)) return;
  const isResult = type === "tool-result" && Array.isArray(raw["content"]);
  // The parts of a result are explained one by one below, so that the list of issues stays bounded.
  explainFields(parts[type as keyof typeof parts], isResult ? { ...raw, content: [] } : raw, path, fault);
  if (!isResult) return;
  const inner = raw["content"] as readonly unknown[];
  explainParts(inner, [...path, "content"], issues, fault);
  for (const [index, part] of inner.entries()) {
    const innerType = isPlainObject(part) ? part["type"] : undefined;
    const known = typeof innerType === "string" && PART_KEYS.has(innerType);
    if (known && !["text", "file", "custom"].includes(innerType)) {
      fault([...path, "content", index], "misplaced", `expected no ${innerType} in a tool result`);
    }
  }
}

/** Lets valibot explain the fields of an object whose keys are known. */
function explainFields(schema: v.GenericSchema, raw: Fields, path: Path, fault: Fault): void {
  for (const issue of v.safeParse(schema, withMissing(schema, raw)).issues ?? []) {
    const below = (issue.path ?? []).map((item) => item.key as string | number);
    const missing = issue.type.endsWith("object") && issue.input === undefined && below.length > 0;
    const expected = missing ? "a value" : issue.message;
    const found = issue.kind === "validation" ? otherThan(issue.input) : describe(issue.input);
    fault(
      [...path, ...below],
      missing ? "missing-key" : issue.type === "never" ? "unknown-key" : "type",
      `expected ${expected}, got ${missing ? "no such key" : found}`,
    );
  }
}

/** Shows a missing key to the schema of its value, which says better what is expected there than the object does. */
function withMissing(schema: v.GenericSchema, raw: Fields): Fields {
  const { entries: fields, pipe } = schema as unknown as {
    entries?: Record<string, { type: string }>;
    pipe?: [{ entries: Record<string, { type: string }> }];
  };
  const filled: Record<string, unknown> = { ...raw };
  for (const [key, field] of Object.entries(fields ?? pipe?.[0].entries ?? {})) {
    if (!Object.hasOwn(raw, key) && field.type !== "optional" && field.type !== "unknown") filled[key] = undefined;
  }
  return filled;
}

function found(value: unknown): string {
  return typeof value === "string" ? "another string" : describe(value);
}

function otherThan(value: unknown): string {
  if (value === "") return "an empty one";
  return typeof value === "string" || typeof value === "number" ? `another ${typeof value}` : describe(value);
}
