import type { ConversionNote, Entry, ToolCallPart, ToolEntry, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { noteBeside } from "../shared/beside.js";
import { type Call, pairCalls, type Result } from "../shared/pairs.js";
import { quoteId, Report } from "../shared/report.js";
import { writeText } from "../shared/texts.js";
import { ABORTED_ANSWER } from "../shared/wording.js";
import { FORMAT, isOwn, WHAT } from "./form.js";
import type { StoredMessage } from "./types.js";
import { writeId } from "./write-calls.js";
import { writeMessage, writeOrphan, writeResult } from "./write-message.js";
import { type Block, sayOf, type Writing } from "./writing.js";

/**
 * Writes a transcript as a list of LangChain's stored messages, which `mapStoredMessagesToChatMessages` reads.
 *
 * A list that {@link fromStoredMessages} read comes back as it came, in the form in which each message came; what the
 * library's own reader would refuse is mended at its place, and the report says so. LangChain does not check pairs, but the
 * providers behind it do: results that were added stand right behind their calls, and calls without a result are answered as
 * aborted, but for those that still wait and those that came so. Proofs of all providers go where LangChain keeps them. A
 * summary is a system message in its place. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers all calls
 * that have no result
 * @returns `messages`, fresh and yours to change, and `report`, which is empty when nothing was changed
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A conversation of another provider goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { mapStoredMessagesToChatMessages } from "@langchain/core/messages";
 * import { Transcript } from "colloquy";
 * import { toStoredMessages } from "colloquy/langchain";
 *
 * const transcript = Transcript.from([
 *   { role: "user", text: "How many stars?" },
 *   { role: "assistant", text: "", toolCalls: [{ toolCallId: "c1", toolName: "count", input: {} }] },
 *   { role: "tool", toolResult: { toolCallId: "c1", output: "42" } },
 * ]);
 * const { messages, report } = toStoredMessages(transcript);
 * assert.deepEqual(report, []);
 * const [, answer] = mapStoredMessagesToChatMessages(messages); // give these to a model
 * assert.equal(answer?.getType(), "ai");
 * ```
 */
export function toStoredMessages(
  transcript: Transcript,
  options?: ToOptions,
): { messages: StoredMessage[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const { strict = false, openCalls = "keep" } = checkToOptions(options, WHAT);
  const entries = transcript.entries();
  const report = new Report();
  const composition = new Composition({ report, entries, pairs: pairCalls(entries) }, openCalls === "abort");
  // What the types do not tell: lists of blocks, unknown keys and types, other forms of messages.
  const messages = composition.write() as unknown as StoredMessage[];
  noteBeside(entries, FORMAT, report);
  return { messages, report: report.finish(entries, strict, WHAT) };
}

/** Puts messages in order: what came from here stays where it is, what was added follows the call that it answers. */
class Composition {
  readonly #messages: Block[] = [];
  /** The entry of the last call whose step goes on, and what is written behind its results. */
  #step: number | undefined;
  #orphans: Block[] = [];
  /** The results that stand too far from their calls, by the entries of the calls. */
  readonly #moved = new Map<number, Result[]>();
  readonly #movedFrom = new Set<number>();
  /** How many entries of others than tools stand before each index. */
  readonly #spoken: Int32Array;

  constructor(
    readonly writing: Writing,
    readonly aborts: boolean,
  ) {
    this.#spoken = new Int32Array(writing.entries.length + 1);
    writing.entries.forEach(({ role }, index) => {
      this.#spoken[index + 1] = this.#spoken[index]! + (role === "tool" ? 0 : 1);
      for (const result of writing.pairs.resultsOf(index)) this.#findMoved(result);
    });
  }

  write(): Block[] {
    const { entries } = this.writing;
    entries.forEach((entry, index) => {
      if (entry.role === "tool") {
        this.#addTool(entry, index);
        return;
      }
      this.#flush(entry);
      const message = writeMessage(entry, index, this.writing);
      if (message !== undefined) this.#messages.push(message);
      if (entry.role === "assistant") this.#step = index;
    });
    this.#flush(undefined);
    return this.#messages;
  }

  /** A result that was added goes right behind its step. One that came from here stays where it was. */
  #findMoved({ entry, part, id, call, surplus }: Result): void {
    const { entries } = this.writing;
    if (call === undefined || surplus || call.entry === entry || isOwnPair(entries, call, entry)) return;
    const isBehind = this.#spoken[entry] === this.#spoken[call.entry + 1];
    if (isBehind) return;
    const moved = this.#moved.get(call.entry) ?? [];
    moved.push({ entry, part, id, call, surplus });
    this.#moved.set(call.entry, moved);
    this.#movedFrom.add(entry);
  }

  /** Ends a step: moves its results here, and answers its calls. */
  #flush(next: Entry | undefined): void {
    const step = this.#step;
    this.#step = undefined;
    if (step !== undefined) {
      for (const { entry, part } of this.#moved.get(step) ?? []) {
        sayOf(this.writing, entry, part)("moved", "result, put behind its call");
        this.#pushResult(this.writing.entries[entry] as ToolEntry, entry);
      }
      for (const call of this.writing.pairs.callsOf(step)) if (call.answer === undefined) this.#answer(call, next);
    }
    this.#messages.push(...this.#orphans);
    this.#orphans = [];
  }

  #answer({ entry, part, id }: Call, next: Entry | undefined): void {
    const { entries, pairs } = this.writing;
    const say = sayOf(this.writing, entry, part);
    const isWaiting = pairs.pendingEntry === entry;
    const cameSo = isOwn(entries[entry]!) && (next === undefined || isOwn(next));
    if (!this.aborts && (isWaiting || cameSo)) {
      say("open", `call ${quoteId(id)} ${isWaiting ? "waits for its result" : "has no result, as it came"}`);
      return;
    }
    say("added", `call ${quoteId(id)} had no result, answered as aborted`);
    const { toolName } = entries[entry]!.content[part] as ToolCallPart;
    const name = writeText(toolName, () => {});
    this.#messages.push({
      type: "tool",
      data: {
        content: ABORTED_ANSWER,
        tool_call_id: writeId(id, () => {}),
        name,
        status: "error",
        additional_kwargs: { colloquy: { outcome: "aborted" } },
        response_metadata: {},
      },
    });
  }

  #addTool(entry: ToolEntry, index: number): void {
    entry.content.forEach(({ type }, position) => {
      if (type === "tool-result") return;
      const say = sayOf(this.writing, index, position);
      say("dropped", `${type}, which has no place in LangChain messages`);
    });
    for (const result of this.writing.pairs.resultsOf(index)) {
      const { call, surplus, part } = result;
      if (this.#movedFrom.has(index)) continue;
      if (isOwn(entry) || (call !== undefined && !surplus)) this.#pushResult(entry, index);
      else if (surplus) sayOf(this.writing, index, part)("dropped", "second result of a call");
      else this.#orphans.push(writeOrphan(entry, entry.toolResult!, index, this.writing));
    }
  }

  #pushResult(entry: ToolEntry, index: number): void {
    this.#messages.push(writeResult(entry, entry.toolResult!, index, this.writing));
  }
}

/** Whether a call and its result both came from here. */
function isOwnPair(entries: readonly Entry[], call: Call, result: number): boolean {
  return isOwn(entries[call.entry]!) && isOwn(entries[result]!);
}
