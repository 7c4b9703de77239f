import type { Entry, Role } from "./entry.js";
import type { Path } from "./issues.js";
import { PART_KEYS } from "./vocabulary.js";
import type { Part } from "./part.js";
import { StoredEntry } from "./stored-entry.js";
import { copyOut, type Kept } from "./values.js";

/** Takes over a free-form value that stands at a path of the entry. */
export type Keep = (value: unknown, path: Path) => Kept;

/** An entry whose shape has been checked: `content` holds parts, and optional keys are absent or right. */
export interface CheckedEntry {
  readonly role: Role;
  readonly content: readonly CheckedPart[];
  readonly [key: string]: unknown;
}
/** A part whose shape has been checked. */
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
  const content = Object.freeze(entry.content.map((part, index) => holder.part(part, ["content", index])));
  const define = (target: object): void => {
    for (const key of OPTIONAL_ENTRY_KEYS) if (entry[key] !== undefined) holder.set(target, key, entry[key], [key]);
  };
  if (!hasOptional(entry)) return StoredEntry.make(entry.role, content, holder.rich);
  // The optional keys are looked at before the entry is made, since they may make it rich.
  const optional = {};
  define(optional);
  return StoredEntry.make(entry.role, content, holder.rich, (target) => {
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(optional));
  });
}

const OPTIONAL_ENTRY_KEYS = [
  "id",
  "name",
  "createdAt",
  "pinned",
  "partial",
  "summary",
  "metadata",
  "providerMetadata",
  "extra",
  "source",
];

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

function hasOptional(entry: CheckedEntry): boolean {
  for (const key in entry) if (key !== "role" && key !== "content" && entry[key] !== undefined) return true;
  return false;
}

/** The keys whose objects programs may not extend, though a later release may have. */
const CLOSED: ReadonlySet<string> = new Set(["data", "summary"]);
const ofDocument = new WeakSet();

/** Whether an object of a fixed shape came out of an entry: what a later release added to it goes along with an edit. */
export function isOfDocument(value: object): boolean {
  return ofDocument.has(value);
}

class Holder {
  rich = false;

  constructor(readonly keep: Keep) {}

  part(part: CheckedPart, path: Path): Part {
    const kept: Record<string, unknown> = { type: part.type };
    for (const key of PART_ORDER.get(part.type)!) {
      const value = part[key];
      if (value === undefined && (key !== "output" || part["content"] !== undefined) && key !== "input") continue;
      if (key === "content") {
        const inner = value as readonly CheckedPart[];
        kept[key] = Object.freeze(inner.map((item, index) => this.part(item, [...path, key, index])));
      } else {
        this.set(kept, key, value, [...path, key]);
      }
    }
    return Object.freeze(kept) as unknown as Part;
  }

  set(target: object, key: string, value: unknown, path: Path): void {
    if (!FREE_FORM.has(key)) {
      (target as Record<string, unknown>)[key] = value;
      return;
    }
    const kept = this.keep(value, path);
    this.rich ||= kept.rich;
    if (CLOSED.has(key) && typeof kept.value === "object" && kept.value !== null) ofDocument.add(kept.value);
    if (kept.mutable) {
      Object.defineProperty(target, key, { get: () => copyOut(kept.value), enumerable: true });
    } else {
      (target as Record<string, unknown>)[key] = kept.value;
    }
  }
}

/** The keys of each type of part in the order of the document: its own first, then what every part may have. */
const PART_ORDER: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(PART_KEYS, ([type, keys]) => {
    const own = [...keys].filter((key) => !["type", "providerMetadata", "source"].includes(key));
    return [type, [...own, "providerMetadata", "extra", "source"]];
  }),
);
