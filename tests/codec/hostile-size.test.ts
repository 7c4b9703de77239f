import { Transcript } from "colloquy";
import { describe, it } from "vitest";
import { documentOf, outcomeOf, userOf } from "./hostile.js";

// `HOSTILE_TIMES=1 npx vitest run tests/codec/hostile-size.test.ts --disableConsoleIntercept` prints how long a megabyte takes.
const isTimed = process.env["HOSTILE_TIMES"] !== undefined;
const SIZE = isTimed ? 1_000_000 : 100_000;

/** Much of one thing, joined by commas. */
function many(item: (at: number) => string): string {
  const items: string[] = [];
  for (let length = 0; length < SIZE; length += items.at(-1)!.length + 1) items.push(item(items.length));
  return items.join();
}

function annotated(pair: (at: number) => readonly [member: string, annotation: string]): string {
  const [members, annotations]: [string[], string[]] = [[], []];
  many((at) => {
    const [member, annotation] = pair(at);
    members.push(member);
    annotations.push(annotation);
    return member + annotation;
  });
  return `{"role":"user","content":"x","metadata":{${members.join()}},"rich":{${annotations.join()}}}`;
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const sets = (depth: number): string =>
  `{"metadata.a":${'["set",{"0":'.repeat(depth - 1)}["set"]${"}]".repeat(depth - 1)}}`;
const content = (item: (at: number) => string): string => documentOf(`{"role":"user","content":[${many(item)}]}`);

const troubles: Readonly<Record<string, () => string>> = {
  "sound entries": () => documentOf(many(() => '{"role":"user","content":"hello there"}')),
  "empty objects for entries": () => documentOf(many(() => "{}")),
  "numbers for entries": () => documentOf(many(() => "1")),
  "entries that are all wrong": () =>
    documentOf(many(() => '{"role":"user","content":[{"type":"text","text":1}],"id":7}')),
  "parts that are all wrong": () => content(() => '{"type":1}'),
  "parts without a type": () => content(() => "{}"),
  "sound parts": () => content(() => '{"type":"text","text":"a"}'),
  "keys that nobody knows": () => documentOf(`{"role":"user","content":"x",${many((at) => `"k${at}":1`)}}`),
  "keys beside the entries": () => documentOf().replace("{", `{${many((at) => `"k${at}":1`)},`),
  annotations: () => documentOf(annotated((at) => [`"k${at}":"1"`, `"metadata.k${at}":["bigint"]`])),
  "annotations that point nowhere": () =>
    documentOf(annotated((at) => [`"k${at}":"1"`, `"metadata.x${at}":["bigint"]`])),
  "one annotation with a long path": () => documentOf(userOf("1", `{"metadata${".a".repeat(SIZE / 2)}":["bigint"]}`)),
  "annotations with long paths": () =>
    documentOf(userOf(nested(400), `{${many((at) => `"metadata${".a".repeat(400)}.b${at}":["bigint"]`)}}`)),
  "sets in sets": () => documentOf(many(() => userOf("[".repeat(100) + "]".repeat(100), sets(100)))),
  patterns: () => documentOf(annotated((at) => [`"k${at}":"/(a+)+$/"`, `"metadata.k${at}":["regexp"]`])),
  bytes: () => documentOf(annotated((at) => [`"k${at}":"AAAA"`, `"metadata.k${at}":[["custom","bytes"]]`])),
  "pairs of a map": () => documentOf(userOf(`[${many((at) => `[${at},1]`)}]`, '{"metadata.a":["map"]}')),
  "text of escapes": () => documentOf(`{"role":"user","content":"${'\\"\\\\'.repeat(SIZE / 4)}"}`),
  "brackets that open": () => "[".repeat(SIZE),
  "braces that open": () => '{"a":'.repeat(SIZE / 5),
  "a string that does not end": () => `{"a":"${"\\".repeat(SIZE)}`,
  "lists of entries": () => `{"format":"colloquy","version":1,${many(() => '"entries":[]')}}`,
};

describe("Much of", () => {
  it.each(Object.entries(troubles))("%s is read or refused in bounded time", { timeout: 60_000 }, (name, make) => {
    const json = make();
    const timeOf = (deed: () => unknown): number => {
      const start = performance.now();
      deed();
      return Math.round((performance.now() - start) * (1_000_000 / json.length));
    };
    const read = timeOf(() => Transcript.safeFromJson(json));
    const salvaged = timeOf(() => Transcript.salvage(json));
    // Machines differ, so that the times are for reading; what grows faster than its input would not get this far.
    if (isTimed) console.log(`${name}: ${read} ms, salvage ${salvaged} ms per megabyte`);
    outcomeOf(json);
  });
});
