import { assembleEntry, hasOptional, textEntry, type CheckedEntry, type CheckedPart } from "../model/assemble.js";
import { SUMMARY_KEYS } from "../model/build.js";
import { parseArguments } from "../model/build-part.js";
import type { Entry, Role } from "../model/entry.js";
import { equalValues } from "../model/equal.js";
import { entryPlace, formatPath, type IssueList, type Path } from "../model/issues.js";
import { isPlainObject } from "../model/kinds.js";
import { freezeParsed, setOwn, takeOver, ValueFault } from "../model/values.js";
import { ENTRY_KEYS, OWN_FORMAT, PART_KEYS } from "../model/vocabulary.js";
import { AnnotationFault, restore } from "./rich-value.js";

type Fields = Readonly<Record<string, unknown>>;
/** An entry of a document of the newest version, found sound. */
export type RawEntry = Fields;

/** Makes the frozen entry of a plain raw one, which it takes over. O(values). */
export function makeEntry(raw: RawEntry): Entry {
  if (typeof raw["content"] === "string" && !hasOptional(raw)) return textEntry(raw["role"] as Role, raw["content"]);
  return assembleEntry(shape(raw), freezeParsed);
}

/** Makes the frozen entry of a sound raw one, which it takes over, and tells what is wrong with its values. O(values). */
export function readEntry(raw: RawEntry, index: number, issues: IssueList): Entry | undefined {
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
  const entry = shape(raw);
  const keep = rich === undefined ? freezeParsed : takeOver;
  const assembled = assembleEntry(entry, (value, at) => {
    try {
      return keep(value);
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      fault(documentPath(entry, at.path()), error.code, error.message);
      return { value: null, rich: false, mutable: false };
    }
  });
  return issues.count === before ? assembled : undefined;
}

/** Brings a raw entry, in place where it can, to the form that is assembled. */
function shape(raw: RawEntry): CheckedEntry {
  const entry: Record<string, unknown> = withExtra(raw, ENTRY_KEYS);
  const { content, summary } = entry;
  for (const flag of ["pinned", "partial"]) if (entry[flag] === false) entry[flag] = undefined;
  if (summary !== undefined) entry["summary"] = withoutNegativeZero(summary as Fields);
  entry["content"] = typeof content === "string" ? [{ type: "text", text: content }] : shapeParts(content);
  return entry as unknown as CheckedEntry;
}

function shapeParts(raws: unknown): CheckedPart[] {
  const parts = raws as CheckedPart[];
  for (const [index, part] of parts.entries()) parts[index] = shapePart(part);
  return parts;
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
function withoutNegativeZero(mark: Fields): Fields {
  return Object.fromEntries(
    Object.entries(mark).map(([key, value]) => [key, value === 0 && SUMMARY_KEYS.includes(key) ? 0 : value]),
  );
}

function shapePart(raw: CheckedPart): CheckedPart {
  const known = PART_KEYS.get(raw.type);
  if (known === undefined) return { type: "custom", format: OWN_FORMAT, value: raw };
  const part: Record<string, unknown> = withExtra(raw, known);
  if (raw.type === "reasoning" && part["redacted"] === false) part["redacted"] = undefined;
  if (raw.type === "tool-result" && Array.isArray(part["content"])) shapeParts(part["content"]);
  if (raw.type === "tool-call" && typeof part["inputText"] === "string" && !isTextOf(part["inputText"], part["input"]))
    part["inputText"] = undefined;
  return part as CheckedPart;
}

function isTextOf(text: string, input: unknown): boolean {
  return input === text || equalValues(input, parseArguments(text));
}

/** Gathers the keys that this release does not know under `extra`. @returns the same object where there are none */
function withExtra(raw: Fields, known: ReadonlySet<string>): Record<string, unknown> {
  for (const key in raw) if (!known.has(key)) return partedByKeys(raw, known);
  return raw;
}

function partedByKeys(raw: Fields, known: ReadonlySet<string>): Record<string, unknown> {
  const extra: Record<string, unknown> = {};
  const kept: Record<string, unknown> = { extra };
  for (const key of Object.keys(raw)) setOwn(known.has(key) ? kept : extra, key, raw[key]);
  return kept;
}

/** The path in the document of a value in an entry, as far as it has keys that are known. */
function documentPath(entry: object, path: Path): Path {
  const above = path.slice(0, -1);
  if (path.at(-1) === "extra") return above;
  let part: unknown = entry;
  for (const key of above) part = (part as Fields)[key];
  return (part as { readonly format?: unknown }).format === OWN_FORMAT ? above : [...path];
}

/**
 * The free-form value that an annotation points into, if it does: one of this release, the bytes of a file, or what a later
 * release has put beside its known keys. Its path ends where keys are content.
 */
function richPlace(raw: RawEntry, path: readonly string[]): Path | undefined {
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
