import { buildEntries, rebuildEntry } from "../model/build.js";
import type { Entry, EntryInput } from "../model/entry.js";
import { describe } from "../model/issues.js";
import { isPlainObject, kindOf } from "../model/kinds.js";
import type { Part } from "../model/part.js";
import { keysOfError, makeError, setOfError } from "../model/error-values.js";
import { setOwn } from "../model/values.js";
import { OWN_FORMAT } from "../model/vocabulary.js";
import { isProof, withoutProofs } from "../model/proofs.js";

type Replace = (text: string) => string;

/** Replaces what is found in every string value of the entries. @returns the same list when nothing was found */
export function redactEntries(entries: readonly Entry[], find: string | RegExp, replacement: string): readonly Entry[] {
  const replace = replacer(find, replacement);
  let changed = false;
  const redacted = entries.map((entry) => {
    const made = redactEntry(entry, replace);
    changed ||= made !== entry;
    return made;
  });
  return changed ? Object.freeze(redacted) : entries;
}

/** Finds every match, whatever the flags say, and puts the replacement there as it is. An empty match is none. */
function replacer(find: string | RegExp, replacement: string): Replace {
  if (typeof replacement !== "string")
    throw new TypeError(`Cannot redact: replacement: expected a string, got ${describe(replacement)}`);
  if (typeof find === "string") {
    if (find === "") throw new TypeError("Cannot redact: find: expected a string that is not empty, got an empty one");
    return (text) => (text.includes(find) ? text.replaceAll(find, () => replacement) : text);
  }
  if (!(find instanceof RegExp))
    throw new TypeError(`Cannot redact: find: expected a string or a RegExp, got ${describe(find)}`);
  const pattern = new RegExp(find.source, `${find.flags.replace(/[gy]/g, "")}g`);
  return (text) => text.replace(pattern, (match: string) => (match === "" ? "" : replacement));
}

function redactEntry(entry: Entry, replace: Replace): Entry {
  const content = redactList(entry.content, (part) => redactPart(part, replace));
  const edits = redactKeys(entry, ["name", "metadata", "extra"], replace);
  redactMetadata(entry, replace, edits);
  if (Object.keys(edits).length === 0) return content === entry.content ? entry : rebuildEntry(entry, content);
  return buildEntries([{ ...entry, ...edits, content } as EntryInput], "Cannot redact transcript")[0]!;
}

function redactPart(part: Part, replace: Replace): Part {
  const edits = redactKeys(part, KEYS_OF[part.type], replace);
  if (part.type === "file" && isPlainObject(part.data) && "url" in part.data) {
    const url = replace(part.data["url"] as string);
    // A URL that is all secret leaves no file behind.
    if (url !== part.data["url"]) edits["data"] = { url: url === "" ? "about:blank" : url };
  }
  if (part.type === "custom" && part.format === OWN_FORMAT && edits["value"] !== undefined) {
    edits["value"] = { ...(edits["value"] as object), type: (part.value as { type: string }).type };
  }
  if (part.type === "tool-result" && part.content !== undefined) {
    const content = redactList<Part>(part.content, (item) => redactPart(item, replace));
    if (content !== part.content) edits["content"] = content;
  }
  const touched = Object.keys(edits).length > 0;
  Object.assign(edits, redactKeys(part, ["extra"], replace));
  redactMetadata(part, replace, edits);
  if (Object.keys(edits).length === 0) return part;
  const edited = { ...part, ...edits } as Part;
  return touched ? withoutProofs(edited) : edited;
}

/** The keys of each type of part that hold content: no ids, no names of tools, no kinds. */
const KEYS_OF: Readonly<Record<Part["type"], readonly string[]>> = {
  text: ["text"],
  reasoning: ["text"],
  refusal: ["text"],
  file: ["filename"],
  "tool-call": ["input", "inputText"],
  "tool-result": ["output"],
  "approval-request": [],
  "approval-response": ["reason"],
  custom: ["value"],
};

function redactKeys(holder: object, keys: readonly string[], replace: Replace): Record<string, unknown> {
  const edits: Record<string, unknown> = {};
  for (const key of keys) {
    const value = (holder as Record<string, unknown>)[key];
    const redacted = redactValue(value, replace);
    if (!Object.is(redacted, value)) edits[key] = redacted;
  }
  return edits;
}

/** What a provider said is redacted like the rest, but for proofs: they go with what they prove. */
function redactMetadata(holder: Entry | Part, replace: Replace, edits: Record<string, unknown>): void {
  const { providerMetadata } = holder;
  if (providerMetadata === undefined) return;
  const redacted = mapMembers(providerMetadata, (members) =>
    isPlainObject(members)
      ? mapMembers(members, (value, key) => (isProof(key) ? value : redactValue(value, replace)))
      : redactValue(members, replace),
  );
  if (redacted !== providerMetadata) edits["providerMetadata"] = redacted;
}

/** Replaces in every string of a value. @returns the value itself when nothing was found in it */
function redactValue(value: unknown, replace: Replace): unknown {
  if (typeof value === "string") return replace(value);
  if (typeof value !== "object" || value === null) return value;
  const redact = (item: unknown): unknown => redactValue(item, replace);
  switch (kindOf(value)) {
    case "object":
      return mapMembers(value as Readonly<Record<string, unknown>>, redact);
    case "array":
      return redactList(value as readonly unknown[], redact);
    case "Map": {
      const pairs = [...(value as Map<unknown, unknown>)];
      const redacted = redactList(pairs, (pair) => redactList(pair, redact) as [unknown, unknown]);
      if (redacted === pairs) return value;
      const made = new Map(redacted);
      // Keys that have become the same would hide each other.
      return made.size === redacted.length ? made : redacted;
    }
    case "Set": {
      const items = [...(value as Set<unknown>)];
      const redacted = redactList(items, redact);
      return redacted === items ? value : new Set(redacted);
    }
    case "RegExp":
      return redactRegExp(value as RegExp, replace);
    case "URL":
      return redactUrl(value as URL, replace);
    case "Error":
      return redactError(value as Error, replace);
    default:
      return value;
  }
}

function redactRegExp(pattern: RegExp, replace: Replace): unknown {
  const { source, flags } = pattern;
  const text = replace(source);
  if (text === source) return pattern;
  try {
    return new RegExp(text, flags);
  } catch {
    return text;
  }
}

function redactUrl(url: URL, replace: Replace): unknown {
  const text = replace(url.href);
  if (text === url.href) return url;
  return URL.canParse(text) ? new URL(text) : text;
}

function redactError(error: Error, replace: Replace): Error {
  const message = replace(error.message);
  const own = keysOfError(error).map((key) => [key, (error as unknown as Record<string, unknown>)[key]] as const);
  const redacted = redactList(
    own,
    (member) => redactList(member, (item, at) => (at === 0 ? item : redactValue(item, replace))) as typeof member,
  );
  if (message === error.message && redacted === own) return error;
  const made = makeError(error.name, message);
  for (const [key, value] of redacted) setOfError(made, key, value);
  return made;
}

function mapMembers(
  value: Readonly<Record<string, unknown>>,
  change: (item: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> {
  const mapped: Record<string, unknown> = {};
  let changed = false;
  for (const key of Object.keys(value)) {
    const item = change(value[key], key);
    changed ||= !Object.is(item, value[key]);
    setOwn(mapped, key, item);
  }
  return changed ? mapped : value;
}

function redactList<T>(list: readonly T[], change: (item: T, index: number) => T): readonly T[] {
  const mapped = list.map(change);
  return mapped.every((item, index) => Object.is(item, list[index])) ? list : mapped;
}
