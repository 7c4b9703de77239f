/**
 * Reads and writes the messages of OpenTelemetry's conventions for generative AI: what spans and events hold under
 * `gen_ai.input.messages` and `gen_ai.output.messages`.
 *
 * The functions work on plain lists. The same format comes back byte for byte; telemetry gets no proofs of providers, and the
 * report says what else a conversation loses on the way.
 *
 * ```ts
 * import { fromOtelMessages, toOtelMessages } from "colloquy/otel";
 * ```
 *
 * @example A conversation as an attribute of a span, and back
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { fromOtelMessages, toOtelMessages } from "colloquy/otel";
 *
 * const transcript = Transcript.from([{ role: "user", text: "hej" }]);
 * const attribute = JSON.stringify(toOtelMessages(transcript).messages);
 * assert.equal(attribute, '[{"role":"user","parts":[{"type":"text","content":"hej"}]}]');
 *
 * const read = fromOtelMessages(JSON.parse(attribute));
 * assert.ok(read.equals(transcript));
 * ```
 *
 * @module
 */
export { fromOtelMessages } from "./otel/read.js";
export { toOtelMessages } from "./otel/write.js";
export type {
  OtelBlobPart,
  OtelCustomPart,
  OtelFilePart,
  OtelJson,
  OtelMessage,
  OtelModality,
  OtelPart,
  OtelReasoningPart,
  OtelTextPart,
  OtelToolCallPart,
  OtelToolCallResponsePart,
  OtelUriPart,
} from "./otel/types.js";
export type { ConversionNote, FromOptions, ToOptions } from "../index.js";
