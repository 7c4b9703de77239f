/**
 * Reads and writes the contents of Gemini's generateContent.
 *
 * No client is needed and none is loaded: the functions work on plain objects. The same format comes back as it came, thought
 * signatures on their parts; what another provider's conversation loses on the way is in the report.
 *
 * ```ts
 * import { fromContents, toContents } from "colloquy/gemini";
 * ```
 *
 * @example A stored conversation goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { fromContents, toContents } from "colloquy/gemini";
 *
 * const stored = fromContents({
 *   systemInstruction: "Answer in Danish.",
 *   contents: [{ role: "user", parts: [{ text: "hej" }] }],
 * }).toJson();
 *
 * const { systemInstruction, contents } = toContents(Transcript.fromJson(stored));
 * assert.equal(systemInstruction, "Answer in Danish.");
 * assert.deepEqual(contents, [{ role: "user", parts: [{ text: "hej" }] }]);
 * ```
 *
 * @module
 */
export { fromContents } from "./gemini/read.js";
export { summarizeWith, type GeminiAnswer, type GeminiClient } from "./gemini/summarize.js";
export { toContents } from "./gemini/write.js";
export type { ToContentsOptions } from "./gemini/write.js";
export type {
  GeminiContent,
  GeminiFileDataPart,
  GeminiFunctionCallPart,
  GeminiFunctionResponsePart,
  GeminiInlineDataPart,
  GeminiPart,
  GeminiRequest,
  GeminiReturnedContent,
  GeminiSystemInstruction,
  GeminiTextPart,
} from "./gemini/types.js";
export type { ConversionNote, FromOptions, ToOptions } from "../index.js";
export type { SummaryParameters } from "./shared/summary.js";
