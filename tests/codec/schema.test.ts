import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { Transcript } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation, entryInput } from "../support/arbitraries.js";
import { change } from "../support/changes.js";
import { transcriptJsonSchema } from "../support/json-schema.js";

const file = fileURLToPath(new URL("../../schemas/transcript.v1.schema.json", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/v1/", import.meta.url));

/** What JSON Schema cannot say, and the text that is no JSON to begin with. */
const BEYOND_SCHEMA = [
  /^(syntax-|deep-|place-result-before-its-call)/,
  // Where an annotation points,
  /^rich-(nowhere|not-free-form|content|part-text|metadata-itself|inherited-path|proto-path|escape|empty-path|inside-|custom-value)/,
  // and whether its tag fits what stands there.
  /^rich-(typed-array-range|date|url|regexp|number|bigint|undefined|set|map|error|bytes$)/,
];

function documentsIn(folder: "good" | "bad"): string[] {
  const names = readdirSync(`${fixtures}${folder}`).filter((name) => /(?<!\.error)\.json$/.test(name));
  return names.map((name) => name.slice(0, -".json".length)).sort();
}

function read(folder: "good" | "bad", name: string): unknown {
  return JSON.parse(readFileSync(`${fixtures}${folder}/${name}.json`, "utf8"));
}

function validator(): ValidateFunction {
  return new Ajv2020({ strictTypes: true, strictTuples: true }).compile(transcriptJsonSchema() as object);
}

function expectValid(validate: ValidateFunction, document: unknown): void {
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
}

describe("schemas/transcript.v1.schema.json", () => {
  it("is current: `npm run schema` writes it anew", async () => {
    expect(existsSync(file)).toBe(true);
    await expect(`${JSON.stringify(transcriptJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(file);
  });

  it("names itself without a host, says which draft it follows, and what it describes", () => {
    expect(transcriptJsonSchema()).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "urn:colloquy:transcript:v1",
      title: "Transcript",
      description: expect.stringMatching(/\w/),
    });
  });
});

describe("The JSON Schema, asked by an independent validator", () => {
  const validate = validator();

  it.each(documentsIn("good"))("takes the good document %s", (name) => expectValid(validate, read("good", name)));

  const shapes = documentsIn("bad").filter((name) => !BEYOND_SCHEMA.some((beyond) => beyond.test(name)));
  it.each(shapes)("refuses the bad document %s", (name) => {
    expect(validate(read("bad", name))).toBe(false);
  });

  it("takes the document of every conversation", () => {
    const inputs = fc.oneof(
      conversation({ reasoningEntries: true }),
      brokenConversation(),
      fc.array(entryInput(), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(inputs, (entries) => expectValid(validate, JSON.parse(Transcript.from(entries).toJson()))),
      { numRuns: 200 },
    );
  });

  it("agrees with the decoder on documents with one change, places and annotations aside", () => {
    const inputs = fc.array(entryInput(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(inputs, change(), (entries, apply) => {
        const document = JSON.parse(Transcript.from(entries).toJson()) as object;
        apply(document);
        const text = JSON.stringify(document);
        const result = Transcript.safeFromJson(text);
        if (result.success) expectValid(validate, JSON.parse(text));
        else if (result.error.issues.some(({ code }) => !["annotation", "misplaced"].includes(code)))
          expect(validate(JSON.parse(text)), result.error.message).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
