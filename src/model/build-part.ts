import { equalValues } from "./equal.js";
import { isOfDocument, type CheckedPart } from "./assemble.js";
import { describe, describeOther, MAX_ISSUES, oneOf, type Path } from "./issues.js";
import { isPlainObject, kindOf, type PlainObject } from "./kinds.js";
import { misplacedInResult, OUTCOMES, OWN_FORMAT, PART_KEYS, PROGRAM_PART_KEYS, URL_START } from "./vocabulary.js";

/** Is told of the faults of an input, and counts them. */
export interface Faults {
  readonly count: number;
  tell(path: Path, code: string, message: string): void;
}

/**
 * Checks one part of an input.
 *
 * @param assumed - the type of a part that may leave it out, since its place tells it
 * @returns the part with its absent keys left out, or `undefined` when it has a fault
 */
export function checkPart(input: unknown, path: Path, faults: Faults, assumed?: string): CheckedPart | undefined {
  if (!isPlainObject(input)) {
    faults.tell(path, "type", `expected ${assumed === undefined ? "a part" : "an object"}, got ${describe(input)}`);
    return undefined;
  }
  const type = input["type"] ?? assumed;
  const keys = typeof type === "string" ? PART_KEYS.get(type) : undefined;
  if (keys === undefined || (assumed !== undefined && type !== assumed)) {
    const expected = assumed === undefined ? oneOf([...PART_KEYS.keys()]) : `"${assumed}"`;
    faults.tell([...path, "type"], "type", `expected ${expected}, got ${describeOther(type)}`);
    return undefined;
  }
  const before = faults.count;
  const known = INPUT_PART_KEYS.get(type as string)!;
  checkUnknownKeys(input, path, known, faults);
  const common = takeCommon(input, path, known, faults);
  const part = CHECKS[type as string]!(input, path, faults);
  if (faults.count > before) return undefined;
  return common === undefined ? part : Object.assign(part, common);
}

/** Checks a list of parts, holes included. @returns nothing where one has a fault */
export function checkParts(
  inputs: readonly unknown[],
  path: Path,
  faults: Faults,
  check: typeof checkPart = checkPart,
): CheckedPart[] | undefined {
  const parts: CheckedPart[] = [];
  for (let index = 0; index < inputs.length && faults.count <= MAX_ISSUES; index += 1) {
    const part = check(inputs[index], [...path, index], faults);
    if (part !== undefined) parts.push(part);
  }
  return parts.length === inputs.length ? parts : undefined;
}

/** Checks one part of a tool result. */
function checkInner(input: unknown, path: Path, faults: Faults): CheckedPart | undefined {
  const part = checkPart(input, path, faults);
  const message = part === undefined ? undefined : misplacedInResult(part.type);
  if (message !== undefined) faults.tell(path, "misplaced", message);
  return part;
}

/** The keys that each type of part may have in an input. */
const INPUT_PART_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Array.from(PART_KEYS, ([type, keys]) => [type, new Set([...keys, ...PROGRAM_PART_KEYS])]),
);

/** Refuses keys that nothing would keep. A key with the value `undefined` counts as absent. */
export function checkUnknownKeys(input: PlainObject, path: Path, known: ReadonlySet<string>, faults: Faults): void {
  for (const key of Object.keys(input)) {
    if (!known.has(key) && input[key] !== undefined) faults.tell([...path, key], "unknown-key", "unknown key");
  }
}

/**
 * Takes what entries and parts have in common: provider metadata, keys of a later release, form.
 *
 * @param known - the keys of this release, which `extra` may not have
 * @returns nothing where there is nothing of it
 */
export function takeCommon(
  input: PlainObject,
  path: Path,
  known: ReadonlySet<string>,
  faults: Faults,
): Record<string, unknown> | undefined {
  const { providerMetadata, extra, source } = input;
  if (providerMetadata === undefined && extra === undefined && source === undefined) return undefined;
  const taken: Record<string, unknown> = {};
  for (const key of ["providerMetadata", "extra", "source"]) {
    const value = input[key];
    if (value === undefined) continue;
    if (!isPlainObject(value)) faults.tell([...path, key], "type", `expected an object, got ${describe(value)}`);
    else if (key !== "extra" || Object.keys(value).length > 0) taken[key] = value;
  }
  for (const key of Object.keys((taken["extra"] ?? {}) as object)) {
    if (known.has(key))
      faults.tell([...path, "extra", key], "known-key", "expected keys of a later release, got a key of this one");
  }
  return taken;
}

/** One check per type of part: each returns the part with the keys that are the type's own, in the order of the document. */
const CHECKS: Readonly<Record<string, (part: PlainObject, path: Path, faults: Faults) => CheckedPart>> = {
  text: (part, path, faults) => ({ type: "text", text: text(part, "text", path, faults) }),
  refusal: (part, path, faults) => ({ type: "refusal", text: text(part, "text", path, faults) }),
  reasoning: (part, path, faults) => {
    const redacted = flag(part, "redacted", path, faults);
    return { type: "reasoning", text: text(part, "text", path, faults), ...(redacted === true && { redacted }) };
  },
  file: (part, path, faults) => ({
    type: "file",
    ...optionalText(part, "mediaType", path, faults),
    ...optionalText(part, "filename", path, faults),
    data: fileData(part["data"], [...path, "data"], faults),
  }),
  "tool-call": toolCall,
  "tool-result": toolResult,
  "approval-request": (part, path, faults) => ({
    type: "approval-request",
    approvalId: id(part, "approvalId", path, faults),
    toolCallId: id(part, "toolCallId", path, faults),
  }),
  "approval-response": (part, path, faults) => {
    const { approved } = part;
    if (typeof approved !== "boolean")
      faults.tell([...path, "approved"], "type", `expected a boolean, got ${describe(approved)}`);
    return {
      type: "approval-response",
      approvalId: id(part, "approvalId", path, faults),
      approved,
      ...optionalText(part, "reason", path, faults),
    };
  },
  custom,
};

