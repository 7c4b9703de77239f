import { type EntryInput, type FromOptions, type Issue, Transcript } from "../../index.js";
import { checkFromOptions, checkList } from "../shared/arguments.js";
import { extend, Faults, Place } from "../shared/place.js";
import { WHAT } from "./form.js";
import { Links } from "./links.js";
import { readMessage } from "./read-message.js";

/**
 * Reads a list of messages as OpenTelemetry's conventions for generative AI have them: what a span or an event holds under
 * `gen_ai.input.messages` and `gen_ai.output.messages`, in one list or one after the other.
 *
 * Many exporters hold the list as JSON text: parse it first. Instructions that stand beside the list, in
 * `gen_ai.system_instructions`, are the parts of a message of role `system`. A message gives one entry, but for one with
 * responses of tools: each is an entry, and so is what stands between them. Keys, parts and roles that this release does
 * not know are kept, and so is the form of what it knows: {@link toOtelMessages} gives back the same list, key order
 * included. A call without an id gets one, which is not written again; a response without one answers the first open call
 * of the nearest step. O(messages and their values).
 *
 * @param messages - plain objects; they are copied, never changed. An empty list gives an empty transcript
 * @param options - `after`: a transcript that the messages continue; the result is it, extended
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when messages cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example What a span says of one step
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromOtelMessages, toOtelMessages } from "colloquy/otel";
 *
 * const attributes = {
 *   "gen_ai.system_instructions": '[{"type":"text","content":"Be brief."}]',
 *   "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Weather in Paris?"}]}]',
 *   "gen_ai.output.messages":
 *     '[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"weather","arguments":{"city":"Paris"}}],"finish_reason":"tool_call"}]',
 * };
 * const messages = [
 *   { role: "system", parts: JSON.parse(attributes["gen_ai.system_instructions"]) },
 *   ...JSON.parse(attributes["gen_ai.input.messages"]),
 *   ...JSON.parse(attributes["gen_ai.output.messages"]),
 * ];
 * const transcript = fromOtelMessages(messages);
 * assert.deepEqual(transcript.at(2)?.toolCalls?.[0].input, { city: "Paris" });
 * assert.deepEqual(transcript.at(2)?.providerMetadata, { otel: { finish_reason: "tool_call" } });
 * assert.deepEqual(toOtelMessages(transcript).messages, messages);
 * ```
 */
export function fromOtelMessages(messages: readonly object[], options?: FromOptions): Transcript {
  checkList(messages, WHAT);
  const { after = Transcript.empty } = checkFromOptions(options, WHAT);
  const faults = new Faults(WHAT);
  const entries: EntryInput[] = [];
  const origins: { readonly message: number; readonly positions: readonly number[] }[] = [];
  const links = new Links(after, entries);
  for (let message = 0; message < messages.length; message += 1) {
    for (const { entry, positions } of readMessage(messages[message], links, new Place(faults, message))) {
      entries.push(entry);
      origins.push({ message, positions });
    }
  }
  faults.throwIfAny(messages, "fromOtelMessages");
  return extend(after, entries, faults, (issue) => {
    const { message, positions } = origins[(issue.entry ?? after.length) - after.length]!;
    return { ...issue, entry: message, path: toMessagePath(issue.path, positions) };
  });
}

/** The part of a message that a place of its entry came from. */
function toMessagePath(path: Issue["path"], positions: readonly number[]): Issue["path"] {
  const [holder, index] = path;
  return holder === "content" && typeof index === "number" ? ["parts", positions[index] ?? index] : path;
}
