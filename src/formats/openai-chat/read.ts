import { type EntryInput, type FromOptions, Transcript } from "../../index.js";
import { checkFromOptions, checkList } from "../shared/arguments.js";
import { sortKeys } from "../shared/form.js";
import { extend, Faults, Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { KEYS, type MessageForm, WHAT } from "./form.js";
import { Links } from "./links.js";
import { readAssistant } from "./read-assistant.js";
import { describeForm, markOf, readContent, readName } from "./read-content.js";
import { readFunction, readTool } from "./read-results.js";

/** Roles that errors name. Another one may be content. */
const ROLES: readonly unknown[] = ["system", "developer", "user", "assistant", "tool", "function"];

/**
 * Reads a list of OpenAI Chat Completions messages, as a request takes them and a response returns them.
 *
 * Each message becomes one entry. Keys, parts and roles that this release does not know are kept, and so is the form of
 * what it knows: {@link toChatMessages} gives back the same list, key order included. Servers that are compatible with the
 * endpoint may add `reasoning_content` or `reasoning`: those become reasoning parts. Others give no ids, or empty
 * ones: such calls get ids, and results without one belong to the calls before them, by name and else in order. O(messages and
 * their values).
 *
 * @param messages - plain objects; they are copied, never changed. An empty list gives an empty transcript
 * @param options - `after`: a transcript that the messages continue; the result is it, extended. Results find their calls
 * in it, and ids that {@link toChatMessages} had to shorten are those of the transcript again
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when messages cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A turn with a tool call
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromChatMessages, toChatMessages } from "colloquy/openai";
 *
 * const messages = [
 *   { role: "user", content: "What is the weather in Paris?" },
 *   {
 *     role: "assistant",
 *     content: null,
 *     tool_calls: [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city": "Paris"}' } }],
 *   },
 * ];
 * let transcript = fromChatMessages(messages);
 * assert.deepEqual(transcript.at(1)?.toolCalls?.[0].input, { city: "Paris" });
 *
 * const result = { role: "tool", tool_call_id: "call_1", content: "18C, clear" };
 * transcript = fromChatMessages([result], { after: transcript });
 * assert.deepEqual(toChatMessages(transcript), { messages: [...messages, result], report: [] });
 * ```
 */
export function fromChatMessages(messages: readonly object[], options?: FromOptions): Transcript {
  checkList(messages, WHAT);
  const { after } = checkFromOptions(options, WHAT);
  const faults = new Faults(WHAT);
  const entries: EntryInput[] = [];
  const links = new Links(after, entries);
  for (let index = 0; index < messages.length; index += 1) {
    const entry = readMessage(messages[index], links, new Place(faults, index));
    if (entry !== undefined) entries.push(entry);
  }
  faults.throwIfAny(messages, "fromChatMessages");
  return extend(after ?? Transcript.empty, entries, faults);
}

function readMessage(value: unknown, links: Links, place: Place): EntryInput | undefined {
  const message = place.object(value);
  if (message === undefined) return undefined;
  const role = place.in("role").text(message["role"], true);
  if (role === undefined) return undefined;
  const at = new Place(place.faults, place.message, ROLES.includes(role) ? role : undefined);
  if (role === "tool") return readTool(message, links, at);
  if (role === "function") return readFunction(message, links, at);
  if (role === "assistant") return readAssistant(message, { role }, links, at);
  if (role === "system" || role === "user") return readSpeaker(message, role, {}, at);
  if (role === "developer") return readSpeaker(message, "system", { role }, at);
  const calls = [message["tool_calls"], message["function_call"]];
  const isModel = calls.some((given) => typeof given === "object" && given !== null);
  return isModel ? readAssistant(message, { role }, links, at) : readSpeaker(message, "user", { role }, at);
}

function readSpeaker(message: PlainObject, role: "system" | "user", noted: MessageForm, at: Place): EntryInput {
  const { parts, mark } = readContent(message, role, at);
  const name = readName(message, at);
  const keys = sortKeys(message, KEYS.speaker, ["role", "content", ...Object.keys(name)], at);
  return { role, content: parts, ...name, ...describeForm({ ...noted, ...markOf(mark) }, keys) };
}
