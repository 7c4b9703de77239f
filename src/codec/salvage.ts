import { TranscriptDecodeError, type Issue } from "../errors.js";
import type { Entry } from "../model/entry.js";
import { describe, IssueList } from "../model/issues.js";
import {
  decodeError,
  decodeParsed,
  parseDocument,
  readDecodeOptions,
  readEnvelope,
  type DecodeOptions,
} from "./decode.js";
import { FORMAT } from "./encode.js";
import { isPlainObject } from "../model/kinds.js";
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
  let parsed: unknown;
  const unparsed = issuesOf(() => {
    parsed = parseDocument(json, maxLength);
  });
  const found =
    json.length > maxLength ? undefined : (wholeDocument(parsed, json, versions) ?? tornDocument(json, versions));
  if (found === undefined) {
    const issues = unparsed ?? issuesOf(() => decodeParsed(parsed, maxIssues, versions)) ?? [];
    return { entries: [], rejected: Object.freeze([reject(0, unparsed === undefined ? parsed : json, issues)]) };
  }
  const rejected: Rejected[] = [];
  const around = issuesAround(found, maxIssues, versions);
  if (around !== undefined) rejected.push(reject(-1, found.members(), around));
  const entries = readEntries(found, maxIssues, versions, rejected);
  const { restAt } = found;
  if (restAt !== undefined) {
    const reason = found.isCutOff
      ? `a text that is cut off after ${json.length} characters`
      : `something else from character ${restAt} on`;
    rejected.push(reject(found.length, json.slice(restAt), [syntaxIssue(found.length, reason)]));
  }
  return { entries: Object.freeze(entries), rejected: Object.freeze(rejected) };
}

/** The entries that a text holds, and what stands around them. */
interface Found extends Pick<Scan, "restAt" | "isCutOff"> {
  /** The document as far as it is known; its entries need not be there. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** What stands beside the entries. */
  members(): unknown;
  readonly length: number;
  textOf(index: number): string;
  /** What an entry's text says, or `undefined` where it is no JSON. */
  rawOf(index: number): unknown;
}

/** Finds the entries of a text that is JSON all through, which need not be looked for. */
function wholeDocument(parsed: unknown, json: string, versions: readonly DocumentVersion[]): Found | undefined {
  if (!isPlainObject(parsed) || !Array.isArray(parsed["entries"])) return undefined;
  const raws = parsed["entries"] as readonly unknown[];
  let torn: Found | undefined;
  return {
    envelope: parsed,
    members: () => {
      const { entries: _entries, ...members } = parsed;
      return members;
    },
    restAt: undefined,
    isCutOff: false,
    length: raws.length,
    textOf: (index) => (torn ??= tornDocument(json, versions)!).textOf(index),
    rawOf: (index) => raws[index],
  };
}

/** Finds the entries of a text that is damaged somewhere; nothing where no list of entries begins. */
function tornDocument(json: string, versions: readonly DocumentVersion[]): Found | undefined {
  const { bounds, members, ...scan } = scanDocument(json);
  if (bounds === undefined) return undefined;
  // Of a document that was cut off, what is missing may have been lost.
  const lost = scan.restAt === undefined ? {} : { format: FORMAT, version: versions.at(-1)!.version };
  const envelope = { ...lost, ...members, entries: [] };
  const textOf = (index: number): string => json.slice(bounds[2 * index], bounds[2 * index + 1]);
  return {
    ...scan,
    envelope,
    members: () => members,
    length: bounds.length / 2,
    textOf,
    rawOf: (index) => parseJson(textOf(index)),
  };
}

function readEntries(
  found: Found,
  maxIssues: number,
  versions: readonly DocumentVersion[],
  rejected: Rejected[],
): Entry[] {
  const { version } = found.envelope;
  const decoder = versions.find((known) => known.version === version) ?? versions.at(-1)!;
  const entries: Entry[] = [];
  let issues = new IssueList(maxIssues);
  let told = 0;
  for (let index = 0; index < found.length; index += 1) {
    if (issues.count > 0) {
      told += issues.items.length;
      issues = new IssueList(told < MAX_TOLD ? maxIssues : -1);
    }
    const raw = found.rawOf(index);
    if (raw === undefined) {
      rejected.push(reject(index, found.textOf(index), [syntaxIssue(index, "another text")]));
    } else if (!decoder.checkEntry(raw, index, issues)) {
      rejected.push(reject(index, raw, toldOf(issues)));
    } else {
      const sound = migrate([raw], decoder.version, versions) as readonly Readonly<Record<string, unknown>>[];
      const read = sound.map((one) => readEntry(one, index, issues));
      // What could not be read may have been changed by the attempt.
      if (read.includes(undefined)) rejected.push(reject(index, JSON.parse(found.textOf(index)), toldOf(issues)));
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

/** What is wrong beside the entries. */
function issuesAround(
  found: Found,
  maxIssues: number,
  versions: readonly DocumentVersion[],
): readonly Issue[] | undefined {
  return issuesOf(() => {
    const issues = new IssueList(maxIssues);
    readEnvelope(found.envelope, issues, versions);
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
