import { TranscriptDecodeError } from "../errors.js";
import { admit } from "../model/admit.js";
import type { Entry } from "../model/entry.js";
import { foreignReader } from "../model/foreign.js";
import { describe, formatPath, IssueList, MAX_ISSUES, typeFault, type Path } from "../model/issues.js";
import { isPlainObject } from "../model/kinds.js";
import { requireOptions, requireSize } from "../model/arguments.js";
import { MAX_DEPTH, ValueFault } from "../model/values.js";
import { FORMAT, type TranscriptDocument } from "./encode.js";
import { LazyEntries } from "./lazy-entries.js";
import { migrate, VERSIONS, type DocumentVersion } from "./migrate.js";
import { readEntry, type RawEntry } from "./read-entry.js";

/** Bounds of what a decoder reads and tells. */
export interface DecodeOptions {
  /** The longest document that is read, in UTF-16 code units; may be `Infinity`, the default. Set it for what strangers send. */
  maxLength?: number;
  /** How many issues an error lists. Default 100. */
  maxIssues?: number;
}

const ACTION = "Cannot decode transcript";

/** Reads a document: text, or what `JSON.parse` made of it, which is copied. O(length). Throws {@link TranscriptDecodeError}. */
export function decodeDocument(
  document: string | TranscriptDocument,
  options?: DecodeOptions,
  versions: readonly DocumentVersion[] = VERSIONS,
): LazyEntries {
  const { maxLength, maxIssues } = readDecodeOptions(options);
  const raw = typeof document === "string" ? parseDocument(document, maxLength) : copyDocument(document);
  return decodeParsed(raw, maxIssues, versions);
}

/** Reads what a document's text says, which it takes over. */
export function decodeParsed(raw: unknown, maxIssues: number, versions: readonly DocumentVersion[]): LazyEntries {
  const issues = new IssueList(maxIssues);
  const { entries, version } = readEnvelope(raw, issues, versions);
  const decoder = versions.find((known) => known.version === version);
  if (issues.count > 0 || decoder === undefined) throw decodeError(issues);
  const unread: number[] = [];
  let sound = true;
  for (let index = 0; index < entries.length && !issues.full; index += 1) {
    if (decoder.isPlain?.(entries[index]) === true) continue;
    unread.push(index);
    sound = decoder.checkEntry(entries[index], index, issues) && sound;
  }
  if (!sound) throw decodeError(issues);
  const migrated = migrate(entries, version, versions) as readonly RawEntry[];
  const decoded: (Entry | RawEntry)[] = [...migrated];
  for (const index of migrated === entries ? unread : migrated.keys()) {
    if (issues.full) break;
    decoded[index] = readEntry(migrated[index]!, index, issues) ?? migrated[index]!;
  }
  if (issues.count > 0) throw decodeError(issues);
  return new LazyEntries(decoded);
}

/** Checks the options and fills in what is not said. @throws RangeError for a size out of range */
export function readDecodeOptions(options: DecodeOptions | undefined): Required<DecodeOptions> {
  const { maxLength = Infinity, maxIssues = MAX_ISSUES } = requireOptions(ACTION, options, ["maxLength", "maxIssues"]);
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

/** What the text of a document says, before anything of it is checked but its length. */
export function parseDocument(text: string, maxLength: number): unknown {
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
  let hint = "";
  try {
    isDocument = isPlainObject(document);
    hint = hintOf(document);
    const { value, rich } = isDocument ? admit(document, MAX_DOCUMENT_DEPTH) : { value: undefined, rich: true };
    if (!rich) return JSON.parse(JSON.stringify(value));
  } catch (fault) {
    const code = fault instanceof ValueFault ? fault.code : "unreadable";
    const found = FOUND_IN_DOCUMENT[code];
    if (found !== undefined) throw refuse([], code, `expected a document of plain JSON data, got ${found}`);
  }
  if (!isDocument) throw refuse([], "type", `expected a string or a document, got ${describe(document)}${hint}`);
  throw refuse([], "type", "expected a document of plain JSON data, got something else in it");
}

function hintOf(noDocument: unknown): string {
  if (typeof noDocument === "string") return " (as of a document that was written as JSON twice)";
  if (!Array.isArray(noDocument)) return "";
  const reader = foreignReader(noDocument[0]);
  return reader === undefined ? "" : ` (${reader} reads such messages)`;
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
    throw refuse(
      [],
      "type",
      `expected a document (an object of format, version and entries), got ${describe(raw)}${hintOf(raw)}`,
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
