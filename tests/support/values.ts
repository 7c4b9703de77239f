import fc from "fast-check";
import { nodeIsThere } from "./runtime.js";

/** Keys that broke some serialiser or looked like its marks: all of them are plain data. */
export const hostileKeys = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "a.b",
  "end\\",
  "end\\.k",
  "$type",
  "$date",
  "json",
  "meta",
  "values",
  "rich",
  "0",
  "row.1",
  "length",
  "toJSON",
  'a"b',
  "c\nd",
  "h\u2028i",
  "\u0000",
];

/** An object of these own keys, `__proto__` included. */
export function objectOf(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of pairs) {
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return object;
}

const pieces = [
  "a",
  " ",
  "word ",
  "\n",
  "\r\n",
  "\t",
  "é",
  "漢字",
  "\u{1F600}",
  "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}",
  "\uD83D",
  "\uDE00",
  "\uFFFD",
  "\u0000",
  "\u001B[31m",
  "\u2028",
  "\u0085",
  "\u202E",
  "\uFEFF",
  '"',
  "\\",
  "<|endoftext|>",
  "</script>",
  "[Compacted 3 earlier messages]",
  "  [user] hello",
  "data:image/png;base64,AAAA",
];

/** Text of every kind: mixed scripts, emoji, halves of surrogate pairs, control characters, line ends, now and then long. */
export function text(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...pieces);
  return fc.oneof(
    { weight: 4, arbitrary: fc.array(piece, { maxLength: 6 }).map((list) => list.join("")) },
    { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(piece, fc.integer({ min: 50, max: 600 })).map(([unit, times]) => unit.repeat(times)),
    },
  );
}

/** Text with something in it that can be seen, so that the entry it stands in is not an empty one. */
export function visibleText(): fc.Arbitrary<string> {
  return text().map((value) => (value.trim() === "" ? `x${value}` : value));
}

const key = fc.oneof(
  { weight: 2, arbitrary: fc.string({ maxLength: 5 }) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileKeys) },
);

function objects(value: fc.Arbitrary<unknown>, maxLength: number): fc.Arbitrary<Record<string, unknown>> {
  return fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength }).map(objectOf);
}

const plainLeaf: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER),
  fc.boolean().map((list) => (list ? [] : {})),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
  fc.integer(),
  text(),
);

/** What JSON holds, with hostile keys. */
export function plainValue(): fc.Arbitrary<unknown> {
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      plainLeaf,
      objects(tie("value"), 4),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
  })).value;
}

const regExps = [/a\/b/gi, /[/\n]+/u, /(?:)/, /^\s*$/my, new RegExp("\u2028\\\\"), /(?<year>\d{4})/dsv];
const urls = [
  "https://user:pass@example.org:8080/a%20b?q=1&q=2#part",
  "file:///etc/hosts",
  "urn:isbn:0451450523",
  "data:text/plain,hi",
];
const typedArrays = [
  () => Int8Array.of(-128, 0, 127),
  () => Uint8ClampedArray.of(0, 255),
  () => Int16Array.of(-32768, 5),
  () => Uint16Array.of(65535),
  () => Int32Array.of(-1, 1),
  () => Uint32Array.of(4294967295),
  () => Float32Array.of(0.5, -0, Number.NaN),
  () => Float64Array.of(Number.NEGATIVE_INFINITY, Number.NaN, -0, 0.1),
  () => new Float64Array(0),
  () => new Uint8Array(Uint8Array.of(1, 2, 3, 4).buffer, 1, 2),
];

const richLeaf: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0),
  fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(...regExps).map((source) => new RegExp(source.source, source.flags)),
  fc.oneof(fc.constantFrom(...urls), fc.webUrl()).map((href) => new URL(href)),
  fc.uint8Array({ maxLength: 6 }),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => (nodeIsThere ? Buffer.from(bytes) : bytes)),
  fc.constantFrom(...typedArrays).map((make) => make()),
);

interface ErrorSpec {
  readonly kind: "Error" | "TypeError" | "RangeError" | "ToolError";
  readonly message: string;
  readonly cause: readonly unknown[];
  readonly code: string | number | undefined;
}

function makeError(spec: ErrorSpec): Error {
  const options = spec.cause.length > 0 ? { cause: spec.cause[0] } : undefined;
  const constructors = { Error, TypeError, RangeError, ToolError: Error };
  const error = new constructors[spec.kind](spec.message, options);
  if (spec.kind === "ToolError") error.name = spec.kind;
  if (spec.code !== undefined) Object.assign(error, { code: spec.code });
  return error;
}

function errors(value: fc.Arbitrary<unknown>): fc.Arbitrary<Error> {
  const spec = fc.record({
    kind: fc.constantFrom("Error" as const, "TypeError" as const, "RangeError" as const, "ToolError" as const),
    message: text(),
    cause: fc.array(value, { maxLength: 1 }),
    code: fc.constantFrom(undefined, "ENOENT", 404),
  });
  return spec.map(makeError);
}

/** What JSON has no form for, nested in each other and in plain data. */
export function richValue(): fc.Arbitrary<unknown> {
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 3, arbitrary: richLeaf },
      { weight: 2, arbitrary: plainLeaf },
      { weight: 2, arbitrary: objects(tie("value"), 4) },
      { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(tie("value"), tie("value")), { maxLength: 3 }).map((pairs) => new Map(pairs)),
      },
      { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }).map((members) => new Set(members)) },
      { weight: 1, arbitrary: errors(tie("value")) },
    ),
  })).value;
}

/** An object for `metadata` and the like: plain or rich values under any key. */
export function richRecord(): fc.Arbitrary<Record<string, unknown>> {
  return objects(richValue(), 3);
}

/** JSON under keys that no release knows yet. */
export function extras(): fc.Arbitrary<Record<string, never>> {
  return plainValue().map((value) => ({ futureKey: value as never }));
}
