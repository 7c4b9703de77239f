import { TranscriptDecodeError } from "../errors.js";
import { assembleEntry, type CheckedEntry, type CheckedPart } from "../model/assemble.js";
import type { Entry } from "../model/entry.js";
import { describe, entryPlace, formatPath, IssueList, type Path } from "../model/issues.js";
import { isPlainObject } from "../model/kinds.js";
import { parseArguments } from "../model/build-part.js";
import { equalValues } from "../model/equal.js";
import { requireSize } from "../model/sizes.js";
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
  options: DecodeOptions = {},
  versions: readonly DocumentVersion[] = VERSIONS,
): readonly Entry[] {
  const { maxLength = Infinity, maxIssues = MAX_ISSUES } = options;
  if (maxLength !== Infinity) requireSize("maxLength", maxLength);
  requireSize("maxIssues", maxIssues);
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

function decodeError(issues: IssueList): TranscriptDecodeError {
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
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch (error) {
    // The parser's own message quotes the text. Only its position may be told.
    const position = /position (\d+)/.exec(String(error))?.[1];
    const where =
      position === undefined
        ? text.trim() === ""
          ? ", got nothing"
          : ""
        : ` (it ends being one at character ${position})`;
    throw refuse([], "syntax", `expected JSON${where}`);
  }
}

function copyDocument(document: unknown): unknown {
  if (!isPlainObject(document)) throw refuse([], "type", `expected a string or a document, got ${describe(document)}`);
  try {
    const { value, rich } = admit(document, 2 * MAX_DEPTH);
    if (!rich) return JSON.parse(JSON.stringify(value));
  } catch (fault) {
    if (!(fault instanceof ValueFault)) throw fault;
  }
  throw refuse([], "type", "expected a document of plain JSON data, got something else in it");
}

function readEnvelope(
  raw: unknown,
  issues: IssueList,
  versions: readonly DocumentVersion[],
): { entries: readonly unknown[]; version: number } {
  const newest = versions.at(-1)!.version;
  if (!isPlainObject(raw)) throw refuse([], "type", `expected a document, got ${describe(raw)}`);
  const { format, version, entries } = raw;
  const fault = (path: Path, code: string, message: string): void => issues.add("", { path, code, message });
  if (format !== FORMAT)
    fault(
      ["format"],
      "type",
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
      "type",
      `expected ${expected}, got ${typeof version === "number" ? "another number" : describe(version)}`,
    );
  }
  if (!Array.isArray(entries)) fault(["entries"], "type", `expected an array, got ${describe(entries)}`);
  const unknown = Object.keys(raw).filter((key) => !["format", "version", "entries"].includes(key)).length;
  if (unknown > 0)
    fault(
      [],
      "unknown-key",
      `expected format, version and entries, got ${unknown} more ${unknown === 1 ? "key" : "keys"}`,
    );
  return { entries: Array.isArray(entries) ? entries : [], version: version as number };
}

/** Makes the frozen entry of a sound raw one, which it takes over. */
function readEntry(raw: Readonly<Record<string, unknown>>, index: number, issues: IssueList): Entry | undefined {
  const before = issues.count;
  const fault = (path: Path, code: string, message: string): void => {
    issues.add(entryPlace(index, raw["role"]), { entry: index, path, code, message });
  };
  const { rich } = raw;
  if (rich !== undefined) {
    try {
      restore(raw, rich, (path) => mayHoldRich(raw, path));
    } catch (error) {
      if (!(error instanceof AnnotationFault)) throw error;
      fault(["rich"], "annotation", error.message);
      return undefined;
    }
  }
  const content = raw["content"] as string | readonly CheckedPart[];
  const entry: Record<string, unknown> = withExtra(raw, ENTRY_KEYS);
  delete entry["rich"];
  for (const flag of ["pinned", "partial"]) if (entry[flag] === false) delete entry[flag];
  entry["content"] = typeof content === "string" ? [{ type: "text", text: content }] : content.map(readPart);
  const keep = rich === undefined ? freezeParsed : admit;
  const assembled = assembleEntry(entry as unknown as CheckedEntry, (value, path) => {
    try {
      return keep(value);
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      fault(path, error.code, error.message);
      return { value: null, rich: false, mutable: false };
    }
  });
  return issues.count === before ? assembled : undefined;
}

function readPart(raw: CheckedPart): CheckedPart {
  const known = PART_KEYS.get(raw.type);
  if (known === undefined) return { type: "custom", format: OWN_FORMAT, value: raw };
  const part = withExtra(raw, known) as Record<string, unknown> & CheckedPart;
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

/** Gathers the keys that this release does not know under `extra`. */
function withExtra(raw: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): Record<string, unknown> {
  let extra: Record<string, unknown> | undefined;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    if (known.has(key)) kept[key] = raw[key];
    else setOwn((extra ??= {}), key, raw[key]);
  }
  if (extra !== undefined) kept["extra"] = extra;
  return kept;
}

/** Where annotations may point: into free-form values, at bytes of a file, into parts of a later release. */
function mayHoldRich(raw: Readonly<Record<string, unknown>>, path: readonly string[]): boolean {
  const [first, index, ...inPart] = path;
  if (first === "metadata" || first === "providerMetadata") return path.length > 1;
  const { content } = raw;
  if (first !== "content" || !Array.isArray(content)) return false;
  return mayPartHoldRich(content[Number(index)], inPart);
}

function mayPartHoldRich(part: unknown, path: readonly string[]): boolean {
  if (!isPlainObject(part)) return false;
  const [key, index, ...inner] = path;
  const known = PART_KEYS.get(part["type"] as string);
  if (known === undefined) return path.length > 1 || (key !== undefined && key !== "type");
  if (key === "data") return path.length === 1 && part["type"] === "file" && typeof part["data"] === "string";
  if (key === "content")
    return (
      part["type"] === "tool-result" && Array.isArray(part[key]) && mayPartHoldRich(part[key][Number(index)], inner)
    );
  if (key === "providerMetadata") return path.length > 1;
  return (key === "input" || key === "output" || key === "value") && known.has(key);
}
