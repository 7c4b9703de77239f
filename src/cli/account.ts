import { styleText } from "node:util";
import type { Entry, Transcript } from "../index.js";
import { sizeLine } from "./wording.js";

/** Characters of a text and of a tool result that are shown. */
const TEXT_LENGTH = 600;
const RESULT_LENGTH = 120;

const ROLE_STYLES = { system: "gray", user: "cyan", assistant: "green", tool: "yellow" } as const;

/** Prints one step of the account: what happened, and how long the transcript is now. */
export function step(what: string, transcript: Transcript, detail: string): void {
  console.log(`${style("bold", what)}\n   ${sizeLine(transcript)}\n   ${style("gray", printable(detail))}`);
}

/** The conversation as a person would read it: who said what, calls on one line, results cut. */
export function describeConversation(transcript: Transcript): string {
  return transcript.entries().map(describeEntry).join("\n");
}

function describeEntry(entry: Entry): string {
  const lines: string[] = [];
  const label = entry.summary === undefined ? entry.role : "summary";
  if (entry.role === "tool") lines.push(`  → ${cut(entry.text.replace(/\s+/g, " "), RESULT_LENGTH)}`);
  else if (entry.text !== "") lines.push(cut(entry.text, TEXT_LENGTH));
  for (const call of entry.toolCalls ?? []) {
    lines.push(`  ⚙ ${call.toolName} ${cut(call.inputText ?? JSON.stringify(call.input) ?? "", RESULT_LENGTH)}`);
  }
  const text = printable(lines.join("\n"));
  return entry.role === "tool" ? text : `${style(ROLE_STYLES[entry.role], label)}\n${text}\n`;
}

/** Shows what would steer a terminal instead of obeying it. */
export function printable(text: string): string {
  return text
    .replace(/\r\n/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\uFFFD");
}

function cut(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}… (${text.length} characters)`;
}

function style(format: Parameters<typeof styleText>[0], text: string): string {
  const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  return colours ? styleText(format, text) : text;
}
