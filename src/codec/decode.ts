import { TranscriptDecodeError } from "../errors.js";
import { assembleEntry, textEntry, type CheckedEntry, type CheckedPart } from "../model/assemble.js";
import type { Entry, Role } from "../model/entry.js";
import { describe, entryPlace, formatPath, IssueList, typeFault, type Path } from "../model/issues.js";
import { isPlainObject } from "../model/kinds.js";
import { SUMMARY_KEYS } from "../model/build.js";
import { parseArguments } from "../model/build-part.js";
import { equalValues } from "../model/equal.js";
import { requireOptions, requireSize } from "../model/sizes.js";
import { admit, freezeParsed, MAX_DEPTH, setOwn, ValueFault } from "../model/values.js";
import { ENTRY_KEYS, OWN_FORMAT, PART_KEYS } from "../model/vocabulary.js";
import { FORMAT, type TranscriptDocument } from "./encode.js";
import { migrate, VERSIONS, type DocumentVersion } from "./migrate.js";
import { AnnotationFault, restore } from "./rich-value.js";

/** Bounds of what a decoder reads and tells. */
export interface DecodeOptions {
  /** The longest document that is read, in UTF-16 code units; may be `Infinity`, the default. Set it for what strangers send. */
  maxLength?: number;
  /** How many issues an error lists. Default 100. */
  maxIssues?: number;
}

const ACTION = "Cannot decode transcript";
const MAX_ISSUES = 100;

/** Reads a document: text, or what `JSON.parse` made of it, which is copied. Throws {@link TranscriptDecodeError}. */
export function decodeDocument(
  document: string | TranscriptDocument,
  options?: DecodeOptions,
  versions: readonly DocumentVersion[] = VERSIONS,
): readonly Entry[] {
  const { maxLength, maxIssues } = readDecodeOptions(options);
  const issues = new IssueList(maxIssues);
  const raw = typeof document === "string" ? parse(document, maxLength) : copyDocument(document);
  const { entries, version } = readEnvelope(raw, issues, versions);
  const decoder = versions.find((known) => known.version === version);
  if (issues.count > 0 || decoder === undefined) throw decodeError(issues);
  let sound = true;
  for (const [index, entry] of entries.entries()) {
    sound = decoder.checkEntry(entry, index, issues) && sound;
    if (issues.full) break;
  }
  if (!sound) throw decodeError(issues);
  const decoded: Entry[] = [];
  for (const [index, entry] of migrate(entries, version, versions).entries()) {
    const read = readEntry(entry as Readonly<Record<string, unknown>>, index, issues);
    if (read !== undefined) decoded.push(read);
    if (issues.full) break;
  }
  if (issues.count > 0) throw decodeError(issues);
  return Object.freeze(decoded);
}

/** Checks the options and fills in what is not said. @throws RangeError for a size out of range */
export function readDecodeOptions(options: DecodeOptions | undefined): Required<DecodeOptions> {
  const { maxLength = Infinity, maxIssues = MAX_ISSUES } = requireOptions(options);
  if (maxLength !== Infinity) requireSize("maxLength", maxLength);
  requireSize("maxIssues", maxIssues);
  return { maxLength, maxIssues };
}

export function decodeError(issues: IssueList): TranscriptDecodeError {
  return new TranscriptDecodeError(Object.freeze(issues.items), issues.message(ACTION));
}

/** Makes the error of a fault that ends the reading at once. */
function refuse(path: Path, code: string, message: string): TranscriptDecodeError {
  const place = formatPath(path);
  const issue = Object.freeze({ path: Object.freeze([...path]), code, message });
  const kind = code === "newer-version" ? code : "invalid-document";
  return new TranscriptDecodeError(
    Object.freeze([issue]),
    `${ACTION}: ${place === "" || kind === code ? "" : `${place}: `}${message}`,
    kind,
  );
}

function parse(text: string, maxLength: number): unknown {
  if (text.length > maxLength) {
    throw refuse([], "too-long", `expected at most ${maxLength} characters (maxLength), got ${text.length}`);
  }
  const skipped = text.startsWith("\uFEFF") ? 1 : 0;
  try {
    return JSON.parse(text.slice(skipped));
  } catch (error) {
    throw refuse([], "syntax", `expected JSON, got ${foundInstead(text, skipped, (error as Error).message)}`);
  }
}

/** What the parser found. Its own message quotes the text, so that nothing but a position at its very end may be taken from it. */
function foundInstead(text: string, skipped: number, message: string): string {
  if (text.slice(skipped).trim() === "") return "an empty text";
  const position = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  const index = position === undefined ? undefined : Number(position) + skipped;
  if (/^(?:JSON\.parse: |JSON Parse error: )?unexpected (?:end|EOF)/i.test(message) || index === text.length)
    return `a text that is cut off after ${text.length} characters`;
  return index === undefined ? "another text" : `something else from character ${index} on`;
}

