import { Ajv2020 } from "ajv/dist/2020.js";
import { checkStrings } from "./strings.js";

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const optionalText: Schema = { type: ["string", "null"] };
const any: Schema = {};

/** A kind of part: extra keys are allowed everywhere. */
function partOf(type: string, required: Readonly<Record<string, Schema>>, optional: Schema = {}): Schema {
  return {
    type: "object",
    properties: { type: { const: type }, ...required, ...optional },
    required: ["type", ...Object.keys(required)],
  };
}

const detail: Schema = { type: "object", properties: { type: text }, required: ["type"] };
const file = { mime_type: optionalText, transcript: optionalText };
const PARTS: readonly Schema[] = [
  partOf("text", { content: text }),
  partOf("reasoning", { content: text }),
  partOf("tool_call", { name: text }, { id: optionalText, arguments: any }),
  partOf("tool_call_response", { response: any }, { id: optionalText }),
  partOf("server_tool_call", { name: text, server_tool_call: detail }, { id: optionalText }),
  partOf("server_tool_call_response", { server_tool_call_response: detail }, { id: optionalText }),
  partOf("blob", { modality: text, content: text }, file),
  partOf("uri", { modality: text, uri: text }, file),
  partOf("file", { modality: text, file_id: text }, file),
  partOf("compaction", {}, { id: optionalText, content: optionalText }),
];
const KNOWN = PARTS.map(({ properties }) => (properties as { type: { const: string } }).type.const);

const generic: Schema = { type: "object", properties: { type: text }, required: ["type"] };
const unknown: Schema = { ...generic, properties: { type: { type: "string", not: { enum: KNOWN } } } };

/** `gen_ai.input.messages` and `gen_ai.output.messages` in one: `finish_reason` is the only difference. */
function messagesOf(otherPart: Schema): Schema {
  return {
    type: "array",
    items: {
      type: "object",
      properties: {
        role: text,
        parts: { type: "array", items: { anyOf: [...PARTS, otherPart] } },
        name: optionalText,
        finish_reason: optionalText,
      },
      required: ["role", "parts"],
    },
  };
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const validate = ajv.compile(messagesOf(generic));
const validateKnown = ajv.compile(messagesOf(unknown));

/**
 * What the JSON schema of the conventions' messages refuses (open-telemetry/semantic-conventions-genai,
 * gen-ai-input-messages.json and gen-ai-output-messages.json), and strings that are not well formed.
 *
 * The schema has a part of any type and any keys, so that one of a known type may miss what that type has.
 */
export function otelFaults(messages: readonly object[]): string[] {
  return faultsOf(validate, messages);
}

/** The same, where a part of a known type has to be as that type is. */
export function otelPartFaults(messages: readonly object[]): string[] {
  return faultsOf(validateKnown, messages);
}

function faultsOf(schema: typeof validate, messages: readonly object[]): string[] {
  schema(messages);
  const faults = (schema.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  checkStrings(messages, (fault) => faults.push(fault));
  return [...faults, ...valueFaults(messages)];
}

/** Nothing that JSON does not know may be anywhere, `undefined` and odd numbers aside. */
function valueFaults(value: unknown): string[] {
  if (typeof value !== "object" || value === null) {
    return ["bigint", "symbol", "function"].includes(typeof value) ? [`a ${typeof value}`] : [];
  }
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(valueFaults) : [`a ${value.constructor.name}`];
}
