import type { EntryInput, Part, ToolResultPart } from "../../index.js";
import { type ObjectForm, sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { FORMAT, KEYS, type MessageForm, type PartForm, PROVIDER } from "./form.js";
import type { Links } from "./links.js";
import { type Holder, readBlock, readBlocks } from "./read-blocks.js";
import { describeBlock, readId } from "./read-keys.js";

interface Content {
  readonly parts: readonly Part[];
  readonly mark?: "list";
}

/** Reads a user message: its results become entries of their own, and so does what stands between them. */
export function readUser(message: PlainObject, links: Links, at: Place): EntryInput[] {
  const apart: MessageForm = links.follows("user") ? { apart: true } : {};
  const described = describeMessage(message, at);
  const { content } = message;
  if (!Array.isArray(content)) {
    return [{ role: "user", content: readContent(content, "user", links, at).parts, ...described(apart) }];
  }
  const runs = readRuns(content, links, at.in("content"));
  const [first] = runs;
  if (first === undefined) return [{ role: "user", content: [], ...described({ content: "list", ...apart }) }];
  return runs.map((run, index): EntryInput => {
    const isResult = !Array.isArray(run);
    const noted: MessageForm = {
      ...(!isResult && { content: "list" }),
      ...(index === 0 ? apart : { joined: true }),
      ...(index < runs.length - 1 && { more: true }),
    };
    const form = index === 0 ? described(noted) : toSource(FORMAT, noted);
    return isResult ? { role: "tool", content: [run], ...form } : { role: "user", content: run, ...form };
  });
}

/** Results, and the runs of other blocks between them. */
function readRuns(content: readonly unknown[], links: Links, at: Place): (ToolResultPart | Part[])[] {
  const runs: (ToolResultPart | Part[])[] = [];
  at.list(content)?.forEach((block, index) => {
    const isResult = isPlainObject(block) && block["type"] === "tool_result";
    const part = isResult ? readResult(block, links, at.in(index)) : readBlock(block, "user", links, at.in(index));
    if (part === undefined) return;
    const run = runs.at(-1);
    if (part.type === "tool-result") runs.push(part);
    else if (Array.isArray(run)) run.push(part);
    else runs.push([part]);
  });
  return runs;
}

function readResult(value: PlainObject, links: Links, at: Place): ToolResultPart | undefined {
  const block = at.object(value);
  if (block === undefined) return undefined;
  const id = readId(block, "tool_use_id", at);
  const isError = block["is_error"] === true;
  if (!isError && block["is_error"] !== undefined && block["is_error"] !== null && block["is_error"] !== false)
    at.in("is_error").expected("a boolean", block["is_error"]);
  const { content } = block;
  let body: { readonly output: string } | { readonly content: readonly Part[] } = { output: "" };
  const noted: { -readonly [K in keyof PartForm]: PartForm[K] } = {};
  if (Array.isArray(content)) {
    const parts = readBlocks(at.in("content").list(content) ?? [], "result", links, at.in("content"));
    body = { content: parts };
    if (content.length === 0) noted.content = "list";
  } else if (typeof content === "string") {
    body = { output: content };
    // A result that says nothing is sent without content, if it comes from elsewhere.
    if (content.trim() === "") noted.content = "text";
  } else if (content === null) noted.content = "null";
  else if (content !== undefined) at.in("content").expected("a string or an array", content);
  const taken = [
    "type",
    "tool_use_id",
    ...(content === undefined ? [] : ["content"]),
    ...(isError ? ["is_error"] : []),
  ];
  const restored = id === undefined ? undefined : links.ids.restore(id, false);
  const described = describeBlock(block, KEYS.result, taken, at, noted);
  if (restored === undefined) return undefined;
  links.ids.add(restored.id);
  return {
    type: "tool-result",
    toolCallId: restored.id,
    ...(isError && { outcome: "error" }),
    ...body,
    ...described,
  } as ToolResultPart;
}

/** Reads what the model said: one entry, whatever it holds. */
export function readAssistant(message: PlainObject, links: Links, at: Place): EntryInput {
  const apart: MessageForm = links.follows("assistant") ? { apart: true } : {};
  const { parts, mark } = readContent(message["content"], "assistant", links, at);
  // Always noted: it tells an answer of this provider from one that came from elsewhere.
  const thoughtLast = parts.at(-1)?.type === "reasoning";
  const noted: MessageForm = { content: mark ?? "text", ...apart, ...(thoughtLast && { thoughtLast }) };
  if (message["type"] !== "message")
    return { role: "assistant", content: parts, ...describeMessage(message, at)(noted) };
  const { role: _role, content: _content, ...rest } = message;
  at.plain(rest, 2);
  return {
    role: "assistant",
    content: parts,
    providerMetadata: { [PROVIDER]: rest },
    ...toSource(FORMAT, { response: true, ...noted }),
  };
}

/** Reads instructions that stand in the list. */
export function readSystemMessage(message: PlainObject, links: Links, at: Place): EntryInput {
  const { content, output_config: config } = message;
  if (Array.isArray(content) && content.length === 0 && config !== undefined && config !== null) {
    at.plain(message);
    const directive: Part = { type: "custom", format: FORMAT, value: message };
    return { role: "system", content: [directive], ...toSource(FORMAT, { inList: true, whole: true }) };
  }
  const { parts, mark } = readContent(content, "system", links, at);
  const noted: MessageForm = { inList: true, ...(mark !== undefined && { content: mark }) };
  return { role: "system", content: parts, ...describeMessage(message, at)(noted) };
}

/** Reads a message of a role that this release does not know: what it calls and answers is not looked into. */
export function readStranger(message: PlainObject, role: string, links: Links, at: Place): EntryInput {
  const { parts, mark } = readContent(message["content"], "stranger", links, at);
  const noted: MessageForm = { role, ...(mark !== undefined && { content: mark }) };
  return { role: "user", content: parts, ...describeMessage(message, at)(noted) };
}

/** Reads the instructions that stand beside the list: one entry, with a part for each block. */
export function readSystem(system: unknown, links: Links, at: Place): EntryInput {
  if (typeof system === "string") return { role: "system", content: [{ type: "text", text: system }] };
  const list = at.list(system) ?? [];
  return {
    role: "system",
    content: readBlocks(list, "field", links, at),
    ...toSource(FORMAT, { content: "list" }),
  };
}

function readContent(content: unknown, holder: Holder, links: Links, at: Place): Content {
  if (typeof content === "string") return { parts: [{ type: "text", text: content }] };
  if (!Array.isArray(content)) {
    at.in("content").expected("a string or an array", content);
    return { parts: [] };
  }
  const list = at.in("content").list(content) ?? [];
  return { parts: readBlocks(list, holder, links, at.in("content")), mark: "list" };
}

/** Notes the keys of a message beside what is noted of its content. */
function describeMessage(
  message: PlainObject,
  at: Place,
): (noted: MessageForm) => Pick<EntryInput, "source" | "providerMetadata"> {
  const { form, kept }: { form: ObjectForm; kept?: PlainObject } = sortKeys(
    message,
    KEYS.message,
    ["role", "content"],
    at,
  );
  return (noted) => ({
    ...(kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
    ...toSource(FORMAT, noted, form),
  });
}