function copyDocument(document: unknown): unknown {
  let isDocument = false;
  try {
    isDocument = isPlainObject(document);
    const { value, rich } = isDocument ? admit(document, MAX_DOCUMENT_DEPTH) : { value: undefined, rich: true };
    if (!rich) return JSON.parse(JSON.stringify(value));
  } catch (fault) {
    const code = fault instanceof ValueFault ? fault.code : "unreadable";
    const found = FOUND_IN_DOCUMENT[code];
    if (found !== undefined) throw refuse([], code, `expected a document of plain JSON data, got ${found}`);
  }
  if (!isDocument) throw refuse([], "type", `expected a string or a document, got ${describe(document)}`);
  throw refuse([], "type", "expected a document of plain JSON data, got something else in it");
}

/** A map or an annotation takes two levels of the document for each of its own, and the envelope a few. */
const MAX_DOCUMENT_DEPTH = 2 * MAX_DEPTH + 20;

const FOUND_IN_DOCUMENT: Readonly<Record<string, string>> = {
  cycle: "a cycle in it",
  "too-deep": "one that is nested too deep",
  "too-large": "one that is too large to be copied (its text can be read)",
  unreadable: "one that throws when it is read",
};

export function readEnvelope(
  raw: unknown,
  issues: IssueList,
  versions: readonly DocumentVersion[],
): { entries: readonly unknown[]; version: number } {
  const newest = versions.at(-1)!.version;
  if (!isPlainObject(raw)) {
    const hint = typeof raw === "string" ? " (as of a document that was written as JSON twice)" : "";
    throw refuse(
      [],
      "type",
      `expected a document (an object of format, version and entries), got ${describe(raw)}${hint}`,
    );
  }
  const { format, version, entries } = raw;
  const fault = (path: Path, code: string, message: string): void => issues.add("", { path, code, message });
  if (format !== FORMAT)
    fault(
      ["format"],
      typeFault(format),
      `expected "${FORMAT}", got ${typeof format === "string" ? "another string" : describe(format)}`,
    );
  if (typeof version === "number" && Number.isInteger(version) && version > newest && format === FORMAT) {
    throw refuse(
      ["version"],
      "newer-version",
      `format version ${version} is newer than ${newest}, the newest this release reads`,
    );
  }
  if (!versions.some((known) => known.version === version)) {
    const oldest = versions[0]!.version;
    const expected = oldest === newest ? `${newest}` : `a whole number from ${oldest} to ${newest}`;
    fault(
      ["version"],
      typeFault(version),
      `expected ${expected}, got ${typeof version === "number" ? version : describe(version)}`,
    );
  }
  if (!Array.isArray(entries)) fault(["entries"], typeFault(entries), `expected an array, got ${describe(entries)}`);
  const unknown = Object.keys(raw).filter((key) => !["format", "version", "entries"].includes(key)).length;
  if (unknown > 0) fault([], "unknown-key", `expected no keys beside format, version and entries, got ${unknown} more`);
  return { entries: Array.isArray(entries) ? entries : [], version: version as number };
}

/** Makes the frozen entry of a sound raw one, which it takes over. */
export function readEntry(raw: Readonly<Record<string, unknown>>, index: number, issues: IssueList): Entry | undefined {
  if (typeof raw["content"] === "string" && Object.keys(raw).length === 2)
    return textEntry(raw["role"] as Role, raw["content"]);
  const before = issues.count;
  const fault = (path: Path, code: string, message: string): void => {
    issues.add(entryPlace(index, raw["role"]), { entry: index, path, code, message });
  };
  const { rich } = raw;
  if (rich !== undefined) {
    try {
      restore(raw, rich, (path) => richPlace(raw, path));
    } catch (error) {
      if (!(error instanceof AnnotationFault)) throw error;
      const where = formatPath(error.place);
      fault(["rich"], "annotation", where === "" ? error.message : `${error.message} (in ${where})`);
      return undefined;
    }
    const bare = findValueless(raw["content"], ["content"]);
    if (bare !== undefined) fault(bare, "annotation", "expected a value, got undefined");
  }
  const content = raw["content"] as string | readonly CheckedPart[];
  const entry: Record<string, unknown> = { ...withExtra(raw, ENTRY_KEYS) };
  for (const flag of ["pinned", "partial"]) if (entry[flag] === false) entry[flag] = undefined;
  if (raw["summary"] !== undefined)
    entry["summary"] = withoutNegativeZero(raw["summary"] as Readonly<Record<string, unknown>>);
  entry["content"] = typeof content === "string" ? [{ type: "text", text: content }] : content.map(readPart);
  const keep = rich === undefined ? freezeParsed : admit;
  const assembled = assembleEntry(entry as unknown as CheckedEntry, (value, path) => {
    try {
      return keep(value);
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      fault(documentPath(entry, path), error.code, error.message);
      return { value: null, rich: false, mutable: false };
    }
  });
  return issues.count === before ? assembled : undefined;
}

