import type { Entry } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { getOwn, type PlainObject } from "../shared/plain.js";
import { NOT_JSON } from "../shared/texts.js";
import { FORMAT, KEYS, PROVIDER, writeParticipant } from "./form.js";
import { readMark, writeContent, type Writing, type WrittenPart } from "./writing.js";

type Message = Record<string, unknown>;

const KNOWN_ROLES = ["system", "developer", "user", "assistant", "tool", "function"];

/** A role that this release does not know goes back as it came. */
export function unknownRole(role: unknown): string | undefined {
  return typeof role === "string" && role !== "" && !KNOWN_ROLES.includes(role) ? role : undefined;
}

/** Puts a message together, its keys in the order in which they came. */
export function writeMessage(
  entry: Entry,
  index: number,
  role: string,
  parts: readonly WrittenPart[],
  beside: PlainObject,
  writing: Writing,
): Message | undefined {
  const say = (action: "converted" | "dropped", what: string): void => writing.report.note(index, action, what);
  const source = readSource(entry, FORMAT);
  const form = readForm(source);
  const kept = metadataOf(entry, PROVIDER);
  const isRefused = entry.role === "assistant" && getOwn(form.values, "refusal") === "";
  const saying = ["tool_calls", "function_call", "audio", "refusal"];
  const optional = saying.some((key) => beside[key] !== undefined) || (isRefused && parts.length === 0);
  const guarded =
    role === "assistant" || entry.role === "assistant"
      ? ["role", "name", "content", "audio", "tool_calls", "function_call"]
      : ["role", "name", "content"];
  let content = writeContent(parts, readMark(source), optional);
  if (content === undefined) {
    const isKept = form.keys?.some((key) => Object.hasOwn(kept ?? {}, key) && !guarded.includes(key)) === true;
    if (!isKept && Object.keys(beside).length === 0) {
      say("dropped", "message without content");
      return undefined;
    }
    say("converted", "message without content, given an empty text");
    content = { content: "" };
  }
  const name = entry.name === undefined ? "" : writeParticipant(entry.name);
  if (entry.name !== undefined && name !== entry.name)
    say("converted", "name that the endpoint refuses, written in its letters");
  if (getOwn(form.values, "name") === "") say("converted", "empty name, left out");
  if (
    Array.isArray(getOwn(form.values, "tool_calls")) &&
    entry.role === "assistant" &&
    beside["tool_calls"] === undefined
  ) {
    say("converted", "empty list of calls, left out");
  }
  const { refusal, audio, tool_calls: calls, function_call: oldCall, ...reasoning } = beside;
  const known = { refusal, audio, tool_calls: calls, function_call: oldCall };
  const fields: Message = { role, ...(name !== "" && { name }), ...content };
  for (const key of KEYS.speaker) if (getOwn(known, key) !== undefined) fields[key] = getOwn(known, key);
  return writeObject({
    fields: { ...fields, ...reasoning },
    form,
    kept,
    guarded,
    onChange: () => say("converted", NOT_JSON),
  });
}
