import { toJsonSchema, type JsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { document, entries, parts, unknownPart } from "../../src/codec/schema-v1.js";
import { TYPED_ARRAYS } from "../../src/model/kinds.js";
import { ROLES, URL_START } from "../../src/model/vocabulary.js";

const DESCRIPTION =
  "A conversation with a language model, as colloquy stores it. Unknown keys of entries and parts, and parts of an " +
  "unknown type, come from a later release of this version and are kept. Not all rules can be said here: annotations " +
  "(`rich`) must point at values that they fit, and a result in an assistant entry stands behind its own call.";

const named: Record<string, GenericSchema> = {
  ...Object.fromEntries(ROLES.map((role) => [`${role}-entry`, entries[role]])),
  ...parts,
  "unknown-part": unknownPart,
};

/** The JSON Schema of version 1 of the document, as `schemas/transcript.v1.schema.json` holds it. */
export function transcriptJsonSchema(): JsonSchema {
  const { $schema, $defs, ...rest } = toJsonSchema(document, {
    target: "draft-2020-12",
    definitions: named,
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === "custom" ? { type: "object" } : undefined),
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === "check" ? withCheck(jsonSchema) : undefined,
  });
  const definitions = $defs as Record<string, { properties: Record<string, JsonSchema> }>;
  for (const role of ROLES) definitions[`${role}-entry`]!.properties["rich"] = { $ref: "#/$defs/annotations" };
  return {
    $schema: $schema!,
    $id: "urn:colloquy:transcript:v1",
    title: "Transcript",
    description: DESCRIPTION,
    ...rest,
    $defs: { ...$defs, annotations, tag },
  };
}

/** Says in JSON Schema what the checks of the schemas say in code, as far as it can be said. */
function withCheck(schema: JsonSchema): JsonSchema {
  if (schema.type === "string") return { ...schema, not: { pattern: URL_START.source } };
  // The one check of an object: a tool result holds either output or content.
  if (schema.type === "object") return { ...schema, oneOf: [{ required: ["output"] }, { required: ["content"] }] };
  const isOfTool = JSON.stringify(schema.items).includes("approval-response");
  return isOfTool ? { ...schema, allOf: ofToolEntry } : schema;
}

const ofType = (type: string): JsonSchema => ({
  type: "object",
  properties: { type: { const: type } },
  required: ["type"],
});
const [result, response] = [ofType("tool-result"), ofType("approval-response")];

/** One result, or approval responses alone. */
const ofToolEntry: JsonSchema[] = [
  { type: "array", contains: { anyOf: [result, response, { $ref: "#/$defs/unknown-part" }] } },
  { type: "array", contains: result, minContains: 0, maxContains: 1 } as JsonSchema,
  { not: { type: "array", allOf: [{ contains: result }, { contains: response }] } },
];

function tuple(...items: JsonSchema[]): JsonSchema {
  return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length } as JsonSchema;
}

const annotations: JsonSchema = {
  description: "By path (keys joined by dots, dots and backslashes in them escaped): a tag, and the tags inside it.",
  type: "object",
  additionalProperties: {
    anyOf: [tuple({ $ref: "#/$defs/tag" }), tuple({ $ref: "#/$defs/tag" }, { $ref: "#/$defs/annotations" })],
  },
};

const tag: JsonSchema = {
  anyOf: [
    { enum: ["undefined", "number", "bigint", "Date", "regexp", "URL", "set", "map", "Error"] },
    { const: ["custom", "bytes"] as never },
    ...Array.from(TYPED_ARRAYS.keys(), (name): JsonSchema => ({ const: ["typed-array", name] as never })),
  ],
};
