import { type FromOptions, Transcript } from "../../index.js";
import { checkFromOptions } from "../shared/arguments.js";
import { extend, Faults, Place } from "../shared/place.js";
import { describe, isPlainObject } from "../shared/plain.js";
import { WHAT } from "./form.js";
import { ContentReader } from "./read-contents.js";
import { toCamel } from "./spelling.js";
import type { GeminiRequest, GeminiReturnedContent } from "./types.js";

/**
 * Reads the contents of Gemini's generateContent, as a request takes them and a response returns them.
 *
 * A content becomes one entry, but for one of the user with responses of functions: each response is an entry, and what
 * stands beside them is another. `systemInstruction` becomes the first entry. A call without an id gets one that its place
 * tells, and its response is found by name and order; neither is sent to the provider with it. Keys, parts and roles that
 * this release does not know are kept, and so is the form of what it knows, `snake_case` included: {@link toContents} gives
 * back the same list, key order included. O(contents and their values).
 *
 * @param contents - a list of contents, or an object with `contents` and perhaps `systemInstruction` (there, or in `config`
 * as the SDK has it), or one content as it was returned; they are copied, never changed
 * @param options - `after`: a transcript that the contents continue; the result is it, extended. Responses find their calls
 * in it
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when contents cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example Calls without ids
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromContents, toContents } from "colloquy/gemini";
 *
 * const contents = [
 *   { role: "user", parts: [{ text: "What is the weather in Paris?" }] },
 *   { role: "model", parts: [{ functionCall: { name: "get_weather", args: { city: "Paris" } }, thoughtSignature: "Eq8H" }] },
 *   { role: "user", parts: [{ functionResponse: { name: "get_weather", response: { output: "18C" } } }] },
 * ];
 * const transcript = fromContents(contents);
 * assert.equal(transcript.at(2)?.toolResult?.toolCallId, transcript.at(1)?.toolCalls?.[0].toolCallId);
 * assert.equal(transcript.at(2)?.toolResult?.output, "18C");
 * assert.deepEqual(toContents(transcript), { contents, report: [] });
 * ```
 */
export function fromContents(
  contents: GeminiRequest | readonly object[] | GeminiReturnedContent,
  options?: FromOptions,
): Transcript {
  const { systemInstruction, list } = checkContents(contents);
  const { after = Transcript.empty } = checkFromOptions(options, WHAT);
  const faults = new Faults(WHAT, "content");
  const reader = new ContentReader(after);
  const contentOf: (number | undefined)[] = [];
  if (systemInstruction !== undefined && systemInstruction !== null) {
    reader.readInstructions(systemInstruction, new Place(faults, undefined, undefined, ["systemInstruction"]));
    contentOf.push(undefined);
  }
  list.forEach((content, index) => {
    reader.readContent(content, new Place(faults, index));
    while (contentOf.length < reader.entries.length) contentOf.push(index);
  });
  faults.throwIfAny(list, "fromContents");
  return extend(after, reader.entries, faults, ({ entry = after.length, ...issue }) => {
    const content = contentOf[entry - after.length];
    return content === undefined ? issue : { ...issue, entry: content };
  });
}

function checkContents(given: unknown): { readonly systemInstruction?: unknown; readonly list: readonly unknown[] } {
  if (Array.isArray(given)) return { list: given };
  if (!isPlainObject(given)) {
    const got = Transcript.isTranscript(given) ? "a Transcript" : describe(given);
    throw new TypeError(`Cannot read ${WHAT}: expected an object with contents, or an array, got ${got}`);
  }
  const { contents, config } = given;
  if (contents === undefined && ("parts" in given || "role" in given)) return { list: [given] };
  if (!Array.isArray(contents))
    throw new TypeError(`Cannot read ${WHAT}: contents: expected an array, got ${describe(contents)}`);
  const { object: request } = toCamel(given);
  const configured = isPlainObject(config) ? config["systemInstruction"] : undefined;
  return { systemInstruction: request["systemInstruction"] ?? configured, list: contents };
}
