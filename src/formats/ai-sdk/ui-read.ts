import type { EntryInput, FromOptions, Issue, Part } from "../../index.js";
import { Transcript } from "../../index.js";
import { checkFromOptions, checkList } from "../shared/arguments.js";
import { sortKeys } from "../shared/form.js";
import { extend, Faults, Place } from "../shared/place.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { Blocks, type ReadUIEntry, type UIRole } from "./ui-blocks.js";
import { describeUIPart, UI_FORMAT, UI_KEYS, UI_PROVIDER, UI_WHAT, type UIMessageForm } from "./ui-form.js";
import { readInvocation, readUITool } from "./ui-read-tool.js";

/** Roles that errors name. Another one may be content. */
const ROLES: readonly unknown[] = ["system", "user", "assistant", "data"];

/**
 * Reads a list of the Vercel AI SDK's UI messages, as `useChat` holds them and databases store them: those of version 4 to 7.
 *
 * Each step of a message gives an assistant entry, and a tool entry for each of its results; {@link toUIMessages} makes one
 * message of them again. A text that was still growing marks its entry as `partial`. Fields that hold `null` count as
 * absent. Parts that are not for the model, such as sources and data, are kept in place. O(messages and their values).
 *
 * @param messages - plain objects; they are copied, never changed. An empty list gives an empty transcript
 * @param options - `after`: a transcript that the messages continue; the result is it, extended
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when messages cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A message of two steps
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromUIMessages, toUIMessages } from "colloquy/ai-sdk";
 *
 * const messages = [
 *   {
 *     id: "m1",
 *     role: "assistant",
 *     parts: [
 *       { type: "step-start" },
 *       { type: "tool-search", toolCallId: "c1", state: "output-available", input: { q: "tea" }, output: "green" },
 *       { type: "step-start" },
 *       { type: "text", text: "Green tea.", state: "done" },
 *     ],
 *   },
 * ];
 * const transcript = fromUIMessages(messages);
 * assert.deepEqual(
 *   transcript.entries().map(({ role, text }) => [role, text]),
 *   [
 *     ["assistant", ""],
 *     ["tool", "green"],
 *     ["assistant", "Green tea."],
 *   ],
 * );
 * assert.deepEqual(toUIMessages(transcript), { messages, report: [] });
 * ```
 */
export function fromUIMessages(messages: readonly object[], options?: FromOptions): Transcript {
  checkList(messages, UI_WHAT);
  const { after } = checkFromOptions(options, UI_WHAT);
  const faults = new Faults(UI_WHAT);
  const entries: EntryInput[] = [];
  const origins: { readonly message: number; readonly positions: readonly number[] }[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    for (const { entry, positions } of readMessage(messages[index], new Place(faults, index))) {
      entries.push(entry);
      origins.push({ message: index, positions });
    }
  }
  faults.throwIfAny(messages, "fromUIMessages");
  const base = after ?? Transcript.empty;
  return extend(base, entries, faults, (issue) => {
    const { message, positions } = origins[(issue.entry ?? base.length) - base.length]!;
    return { ...issue, entry: message, path: toMessagePath(issue.path, positions) };
  });
}

/** Where in a message a place of its entry came from. */
function toMessagePath([holder, index, key, ...rest]: Issue["path"], positions: readonly number[]): Issue["path"] {
  if (holder !== "content" || typeof index !== "number")
    return [holder, index, key, ...rest].filter((step) => step !== undefined);
  const named = key === undefined || key === "value" ? [] : [key];
  return ["parts", positions[index] ?? index, ...named, ...rest];
}

