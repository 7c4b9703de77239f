import fc from "fast-check";
import { objectOf } from "../support/values.js";

/** Stands in all content, so that a test can see whether an error repeats any. */
export const CANARY = "CANARY";

/** One change: what is done, where (a fraction of all places), and with which of the pieces at hand. */
export interface Mutation {
  readonly deed: number;
  readonly where: number;
  readonly what: number;
}

/** A few changes, often one. */
export function mutations(): fc.Arbitrary<Mutation[]> {
  // Without bias: most places are neither the first nor the last.
  const any = (below: number): fc.Arbitrary<number> => fc.noBias(fc.nat(below - 1));
  const mutation = fc.record({
    deed: any(1_000),
    where: any(1_000_000).map((millionth) => millionth / 1_000_000),
    what: any(100_000),
  });
  return fc.array(mutation, { minLength: 1, maxLength: 4 });
}

/** Pieces of JSON that broke some reader. */
const pieces: readonly string[] = [
  "null",
  "true",
  "0",
  "-0",
  "1e999",
  "-1",
  "0.1",
  "12345678901234567890",
  "1E400",
  '""',
  "[]",
  "{}",
  "[[]]",
  "[null]",
  '"\\ud83d"',
  '"\\u0000"',
  '"\u2028"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"role"',
  '"user"',
  '"tool"',
  '"colloquy"',
  `{"__proto__":{"polluted":"${CANARY}"}}`,
  `{"constructor":{"prototype":{"polluted":true}}}`,
  '{"toJSON":"x"}',
  '{"then":1}',
  '{"length":-1}',
  `{"type":"text","text":"${CANARY}"}`,
  `{"type":"${CANARY}","more":{"${CANARY}":[1]}}`,
  '{"type":"toString"}',
  '{"type":"__proto__"}',
  '{"type":"constructor","x":1}',
  '{"type":"tool-call","toolCallId":"a","toolName":"f","input":{}}',
  '{"type":"tool-result","toolCallId":"a","output":1}',
  '{"type":"tool-result","toolCallId":"a","content":[{"type":"text","text":"x"}]}',
  '{"type":"reasoning","text":"","redacted":false}',
  '{"type":"file","data":{"url":"https://example.org"}}',
  '{"type":"file","data":"AAAA"}',
  '{"type":"custom","format":"x","value":1}',
  '{"type":"custom","format":"colloquy","value":{"type":"text"}}',
  '{"type":"approval-response","approvalId":"a","approved":true}',
  `{"role":"user","content":"${CANARY}"}`,
  '{"role":"tool","content":[]}',
  '{"role":"system","content":"x","summary":{"entries":-0,"turns":1,"tokens":1,"rounds":1}}',
  '["undefined"]',
  '["number"]',
  '["bigint"]',
  '["Date"]',
  '["regexp"]',
  '["URL"]',
  '["set"]',
  '["map"]',
  '["Error"]',
  '[["custom","bytes"]]',
  '[["typed-array","Float32Array"]]',
  '[["typed-array","constructor"]]',
  '["toString"]',
  '[["symbol","x"]]',
  '["set",{"0":["set"]}]',
  '["map",{"0.0":["undefined"]}]',
  '["Error",{"cause":["undefined"]}]',
  '["date"]',
  '"2031-02-03T04:05:06.000Z"',
  '"NaN"',
  '"-0"',
  '"123456789012345678901234567890"',
  '"/a/gi"',
  '"https://example.org/"',
  '{"name":"Error","message":"m"}',
  `{"name":"${CANARY}","message":"${CANARY}","cause":{"name":"E","message":""}}`,
  '[["a",1],["b",2]]',
  "[1,1]",
  '[["a",1],["a",2]]',
  '{"metadata":["set"]}',
  '{"metadata.a":["bigint"]}',
  '{"content.0.input":["map"]}',
  '{"content.0.output.x":["Date"]}',
  '{"content.0.text":["undefined"]}',
  '{"a..b":["number"]}',
  '{"a\\\\x":["number"]}',
  '{"referentialEqualities":{"a":["b"]}}',
  '{"values":{"a":["Date"]},"referentialEqualities":[["a"]]}',
  '{"json":{"a":1},"meta":{"values":{"a":["Date"]}}}',
  `"${CANARY.repeat(300)}"`,
  '"data:text/plain,x"',
  '"javascript:x"',
  "7",
  '"1"',
  '"2"',
];