/** Where a custom part has no value, since the annotations made it `undefined`, which counts as absent there. */
function findValueless(content: unknown, path: Path): Path | undefined {
  for (const [index, part] of (Array.isArray(content) ? (content as readonly CheckedPart[]) : []).entries()) {
    if (part.type === "custom" && part["value"] === undefined) return [...path, index, "value"];
    const inner = part.type === "tool-result" ? findValueless(part["content"], [...path, index, "content"]) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Counts are counts: `-0`, which the schema takes for one, would need an annotation where none may stand. */
function withoutNegativeZero(mark: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(mark).map(([key, value]) => [key, value === 0 && SUMMARY_KEYS.includes(key) ? 0 : value]),
  );
}

function readPart(raw: CheckedPart): CheckedPart {
  const known = PART_KEYS.get(raw.type);
  if (known === undefined) return { type: "custom", format: OWN_FORMAT, value: raw };
  const part = withExtra(raw, known);
  if (raw.type === "reasoning" && part["redacted"] === false) return { ...part, redacted: undefined };
  if (raw.type === "tool-result" && Array.isArray(raw["content"]))
    return { ...part, content: raw["content"].map(readPart) };
  if (raw.type === "tool-call" && typeof raw["inputText"] === "string" && !isTextOf(raw["inputText"], raw["input"])) {
    return { ...part, inputText: undefined };
  }
  return part;
}

function isTextOf(text: string, input: unknown): boolean {
  return input === text || equalValues(input, parseArguments(text));
}

/** Gathers the keys that this release does not know under `extra`. @returns the same object where there are none */
function withExtra<T extends Readonly<Record<string, unknown>>>(raw: T, known: ReadonlySet<string>): T {
  const keys = Object.keys(raw);
  if (keys.every((key) => known.has(key))) return raw;
  const extra: Record<string, unknown> = {};
  const kept: Record<string, unknown> = { extra };
  for (const key of keys) setOwn(known.has(key) ? kept : extra, key, raw[key]);
  return kept as T;
}

/** The path in the document of a value in an entry, as far as it has keys that are known. */
function documentPath(entry: object, path: Path): Path {
  const above = path.slice(0, -1);
  if (path.at(-1) === "extra") return above;
  let part: unknown = entry;
  for (const key of above) part = (part as Readonly<Record<string, unknown>>)[key];
  return (part as { readonly format?: unknown }).format === OWN_FORMAT ? above : [...path];
}

/**
 * The free-form value that an annotation points into, if it does: one of this release, the bytes of a file, or what a later
 * release has put beside its known keys. Its path ends where keys are content.
 */
function richPlace(raw: Readonly<Record<string, unknown>>, path: readonly string[]): Path | undefined {
  const [first, index, ...inPart] = path as [string, ...string[]];
  if (first === "metadata" || first === "providerMetadata" || first === "source")
    return path.length > 1 ? [first] : undefined;
  if (!ENTRY_KEYS.has(first)) return [];
  if (first === "summary") return path.length > 1 && !SUMMARY_KEYS.includes(index!) ? [first] : undefined;
  const { content } = raw;
  if (first !== "content" || !Array.isArray(content)) return undefined;
  const place = richPlaceInPart(content[Number(index)], inPart);
  return place && ["content", Number(index), ...place];
}

function richPlaceInPart(part: unknown, path: readonly string[]): Path | undefined {
  if (!isPlainObject(part) || path.length === 0) return undefined;
  const [key, index, ...inner] = path as [string, ...string[]];
  const known = PART_KEYS.get(part["type"] as string);
  if (known === undefined) return path.length > 1 || key !== "type" ? [] : undefined;
  if (!known.has(key)) return [];
  switch (key) {
    case "input":
    case "output":
    case "value":
      return [key];
    case "providerMetadata":
    case "source":
      return path.length > 1 ? [key] : undefined;
    case "data":
      if (typeof part["data"] === "string") return path.length === 1 ? [key] : undefined;
      return path.length > 1 && index !== "url" && index !== "fileId" ? [key] : undefined;
    case "content": {
      const { content } = part;
      const place = Array.isArray(content) ? richPlaceInPart(content[Number(index)], inner) : undefined;
      return place && [key, Number(index), ...place];
    }
    default:
      return undefined;
  }
}
