import { equalValues } from "./equal.js";
import { isOfDocument, type CheckedPart } from "./assemble.js";
import { describe, describeOther, oneOf, type Path } from "./issues.js";
import { isPlainObject, kindOf } from "./kinds.js";
import { OUTCOMES, OWN_FORMAT, PART_KEYS, PROGRAM_PART_KEYS, RESULT_PLACES, URL_START } from "./vocabulary.js";

/** Tells of a fault at a path of the input. */
export type Fault = (path: Path, code: string, message: string) => void;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks one part of an input.
 *
 * @param assumed - the type of a part that may leave it out, since its place tells it
 * @returns the part with its absent keys left out, or `undefined` when it has a fault
 */
export function checkPart(input: unknown, path: Path, fault: Fault, assumed?: string): CheckedPart | undefined {
  if (!isPlainObject(input)) {
    fault(path, "type", `expected ${assumed === undefined ? "a part" : "an object"}, got ${describe(input)}`);
    return undefined;
  }
  const type = input["type"] ?? assumed;
  const keys = typeof type === "string" ? PART_KEYS.get(type) : undefined;
  if (keys === undefined || (assumed !== undefined && type !== assumed)) {
    const expected = assumed === undefined ? oneOf([...PART_KEYS.keys()]) : `"${assumed}"`;
    fault([...path, "type"], "type", `expected ${expected}, got ${describeOther(type)}`);
    return undefined;
  }
  let sound = true;
  const tell: Fault = (...told) => {
    sound = false;
    fault(...told);
  };
  checkUnknownKeys(input, path, (key) => keys.has(key) || PROGRAM_PART_KEYS.has(key), tell);
  const part = {
    type: type as string,
    ...takeOptional(input, path, new Set([...keys, ...PROGRAM_PART_KEYS]), tell),
    ...CHECKS[type as string]!(input, path, tell),
  };
  return sound ? part : undefined;
}

/** Refuses keys that nothing would keep. A key with the value `undefined` counts as absent. */
export function checkUnknownKeys(input: Fields, path: Path, isKnown: (key: string) => boolean, fault: Fault): void {
  for (const key of Object.keys(input)) {
    if (!isKnown(key) && input[key] !== undefined) fault([...path, key], "unknown-key", "unknown key");
  }
}

/** Takes what entries and parts have in common: provider metadata, keys of a later release, form. */
export function takeOptional(
  input: Fields,
  path: Path,
  extraRefuses: ReadonlySet<string>,
  fault: Fault,
): Record<string, unknown> {
  const taken: Record<string, unknown> = {};
  for (const key of ["providerMetadata", "extra", "source"]) {
    const value = input[key];
    if (value === undefined) continue;
    if (!isPlainObject(value)) fault([...path, key], "type", `expected an object, got ${describe(value)}`);
    else if (key !== "extra" || Object.keys(value).length > 0) taken[key] = value;
  }
  for (const key of Object.keys((taken["extra"] ?? {}) as object)) {
    if (extraRefuses.has(key))
      fault([...path, "extra", key], "known-key", "expected keys of a later release, got a key of this one");
  }
  return taken;
}

/** One check per type of part: each returns the keys that are the type's own. */
const CHECKS: Readonly<Record<string, (part: Fields, path: Path, fault: Fault) => Record<string, unknown>>> = {
  text: (part, path, fault) => ({ text: text(part, "text", path, fault) }),
  refusal: (part, path, fault) => ({ text: text(part, "text", path, fault) }),
  reasoning: (part, path, fault) => {
    const redacted = flag(part, "redacted", path, fault);
    return { text: text(part, "text", path, fault), ...(redacted === true && { redacted }) };
  },
  file: (part, path, fault) => ({
    ...optionalText(part, "mediaType", path, fault),
    ...optionalText(part, "filename", path, fault),
    data: fileData(part["data"], [...path, "data"], fault),
  }),
  "tool-call": toolCall,
  "tool-result": toolResult,
  "approval-request": (part, path, fault) => ({
    approvalId: id(part, "approvalId", path, fault),
    toolCallId: id(part, "toolCallId", path, fault),
  }),
  "approval-response": (part, path, fault) => {
    if (typeof part["approved"] !== "boolean")
      fault([...path, "approved"], "type", `expected a boolean, got ${describe(part["approved"])}`);
    const own = { approvalId: id(part, "approvalId", path, fault), approved: part["approved"] };
    return { ...own, ...optionalText(part, "reason", path, fault) };
  },
  custom,
};

