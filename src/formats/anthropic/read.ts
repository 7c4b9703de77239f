import { type EntryInput, type FromOptions, Transcript } from "../../index.js";
import { checkFromOptions } from "../shared/arguments.js";
import { extend, Faults, Place } from "../shared/place.js";
import { describe, isPlainObject } from "../shared/plain.js";
import { WHAT } from "./form.js";
import { Links } from "./links.js";
import { readId } from "./read-keys.js";
import { readAssistant, readStranger, readSystem, readSystemMessage, readUser } from "./read-messages.js";
import type { AnthropicRequest, AnthropicReturnedMessage } from "./types.js";

/** Roles that errors name. Another one may be content. */
const ROLES: readonly unknown[] = ["system", "user", "assistant"];

/**
 * Reads messages of Anthropic's Messages API, as a request takes them and a response returns them.
 *
 * A message becomes one entry, but for a user message with results of tools: each result is an entry, and what stands
 * beside them is another. `system` becomes the first entry. Keys, blocks and roles that this release does not know are
 * kept, and so is the form of what it knows: {@link toMessages} gives back the same list, key order included. What the
 * provider tells beside role and content of a message that it returned (`id`, `model`, `usage`) is in the entry's
 * `providerMetadata.anthropic`, and not sent back. O(messages and their values).
 *
 * @param messages - a list of plain objects, or an object with `messages` and perhaps `system`, or one message as it was
 * returned; they are copied, never changed. An empty list gives an empty transcript
 * @param options - `after`: a transcript that the messages continue; the result is it, extended. Results find their calls
 * in it, and ids that {@link toMessages} had to rewrite are those of the transcript again
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when messages cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A turn with a tool call
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromMessages, toMessages } from "colloquy/anthropic";
 *
 * const messages = [
 *   { role: "user", content: "What is the weather in Paris?" },
 *   { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Paris" } }] },
 * ];
 * let transcript = fromMessages({ system: "Be brief.", messages });
 * assert.deepEqual(transcript.at(2)?.toolCalls?.[0].input, { city: "Paris" });
 *
 * const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "18C, clear" }] };
 * transcript = fromMessages([result], { after: transcript });
 * assert.deepEqual(toMessages(transcript), { system: "Be brief.", messages: [...messages, result], report: [] });
 * ```
 */
export function fromMessages(
  messages: readonly object[] | AnthropicRequest | AnthropicReturnedMessage,
  options?: FromOptions,
): Transcript {
  const { system, list } = checkMessages(messages);
  const { after } = checkFromOptions(options, WHAT);
  const faults = new Faults(WHAT);
  const entries: EntryInput[] = [];
  const messageOf: (number | undefined)[] = [];
  const links = new Links(after, entries);
  if (system !== undefined) {
    entries.push(readSystem(system, links, new Place(faults, undefined, undefined, ["system"])));
    messageOf.push(undefined);
  }
  for (let index = 0; index < list.length; index += 1) {
    entries.push(...readMessage(list[index], links, new Place(faults, index)));
    while (messageOf.length < entries.length) messageOf.push(index);
  }
  faults.throwIfAny(list, "fromMessages");
  const base = after ?? Transcript.empty;
  return extend(base, entries, faults, ({ entry = base.length, ...issue }) => {
    const message = messageOf[entry - base.length];
    return message === undefined ? issue : { ...issue, entry: message };
  });
}

function checkMessages(given: unknown): { readonly system?: unknown; readonly list: readonly unknown[] } {
  if (Array.isArray(given)) return { list: given };
  const hint = Transcript.isTranscript(given) ? "a Transcript" : describe(given);
  if (!isPlainObject(given))
    throw new TypeError(`Cannot read ${WHAT}: expected an array, or an object with messages, got ${hint}`);
  const { system, messages } = given;
  if (messages === undefined && typeof given["role"] === "string") return { list: [given] };
  if (!Array.isArray(messages)) {
    throw new TypeError(`Cannot read ${WHAT}: messages: expected an array, got ${describe(messages)}`);
  }
  if (system === undefined || system === null) return { list: messages };
  if (typeof system !== "string" && !Array.isArray(system)) {
    throw new TypeError(`Cannot read ${WHAT}: system: expected a string or an array, got ${describe(system)}`);
  }
  return { system, list: messages };
}

function readMessage(value: unknown, links: Links, place: Place): readonly EntryInput[] {
  const message = place.object(value);
  if (message === undefined) return [];
  const role = readId(message, "role", place);
  if (role === undefined) return [];
  const at = new Place(place.faults, place.message, ROLES.includes(role) ? role : undefined);
  if (role === "user") return readUser(message, links, at);
  if (role === "assistant") return [readAssistant(message, links, at)];
  if (role === "system") return [readSystemMessage(message, links, at)];
  return [readStranger(message, role, links, at)];
}
