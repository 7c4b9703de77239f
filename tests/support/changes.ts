import fc from "fast-check";
import { ENTRY_KEYS, OUTCOMES, PART_KEYS, ROLES } from "../../src/model/vocabulary.js";

const words = [...ENTRY_KEYS, ...[...PART_KEYS.values()].flatMap((keys) => [...keys])];
const known = [
  ...new Set([...words, "extra", "text", "toolCalls", "toolResult", "url", "fileId", "__proto__", "later"]),
];

/** Values that JSON holds, those among them that the document gives a meaning to. Copies, since changes are made in place. */
const value: fc.Arbitrary<unknown> = fc
  .oneof(
    fc.constantFrom<unknown>(null, true, false, 0, -0, 5, -1, 1.5, 1e308, "", "x", "https://example.org", "2031-02-03"),
    fc.constantFrom<unknown>(...ROLES, ...OUTCOMES, ...PART_KEYS.keys(), "colloquy"),
    fc.constantFrom<unknown>([], {}, [""], [[]], [{}], { url: "x" }, { fileId: "x" }, { url: "x", fileId: "x" }),
  )
  .map((made) => structuredClone(made));

type Change = (holder: object, key: string, replacement: unknown, newKey: string) => void;

const set: Change = (holder, key, replacement) => setOwn(holder, key, replacement);
const remove: Change = (holder, key) => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
};
const add: Change = (holder, _key, replacement, newKey) => {
  if (Array.isArray(holder)) holder.push(replacement);
  else setOwn(holder, newKey, replacement);
};
const repeat: Change = (holder, key) => {
  if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
};

/** A change of one place in a document: another value, a key gone, a new key or item, an item twice. */
export function change(): fc.Arbitrary<(document: object) => void> {
  const spec = fc.tuple(fc.nat(), fc.constantFrom(set, set, remove, add, repeat), value, fc.constantFrom(...known));
  return spec.map(([nth, apply, replacement, newKey]) => (document) => {
    const places = placesIn(document);
    if (places.length === 0) return;
    const [holder, key] = places[nth % places.length]!;
    apply(holder, key, replacement, newKey);
  });
}

/** JSON that looks like a piece of a document now and then. */
export function documentLike(): fc.Arbitrary<unknown> {
  return fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      value,
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...known), tie("node"), { maxKeys: 5, noNullPrototype: true }),
    ),
  })).node;
}

function placesIn(document: object): [object, string][] {
  const places: [object, string][] = [];
  const open = [document];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [key, member] of Object.entries(holder)) {
      places.push([holder, key]);
      if (typeof member === "object" && member !== null) open.push(member as object);
    }
  }
  return places;
}

function setOwn(holder: object, key: string, member: unknown): void {
  Object.defineProperty(holder, key, { value: member, enumerable: true, configurable: true, writable: true });
}