/** Keys with a meaning somewhere, put where they have another or none. */
const keys: readonly string[] = [
  "role",
  "content",
  "type",
  "text",
  "rich",
  "metadata",
  "providerMetadata",
  "source",
  "extra",
  "summary",
  "pinned",
  "partial",
  "createdAt",
  "id",
  "name",
  "toolCalls",
  "toolResult",
  "toolCallId",
  "toolName",
  "input",
  "inputText",
  "output",
  "outcome",
  "data",
  "format",
  "value",
  "redacted",
  "approvalId",
  "version",
  "entries",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "hasOwnProperty",
  "valueOf",
  "length",
  "0",
  "",
  ".",
  "\\",
  CANARY,
];

const bits: readonly string[] = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\u0000",
  "\uD800",
  "\uFEFF",
  "\n",
  "0",
  "-",
  "e",
  "\\u",
  "null",
  "true",
  '":"',
  '"}',
  "]}",
  '{"role":"user","content":"x"}',
  "/*",
  "\u2028",
];

/** Changes a document as text: flips, cuts, doubles, splices, inserts. */
export function mutateText(text: string, changes: readonly Mutation[]): string {
  return changes.reduce((mutated, { deed, where, what }) => {
    const at = Math.floor(where * mutated.length);
    const end = Math.min(mutated.length, at + 1 + (what % 60));
    const [before, behind] = [mutated.slice(0, at), mutated.slice(at)];
    switch (deed % 7) {
      case 0:
        return before + String.fromCharCode(mutated.charCodeAt(at) ^ (1 << (what % 7))) + behind.slice(1);
      case 1:
        return before;
      case 2:
        return before + mutated.slice(end);
      case 3:
        return mutated.slice(0, end) + mutated.slice(at);
      case 4:
        return before + bits[what % bits.length]! + behind;
      case 5:
        return before + pieces[what % pieces.length]! + behind;
      default:
        return before + mutated.slice(Math.floor((what / 100_000) * mutated.length));
    }
  }, text);
}

type Holder = Record<string, unknown> | unknown[];

/** Changes a document by its structure: replaces, removes, doubles, renames, swaps, nests, changes types. */
export function mutateStructure(text: string, changes: readonly Mutation[]): string {
  let root = JSON.parse(text) as unknown;
  for (const { deed, where, what } of changes) {
    const places = placesOf(root);
    const place = places[Math.floor(where * places.length)];
    if (place === undefined) continue;
    const { holder, key } = place;
    const value: unknown = Reflect.get(holder, key);
    const other = places[what % places.length]!;
    switch (deed % 9) {
      case 0:
        put(holder, key, piece(what));
        break;
      case 1:
        if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[key];
        break;
      case 2:
        if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(value));
        else put(holder, keys[what % keys.length]!, structuredClone(value));
        break;
      case 3:
        if (Array.isArray(holder)) holder.splice(Number(key), 0, piece(what));
        else put(holder, keys[what % keys.length]!, piece(Math.floor(what / keys.length)));
        break;
      case 4:
        if (typeof value === "object" && value !== null && !Array.isArray(value))
          put(value as Holder, keys[what % keys.length]!, piece(Math.floor(what / keys.length)));
        else put(holder, key, [value]);
        break;
      case 5:
        put(holder, key, structuredClone(Reflect.get(other.holder, other.key)));
        break;
      case 6:
        put(holder, key, nested(value, what));
        break;
      case 7:
        put(holder, key, swapped(value));
        break;
      default:
        if (typeof value === "string")
          put(holder, key, `${value.slice(0, what % 9)}${bits[what % bits.length]!}${value.slice(what % 9)}`);
        else root = what % 50 === 0 ? value : root;
    }
  }
  try {
    return JSON.stringify(root);
  } catch {
    // Nested deeper than the language itself can write.
    return text;
  }
}

function piece(what: number): unknown {
  return JSON.parse(pieces[what % pieces.length]!);
}

function put(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Few levels mostly, and now and then about as many as are allowed, or far more. */
function nested(value: unknown, what: number): unknown {
  const depth = [1, 2, 3, 497, 498, 499, 500, 501, 502, 1100][what % 10]!;
  let made = value;
  for (let level = 0; level < depth; level += 1) made = what % 3 === 0 ? { a: made } : [made];
  return made;
}

function swapped(value: unknown): unknown {
  if (Array.isArray(value)) return objectOf(value.map((item, index) => [String(index), item] as const));
  if (typeof value === "object" && value !== null) return Object.values(value);
  if (typeof value === "string") return /^-?\d+$/.test(value) ? Number(value) : value.length;
  return typeof value === "number" ? String(value) : 0;
}

function placesOf(root: unknown): { holder: Holder; key: string }[] {
  const places: { holder: Holder; key: string }[] = [];
  const open: unknown[] = [root];
  while (open.length > 0 && places.length < 5000) {
    const holder = open.pop();
    if (typeof holder !== "object" || holder === null) continue;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Holder, key });
      open.push(Reflect.get(holder, key));
    }
  }
  return places;
}
