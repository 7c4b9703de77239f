import { Transcript } from "colloquy";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { quickCheck } from "../../src/codec/quick-check.js";
import { entries, parts, unknownPart } from "../../src/codec/schema-v1.js";
import { ENTRY_KEYS, PART_KEYS, PROGRAM_ENTRY_KEYS } from "../../src/model/vocabulary.js";
import { entryInput } from "../support/arbitraries.js";
import { change, documentLike } from "../support/changes.js";

const schemas: [string, v.GenericSchema, (value: unknown) => boolean][] = Object.entries<v.GenericSchema>({
  ...entries,
  ...parts,
  unknownPart,
}).map(([name, schema]) => [name, schema, quickCheck(schema)]);

/** Every schema and its quick check say the same of a value and of all that it holds. */
function expectAgreement(value: unknown): void {
  for (const [name, schema, check] of schemas) {
    if (check(value) !== v.is(schema, value))
      expect(check(value), `${name} of ${JSON.stringify(value)}`).toBe(v.is(schema, value));
  }
  if (typeof value === "object" && value !== null) Object.values(value).forEach(expectAgreement);
}

function documentOf(inputs: Parameters<typeof Transcript.from>[0]): { entries: object[] } {
  return JSON.parse(Transcript.from(inputs).toJson()) as { entries: object[] };
}

describe("quickCheck()", () => {
  const inputs = fc.array(entryInput(), { minLength: 1, maxLength: 2 });

  it("says of sound documents what the schema says", () => {
    fc.assert(
      fc.property(inputs, (made) => expectAgreement(documentOf(made))),
      { numRuns: 100 },
    );
  });

  it("says of documents with a few changes what the schema says", () => {
    fc.assert(
      fc.property(inputs, fc.array(change(), { minLength: 1, maxLength: 3 }), (made, changes) => {
        const document = documentOf(made);
        for (const apply of changes) apply(document);
        expectAgreement(document);
      }),
      { numRuns: 300 },
    );
  });

  it("says of any JSON what the schema says", () => {
    fc.assert(fc.property(documentLike(), expectAgreement), { numRuns: 500 });
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), expectAgreement));
  });

  const string = v.string();
  const kinds: [string, v.GenericSchema, unknown[]][] = [
    ["a string", string, ["", "a", 1, null, undefined, []]],
    ["a number", v.number(), [0, -0, 1.5, Number.NaN, Infinity, "1", null]],
    ["a boolean", v.boolean(), [true, false, 0, null, "true"]],
    ["a literal", v.literal("a"), ["a", "b", null]],
    ["a picklist", v.picklist(["a", "b"]), ["a", "b", "c", null]],
    ["anything", v.unknown(), [null, undefined, {}]],
    ["nothing", v.never(), [null, undefined, {}]],
    ["what may be absent", v.optional(string), [undefined, "a", null]],
    ["a list", v.array(string), [[], ["a"], ["a", 1], "a", null, {}]],
    ["a union", v.union([string, v.number()]), ["a", 1, null]],
    ["a whole number", v.pipe(v.number(), v.integer()), [1, -1, 1.5, Infinity, "1"]],
    ["a number of at least 0", v.pipe(v.number(), v.minValue(0)), [0, -0, -1, 0.5, "1"]],
    ["a string that is not empty", v.pipe(string, v.nonEmpty()), ["", "a", null]],
    ["a pattern", v.pipe(string, v.regex(/^a+$/)), ["a", "aa", "b", ""]],
    ["another value", v.pipe(string, v.notValue("a")), ["a", "b", ""]],
    ["none of some values", v.pipe(string, v.notValues(["a", "b"])), ["a", "b", "c"]],
    [
      "a check",
      v.pipe(
        string,
        v.check((text) => text > "b"),
      ),
      ["a", "c", 1],
    ],
    ["a pipe in a pipe", v.pipe(v.pipe(string, v.nonEmpty()), v.regex(/a/)), ["", "b", "ba", 1]],
    [
      "a variant with a pipe and one of other names",
      v.variant("type", [
        v.pipe(
          v.looseObject({ type: v.literal("a"), n: v.number() }),
          v.check(({ n }) => n > 1),
        ),
        v.looseObject({ type: v.pipe(string, v.notValue("a")) }),
      ]),
      [{ type: "a", n: 1 }, { type: "a", n: 2 }, { type: "b" }, { type: 1 }, {}, null, "a"],
    ],
  ];
  it.each(kinds)("says of %s what the schema says", (_name, schema, values) => {
    const check = quickCheck(schema);
    expect(values.map(check)).toEqual(values.map((value) => v.is(schema, value)));
    const object = v.looseObject({ key: schema });
    const inObjects = [{}, ...values.map((key) => ({ key }))];
    expect(inObjects.map(quickCheck(object))).toEqual(inObjects.map((value) => v.is(object, value)));
  });

  it("takes no array for an object, which valibot does", () => {
    const schema = v.looseObject({ a: v.optional(v.string()) });
    expect(v.is(schema, [])).toBe(true);
    expect(quickCheck(schema)([])).toBe(false);
    const required = v.looseObject({ length: v.number() });
    expect([v.is(required, [1]), quickCheck(required)([1])]).toEqual([true, false]);
  });

  it("tells a missing key from one with a value", () => {
    const check = quickCheck(v.looseObject({ input: v.unknown() }));
    expect([{}, { input: undefined }, { input: null }, { other: 1 }].map(check)).toEqual([false, true, true, false]);
    expect(check(JSON.parse('{"__proto__":{"input":1}}'))).toBe(false);
    expect(check(Object.create({ input: 1 }))).toBe(false);
  });

  it("need not care for what objects inherit: no key of the format is called so", () => {
    const keys = [...ENTRY_KEYS, ...PROGRAM_ENTRY_KEYS, ...[...PART_KEYS.values()].flatMap((names) => [...names])];
    expect(keys.filter((key) => key in {})).toEqual([]);
  });

  it("refuses a kind of schema or action that it does not know when it is made, not when it is asked", () => {
    expect(() => quickCheck(v.date())).toThrow("Cannot check a schema of the type date");
    expect(() => quickCheck(v.pipe(v.string(), v.email()))).toThrow("Cannot check an action of the type email");
  });
});