function toolCall(part: PlainObject, path: Path, faults: Faults): CheckedPart {
  const own: Record<string, unknown> & CheckedPart = {
    type: "tool-call",
    toolCallId: id(part, "toolCallId", path, faults),
    toolName: text(part, "toolName", path, faults),
    input: part["input"],
  };
  const hasInput = "input" in part;
  if (part["inputText"] === undefined) {
    if (!hasInput) faults.tell([...path, "input"], "missing-key", "expected a value, got no such key");
    return own;
  }
  const inputText = text(part, "inputText", path, faults);
  const parsed = parseArguments(inputText);
  if (!hasInput) own["input"] = parsed;
  // Text that says something else than the input is none of it any more.
  if (!hasInput || own["input"] === inputText || equalValues(own["input"], parsed)) own["inputText"] = inputText;
  return own;
}

/** What the text of arguments means: its value, or the text itself where it is no JSON. */
export function parseArguments(argumentText: string): unknown {
  try {
    return JSON.parse(argumentText);
  } catch {
    return argumentText;
  }
}

function toolResult(part: PlainObject, path: Path, faults: Faults): CheckedPart {
  const own: Record<string, unknown> & CheckedPart = {
    type: "tool-result",
    toolCallId: id(part, "toolCallId", path, faults),
  };
  const { toolName, outcome, output, content } = part;
  if (toolName !== undefined) own["toolName"] = text(part, "toolName", path, faults);
  if (outcome !== undefined) {
    own["outcome"] = outcome;
    if (!OUTCOMES.includes(outcome as string))
      faults.tell([...path, "outcome"], "type", `expected ${oneOf(OUTCOMES)}, got ${describeOther(outcome)}`);
  }
  if (content === undefined) {
    if (!("output" in part)) faults.tell([...path, "output"], "missing-key", "expected output or content, got neither");
    own["output"] = output;
    return own;
  }
  if (output !== undefined) faults.tell([...path, "output"], "contradiction", "expected output or content, got both");
  if (!Array.isArray(content)) {
    faults.tell([...path, "content"], "type", `expected an array of parts, got ${describe(content)}`);
    return own;
  }
  own["content"] = checkParts(content, [...path, "content"], faults, checkInner);
  return own;
}

function custom(part: PlainObject, path: Path, faults: Faults): CheckedPart {
  const own = { type: "custom", format: id(part, "format", path, faults), value: part["value"] };
  if (own.value === undefined) faults.tell([...path, "value"], "missing-key", "expected a value, got none");
  if (own.format !== OWN_FORMAT) return own;
  const type = isPlainObject(own.value) ? own.value["type"] : undefined;
  if (typeof type !== "string" || PART_KEYS.has(type)) {
    faults.tell([...path, "value"], "known-key", "expected a part of a type that only a later release knows");
  }
  for (const key of ["providerMetadata", "extra", "source"]) {
    if (part[key] !== undefined)
      faults.tell([...path, key], "unknown-key", `expected no ${key} beside a part of a later release`);
  }
  return own;
}

function fileData(data: unknown, path: Path, faults: Faults): unknown {
  if (typeof data === "string") {
    if (URL_START.test(data))
      faults.tell(path, "format", "expected base64, got what begins like a URL (write { url } for one)");
    return data;
  }
  if (isPlainObject(data)) {
    if (isOfDocument(data)) return data;
    const keys = Object.keys(data).filter((key) => data[key] !== undefined);
    const key = keys[0];
    if (keys.length === 1 && (key === "url" || key === "fileId")) {
      if (typeof data[key] === "string" && data[key] !== "") return { [key]: data[key] };
      faults.tell(
        [...path, key],
        "type",
        `expected a string that is not empty, got ${data[key] === "" ? "an empty one" : describe(data[key])}`,
      );
      return undefined;
    }
  } else if (typeof data === "object" && data !== null && kindOf(data) === "bytes") {
    return data;
  }
  faults.tell(path, "type", `expected base64, a Uint8Array, { url } or { fileId }, got ${describe(data)}`);
  return undefined;
}

function text(part: PlainObject, key: string, path: Path, faults: Faults): string {
  const value = part[key];
  if (typeof value !== "string") faults.tell([...path, key], "type", `expected a string, got ${describe(value)}`);
  return value as string;
}

function optionalText(part: PlainObject, key: string, path: Path, faults: Faults): Record<string, string> {
  return part[key] === undefined ? {} : { [key]: text(part, key, path, faults) };
}

function id(part: PlainObject, key: string, path: Path, faults: Faults): string {
  const value = text(part, key, path, faults);
  if (value === "") faults.tell([...path, key], "empty", "expected a string that is not empty, got an empty one");
  return value;
}

function flag(part: PlainObject, key: string, path: Path, faults: Faults): boolean | undefined {
  const value = part[key];
  if (value !== undefined && typeof value !== "boolean")
    faults.tell([...path, key], "type", `expected a boolean, got ${describe(value)}`);
  return value as boolean | undefined;
}
