import type { ConversionNote, Entry, ToolEntry, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { noteBeside } from "../shared/beside.js";
import { readSource } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import { type Call, pairCalls, type Result } from "../shared/pairs.js";
import { quoteId, Report } from "../shared/report.js";
import { ABORTED_ANSWER, filesOfCall, orphanLine } from "../shared/wording.js";
import { writeToolName } from "../shared/tool-names.js";
import { FORMAT, WHAT } from "./form.js";
import type { ChatMessage } from "./types.js";
import { type Target, writeResult } from "./write-results.js";
import { writeAssistant } from "./write-assistant.js";
import { writeSpeaker } from "./write-speaker.js";
import { idOfCall, plainText, type Writing, type WrittenPart } from "./writing.js";

/**
 * Writes a transcript as a list of OpenAI Chat Completions messages.
 *
 * A list that {@link fromChatMessages} read and that the endpoint would accept comes back as it came; what the endpoint
 * would refuse is mended at its place, and the report says so. Results stand right behind their calls, calls without a
 * result are answered as aborted, but for those at the end that still wait. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, too
 * @returns `messages`, fresh and yours to change, and `report`, which is empty when nothing was changed. An empty
 * transcript gives an empty list, which the endpoint refuses
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example What another provider's conversation loses
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { toChatMessages } from "colloquy/openai";
 *
 * const transcript = Transcript.from([
 *   { role: "user", text: "Hello" },
 *   { role: "assistant", content: [{ type: "reasoning", text: "A greeting." }, { type: "text", text: "Hi!" }] },
 * ]);
 * const { messages, report } = toChatMessages(transcript);
 * assert.deepEqual(messages, [
 *   { role: "user", content: "Hello" },
 *   { role: "assistant", content: "Hi!" },
 * ]);
 * assert.deepEqual(report, [
 *   { entry: 1, path: "content[0]", action: "dropped", what: "reasoning, which has no place in chat messages" },
 * ]);
 * ```
 */
export function toChatMessages(
  transcript: Transcript,
  options?: ToOptions,
): { messages: ChatMessage[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const { strict = false, openCalls = "keep" } = checkToOptions(options, WHAT);
  const entries = transcript.entries();
  const report = new Report();
  const arrangement = new Arrangement(entries, report, openCalls);
  entries.forEach((entry, index) => arrangement.add(entry, index));
  // What the types do not tell: unknown keys, parts and roles that came from this format.
  const messages = arrangement.messages as unknown as ChatMessage[];
  noteBeside(entries, FORMAT, report);
  return { messages, report: report.finish(entries, strict, WHAT) };
}

type Message = Record<string, unknown>;

/** Puts messages in order: each step's results right behind its calls. */
class Arrangement {
  readonly messages: Message[] = [];
  readonly #entries: readonly Entry[];
  readonly #writing: Writing;
  readonly #aborts: boolean;
  /** The messages of all entries but results, written first: what is not written stands between nothing. */
  readonly #drafts: readonly (Message | undefined)[];
  /** How many messages stand at the places of the entries before each index. */
  readonly #standing: Int32Array;

  constructor(entries: readonly Entry[], report: Report, openCalls: "keep" | "abort") {
    this.#entries = entries;
    const pairs = pairCalls(entries, idOfCall);
    this.#writing = { report, pairs, ids: new Map(), old: new Set() };
    this.#aborts = openCalls === "abort";
    this.#drafts = entries.map((entry, index) => this.#draft(entry, index));
    this.#standing = new Int32Array(entries.length + 1);
    entries.forEach((entry, index) => {
      const stands =
        entry.role === "tool"
          ? pairs.resultsOf(index).some((result) => this.#standsAlone(result))
          : this.#drafts[index];
      this.#standing[index + 1] = this.#standing[index]! + (stands ? 1 : 0);
    });
  }

  add(entry: Entry, index: number): void {
    if (entry.role === "tool") {
      this.#addTool(entry, index);
      return;
    }
    const draft = this.#drafts[index];
    if (draft === undefined) return;
    this.messages.push(draft);
    if (entry.role === "assistant") this.#answer(index);
  }

  #draft(entry: Entry, index: number): Message | undefined {
    if (entry.role === "tool") return undefined;
    return entry.role === "assistant"
      ? writeAssistant(entry, index, this.#writing)
      : writeSpeaker(entry, index, this.#writing);
  }

  /** Whether a result is written at its own place: one of the old form, or one that has no call. */
  #standsAlone({ call, surplus }: Result): boolean {
    return !surplus && (call === undefined || this.#writing.old.has(call));
  }

  /** Writes the results of a step, and answers for the calls that have none. */
  #answer(index: number): void {
    const { pairs, ids, old } = this.#writing;
    const calls = pairs.callsOf(index).filter(({ answer }) => answer?.entry !== index);
    const open = calls.filter(
      (call) => call.answer === undefined && this.#entries[index]!.content[call.part]!.type === "tool-call",
    );
    const isKept = pairs.pendingEntry === index && !this.#aborts;
    const files = this.#addResults(
      index,
      calls.filter((call) => !old.has(call)),
      isKept && open.length > 0,
    );
    for (const call of open) {
      if (isKept) {
        this.#note(index, call.part, "open", `call ${quoteId(call.id)} waits for its result`);
      } else if (!old.has(call) || pairs.pendingEntry === index) {
        this.#note(index, call.part, "added", `call ${quoteId(call.id)} had no result, answered as aborted`);
        const name = { role: "function", name: this.#nameOf(call) };
        this.messages.push({
          ...(old.has(call) ? name : { role: "tool", tool_call_id: ids.get(call) }),
          content: ABORTED_ANSWER,
        });
      }
    }
    if (files.length > 0) this.messages.push({ role: "user", content: files });
  }

  /** Writes results that belong to tool calls. Returns the parts of the user message that has to follow. */
  #addResults(index: number, calls: readonly Call[], holdsFiles: boolean): Message[] {
    const answered = calls.filter(({ answer }) => answer !== undefined);
    const isAway = ({ answer }: Call): boolean => this.#standing[answer!.entry]! > this.#standing[index + 1]!;
    // A run that is whole keeps its order, which the endpoint does not mind.
    if (!answered.some(isAway)) answered.sort((a, b) => a.answer!.entry - b.answer!.entry);
    return answered.flatMap((call) => {
      const { entry, part } = call.answer!;
      if (isAway(call)) this.#note(entry, part, "moved", "result, put right behind its call");
      const target: Target = { role: "tool", id: this.#writing.ids.get(call) ?? call.id };
      const { message, files } = this.#writeResult(entry, target, holdsFiles);
      this.messages.push(message);
      if (files.length === 0) return [];
      return [plainText(filesOfCall(target.id, this.#nameOf(call))).part, ...files.map((file) => file.part)];
    });
  }

  #addTool(entry: ToolEntry, index: number): void {
    const { pairs, old } = this.#writing;
    entry.content.forEach(({ type }, position) => {
      if (type === "tool-result") return;
      this.#note(index, position, "dropped", `${type}, which has no place in chat messages`);
    });
    for (const result of pairs.resultsOf(index)) {
      if (result.surplus) this.#note(index, result.part, "dropped", "second result of a call");
      else if (result.call === undefined) this.#addOrphan(entry, index, result.part);
      else if (old.has(result.call)) {
        const isNameless = readSource(entry, FORMAT)["old"] === true && entry.toolResult?.toolName === undefined;
        if (isNameless)
          this.#note(index, result.part, "converted", "function message without a name, given its call's");
        this.#addOld(index, this.#nameOf(result.call));
      }
    }
  }

  #addOrphan(entry: ToolEntry, index: number, part: number): void {
    const { toolName } = entry.toolResult!;
    const source = readSource(entry, FORMAT);
    if (source["old"] === true && toolName !== undefined) {
      const name = writeToolName(toolName);
      const isMended = name !== toolName && source["spelled"] !== true;
      if (isMended) this.#note(index, part, "converted", `function name that the endpoint refuses, written as ${name}`);
      this.#addOld(index, name);
      return;
    }
    this.#note(index, part, "converted", "result without its call, written as a user message");
    const { message, files } = this.#writeResult(index, { role: "tool", id: "" }, false);
    const content = message["content"];
    const parts: readonly unknown[] = typeof content === "string" ? [plainText(content).part] : (content as unknown[]);
    const line = wellFormed(orphanLine(toolName));
    if (typeof content === "string" && files.length === 0) {
      this.messages.push({ role: "user", content: content === "" ? line : `${line}\n${content}` });
    } else {
      this.messages.push({ role: "user", content: [plainText(line).part, ...parts, ...files.map(({ part }) => part)] });
    }
  }

  #addOld(index: number, name: string): void {
    const { message, files } = this.#writeResult(index, { role: "function", name }, false);
    this.messages.push(message);
    if (files.length > 0) this.messages.push({ role: "user", content: files.map(({ part }) => part) });
  }

  #note(index: number, part: number, action: ConversionNote["action"], what: string): void {
    this.#writing.report.note(index, action, what, `content[${part}]`);
  }

  #writeResult(
    index: number,
    target: Target,
    holdsFiles: boolean,
  ): { message: Message; files: readonly WrittenPart[] } {
    return writeResult(this.#entries[index] as ToolEntry, index, target, holdsFiles, this.#writing);
  }

  /** The name of the tool that a call asked for, as it was sent. */
  #nameOf(call: Call): string {
    const part = this.#entries[call.entry]!.content[call.part]!;
    return writeToolName(part.type === "tool-call" ? part.toolName : "unknown");
  }
}
