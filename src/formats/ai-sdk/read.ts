import { type EntryInput, type FromOptions, type Issue, Transcript } from "../../index.js";
import { checkFromOptions, checkList } from "../shared/arguments.js";
import { extend, Faults, Place } from "../shared/place.js";
import { WHAT } from "./form.js";
import { Links } from "./links.js";
import { readMessage } from "./read-message.js";

/**
 * Reads a list of the Vercel AI SDK's model messages, as `generateText` takes them and returns them in
 * `response.messages`: those of version 5 to 7.
 *
 * A tool message gives one entry for each result. Keys, parts and roles that this release does not know are kept, and so is
 * the form of what it knows, down to what holds the bytes of a file: {@link toModelMessages} gives back the same list, key
 * order included. What the SDK calls `providerOptions` is `providerMetadata` here. O(messages and their values).
 *
 * @param messages - plain objects; they are copied, never changed. An empty list gives an empty transcript
 * @param options - `after`: a transcript that the messages continue; the result is it, extended
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when messages cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A turn with a tool call
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
 *
 * const messages = [
 *   { role: "user", content: "What is the weather in Paris?" },
 *   {
 *     role: "assistant",
 *     content: [{ type: "tool-call", toolCallId: "call_1", toolName: "get_weather", input: { city: "Paris" } }],
 *   },
 * ];
 * let transcript = fromModelMessages(messages);
 * assert.deepEqual(transcript.at(1)?.toolCalls?.[0].input, { city: "Paris" });
 *
 * const output = { type: "text", value: "18C, clear" };
 * const result = { type: "tool-result", toolCallId: "call_1", toolName: "get_weather", output };
 * transcript = fromModelMessages([{ role: "tool", content: [result] }], { after: transcript });
 * assert.equal(transcript.at(2)?.toolResult?.output, "18C, clear");
 * assert.deepEqual(toModelMessages(transcript).report, []);
 * ```
 */
export function fromModelMessages(messages: readonly object[], options?: FromOptions): Transcript {
  checkList(messages, WHAT);
  const { after } = checkFromOptions(options, WHAT);
  const faults = new Faults(WHAT);
  const entries: EntryInput[] = [];
  const origins: { readonly message: number; readonly positions: readonly number[] }[] = [];
  const links = new Links(after);
  for (let message = 0; message < messages.length; message += 1) {
    for (const { entry, positions } of readMessage(messages[message], links, new Place(faults, message))) {
      entries.push(entry);
      origins.push({ message, positions });
    }
  }
  faults.throwIfAny(messages, "fromModelMessages");
  const base = after ?? Transcript.empty;
  return extend(base, entries, faults, (issue) => {
    const { message, positions } = origins[(issue.entry ?? base.length) - base.length]!;
    return { ...issue, entry: message, path: toMessagePath(issue.path, positions) };
  });
}

/** Where in a message a place of its entry came from. */
function toMessagePath(path: Issue["path"], positions: readonly number[]): Issue["path"] {
  const [holder, index, ...rest] = path;
  if (holder === "providerMetadata") return ["providerOptions", ...path.slice(1)];
  if (holder !== "content" || typeof index !== "number") return path;
  return [holder, positions[index] ?? index, ...rest.flatMap((key, depth) => (depth === 0 ? nameOf(key) : [key]))];
}

/** What holds in a message's part what a part of the transcript holds under a key. */
function nameOf(key: string | number): Issue["path"] {
  if (key === "output" || key === "content") return ["output", "value"];
  return key === "value" ? [] : [key === "providerMetadata" ? "providerOptions" : key];
}
