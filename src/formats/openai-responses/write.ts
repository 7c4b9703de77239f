import type { ConversionNote, Entry, ToolEntry, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { noteBeside } from "../shared/beside.js";
import type { Result } from "../shared/pairs.js";
import { quoteId, Report } from "../shared/report.js";
import { ABORTED_ANSWER } from "../shared/wording.js";
import { FORMAT, takesCallId, WHAT } from "./form.js";
import { CALLS, isOpenOutput, outputOf, LOCAL_SHELL_OUTPUT } from "./kinds.js";
import { answersOf, callAt, pairByKind } from "./pairing.js";
import { ItemList } from "./item-list.js";
import type { ResponsesItem } from "./types.js";
import { writeAssistant } from "./write-assistant.js";
import { planCalls } from "./write-calls.js";
import { writeOrphan, writeOutput } from "./write-results.js";
import { writeSpeaker } from "./write-speaker.js";
import { pathOf, type Writing } from "./writing.js";

/**
 * Writes a transcript as a list of OpenAI Responses items, which is what `input` of a request takes.
 *
 * A list that {@link fromResponsesItems} read and that the endpoint would accept comes back as it came; what the endpoint
 * would refuse is mended at its place, and the report says so. An assistant entry becomes several items, in the order of
 * its parts. Reasoning is sent where this provider proved it, right before what it led to, and ids of items go to their
 * owner alone. Calls without a result are answered as aborted, but for those at the end that still wait. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, too
 * @returns `input`, fresh and yours to change, and `report`, which is empty when nothing was changed. An empty transcript
 * gives an empty list, which the endpoint refuses
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example What another provider's conversation loses
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { toResponsesItems } from "colloquy/openai";
 *
 * const transcript = Transcript.from([
 *   { role: "user", text: "Hello" },
 *   { role: "assistant", content: [{ type: "reasoning", text: "A greeting." }, { type: "text", text: "Hi!" }] },
 * ]);
 * const { input, report } = toResponsesItems(transcript);
 * assert.deepEqual(input, [
 *   { role: "user", content: "Hello" },
 *   { role: "assistant", content: "Hi!" },
 * ]);
 * assert.deepEqual(report, [
 *   { entry: 1, path: "content[0]", action: "dropped", what: "reasoning without a proof of this provider" },
 * ]);
 * ```
 */
export function toResponsesItems(
  transcript: Transcript,
  options?: ToOptions,
): { input: ResponsesItem[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const { strict = false, openCalls = "keep" } = checkToOptions(options, WHAT);
  const entries = transcript.entries();
  const report = new Report();
  const composition = new Composition(entries, report, openCalls === "abort");
  entries.forEach((entry, index) => composition.add(entry, index));
  // What the types do not tell: unknown keys, parts and items that came from this format.
  const input = composition.items.finish() as unknown as ResponsesItem[];
  noteBeside(entries, FORMAT, report);
  return { input, report: report.finish(entries, strict, WHAT) };
}

/** Puts items in the order of the entries. The endpoint minds only that an output stands somewhere behind its call. */
class Composition {
  readonly items: ItemList;
  readonly #entries: readonly Entry[];
  readonly #writing: Writing;
  readonly #aborts: boolean;
  /** Whether something that the provider stores stands in the list, where calls may be that it does not show. */
  #hasReference = false;
  /** The outputs that the list has or will have, each of which may stand once. */
  #outputs: Set<string> | undefined;

  constructor(entries: readonly Entry[], report: Report, aborts: boolean) {
    this.#entries = entries;
    this.items = new ItemList(report);
    const pairs = pairByKind(entries);
    this.#writing = { report, pairs, sent: planCalls(entries, pairs, aborts, report) };
    this.#aborts = aborts;
  }

  add(entry: Entry, index: number): void {
    if (entry.role === "tool") this.#addTool(entry, index);
    else if (entry.role === "assistant") this.#addAnswer(entry, index);
    else {
      const draft = writeSpeaker(entry, index, this.#writing);
      if (draft !== undefined) this.items.add(draft);
    }
  }

  #addAnswer(entry: Entry & { readonly role: "assistant" }, index: number): void {
    for (const draft of writeAssistant(entry, index, this.#writing)) {
      const isAdded = this.items.add(draft);
      this.#hasReference ||= isAdded && draft.role === "reference";
    }
    const { pairs, sent } = this.#writing;
    const isKept = pairs.pendingEntry === index && !this.#aborts;
    for (const call of pairs.callsOf(index)) {
      const as = sent.get(call);
      if (call.answer !== undefined || as === undefined) continue;
      const quoted = quoteId(callAt(this.#entries, call).toolCallId);
      if (isKept) this.#note(index, call.part, "open", `call ${quoted} waits for its result`);
      else {
        this.#note(index, call.part, "added", `call ${quoted} had no result, answered as aborted`);
        const item = { type: outputOf(as.kind), call_id: as.id, output: ABORTED_ANSWER };
        this.items.add({ item, entry: index, position: call.part, role: "other" });
      }
    }
  }

  #addTool(entry: ToolEntry, index: number): void {
    const { pairs, sent } = this.#writing;
    entry.content.forEach(({ type }, position) => {
      if (type !== "tool-result")
        this.#note(index, position, "dropped", `${type}, which has no place in Responses items`);
    });
    for (const result of pairs.resultsOf(index)) {
      const as = result.call === undefined ? undefined : sent.get(result.call);
      if (result.surplus) this.#note(index, result.part, "dropped", "second result of a call");
      else if (as !== undefined)
        this.items.add(writeOutput(entry, index, typeFor(entry, as.kind), as.id, this.#writing));
      else if (this.#isStored(entry, result)) {
        const { toolCallId } = entry.toolResult!;
        this.items.add(writeOutput(entry, index, answersOf(entry)!, toolCallId, this.#writing));
      } else this.items.add(writeOrphan(entry, index, this.#writing));
    }
  }

  /** Whether the call of a result may be stored by the provider: both came as items, and something stored stands before. */
  #isStored(entry: ToolEntry, { call }: Result): boolean {
    const type = answersOf(entry);
    const result = entry.toolResult;
    if (!this.#hasReference || call !== undefined || type === undefined || result === undefined) return false;
    const kind = Object.values(CALLS).find(({ output }) => output === type);
    const isSound =
      isLocalShellOutput(entry) ||
      (kind !== undefined &&
        (isOpenOutput(type) ||
          (result.content === undefined && result.outcome === undefined && kind.takes!(result.output))));
    const all = this.#writing.sent.values();
    this.#outputs ??= new Set(Array.from(all, (sent) => `${outputOf(sent.kind)}\n${sent.id}`));
    const key = `${type}\n${result.toolCallId}`;
    if (!isSound || !takesCallId(result.toolCallId) || this.#outputs.has(key)) return false;
    this.#outputs.add(key);
    return true;
  }

  #note(index: number, part: number, action: ConversionNote["action"], what: string): void {
    this.#writing.report.note(index, action, what, pathOf(part));
  }
}

/** The type of the item that a result becomes. */
function typeFor(entry: ToolEntry, kind: string): string {
  return kind === "local_shell_call" && isLocalShellOutput(entry) ? LOCAL_SHELL_OUTPUT : outputOf(kind);
}

function isLocalShellOutput(entry: ToolEntry): boolean {
  const { output, outcome } = entry.toolResult ?? {};
  return answersOf(entry) === LOCAL_SHELL_OUTPUT && typeof output === "string" && outcome === undefined;
}
