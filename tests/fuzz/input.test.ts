import { Transcript, TranscriptInputError, type EntryInput } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryInput } from "../support/arbitraries.js";
import { fuzz, timeout } from "./run.js";

/** Anything that JavaScript has, in anything else. */
const anything = fc.anything({
  maxDepth: 4,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
  values: [
    fc.anything(),
    fc.constantFrom<unknown>(
      Symbol("s"),
      () => 1,
      new WeakMap(),
      new Error("e", { cause: 1 }),
      /x/g,
      new Date(Number.NaN),
    ),
    fc.constantFrom<unknown>(
      new URL("https://example.org"),
      new DataView(new ArrayBuffer(2)),
      Object.create(Date.prototype),
    ),
  ],
});

const keys = fc.constantFrom(
  "role",
  "text",
  "content",
  "toolCalls",
  "toolResult",
  "metadata",
  "providerMetadata",
  "extra",
  "source",
  "summary",
  "createdAt",
  "pinned",
  "partial",
  "id",
  "name",
  "type",
  "input",
  "output",
  "rich",
  "__proto__",
  "other",
);

/** An input with one thing in it replaced by anything. */
const spoiled = fc
  .tuple(entryInput(), fc.array(keys, { minLength: 1, maxLength: 4 }), anything)
  .map(([input, path, value]) => {
    const root: object = { ...input };
    let holder = root;
    for (const key of path.slice(0, -1)) {
      const inner: unknown = Reflect.get(holder, key);
      if (typeof inner !== "object" || inner === null || inner === Object.prototype) break;
      const copy: object = Array.isArray(inner) ? [...(inner as unknown[])] : { ...inner };
      put(holder, key, copy);
      holder =
        Array.isArray(copy) && typeof copy[0] === "object" && copy[0] !== null ? (copy[0] = { ...copy[0] }) : copy;
    }
    put(holder, path.at(-1)!, value);
    return root;
  });

function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

describe("Inputs that hold anything at all", () => {
  it("give a transcript that can be written and read, or an error of ours that names the entry", { timeout }, () => {
    fuzz(
      "input",
      fc.property(fc.oneof(spoiled, anything), (input) => {
        let transcript: Transcript;
        try {
          transcript = Transcript.from([{ role: "user", text: "x" }, input as EntryInput]);
        } catch (error) {
          if (!(error instanceof TranscriptInputError)) throw error;
          expect(error.message.length).toBeLessThan(2000);
          expect(error.issues[0]).toMatchObject({ entry: 1 });
          // What throws is read as a fault of the input, so that a fault of ours would hide there.
          if (error.issues[0]!.code === "unreadable") throw error;
          return;
        }
        const json = transcript.toJson();
        expect(Transcript.fromJson(json).toJson()).toBe(json);
        expect(Transcript.from(transcript.entries().map((entry) => ({ ...entry }) as EntryInput)).toJson()).toBe(json);
      }),
    );
  });
});