function toolCall(part: Fields, path: Path, fault: Fault): Record<string, unknown> {
  const own = { toolCallId: id(part, "toolCallId", path, fault), toolName: text(part, "toolName", path, fault) };
  const { inputText } = optionalText(part, "inputText", path, fault);
  if (inputText === undefined) {
    if (!("input" in part)) fault([...path, "input"], "missing-key", "expected a value, got no such key");
    return { ...own, input: part["input"] };
  }
  const parsed = parseArguments(inputText);
  if (!("input" in part)) return { ...own, input: parsed, inputText };
  const { input } = part;
  return { ...own, input, ...((input === inputText || equalValues(input, parsed)) && { inputText }) };
}

/** What the text of arguments means: its value, or the text itself where it is no JSON. */
export function parseArguments(argumentText: string): unknown {
  try {
    return JSON.parse(argumentText);
  } catch {
    return argumentText;
  }
}

function toolResult(part: Fields, path: Path, fault: Fault): Record<string, unknown> {
  const own: Record<string, unknown> = {
    toolCallId: id(part, "toolCallId", path, fault),
    ...optionalText(part, "toolName", path, fault),
  };
  if (part["outcome"] !== undefined) {
    own["outcome"] = part["outcome"];
    if (!OUTCOMES.includes(part["outcome"] as string)) {
      fault([...path, "outcome"], "type", `expected ${oneOf(OUTCOMES)}, got ${describeOther(part["outcome"])}`);
    }
  }
  const { output, content } = part;
  if (content === undefined) {
    if (!("output" in part)) fault([...path, "output"], "missing-key", "expected output or content, got neither");
    return { ...own, output };
  }
  if (output !== undefined) fault([...path, "output"], "contradiction", "expected output or content, got both");
  if (!Array.isArray(content)) {
    fault([...path, "content"], "type", `expected an array of parts, got ${describe(content)}`);
    return own;
  }
  return {
    ...own,
    content: Array.from(content as readonly unknown[], (item, index) => {
      const place = [...path, "content", index];
      const checked = checkPart(item, place, fault);
      if (checked !== undefined && !RESULT_PLACES.has(checked.type))
        fault(place, "misplaced", `expected no ${checked.type} in a tool result`);
      return checked;
    }),
  };
}

function custom(part: Fields, path: Path, fault: Fault): Record<string, unknown> {
  const own = { format: id(part, "format", path, fault), value: part["value"] };
  if (own.value === undefined) fault([...path, "value"], "missing-key", "expected a value, got none");
  if (own.format !== OWN_FORMAT) return own;
  const type = isPlainObject(own.value) ? own.value["type"] : undefined;
  if (typeof type !== "string" || PART_KEYS.has(type)) {
    fault([...path, "value"], "known-key", "expected a part of a type that only a later release knows");
  }
  for (const key of ["providerMetadata", "extra", "source"]) {
    if (part[key] !== undefined)
      fault([...path, key], "unknown-key", `expected no ${key} beside a part of a later release`);
  }
  return own;
}

function fileData(data: unknown, path: Path, fault: Fault): unknown {
  if (typeof data === "string") {
    if (URL_START.test(data))
      fault(path, "format", "expected base64, got what begins like a URL (write { url } for one)");
    return data;
  }
  if (isPlainObject(data)) {
    if (isOfDocument(data)) return data;
    const keys = Object.keys(data).filter((key) => data[key] !== undefined);
    const key = keys[0];
    if (keys.length === 1 && (key === "url" || key === "fileId")) {
      if (typeof data[key] === "string" && data[key] !== "") return { [key]: data[key] };
      fault(
        [...path, key],
        "type",
        `expected a string that is not empty, got ${data[key] === "" ? "an empty one" : describe(data[key])}`,
      );
      return undefined;
    }
  } else if (typeof data === "object" && data !== null && kindOf(data) === "bytes") {
    return data;
  }
  fault(path, "type", `expected base64, a Uint8Array, { url } or { fileId }, got ${describe(data)}`);
  return undefined;
}

function text(part: Fields, key: string, path: Path, fault: Fault): string {
  const value = part[key];
  if (typeof value !== "string") fault([...path, key], "type", `expected a string, got ${describe(value)}`);
  return value as string;
}

function optionalText(part: Fields, key: string, path: Path, fault: Fault): Record<string, string> {
  return part[key] === undefined ? {} : { [key]: text(part, key, path, fault) };
}

function id(part: Fields, key: string, path: Path, fault: Fault): string {
  const value = text(part, key, path, fault);
  if (value === "") fault([...path, key], "empty", "expected a string that is not empty, got an empty one");
  return value;
}

function flag(part: Fields, key: string, path: Path, fault: Fault): boolean | undefined {
  const value = part[key];
  if (value !== undefined && typeof value !== "boolean")
    fault([...path, key], "type", `expected a boolean, got ${describe(value)}`);
  return value as boolean | undefined;
}
