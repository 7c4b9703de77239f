import { type EntryInput, Transcript } from "colloquy";
import fc, { type Arbitrary } from "fast-check";
import { expect } from "vitest";
import { brokenConversation, conversation, entryInput } from "./arbitraries.js";
import { objectOf } from "./values.js";

/** Entries of every kind, whole conversations and broken ones. */
export const anyEntries = fc.oneof(conversation(), brokenConversation(), fc.array(entryInput(), { maxLength: 8 }));

/**
 * Puts a secret in front of every text of a provider's message that is content. What holds bytes stays as it is.
 *
 * @param isFixed - whether a text under a key is a name, an id, an address or a word of the format
 */
export function plant<T>(given: T, secret: string, isFixed: (key: string, text: string) => boolean): T {
  const planted = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return value === "" || isFixed(key, value) ? value : secret + value;
    if (Array.isArray(value)) return value.map((item) => planted(item, key));
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return objectOf(Object.entries(value).map(([name, item]) => [name, planted(item, name)] as const));
  };
  return planted(given, "") as T;
}

/** Expects that nothing in a value is frozen, and that nothing stands in two places. */
export function expectFresh(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null) return;
  expect(Object.isFrozen(value)).toBe(false);
  expect(seen.has(value)).toBe(false);
  seen.add(value);
  if (ArrayBuffer.isView(value)) return;
  for (const inner of Object.values(value)) expectFresh(inner, seen);
}

/** Copies of the entries and their parts, as an edit makes them. */
export function copiesOf(transcript: Transcript): Transcript {
  const copies = transcript
    .entries()
    .map((entry) => ({ ...entry, content: entry.content.map((part) => ({ ...part })) }) as EntryInput);
  return Transcript.from(copies);
}

/** What a transcript becomes by cuts, compaction and pruning. */
export function cutsOf(transcript: Transcript, size: number): Transcript[] {
  const entries = transcript.entries();
  return [
    transcript.compact({ keepLast: size }),
    transcript.pruneToolResults({ maxBytes: 8, keepLastTurns: 0 }),
    ...transcript.splitAt(size),
    Transcript.from(entries.slice(size)),
    Transcript.from(entries.slice(0, size)),
  ];
}

/** Sources that no reader made: keys that a format notes, with its words, its forms and any JSON as their values. */
export function forgedSources(
  format: string,
  keys: readonly string[],
  values: readonly unknown[],
): Arbitrary<Record<string, unknown>[]> {
  const value = fc.oneof(fc.constantFrom(...values), fc.jsonValue({ maxDepth: 2 }));
  const source = fc.dictionary(fc.constantFrom(...keys), value).map((noted) => ({ ...noted, format }));
  return fc.array(source, { minLength: 1 });
}

/** Metadata of proofs and cache marks as nobody writes them. */
export const forgedProofs = {
  anthropic: {
    signature: 5,
    redactedData: {},
    cacheControl: { type: "ephemeral" },
    source: 7,
    role: 7,
    content: 3,
  },
};

/** Puts forged keys, such as sources, on some entries and parts of a transcript. */
export function forge(transcript: Transcript, next: () => object): Transcript {
  const forged = transcript
    .entries()
    .map((entry) => ({ ...entry, ...next(), content: entry.content.map((part) => ({ ...part, ...next() })) }));
  return Transcript.from(forged as EntryInput[]);
}
