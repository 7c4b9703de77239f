import type { Entry, Role } from "./entry.js";
import type { Path } from "./issues.js";
import type { Part } from "./part.js";
import { StoredEntry } from "./stored-entry.js";
import { copyOut, type Kept } from "./values.js";
import { ENTRY_KEYS, PART_KEYS } from "./vocabulary.js";

/** Takes over a free-form value of the entry. Where it stands can be asked for during the call. */
export type Keep = (value: unknown, at: { path(): Path }) => Kept;

/** An entry whose shape has been checked: `content` holds parts, and optional keys are absent or right. */
export interface CheckedEntry {
  readonly role: Role;
  /** Taken over, as its parts are. */
  readonly content: CheckedPart[];
  readonly [key: string]: unknown;
}
/** A part whose shape has been checked. It is taken over: frozen as it is where its keys stand in order. */
export interface CheckedPart {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * Builds the frozen entry, its keys in the order of the document.
 *
 * The one place where entries come into being: from input and from documents alike. What `keep` says of free-form
 * values decides how they are held: frozen and shared, or behind a getter that hands out copies.
 */
export function assembleEntry(entry: CheckedEntry, keep: Keep): Entry {
  const holder = new Holder(keep);
  const made = StoredEntry.open(entry.role, holder.parts(entry.content));
  if (hasOptional(entry)) {
    for (const key of OPTIONAL_ENTRY_KEYS) if (entry[key] !== undefined) holder.set(made, key, entry[key]);
  }
  return StoredEntry.close(made, holder.rich);
}

/** Builds an entry that says nothing but its text, as most do. */
export function textEntry(role: Role, text: string): Entry {
  const content = Object.freeze([Object.freeze({ type: "text" as const, text })]);
  return StoredEntry.close(StoredEntry.open(role, content), false);
}

/** Whether an entry says more than its role and content. */
export function hasOptional(entry: object): boolean {
  for (const key in entry) if (key !== "role" && key !== "content") return true;
  return false;
}

/** The keys that hold a free-form value; all others hold what can be taken as it is. */
const FREE_FORM: ReadonlySet<string> = new Set([
  "metadata",
  "providerMetadata",
  "extra",
  "source",
  "input",
  "output",
  "value",
  "data",
  "summary",
]);

/** The keys whose objects programs may not extend, though a later release may have. */
const CLOSED: ReadonlySet<string> = new Set(["data", "summary"]);
const ofDocument = new WeakSet();

/** Whether an object of a fixed shape came out of an entry: what a later release added to it goes along with an edit. */
export function isOfDocument(value: object): boolean {
  return ofDocument.has(value);
}

/** The part in hand of a list of parts, which may stand in a part itself. */
interface Place {
  readonly above: Place | undefined;
  index: number;
}

class Holder {
  rich = false;
  #place: Place | undefined = undefined;
  #key = "";

  constructor(readonly keep: Keep) {}

  path(): Path {
    const path: (string | number)[] = [this.#key];
    for (let at = this.#place; at !== undefined; at = at.above) path.unshift("content", at.index);
    return path;
  }

  parts(parts: CheckedPart[]): readonly Part[] {
    const place: Place = { above: this.#place, index: 0 };
    this.#place = place;
    const held = parts as unknown as Part[];
    for (; place.index < parts.length; place.index += 1) held[place.index] = this.#part(parts[place.index]!);
    this.#place = place.above;
    return Object.freeze(held);
  }

  #part(part: CheckedPart): Part {
    const kept = inOrder(part);
    for (const key in kept) {
      if (key === "content") kept[key] = this.parts(kept[key] as CheckedPart[]);
      else if (FREE_FORM.has(key)) this.set(kept, key, kept[key]);
    }
    return Object.freeze(kept) as unknown as Part;
  }

  set(target: object, key: string, value: unknown): void {
    if (!FREE_FORM.has(key) || typeof value === "string") {
      (target as Record<string, unknown>)[key] = value;
      return;
    }
    this.#key = key;
    const kept = this.keep(value, this);
    this.rich ||= kept.rich;
    if (CLOSED.has(key) && typeof kept.value === "object" && kept.value !== null) ofDocument.add(kept.value);
    if (kept.mutable) {
      Object.defineProperty(target, key, { get: () => copyOut(kept.value), enumerable: true });
    } else {
      (target as Record<string, unknown>)[key] = kept.value;
    }
  }
}

/** The part itself where its keys stand in the order of the document, and a copy in that order where they do not. */
function inOrder(part: CheckedPart): Record<string, unknown> {
  const order = PART_ORDER.get(part.type)!;
  let next = 0;
  for (const key in part) {
    const at = order.indexOf(key, next);
    if (at < 0 || !isSaid(part, key)) return putInOrder(part, order);
    next = at + 1;
  }
  return part;
}

function putInOrder(part: CheckedPart, order: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of order) if (isSaid(part, key)) kept[key] = part[key];
  return kept;
}

/** Whether a part has a value under a key: input and output may well be `undefined`. */
function isSaid(part: CheckedPart, key: string): boolean {
  return part[key] !== undefined || key === "input" || (key === "output" && part["content"] === undefined);
}

/** What everything ends in; `extra` is for programs alone. */
const LAST_KEYS = ["providerMetadata", "extra", "source"];

/** The keys of the document in their order, with what programs alone have. */
function orderOf(keys: Iterable<string>, ...besides: readonly string[]): readonly string[] {
  return [...[...keys].filter((key) => !LAST_KEYS.includes(key) && !besides.includes(key)), ...LAST_KEYS];
}

const OPTIONAL_ENTRY_KEYS = orderOf(ENTRY_KEYS, "role", "content", "rich");
const PART_ORDER: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(PART_KEYS, ([type, keys]) => [type, orderOf(keys)]),
);
