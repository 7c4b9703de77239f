import type { ConversionNote, ToolCallPart, ToolResultPart, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { readSource } from "../shared/form.js";
import type { Call } from "../shared/pairs.js";
import { isPlainObject } from "../shared/plain.js";
import { quoteId, Report } from "../shared/report.js";
import { writeId, writeText } from "../shared/texts.js";
import { FORMAT, WHAT } from "./form.js";
import type { ModelMessage, ModelMessage5 } from "./types.js";
import { toUnits, type Unit } from "./units.js";
import { isRunByProvider, writeApprovalResponse, writeContentPart, writeMessage } from "./write-message.js";
import { writeOrphan } from "./write-orphan.js";
import { abortedResult, writeResult } from "./write-result.js";
import { tellSummary } from "./write-summary.js";
import { type Message, type Placed, sayOf, writeCustom, type Writing } from "./writing.js";

/** Options of {@link toModelMessages}. */
export interface ToModelMessagesOptions extends ToOptions {
  /**
   * The version of the SDK that is written for: 6 and later (the default), or 5, which knows no approvals, no denied runs
   * and fewer kinds of file in a result.
   */
  version?: 5 | 6 | 7;
  /**
   * Who says a summary: the `system` (the default), or the `user`, as a record of the earlier conversation. Several of the
   * SDK's providers, Bedrock and Google among them, refuse a system message behind others.
   */
  summary?: "system" | "user";
}

/**
 * Writes a transcript as a list of the Vercel AI SDK's model messages.
 *
 * A list that {@link fromModelMessages} read and that the SDK would accept comes back as it came; what it would refuse is
 * mended at its place, and the report says so. Every call is answered before the next user or system message, but for those
 * at the end that still wait. System entries stay where they stand, a summary too: version 7 takes them in the list only
 * with `allowSystemInMessages`. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, too; `version: 5` writes what that version of the SDK takes; `summary: "user"` has the user tell a summary
 * @returns `messages`, fresh and yours to change, and `report`, which is empty when nothing was changed. An empty
 * transcript gives an empty list, which the SDK refuses
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A conversation of another provider goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { toModelMessages } from "colloquy/ai-sdk";
 *
 * const transcript = Transcript.from([
 *   { role: "user", text: "How many stars?" },
 *   { role: "assistant", text: "", toolCalls: [{ toolCallId: "c1", toolName: "count", input: {} }] },
 *   { role: "tool", toolResult: { toolCallId: "c1", output: 42 } },
 * ]);
 * const { messages, report } = toModelMessages(transcript);
 * assert.deepEqual(messages.at(-1), {
 *   role: "tool",
 *   content: [{ type: "tool-result", toolCallId: "c1", toolName: "count", output: { type: "json", value: 42 } }],
 * });
 * assert.deepEqual(report, []);
 * ```
 */
export function toModelMessages(
  transcript: Transcript,
  options: ToModelMessagesOptions & { version: 5 },
): { messages: ModelMessage5[]; report: readonly ConversionNote[] };
export function toModelMessages(
  transcript: Transcript,
  options?: ToModelMessagesOptions,
): { messages: ModelMessage[]; report: readonly ConversionNote[] };
export function toModelMessages(
  transcript: Transcript,
  options?: ToModelMessagesOptions,
): { messages: ModelMessage[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const { version, summary, ...others } = isPlainObject(options) ? options : {};
  const { strict = false, openCalls = "keep" } = checkToOptions(isPlainObject(options) ? others : options, WHAT);
  if (version !== undefined && ![5, 6, 7].includes(version as number)) {
    throw new TypeError(`Cannot write ${WHAT}: options.version: expected 5, 6 or 7, got another value`);
  }
  if (summary !== undefined && summary !== "system" && summary !== "user") {
    throw new TypeError(`Cannot write ${WHAT}: options.summary: expected "system" or "user", got another value`);
  }
  const report = new Report();
  const told = summary === "user" ? tellSummary(transcript, report) : transcript;
  const arrangement = new Arrangement(told, { report, isOld: version === 5 }, openCalls === "abort");
  // What the types do not tell: unknown keys, parts and roles that came from this format.
  const messages = arrangement.write() as unknown as ModelMessage[];
  return { messages, report: report.finish(transcript.entries(), strict, WHAT) };
}

/** Puts messages in order: each call's result before the next that a person or the system says. */
class Arrangement {
  readonly #messages: Message[] = [];
  readonly #writing: Writing;
  readonly #aborts: boolean;
  readonly #units: readonly Unit[];
  readonly #pending: number | undefined;
  readonly #calls = new Map<Call, Placed>();
  /** The results of the calls, by where the results themselves say that they stand. */
  readonly #answers = new Map<Call, Placed>();
  readonly #drafts: readonly (Message | undefined)[];
  /** How many messages of a person or the system are written before each message. */
  readonly #breaks: Int32Array;
  /** What is written behind the results of the step that is being written. */
  #behind: Message[] = [];
  #orphans: Message[] = [];

  constructor(transcript: Transcript, writing: Writing, aborts: boolean) {
    const { list, pending } = toUnits(transcript.entries());
    this.#writing = writing;
    this.#aborts = aborts;
    this.#units = list;
    this.#pending = pending;
    for (const { parts } of list) for (const placed of parts) this.#link(placed);
    for (const { parts } of list) markTwins(parts);
    this.#drafts = list.map((unit) => (unit.role === "tool" ? undefined : this.#draft(unit)));
    this.#breaks = this.#findBreaks();
  }

  write(): Message[] {
    this.#units.forEach((unit, index) => {
      if (unit.role === "tool") {
        this.#addResults(unit);
        return;
      }
      this.#flush();
      const draft = this.#drafts[index];
      if (draft !== undefined) this.#messages.push(draft);
      this.#answer(unit, index);
    });
    this.#flush();
    return this.#messages;
  }

  #link(placed: Placed): void {
    const { call, result } = placed;
    if (call !== undefined) this.#calls.set(call, placed);
    if (result?.call === undefined || result.surplus) return;
    this.#answers.set(result.call, placed);
    const asked = this.#calls.get(result.call)!;
    const { role, head } = this.#units[placed.unit]!;
    if (role !== "tool") asked.inner = readSource(head, FORMAT)["format"] === undefined ? "foreign" : "own";
  }

  #draft(unit: Unit): Message | undefined {
    const parts = unit.parts.map((placed) => writeContentPart(placed, unit.role, this.#nameOf, this.#writing));
    return writeMessage(
      unit,
      parts.filter((part) => part !== undefined),
      this.#writing,
    );
  }

  /** Finds what nothing that answers a call may stand behind. An orphan is written as the user's, behind its run. */
  #findBreaks(): Int32Array {
    const breaks = new Int32Array(this.#units.length + 2);
    let hasOrphan = false;
    this.#units.forEach(({ role, parts }, index) => {
      const isSpeaker = (role === "user" || role === "system") && this.#drafts[index] !== undefined;
      const isBreak = role !== "tool" && (isSpeaker || hasOrphan);
      if (role !== "tool") hasOrphan = false;
      else hasOrphan ||= parts.some((placed) => isOrphan(placed));
      breaks[index + 1] = breaks[index]! + (isBreak ? 1 : 0);
    });
    return breaks;
  }

  /** Whether something stands between a call and its result that may not. */
  #isAway(call: Placed, result: Placed): boolean {
    return this.#breaks[result.unit]! > this.#breaks[call.unit + 1]!;
  }

  /** Finds what has to follow a step: results that stand too far away, and answers for calls that have none. */
  #answer({ parts }: Unit, index: number): void {
    const isKept = this.#pending === index && !this.#aborts;
    const added: Message[] = [];
    for (const placed of parts) {
      const { call } = placed;
      if (call === undefined) continue;
      const say = sayOf(this.#writing, placed);
      const answer = this.#answers.get(call);
      if (answer !== undefined) {
        if (!isRunByProvider(placed) && this.#isAway(placed, answer)) this.#move(answer);
      } else if (this.#pending === index && (isKept || isRunByProvider(placed))) {
        say("open", `call ${quoteId(call.id)} waits for its result`);
      } else if (!isRunByProvider(placed)) {
        say("added", `call ${quoteId(call.id)} had no result, answered as aborted`);
        const { toolCallId, toolName } = placed.part as ToolCallPart;
        added.push(
          abortedResult(
            writeId(toolCallId, () => {}),
            writeText(toolName, () => {}),
          ),
        );
      }
    }
    if (added.length > 0) this.#behind.push({ role: "tool", content: added });
  }

  #move(placed: Placed): void {
    placed.moved = true;
    sayOf(this.#writing, placed)("moved", "result, put behind its call");
    const unit = this.#units[placed.unit]!;
    const part = this.#writeResult(placed);
    const isWhole = unit.parts.length === 1;
    const message = isWhole ? writeMessage(unit, [part], this.#writing) : { role: "tool", content: [part] };
    this.#behind.push(message!);
  }

  #flush(): void {
    this.#messages.push(...this.#behind, ...this.#orphans);
    this.#behind = [];
    this.#orphans = [];
  }

  #addResults(unit: Unit): void {
    const parts: Message[] = [];
    for (const placed of unit.parts) {
      const written = placed.moved === true ? undefined : this.#writeInTool(placed);
      if (written !== undefined) parts.push(written);
    }
    const message = writeMessage(unit, parts, this.#writing);
    if (message !== undefined) this.#messages.push(message);
  }

  #writeInTool(placed: Placed): Message | undefined {
    const { part, result } = placed;
    const say = sayOf(this.#writing, placed);
    if (part.type === "approval-response") return writeApprovalResponse(part, this.#writing, say);
    if (part.type === "custom") return writeCustom(part, "tool", this.#writing, say);
    if (isOrphan(placed)) {
      this.#orphans.push(writeOrphan(part as ToolResultPart, this.#writing, say));
    } else if (result?.surplus === true && readSource(part, FORMAT)["loose"] !== true) {
      say("dropped", "second result of a call");
    } else {
      return this.#writeResult(placed);
    }
    return undefined;
  }

  #writeResult(placed: Placed): Message {
    const say = sayOf(this.#writing, placed);
    return writeResult(placed.part as ToolResultPart, this.#nameOf(placed), this.#writing, say);
  }

  /** The name of the tool that a result's call asked for. */
  readonly #nameOf = ({ result }: Placed): string | undefined => {
    const call = result?.call === undefined ? undefined : this.#calls.get(result.call);
    return call === undefined ? undefined : (call.part as ToolCallPart).toolName;
  };
}

/** Whether a result of a tool message belongs to no call, and did not come so. */
function isOrphan({ part, result }: Placed): boolean {
  return part.type === "tool-result" && result?.call === undefined && readSource(part, FORMAT)["loose"] !== true;
}

/** A call without a result that shares its id with one that the model answered is taken to be of its kind. */
function markTwins(parts: readonly Placed[]): void {
  const inner = parts.filter((placed) => placed.inner !== undefined);
  if (inner.length === 0) return;
  const kinds = new Map(inner.map((placed) => [placed.call!.id, placed.inner!]));
  for (const placed of parts) {
    const kind = placed.call?.answer === undefined ? kinds.get(placed.call?.id ?? "") : undefined;
    if (kind !== undefined) placed.inner = kind;
  }
}
