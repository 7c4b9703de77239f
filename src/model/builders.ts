import { requireOptions } from "./arguments.js";
import type { EntryInput, ToolCallInput } from "./entry.js";
import { describe } from "./issues.js";
import type { Outcome, Part } from "./part.js";

/**
 * Makes the input of a system entry.
 *
 * @example Instructions at the head
 * ```ts
 * import assert from "node:assert/strict";
 * import { system, Transcript, user } from "colloquy";
 *
 * const transcript = Transcript.from([system("You are terse."), user("What is the capital of France?")]);
 * assert.equal(transcript.at(0)?.text, "You are terse.");
 * ```
 */
export function system(text: string): EntryInput {
  return { role: "system", text };
}

/**
 * Makes the input of a user entry, from text or from parts.
 *
 * @example Text and an image
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 *
 * const image = { type: "file", mediaType: "image/png", data: { url: "https://example.org/a.png" } } as const;
 * const transcript = Transcript.from([user([{ type: "text", text: "What is this?" }, image])]);
 * assert.equal(transcript.at(0)?.content.length, 2);
 * ```
 */
export function user(content: string | readonly Part[]): EntryInput {
  return { role: "user", content };
}

/**
 * Makes the input of an assistant entry, its calls behind the content.
 *
 * @throws TypeError for an unknown option, and for calls beside a content that is neither text nor a list of parts
 *
 * @example A tool call
 * ```ts
 * import assert from "node:assert/strict";
 * import { assistant, Transcript } from "colloquy";
 *
 * const call = { toolCallId: "call_1", toolName: "get_weather", input: { city: "Paris" } };
 * const transcript = Transcript.from([assistant("Checking.", { toolCalls: [call] })]);
 * assert.equal(transcript.at(0)?.toolCalls?.[0].toolName, "get_weather");
 * ```
 */
export function assistant(
  content: string | readonly Part[],
  options?: { toolCalls?: readonly ToolCallInput[] },
): EntryInput {
  const action = "Cannot make an assistant entry";
  const { toolCalls } = requireOptions(action, options, ["toolCalls"]);
  if (toolCalls === undefined) return { role: "assistant", content };
  if (typeof content === "string") return { role: "assistant", text: content, toolCalls };
  if (!Array.isArray(content))
    throw new TypeError(`${action}: content: expected a string or an array of parts, got ${describe(content)}`);
  if (!Array.isArray(toolCalls))
    throw new TypeError(`${action}: toolCalls: expected an array, got ${describe(toolCalls)}`);
  const calls = toolCalls.map((call) => ({ type: "tool-call", ...call }) as Part);
  return { role: "assistant", content: [...content, ...calls] };
}

/**
 * Makes the input of a tool entry.
 *
 * @throws TypeError for an unknown option
 *
 * @example An error as result
 * ```ts
 * import assert from "node:assert/strict";
 * import { toolResult, Transcript } from "colloquy";
 *
 * const transcript = Transcript.from([toolResult("call_1", "no such city", { toolName: "get_weather", outcome: "error" })]);
 * assert.equal(transcript.at(0)?.toolResult?.outcome, "error");
 * ```
 */
export function toolResult(
  toolCallId: string,
  output: unknown,
  options?: { toolName?: string; outcome?: Outcome },
): EntryInput {
  const { toolName, outcome } = requireOptions("Cannot make a tool entry", options, ["toolName", "outcome"]);
  return { role: "tool", toolResult: { toolCallId, toolName, output, outcome } };
}