function readMessage(value: unknown, place: Place): readonly ReadUIEntry[] {
  const message = place.object(value);
  if (message === undefined) return [];
  const role = place.in("role").text(message["role"], true);
  if (role === undefined) return [];
  const at = new Place(place.faults, place.message, ROLES.includes(role) ? role : undefined);
  const known: UIRole = role === "system" || role === "assistant" ? role : "user";
  const blocks = new Blocks(known);
  const taken = ["role"];
  const hasParts = message["parts"] !== undefined && message["parts"] !== null;
  const { content, toolInvocations: listed } = message;
  if (hasParts) {
    at.in("parts")
      .list(message["parts"])
      ?.forEach((part, index) => {
        blocks.position = index;
        readPart(part, blocks, at.in("parts", index));
      });
    taken.push("parts");
  } else if (typeof content === "string") {
    blocks.add({ type: "text", text: content });
    taken.push("content");
  } else {
    at.in("parts").expected("an array", message["parts"]);
  }
  if (!hasParts && known === "assistant" && areCalls(listed)) {
    const tools = listed.map((given, index) => readInvocation(given, "listed", at.in("toolInvocations", index)));
    for (const tool of tools) if (tool !== undefined) blocks.addTool(tool);
    taken.push("toolInvocations");
  }
  const { id, metadata } = message;
  const hasId = typeof id === "string" && id !== "";
  const hasMetadata = isPlainObject(metadata) && Object.keys(metadata).length > 0;
  if (hasId) taken.push("id");
  if (hasMetadata) taken.push("metadata");
  const { form, kept } = sortKeys(message, UI_KEYS.message, taken, at);
  const noted: UIMessageForm = {
    ...(role !== known && { role }),
    ...(!hasParts && { content: true as const }),
    ...form,
  };
  const head = {
    ...(hasId && { id }),
    ...(hasMetadata && { metadata }),
    ...(kept !== undefined && { providerMetadata: { [UI_PROVIDER]: kept } }),
  };
  return blocks.finish(head, noted);
}

function readPart(value: unknown, blocks: Blocks, at: Place): void {
  const part = at.object(value);
  if (part === undefined) return;
  const type = at.in("type").text(part["type"], true);
  if (type === undefined) return;
  const { role } = blocks;
  // Which result belongs to which of two calls in one step, no id would tell.
  if (blocks.holdsCall(part["toolCallId"] ?? getOwn(part["toolInvocation"], "toolCallId"))) {
    blocks.add(custom(part));
  } else if (type === "step-start" && Object.keys(part).length === 1 && role === "assistant") {
    blocks.startStep();
  } else if (type === "text" || (type === "reasoning" && role === "assistant" && !isOldReasoning(part))) {
    readText(part, type, blocks, at);
  } else if (type === "file" && role !== "system" && typeof part["url"] === "string" && part["url"] !== "") {
    blocks.add(readFile(part, part["url"], at));
  } else if (role === "assistant" && type === "tool-invocation" && isCall(part["toolInvocation"])) {
    const tool = readInvocation(part["toolInvocation"], "invocation", at.in("toolInvocation"));
    if (Object.keys(part).length > 2) blocks.add(custom(part));
    else if (tool !== undefined) blocks.addTool(tool, Object.keys(part)[0] !== "type");
  } else if (role === "assistant" && (/^tool-./s.test(type) || type === "dynamic-tool") && type !== "tool-invocation") {
    const tool = readUITool(part, type, at);
    if (tool === undefined) return;
    if ("call" in tool) blocks.addTool(tool);
    else blocks.add(tool);
  } else {
    blocks.add(custom(part));
  }
}

function custom(part: PlainObject): Part {
  return { type: "custom", format: UI_FORMAT, value: part };
}

/** Whether reasoning has the form that version 4 gave it. */
function isOldReasoning(part: PlainObject): boolean {
  return part["text"] === undefined && typeof part["reasoning"] === "string";
}

function isCall(invocation: unknown): boolean {
  return isPlainObject(invocation) && (invocation["state"] === "call" || invocation["state"] === "result");
}

/** Whether a list holds calls that are told apart by their ids. */
function areCalls(listed: unknown): listed is readonly unknown[] {
  if (!Array.isArray(listed) || listed.length === 0 || !listed.every(isCall)) return false;
  return new Set(listed.map((given) => getOwn(given, "toolCallId"))).size === listed.length;
}

function readText(part: PlainObject, type: "text" | "reasoning", blocks: Blocks, at: Place): void {
  const text = at.in("text").text(part["text"]);
  const { state } = part;
  const isState = state === "done" || state === "streaming";
  const taken = ["type", "text", ...(isState ? ["state"] : [])];
  const described = describeUIPart(part, UI_KEYS.text, taken, isState ? { state } : {}, at);
  if (text !== undefined) blocks.add({ type, text, ...described }, state === "streaming");
}

function readFile(part: PlainObject, url: string, at: Place): Part {
  const { mediaType, filename } = part;
  const taken = ["type", "url"];
  if (typeof mediaType === "string") taken.push("mediaType");
  if (typeof filename === "string") taken.push("filename");
  const noted = typeof mediaType === "string" ? {} : { untyped: true as const };
  const described = describeUIPart(part, UI_KEYS.file, taken, noted, at);
  return {
    type: "file",
    ...(typeof mediaType === "string" && { mediaType }),
    ...(typeof filename === "string" && { filename }),
    data: { url },
    ...described,
  };
}
