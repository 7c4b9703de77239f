import type { ConversionNote, Entry, ToolCallPart, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { noteBeside } from "../shared/beside.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { pairCalls } from "../shared/pairs.js";
import { quoteId, Report } from "../shared/report.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { ABORTED_ANSWER } from "../shared/wording.js";
import { FORMAT, PROVIDER, roleOf, WHAT } from "./form.js";
import type { OtelMessage } from "./types.js";
import { writePart, type Writing } from "./write-part.js";
import { writeOwnId } from "./write-tools.js";

/**
 * Writes a transcript as a list of messages as OpenTelemetry's conventions for generative AI have them, for
 * `gen_ai.input.messages`; where a span takes text alone, give it `JSON.stringify(messages)`.
 *
 * A list that {@link fromOtelMessages} read comes back as it came. Everything stays in its place, calls without a result and
 * results without a call too: telemetry tells what was. Signatures, encrypted reasoning and names of files are left out, and
 * so is reasoning that only its provider can read; the report says so, once for each kind. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, as aborted
 * @returns `messages`, fresh and yours to change, and `report`, which is empty when nothing was changed
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A conversation of any provider
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromMessages } from "colloquy/anthropic";
 * import { toOtelMessages } from "colloquy/otel";
 *
 * const transcript = fromMessages([
 *   { role: "assistant", content: [{ type: "thinking", thinking: "A greeting.", signature: "EqQB" }, { type: "text", text: "Hi!" }] },
 * ]);
 * const { messages, report } = toOtelMessages(transcript);
 * assert.deepEqual(messages, [
 *   { role: "assistant", parts: [{ type: "reasoning", content: "A greeting." }, { type: "text", content: "Hi!" }] },
 * ]);
 * assert.deepEqual(report, [
 *   { entry: 0, path: "content[0]", action: "dropped", what: "proofs of a provider (anthropic), which telemetry does not hold" },
 * ]);
 * ```
 */
export function toOtelMessages(
  transcript: Transcript,
  options?: ToOptions,
): { messages: OtelMessage[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const { strict = false, openCalls = "keep" } = checkToOptions(options, WHAT);
  const entries = transcript.entries();
  const writing: Writing = { report: new Report(), told: new Set() };
  const drafts = draftMessages(entries, writing);
  const written = drafts.map((draft) => writeMessage(draft, writing)).filter((message) => message !== undefined);
  const messages = [...written, ...answerPending(entries, openCalls === "abort", writing)];
  // What the types do not tell: unknown keys, parts and roles that came from this format.
  noteBeside(entries, FORMAT, writing.report);
  return { messages: messages as unknown as OtelMessage[], report: writing.report.finish(entries, strict, WHAT) };
}

/** A message that is being put together. */
interface Draft {
  readonly role: string;
  /** The first entry, which the message's own keys are noted on. */
  readonly head: Entry;
  readonly index: number;
  readonly parts: Record<string, unknown>[];
}

/** Writes what the entries say: a message each, but for those that came in one. */
function draftMessages(entries: readonly Entry[], writing: Writing): readonly Draft[] {
  const drafts: Draft[] = [];
  entries.forEach((entry, index) => {
    const role = roleOf(entry);
    const last = drafts.at(-1);
    const isJoined = last !== undefined && last.role === role && continues(entry, entries[index - 1]!);
    const draft = isJoined ? last : { role, head: entry, index, parts: [] };
    if (!isJoined) drafts.push(draft);
    entry.content.forEach((part, position) => {
      const say: Say = (action, what) => writing.report.note(index, action, what, `content[${position}]`);
      const written = writePart(part, writing, say);
      if (written !== undefined) draft.parts.push(written);
    });
  });
  return drafts;
}

/** Whether an entry goes on with the message of the one before it, and says nothing that only a message's head can. */
function continues(entry: Entry, before: Entry): boolean {
  const { group } = readSource(entry, FORMAT);
  const { group: groupBefore } = readSource(before, FORMAT);
  const isInside = (group === "middle" || group === "end") && (groupBefore === "start" || groupBefore === "middle");
  return isInside && entry.name === undefined && metadataOf(entry, PROVIDER) === undefined;
}

/** Puts a message together; nothing where all that it says was left out. */
function writeMessage({ role, head, index, parts }: Draft, writing: Writing): Record<string, unknown> | undefined {
  if (parts.length === 0 && head.content.length > 0) return undefined;
  const say: Say = (action, what) => writing.report.note(index, action, what);
  const fields = { role: writeText(role, say), parts, ...(head.name && { name: writeText(head.name, say) }) };
  if (head.source === undefined) return fields;
  const message = writeObject({
    fields,
    form: readForm(readSource(head, FORMAT)),
    kept: metadataOf(head, PROVIDER),
    guarded: ["role", "parts"],
    onChange: () => say("converted", NOT_JSON),
  });
  for (const key of ["name", "finish_reason"]) {
    const value = message[key];
    if (value === undefined || value === null || typeof value === "string") continue;
    delete message[key];
    say("dropped", `${key} that is no text, left out`);
  }
  return message;
}

/** Notes the calls that wait for their results, and answers them where that is asked for. */
function answerPending(entries: readonly Entry[], aborts: boolean, { report }: Writing): Record<string, unknown>[] {
  const { pendingEntry, callsOf } = pairCalls(entries);
  if (pendingEntry === undefined) return [];
  const open = callsOf(pendingEntry).filter(({ answer }) => answer === undefined);
  return open.flatMap((call) => {
    const path = `content[${call.part}]`;
    if (!aborts) {
      report.note(call.entry, "open", `call ${quoteId(call.id)} waits for its result`, path);
      return [];
    }
    report.note(call.entry, "added", `call ${quoteId(call.id)} had no result, answered as aborted`, path);
    const asked = entries[call.entry]!.content[call.part] as ToolCallPart;
    const part = {
      type: "tool_call_response",
      ...writeOwnId(asked, () => {}),
      response: ABORTED_ANSWER,
      outcome: "aborted",
    };
    return { role: "tool", parts: [part] };
  });
}
