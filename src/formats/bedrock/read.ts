import { type Entry, type EntryInput, type FromOptions, type Part, Transcript } from "../../index.js";
import { checkFromOptions } from "../shared/arguments.js";
import { readSource, sortKeys, toSource } from "../shared/form.js";
import { extend, Faults, Place } from "../shared/place.js";
import { describe, isPlainObject, type PlainObject } from "../shared/plain.js";
import { SpelledIds } from "../shared/spelled-ids.js";
import { FORMAT, KEYS, MAX_ID, type MessageForm, PROVIDER, takesId, WHAT } from "./form.js";
import { type Holder, readBlock, readId } from "./read-blocks.js";
import type { BedrockRequest, BedrockReturnedMessage } from "./types.js";

/** Roles that errors name. Another one may be content. */
const ROLES: readonly unknown[] = ["user", "assistant"];

/**
 * Reads messages of Bedrock's Converse API, as a request takes them and a response returns them.
 *
 * A message becomes one entry, but for a user message with results of tools: each result is an entry, and what stands
 * beside them is another. `system` becomes the first entry. Keys, blocks and roles that this release does not know are
 * kept, and so is the form of what it knows: {@link toConverse} gives back the same list, key order included, and bytes
 * as bytes. O(messages and their values).
 *
 * @param messages - an object with `messages` and perhaps `system`, or a list of messages, or one message as it was
 * returned; they are copied, never changed
 * @param options - `after`: a transcript that the messages continue; the result is it, extended. Results find their calls
 * in it, and ids that {@link toConverse} had to rewrite are those of the transcript again
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when messages cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A turn with a tool call
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromConverse, toConverse } from "colloquy/bedrock";
 *
 * const request = {
 *   system: [{ text: "Be brief." }],
 *   messages: [
 *     { role: "user", content: [{ text: "What is the weather in Paris?" }] },
 *     { role: "assistant", content: [{ toolUse: { toolUseId: "t_1", name: "get_weather", input: { city: "Paris" } } }] },
 *     { role: "user", content: [{ toolResult: { toolUseId: "t_1", content: [{ json: { celsius: 18 } }] } }] },
 *   ],
 * };
 * const transcript = fromConverse(request);
 * assert.deepEqual(transcript.at(3)?.toolResult?.output, { celsius: 18 });
 * assert.deepEqual(toConverse(transcript), { ...request, report: [] });
 * ```
 */
export function fromConverse(
  messages: BedrockRequest | readonly object[] | BedrockReturnedMessage,
  options?: FromOptions,
): Transcript {
  const { system, list } = checkMessages(messages);
  const { after = Transcript.empty } = checkFromOptions(options, WHAT);
  const faults = new Faults(WHAT);
  const reader = new Reader(after);
  const messageOf: (number | undefined)[] = [];
  if (system !== undefined) {
    reader.readSystem(system, new Place(faults, undefined, undefined, ["system"]));
    messageOf.push(undefined);
  }
  list.forEach((message, index) => {
    reader.readMessage(message, new Place(faults, index));
    while (messageOf.length < reader.entries.length) messageOf.push(index);
  });
  faults.throwIfAny(list, "fromConverse");
  return extend(after, reader.entries, faults, ({ entry = after.length, ...issue }) => {
    const message = messageOf[entry - after.length];
    return message === undefined ? issue : { ...issue, entry: message };
  });
}

function checkMessages(given: unknown): { readonly system?: readonly unknown[]; readonly list: readonly unknown[] } {
  if (Array.isArray(given)) return { list: given };
  const hint = Transcript.isTranscript(given) ? "a Transcript" : describe(given);
  if (!isPlainObject(given))
    throw new TypeError(`Cannot read ${WHAT}: expected an object with messages, or an array, got ${hint}`);
  const { system, messages } = given;
  if (messages === undefined && typeof given["role"] === "string") return { list: [given] };
  if (!Array.isArray(messages))
    throw new TypeError(`Cannot read ${WHAT}: messages: expected an array, got ${describe(messages)}`);
  if (system === undefined || system === null) return { list: messages };
  if (!Array.isArray(system))
    throw new TypeError(`Cannot read ${WHAT}: system: expected an array, got ${describe(system)}`);
  return { system, list: messages };
}

class Reader {
  readonly entries: EntryInput[] = [];
  readonly #ids: SpelledIds;

  constructor(readonly after: Transcript) {
    this.#ids = new SpelledIds(after, { limit: MAX_ID, takes: takesId, isUnique: false });
  }

  readSystem(system: readonly unknown[], at: Place): void {
    const content = this.#readBlocks(system, "system", at);
    this.entries.push({
      role: "system",
      content,
      ...toSource(FORMAT, { ...(system.length === 0 && { empty: true }) }),
    });
  }

  readMessage(value: unknown, place: Place): void {
    const message = place.object(value);
    const role = message === undefined ? undefined : readId(message, "role", place);
    if (message === undefined || role === undefined) return;
    const at = new Place(place.faults, place.message, ROLES.includes(role) ? role : undefined);
    const list = at.in("content").list(message["content"]);
    const described = this.#describe(message, at);
    if (list === undefined) return;
    const apart: MessageForm = this.#follows(role) ? { apart: true } : {};
    if (role === "user") this.#readUser(list, apart, described, at);
    else if (role === "assistant") {
      const content = this.#readBlocks(list, "assistant", at.in("content"));
      this.entries.push({ role: "assistant", content, ...described({ own: true, ...apart }) });
    } else {
      const content = this.#readBlocks(list, "stranger", at.in("content"));
      this.entries.push({ role: "user", content, ...described({ role }) });
    }
  }

  /** Results become entries of their own, and so does what stands between them. */
  #readUser(
    list: readonly unknown[],
    apart: MessageForm,
    described: (noted: MessageForm) => Pick<EntryInput, "source" | "providerMetadata">,
    at: Place,
  ): void {
    const runs: Part[][] = [];
    for (const part of this.#readBlocks(list, "user", at.in("content"))) {
      const run = runs.at(-1);
      if (run === undefined || part.type === "tool-result" || run[0]?.type === "tool-result") runs.push([part]);
      else run.push(part);
    }
    if (runs.length === 0) runs.push([]);
    runs.forEach((content, index) => {
      const noted: MessageForm = {
        ...(index === 0 ? apart : { joined: true }),
        ...(index < runs.length - 1 && { more: true }),
      };
      const form = index === 0 ? described(noted) : toSource(FORMAT, noted);
      const role = content[0]?.type === "tool-result" ? "tool" : "user";
      this.entries.push({ role, content, ...form } as EntryInput);
    });
  }

  #readBlocks(list: readonly unknown[], holder: Holder, at: Place): Part[] {
    const parts = list.map((block, index) => readBlock(block, holder, this.#ids, at.in(index)));
    return parts.filter((part) => part !== undefined);
  }

  /** Whether the message before has this role, which the service refuses. */
  #follows(role: string): boolean {
    const entry = this.entries.at(-1) ?? this.after.at(-1);
    if (entry === undefined) return false;
    if (entry.role !== "user") return (entry.role === "tool" ? "user" : entry.role) === role;
    return role === "user" && readSource(entry as Entry, FORMAT)["role"] === undefined;
  }

  #describe(message: PlainObject, at: Place): (noted: MessageForm) => Pick<EntryInput, "source" | "providerMetadata"> {
    const { form, kept } = sortKeys(message, KEYS.message, KEYS.message, at);
    return (noted) => ({
      ...(kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
      ...toSource(FORMAT, noted, form),
    });
  }
}
