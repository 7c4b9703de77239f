import { TranscriptDecodeError, type Issue } from "../errors.js";
import type { Entry } from "../model/entry.js";
import { describe, IssueList } from "../model/issues.js";
import { decodeDocument, decodeError, readDecodeOptions, readEnvelope, type DecodeOptions } from "./decode.js";
import { FORMAT } from "./encode.js";
import { migrate, VERSIONS, type DocumentVersion } from "./migrate.js";
import { readEntry } from "./read-entry.js";
import { parseJson, scanDocument, type Scan } from "./scan.js";

/**
 * What {@link Transcript.salvage} could not read.
 *
 * @example The rest of a document that was cut off
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user, type Rejected } from "colloquy";
 *
 * const json = Transcript.from([user("one"), user("two")]).toJson();
 * const { rejected } = Transcript.salvage(json.slice(0, -7));
 * const [rest] = rejected as [Rejected];
 * assert.equal(rest.index, 1);
 * assert.equal(rest.raw, '{"role":"user","content":"');
 * ```
 */
export interface Rejected {
  /** Index that the entry has in the document, from 0. `-1` for what is wrong around the entries: then `raw` is the document without them. */
  readonly index: number;
  /** What stands there, parsed where it is JSON, and its text where it is none. */
  readonly raw: unknown;
  /** Why it was not read. */
  readonly issues: readonly Issue[];
}

/** How many issues are told in all before rejected entries are handed back without a closer look. */
const MAX_TOLD = 5_000;

/**
 * Reads every entry of a document that can be read, and hands back the rest. O(length).
 *
 * @throws TypeError when `json` is no string; RangeError when an option is out of range
 */
export function salvageDocument(
  json: string,
  options?: DecodeOptions,
  versions: readonly DocumentVersion[] = VERSIONS,
): { readonly entries: readonly Entry[]; readonly rejected: readonly Rejected[] } {
  if (typeof json !== "string")
    throw new TypeError(`Cannot salvage transcript: json: expected a string, got ${describe(json)}`);
  const { maxLength, maxIssues } = readDecodeOptions(options);
  const scan = json.length > maxLength ? undefined : scanDocument(json);
  if (scan?.bounds === undefined) {
    const parsed = scan === undefined ? undefined : parseJson(json);
    const issues = issuesOf(() => decodeDocument(json, options, versions)) ?? [];
    return { entries: [], rejected: Object.freeze([reject(0, parsed === undefined ? json : parsed, issues)]) };
  }
  const rejected: Rejected[] = [];
  const around = issuesAround(scan, maxIssues, versions);
  if (around !== undefined) rejected.push(reject(-1, scan.members, around));
  const entries = readEntries(json, scan, maxIssues, versions, rejected);
  if (scan.restAt !== undefined) {
    const index = scan.bounds.length / 2;
    const found = scan.isCutOff
      ? `a text that is cut off after ${json.length} characters`
      : `something else from character ${scan.restAt} on`;
    rejected.push(reject(index, json.slice(scan.restAt), [syntaxIssue(index, found)]));
  }
  return { entries: Object.freeze(entries), rejected: Object.freeze(rejected) };
}

function readEntries(
  json: string,
  scan: Scan,
  maxIssues: number,
  versions: readonly DocumentVersion[],
  rejected: Rejected[],
): Entry[] {
  const { version } = scan.members;
  const decoder = versions.find((known) => known.version === version) ?? versions.at(-1)!;
  const entries: Entry[] = [];
  let issues = new IssueList(maxIssues);
  let told = 0;
  const bounds = scan.bounds!;
  for (let index = 0; 2 * index < bounds.length; index += 1) {
    if (issues.count > 0) {
      told += issues.items.length;
      issues = new IssueList(told < MAX_TOLD ? maxIssues : -1);
    }
    const text = json.slice(bounds[2 * index], bounds[2 * index + 1]);
    const parsed = parseJson(text);
    if (parsed === undefined) {
      rejected.push(reject(index, text, [syntaxIssue(index, "another text")]));
    } else if (!decoder.checkEntry(parsed, index, issues)) {
      rejected.push(reject(index, parsed, toldOf(issues)));
    } else {
      const sound = migrate([parsed], decoder.version, versions) as readonly Readonly<Record<string, unknown>>[];
      const read = sound.map((raw) => readEntry(raw, index, issues));
      // What could not be read may have been changed by the attempt.
      if (read.includes(undefined)) rejected.push(reject(index, JSON.parse(text), toldOf(issues)));
      else for (const entry of read) entries.push(entry!);
    }
  }
  return entries;
}

function reject(index: number, raw: unknown, issues: readonly Issue[]): Rejected {
  return Object.freeze({ index, raw, issues: Object.freeze(issues) });
}

function toldOf(issues: IssueList): readonly Issue[] {
  return issues.limit < 0 ? UNTOLD : issues.items;
}

const UNTOLD: readonly Issue[] = [
  Object.freeze({
    path: Object.freeze([]),
    code: "untold",
    message: `expected an entry, got a faulty one (the first ${MAX_TOLD} issues are told)`,
  }),
];

function syntaxIssue(entry: number, found: string): Issue {
  return Object.freeze({ entry, path: Object.freeze([]), code: "syntax", message: `expected JSON, got ${found}` });
}

/** What is wrong beside the entries. Of a document that was cut off, what is missing may have been lost. */
function issuesAround(
  scan: Scan,
  maxIssues: number,
  versions: readonly DocumentVersion[],
): readonly Issue[] | undefined {
  const lost = scan.restAt === undefined ? {} : { format: FORMAT, version: versions.at(-1)!.version };
  return issuesOf(() => {
    const issues = new IssueList(maxIssues);
    readEnvelope({ ...lost, ...scan.members, entries: [] }, issues, versions);
    if (issues.count > 0) throw decodeError(issues);
  });
}

/** Why something cannot be read, if it cannot. */
function issuesOf(read: () => void): readonly Issue[] | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof TranscriptDecodeError)) throw error;
    return error.issues;
  }
}
