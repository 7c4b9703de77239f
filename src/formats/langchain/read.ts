import { type EntryInput, type FromOptions, Transcript } from "../../index.js";
import { checkFromOptions, checkList } from "../shared/arguments.js";
import { extend, Faults, Place } from "../shared/place.js";
import { WHAT } from "./form.js";
import { Links } from "./links.js";
import { readMessage } from "./read-message.js";

/**
 * Reads a list of LangChain's messages: as they are stored (`{ type, data }`), as serialized constructors (`{ lc: 1, … }`),
 * as Python dumps them (`{ type, content, … }`), and live ones, which are read as `toDict()` gives them.
 *
 * Each message gives one entry. A call that stands in `tool_calls`, in `additional_kwargs` and in the content is one call.
 * Keys, blocks and types that this release does not know are kept, and so is the form of what it knows:
 * {@link toStoredMessages} gives back the same list, key order included. Nothing is constructed, and data in the messages
 * that looks like a serialized class stays data. O(messages and their values).
 *
 * @param messages - messages; they are copied, never changed. An empty list gives an empty transcript
 * @param options - `after`: a transcript that the messages continue; the result is it, extended
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when messages cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A turn with a tool call
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
 *
 * const stored = [
 *   { type: "human", data: { content: "What is the weather in Paris?" } },
 *   {
 *     type: "ai",
 *     data: { content: "", tool_calls: [{ name: "get_weather", args: { city: "Paris" }, id: "call_1", type: "tool_call" }] },
 *   },
 * ];
 * let transcript = fromStoredMessages(stored);
 * assert.deepEqual(transcript.at(1)?.toolCalls?.[0].input, { city: "Paris" });
 *
 * const result = { type: "tool", data: { content: "18C, clear", tool_call_id: "call_1" } };
 * transcript = fromStoredMessages([result], { after: transcript });
 * assert.equal(transcript.at(2)?.toolResult?.output, "18C, clear");
 * assert.deepEqual(toStoredMessages(transcript).messages, [...stored, result]);
 * ```
 */
export function fromStoredMessages(messages: readonly object[], options?: FromOptions): Transcript {
  checkList(messages, WHAT);
  const { after } = checkFromOptions(options, WHAT);
  const faults = new Faults(WHAT);
  const entries: EntryInput[] = [];
  const links = new Links(after, entries);
  for (let message = 0; message < messages.length; message += 1) {
    const entry = readMessage(messages[message], links, new Place(faults, message));
    if (entry !== undefined) entries.push(entry);
  }
  faults.throwIfAny();
  return extend(after ?? Transcript.empty, entries, faults);
}
