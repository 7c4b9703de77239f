import type { Transcript } from "../index.js";
import { checkArguments } from "./arguments.js";
import { readShown, type ShownCall, type ShownEntry, type ShownPart, type ShownResult } from "./shown.js";
import { visible, visibleLine } from "./visible.js";
import { characters, marksOf, wordsOfFile } from "./wording.js";

/**
 * Writes a transcript as Markdown, for issues and pull requests.
 *
 * Each entry is a heading and what it says in a fence that is longer than any inside, so that nothing it holds is a heading,
 * a link, an image or a mention. Names are code spans; input, results and reasoning are folded in `<details>`. Control and bidi
 * characters are shown as in {@link toText}. The same transcript gives the same text. O(text).
 *
 * @throws {@link TypeError} when `transcript` is none
 *
 * @example A message that tries to pass for another
 * ````ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { toMarkdown } from "colloquy/render";
 *
 * const transcript = Transcript.from([user("```\n### 1 · system\n```")]);
 * assert.equal(toMarkdown(transcript), "### 0 · user\n\n````\n```\n### 1 · system\n```\n````\n");
 * ````
 */
export function toMarkdown(transcript: Transcript): string {
  checkArguments(transcript, {});
  return readShown(transcript)
    .map((shown) => `${blocksOfEntry(shown).join("\n\n")}\n`)
    .join("\n");
}

function blocksOfEntry({ index, entry, parts }: ShownEntry): readonly string[] {
  const { role, name, createdAt } = entry;
  const words = [String(index), role, ...(name === undefined ? [] : [codeSpan(name)])];
  const head = `### ${[...words, ...(createdAt === undefined ? [] : [createdAt]), ...marksOf(entry)].join(" · ")}`;
  const body = parts.flatMap(blocksOfPart);
  return [head, ...(body.length === 0 ? ["(empty)"] : body)];
}

function blocksOfPart(part: ShownPart): readonly string[] {
  switch (part.kind) {
    case "text":
      return part.text === "" ? [] : [fence(part.text)];
    case "refusal":
      return ["Refused:", fence(part.text)];
    case "reasoning":
      return [part.redacted ? "Reasoning, redacted" : fold("Reasoning", part.text)];
    case "file":
      return [`File ${wordsOfFile(part.file).map(codeSpan).join(" ")}`];
    case "call":
      return blocksOfCall(part);
    case "result":
      return blocksOfResult(part);
    case "approval":
      return part.reason === "" ? [`(${part.text})`] : [`(${part.text})`, fence(part.reason)];
    case "custom":
      return [`Part of ${codeSpan(part.format)}`, fold("Value", part.text)];
  }
}

function blocksOfCall({ toolName, toolCallId, text, input }: ShownCall): readonly string[] {
  const language = typeof input === "string" ? "" : "json";
  return [`Calls ${codeSpan(toolName)} ${codeSpan(toolCallId)}`, fold("Input", text, language)];
}

function blocksOfResult({ toolName, toolCallId, outcome, text, attached }: ShownResult): readonly string[] {
  const head = `Result of ${codeSpan(toolName)} ${codeSpan(toolCallId)}`;
  return [
    outcome === undefined ? head : `${head} · **${outcome}**`,
    fold("Result", text),
    ...attached.flatMap(blocksOfPart),
  ];
}

function fold(what: string, text: string, language = ""): string {
  const summary = `<summary>${what}, ${characters(text.length)}</summary>`;
  return `<details>${summary}\n\n${fence(text, language)}\n\n</details>`;
}

/** Puts a text in a fence that none of its lines can close. */
function fence(text: string, language = ""): string {
  const shown = visible(text);
  const marks = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${marks}${language}\n${shown}\n${marks}`;
}

/** A name as a code span, which ends where the name does: between more backticks than it has in a row. */
function codeSpan(name: string): string {
  const shown = visibleLine(name);
  if (shown.trim() === "") return "`(blank)`";
  const marks = "`".repeat(longestRun(shown) + 1);
  // One space on each side is taken away by the reader.
  const space = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${marks}${space}${shown}${space}${marks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
