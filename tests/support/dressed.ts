import fc, { type Arbitrary } from "fast-check";
import { objectOf } from "./values.js";

/** A provider's message, or a piece of one, as it may come: plain, with any keys. */
export type Message = Record<string, unknown>;

const { constant, constantFrom, oneof } = fc;

/** Text that says something, well formed. */
export const word = oneof(
  constantFrom(
    "x",
    " ",
    "  \n",
    "hej",
    "null",
    "undefined",
    "漢字",
    "\u{1F600}",
    "\u0000",
    '{"a":1}',
    "data:image/png;base64,AAAA",
  ),
  fc.string({ maxLength: 8 }).map((made) => made.toWellFormed()),
);
/** Text, empty now and then. */
export const text = oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: constant("") });

/** Values of keys that nobody knows: content and form, whole and empty, deep and flat. */
const unknownValue: Arbitrary<unknown> = fc.letrec((tie) => ({
  value: oneof(
    { depthSize: "small", withCrossShrink: true },
    constantFrom<unknown>(null, undefined, true, 0, 7, 1.5, "", -0, Number.NaN),
    word,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.array(fc.tuple(keyOf(), tie("value")), { maxLength: 2 }).map((pairs) => objectOf(pairs)),
  ),
})).value;

function keyOf(): Arbitrary<string> {
  return constantFrom(
    "x_note",
    "index",
    "__proto__",
    "constructor",
    "toJSON",
    "keys",
    "values",
    "source",
    "format",
    "7",
    "",
    "a.b",
  );
}

/** Numbers below `limit` that a seed tells. */
export function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Adds unknown keys now and then, `known` being left alone, and puts the keys into another order now and then. */
export function dressed(object: Arbitrary<Message>): Arbitrary<Message> {
  const unknown = fc.uniqueArray(fc.tuple(keyOf(), unknownValue), { maxLength: 2, selector: ([key]) => key });
  return fc.tuple(object, fc.nat(5), unknown, fc.nat()).map(([made, die, added, seed]) => {
    const roll = dice(seed);
    const pairs = Object.keys(made).map((key) => [key, made[key]] as const);
    if (die === 0) pairs.push(...added.filter(([key]) => !Object.hasOwn(made, key)));
    if (die < 2) {
      const ranked = pairs.map((pair) => ({ pair, rank: roll(1000) }));
      return objectOf(ranked.sort((a, b) => a.rank - b.rank).map(({ pair }) => pair));
    }
    return objectOf(pairs);
  });
}

/** Keys that may be there with a value that says nothing. */
export function withBlank(object: Arbitrary<Message>, key: string, ...values: unknown[]): Arbitrary<Message> {
  const absent = Symbol("absent");
  const choice = constantFrom<unknown>(absent, absent, absent, ...values);
  return fc
    .tuple(object, choice)
    .map(([made, value]) => (value === absent || Object.hasOwn(made, key) ? made : { ...made, [key]: value }));
}
