import * as v from "valibot";
import type { Role } from "../model/entry.js";
import { describe, entryPlace, oneOf, typeFault, type IssueList, type Path } from "../model/issues.js";
import { isPlainObject } from "../model/kinds.js";
import { MAX_DEPTH } from "../model/values.js";
import { misplaced, misplacedInResult, PART_KEYS, placementFault, ROLES } from "../model/vocabulary.js";
import { quickCheck } from "./quick-check.js";
import { entries, envelope, parts, placedParts } from "./schema-v1.js";

type Fault = (path: Path, code: string, message: string) => void;
type Fields = Readonly<Record<string, unknown>>;

const isPlain = new Map(ROLES.map((role) => [role as unknown, quickCheck(entries[role], isShallow)]));
const isEntry = new Map(ROLES.map((role) => [role as unknown, quickCheck(entries[role])]));
const envelopes = new Map(ROLES.map((role) => [role, envelope(role)]));
const A_ROLE = oneOf(ROLES);
const resultFields = parts["tool-result"].pipe[0];

/** Whether an entry of a version 1 document is sound, without annotations, and far from too deep: whether all is said of it. */
export function isPlainV1(raw: unknown): boolean {
  return isPlainObject(raw) && raw["rich"] === undefined && isPlain.get(raw["role"])?.(raw) === true;
}

/** What later releases bring may be gathered in one more object. */
function isShallow(value: unknown): boolean {
  return isWithin(value, MAX_DEPTH - 1);
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isWithin(item, levels - 1)) return false;
    return true;
  }
  for (const key in value) if (!isWithin((value as Fields)[key], levels - 1)) return false;
  return true;
}

/** Checks an entry of a version 1 document. A sound one costs little; of any other, every fault is found and told. */
export function checkEntryV1(raw: unknown, index: number, issues: IssueList): boolean {
  if (isPlainObject(raw) && isEntry.get(raw["role"])?.(raw) === true) return true;
  if (issues.full) return false;
  const place = entryPlace(index, isPlainObject(raw) ? raw["role"] : undefined);
  explainEntry(raw, issues, (path, code, message) => issues.add(place, { entry: index, path, code, message }));
  return false;
}

function explainEntry(raw: unknown, issues: IssueList, fault: Fault): void {
  if (!isPlainObject(raw)) return fault([], "type", `expected an entry, got ${describe(raw)}`);
  const role = raw["role"] as Role;
  if (!ROLES.includes(role)) return fault(["role"], typeFault(role), `expected ${A_ROLE}, got ${other(role)}`);
  explainFields(envelopes.get(role)!, raw, [], fault);
  const { content } = raw;
  if (Array.isArray(content)) explainContent(role, content, issues, fault);
  else if (typeof content !== "string" || role === "tool") {
    const expected = role === "tool" ? "an array of parts" : "a string or an array of parts";
    fault(["content"], typeFault(content), `expected ${expected}, got ${describe(content)}`);
  }
}

function explainContent(role: Role, content: readonly unknown[], issues: IssueList, fault: Fault): void {
  const before = issues.count;
  explainParts(content, ["content"], (type) => misplaced(role, type), issues, fault);
  if (issues.count > before) return;
  const together = placementFault(role, placedParts(content as readonly { readonly type: string }[]));
  if (together === undefined) return;
  fault(together.index === undefined ? ["content"] : ["content", together.index], "misplaced", together.message);
}

function explainParts(
  content: readonly unknown[],
  path: Path,
  misplacedHere: (type: string) => string | undefined,
  issues: IssueList,
  fault: Fault,
): void {
  for (const [index, part] of content.entries()) {
    if (issues.full) return;
    const place = [...path, index];
    explainPart(part, place, issues, fault);
    const type = isPlainObject(part) ? part["type"] : undefined;
    const message = typeof type === "string" && PART_KEYS.has(type) ? misplacedHere(type) : undefined;
    if (message !== undefined) fault(place, "misplaced", message);
  }
}

function explainPart(raw: unknown, path: Path, issues: IssueList, fault: Fault): void {
  if (!isPlainObject(raw)) return fault(path, "type", `expected a part, got ${describe(raw)}`);
  const { type } = raw;
  if (typeof type !== "string")
    return fault([...path, "type"], typeFault(type), `expected a string, got ${describe(type)}`);
  if (!PART_KEYS.has(type)) return;
  if (type !== "tool-result") return explainFields(parts[type as keyof typeof parts], raw, path, fault);
  // The parts of a result are explained one by one below, so that the list of issues stays bounded.
  const hasContent = Array.isArray(raw["content"]);
  explainFields(resultFields, hasContent ? { ...raw, content: [] } : raw, path, fault);
  const [hasOutput, hasAny] = [Object.hasOwn(raw, "output"), Object.hasOwn(raw, "content")];
  if (hasOutput && hasAny) fault([...path, "output"], "contradiction", "expected output or content, got both");
  if (!hasOutput && !hasAny) fault([...path, "output"], "missing-key", "expected output or content, got neither");
  if (!hasContent) return;
  explainParts(raw["content"] as readonly unknown[], [...path, "content"], misplacedInResult, issues, fault);
}

/** Lets valibot explain the fields of an object whose keys are known. */
function explainFields(schema: v.GenericSchema, raw: Fields, path: Path, fault: Fault): void {
  // The messages that valibot has of its own repeat what they got.
  const options = { message: (issue: v.BaseIssue<unknown>) => issue.expected ?? "another value" };
  for (const issue of v.safeParse(schema, withMissing(schema, raw), options).issues ?? []) {
    const below = (issue.path ?? []).map((item) => item.key as string | number);
    const isMissing = issue.type.endsWith("object") && issue.input === undefined && below.length > 0;
    const expected = isMissing ? "a value" : issue.message;
    const found = isMissing ? "no such key" : foundBy(issue);
    fault(
      [...path, ...below],
      CODES.get(issue.type) ?? typeFault(issue.input),
      expected.includes(", got ") ? `expected ${expected}` : `expected ${expected}, got ${found}`,
    );
  }
}

const CODES: ReadonlyMap<string, string> = new Map([
  ["never", "unknown-key"],
  ["non_empty", "empty"],
  ["check", "format"],
  ["not_value", "format"],
  ["regex", "format"],
]);

/** Shows a missing key to the schema of its value, which says better what is expected there than the object does. */
function withMissing(schema: v.GenericSchema, raw: Fields): Fields {
  const filled: Record<string, unknown> = { ...raw };
  for (const [key, field] of Object.entries((schema as unknown as FieldsNode).entries)) {
    const inner = field.wrapped ?? field;
    if (isPlainObject(raw[key]) && inner.type === "loose_object") filled[key] = withMissing(inner, raw[key]);
    else if (!Object.hasOwn(raw, key) && field.type !== "optional" && field.type !== "unknown") filled[key] = undefined;
  }
  return filled;
}

type FieldsNode = v.GenericSchema & {
  readonly wrapped?: FieldsNode;
  readonly entries: Readonly<Record<string, FieldsNode>>;
};

/** Says what was found, and where the type alone does not say what is wrong with it, that it is another of its type. */
function foundBy({ type, input }: v.BaseIssue<unknown>): string {
  if (type === "integer" || type === "min_value") return "another number";
  return ["picklist", "union", "non_empty", "regex"].includes(type) ? other(input) : describe(input);
}

function other(value: unknown): string {
  if (value === "") return "an empty one";
  if (typeof value === "string") return "another string";
  return isPlainObject(value) ? "another object" : describe(value);
}
