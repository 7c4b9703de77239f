import type { ConversionNote, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { noteBeside } from "../shared/beside.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { pairCalls } from "../shared/pairs.js";
import { Report } from "../shared/report.js";
import { NOT_JSON } from "../shared/texts.js";
import { Arrangement, type Instructions } from "./arrange.js";
import { FORMAT, PROVIDER, WHAT } from "./form.js";
import { limitMarks, mend } from "./mend.js";
import type { AnthropicMessage, AnthropicTextBlock } from "./types.js";
import { type Block, type Draft, readMark, type Writing } from "./writing.js";

/**
 * Writes a transcript as messages of Anthropic's Messages API, and the instructions that stand beside them.
 *
 * A list that {@link fromMessages} read and that the endpoint would accept comes back as it came; what the endpoint would
 * refuse is mended at its place, and the report says so. Results stand right behind their calls, all of a step in one user
 * message. Calls without a result are answered as aborted, but for those at the end that still wait. Later instructions
 * go to `system`, a summary stands in its place as a user's text. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, too
 * @returns `messages`, fresh and yours to change, `system` where there are instructions, and `report`, which is empty when
 * nothing was changed. An empty transcript gives an empty list, which the endpoint refuses
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example Results of parallel calls stand in one message
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { toMessages } from "colloquy/anthropic";
 *
 * const call = (toolCallId: string) => ({ toolCallId, toolName: "read", input: { path: toolCallId } });
 * const transcript = Transcript.from([
 *   { role: "user", text: "Compare a and b." },
 *   { role: "assistant", text: "", toolCalls: [call("a"), call("b")] },
 *   { role: "tool", toolResult: { toolCallId: "a", output: "1" } },
 *   { role: "tool", toolResult: { toolCallId: "b", output: "no such file", outcome: "error" } },
 *   { role: "user", text: "Well?" },
 * ]);
 * assert.deepEqual(toMessages(transcript).messages.at(-1), {
 *   role: "user",
 *   content: [
 *     { type: "tool_result", tool_use_id: "a", content: "1" },
 *     { type: "tool_result", tool_use_id: "b", content: "no such file", is_error: true },
 *     { type: "text", text: "Well?" },
 *   ],
 * });
 * ```
 */
export function toMessages(
  transcript: Transcript,
  options?: ToOptions,
): { system?: string | AnthropicTextBlock[]; messages: AnthropicMessage[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const { strict = false, openCalls = "keep" } = checkToOptions(options, WHAT);
  const entries = transcript.entries();
  const writing: Writing = {
    entries,
    report: new Report(),
    pairs: pairCalls(entries),
    ids: new Map(),
    used: new Map(),
    serverIds: new Map(),
  };
  const { drafts, system, directives } = new Arrangement(writing, openCalls === "abort");
  const list = mend(drafts, system, writing);
  system.sort((a, b) => a.entry - b.entry);
  limitMarks([...system.flatMap(({ blocks }) => blocks), ...list.flatMap(({ blocks }) => blocks)], writing);
  // What the types do not tell: unknown keys, blocks and roles that came from this format.
  const messages = list.map(
    (draft) => directives.get(draft.entry) ?? writeMessage(draft, writing),
  ) as unknown as AnthropicMessage[];
  const instructions = writeSystem(system, writing) as string | AnthropicTextBlock[] | undefined;
  noteBeside(entries, FORMAT, writing.report);
  const report = writing.report.finish(entries, strict, WHAT);
  return { ...(instructions !== undefined && { system: instructions }), messages, report };
}

function writeMessage({ role, blocks, form: entry, entry: index }: Draft, writing: Writing): Record<string, unknown> {
  const source = entry === undefined ? {} : readSource(entry, FORMAT);
  const fields = { role, content: writeContent(blocks, source) };
  if (entry?.source === undefined || source["response"] === true) return fields;
  return writeObject({
    fields,
    form: readForm(source),
    kept: metadataOf(entry, PROVIDER),
    guarded: ["role", "content"],
    onChange: () => writing.report.note(index, "converted", NOT_JSON),
  });
}

/** One plain text is written as such, unless it came as a list. */
function writeContent(blocks: readonly Block[], source: Readonly<Record<string, unknown>>): unknown {
  const [first] = blocks;
  const mark = readMark(source);
  if (first === undefined) return mark === "text" ? "" : [];
  return blocks.length === 1 && first.text !== undefined && mark !== "list"
    ? first.text
    : blocks.map(({ value }) => value);
}

function writeSystem(system: readonly Instructions[], writing: Writing): unknown {
  const blocks = system.flatMap((instructions) => instructions.blocks);
  const only = system.length === 1 ? writing.entries[system[0]!.entry] : undefined;
  const source = only === undefined ? {} : readSource(only, FORMAT);
  if (blocks.length === 0) return only?.content.length === 0 && readMark(source) === "list" ? [] : undefined;
  return system.length === 1 ? writeContent(blocks, source) : blocks.map(({ value }) => value);
}
