import type { ConversionNote, Entry, FilePart, Part, ToOptions, ToolResultPart, Transcript } from "../../index.js";
import { writeExact } from "../shared/exact-copy.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { fileIdOf, mediaTypeOf, toDataUrl, urlOf } from "../shared/files.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { isPlainObject } from "../shared/plain.js";
import { quoteId, Report } from "../shared/report.js";
import { keepText, NOT_JSON, outputText, type Say, writeText } from "../shared/texts.js";
import { ABORTED_ANSWER, orphanLine } from "../shared/wording.js";
import { UI_FORMAT, UI_PROVIDER, UI_WHAT } from "./ui-form.js";
import type { UIMessage } from "./ui-types.js";
import { Runs, toUIUnits, type UIUnit } from "./ui-units.js";
import { writeOptionsOf, writeUITool } from "./ui-write-tool.js";
import { type Message, plainText } from "./writing.js";

/**
 * Writes a transcript as a list of the Vercel AI SDK's UI messages.
 *
 * A list that {@link fromUIMessages} read comes back as it came. Results become what their calls' parts say: a call, its
 * approval and its result are one part. A message without an id gets one that its place tells. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, too
 * @returns `messages`, fresh and yours to change, and `report`, which is empty when nothing was changed
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example What a page shows of a conversation
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { toUIMessages } from "colloquy/ai-sdk";
 *
 * const transcript = Transcript.from([
 *   { role: "user", id: "m1", text: "How many stars?" },
 *   { role: "assistant", id: "m2", text: "", toolCalls: [{ toolCallId: "c1", toolName: "count", input: {} }] },
 *   { role: "tool", toolResult: { toolCallId: "c1", output: 42 } },
 * ]);
 * const { messages } = toUIMessages(transcript);
 * assert.deepEqual(messages[1], {
 *   id: "m2",
 *   role: "assistant",
 *   parts: [{ type: "tool-count", toolCallId: "c1", state: "output-available", input: {}, output: 42 }],
 * });
 * ```
 */
export function toUIMessages(
  transcript: Transcript,
  options?: ToOptions,
): { messages: UIMessage[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, UI_WHAT);
  const { strict = false, openCalls = "keep" } = checkToOptions(options, UI_WHAT);
  const entries = transcript.entries();
  const writer = new Writer(entries, openCalls === "abort");
  const messages = toUIUnits(entries).flatMap((unit) => writer.message(unit));
  return { messages: messages as unknown as UIMessage[], report: writer.report.finish(entries, strict, UI_WHAT) };
}

class Writer {
  readonly report = new Report();
  readonly #runs: Runs;

  constructor(
    entries: readonly Entry[],
    readonly aborts: boolean,
  ) {
    this.#runs = new Runs(entries);
  }

  message(unit: UIUnit): Message[] {
    const { role, head, headIndex, members } = unit;
    const say: Say = (action, what) => this.report.note(headIndex, action, what);
    const source = readSource(head, UI_FORMAT);
    const isOwn = source["ui"] === true;
    const parts: Message[] = [];
    const listed: Message[] = [];
    for (const { entry, index } of members) this.#addEntry(entry, index, unit, parts, listed);
    if (parts.length === 0 && listed.length === 0 && (!isOwn || head.content.length > 0)) {
      say("dropped", "message without content");
      return [];
    }
    if (head.name !== undefined) say("dropped", "name of a participant, which has no place in UI messages");
    if (writeOptionsOf(head.providerMetadata, () => {}) !== undefined)
      say("dropped", "metadata of a whole message, which has no place in UI messages");
    const [first] = parts;
    const isText = source["content"] === true && parts.length < 2 && (first === undefined || first["type"] === "text");
    // What stood first in a message, and had its id, may have been cut off.
    const isWhole = isOwn && source["group"] !== "middle" && source["group"] !== "end";
    const id = head.id ?? (isWhole ? undefined : `colloquy-${headIndex}`);
    const { metadata } = head;
    const fields = {
      ...(id !== undefined && { id: writeText(id, say) }),
      ...(metadata !== undefined && { metadata: writeExact(metadata, say) }),
      role,
      ...(isText ? { content: first?.["text"] ?? "" } : { parts }),
      ...(listed.length > 0 && { toolInvocations: listed }),
    };
    const form = readForm(source);
    const kept = metadataOf(head, UI_PROVIDER);
    const guarded = ["role", ...(isText ? ["content"] : ["parts"])];
    const onChange = (): void => say("converted", NOT_JSON);
    return [writeObject({ fields, form, kept, guarded, onChange })];
  }

  #addEntry(entry: Entry, index: number, unit: UIUnit, parts: Message[], listed: Message[]): void {
    const source = readSource(entry, UI_FORMAT);
    if (entry.role === "tool") {
      this.#addTool(entry, index, parts);
      return;
    }
    for (let count = countOf(source["steps"]); count > 0; count -= 1) parts.push({ type: "step-start" });
    const calls = new Map(this.#runs.pairs.callsOf(index).map((call) => [call.part, call]));
    entry.content.forEach((part, position) => {
      const say: Say = (action, what) => this.report.note(index, action, what, `content[${position}]`);
      const call = calls.get(position);
      if (part.type === "tool-call" && call !== undefined) {
        let run = this.#runs.of(call);
        const isPending = this.#runs.pairs.pendingEntry === index;
        const isOwn = readSource(part, UI_FORMAT)["shape"] !== undefined;
        if (run.result === undefined && (isPending ? this.aborts : !isOwn)) {
          say("added", `call ${quoteId(call.id)} had no result, answered as aborted`);
          const { toolCallId } = part;
          run = { ...run, result: { type: "tool-result", toolCallId, outcome: "error", output: ABORTED_ANSWER } };
        } else if (run.result === undefined && isPending) {
          say("open", `call ${quoteId(call.id)} waits for its result`);
        }
        const { answer } = call;
        const sayResult: Say =
          answer === undefined
            ? say
            : (action, what) => this.report.note(answer.entry, action, what, `content[${answer.part}]`);
        if (answer !== undefined && !unit.members.some((member) => member.index === answer.entry))
          this.report.note(answer.entry, "moved", "result, put into the part of its call", `content[${answer.part}]`);
        const written = writeUITool(part, run, { report: this.report, isOld: false }, say, sayResult);
        (written.isListed ? listed : parts).push(written.part);
        return;
      }
      const written = this.#writePart(part, position, index, unit.role, say);
      if (written !== undefined) parts.push(written);
    });
    for (let count = countOf(source["trailing"]); count > 0; count -= 1) parts.push({ type: "step-start" });
  }

  #writePart(part: Part, position: number, index: number, role: string, say: Say): Message | undefined {
    switch (part.type) {
      case "text":
      case "reasoning":
        return writeTextPart(part, part.type, say);
      case "refusal":
        say("converted", "refusal, written as text");
        return writeTextPart(part, "text", say);
      case "file":
        return writeFile(part, say);
      case "custom": {
        if (part.format === UI_FORMAT && isPlainObject(part.value)) return writeExact(part.value, say) as Message;
        const text = keepText(part, say);
        return text === undefined ? undefined : plainText(text);
      }
      case "tool-result":
        if (this.#isToldByCall(index, position)) return undefined;
        say("dropped", "second result of a call");
        return undefined;
      case "approval-request":
        if (!this.#runs.isTold(part, index)) say("dropped", "request for approval of a call that is not here");
        return undefined;
      default:
        say("dropped", `${part.type} that has no place in a ${role} message`);
        return undefined;
    }
  }

  #isToldByCall(index: number, position: number): boolean {
    const result = this.#runs.pairs.resultsOf(index).find(({ part }) => part === position);
    return result?.call !== undefined && !result.surplus;
  }

  #addTool(entry: Entry, index: number, parts: Message[]): void {
    entry.content.forEach((part, position) => {
      const say: Say = (action, what) => this.report.note(index, action, what, `content[${position}]`);
      if (part.type === "approval-response") {
        if (!this.#runs.isTold(part, index)) say("dropped", "response to a request for approval that is not here");
      } else if (part.type !== "tool-result") {
        say("dropped", "part that only another format knows");
      } else if (!this.#isToldByCall(index, position)) {
        const isSurplus = this.#runs.pairs
          .resultsOf(index)
          .some((result) => result.part === position && result.surplus);
        if (isSurplus) say("dropped", "second result of a call");
        else parts.push(writeOrphan(part, say));
      }
    });
  }
}

function countOf(steps: unknown): number {
  return typeof steps === "number" && Number.isInteger(steps) && steps > 0 ? Math.min(steps, 1_000) : 0;
}

function writeTextPart(part: Part & { readonly text: string }, type: "text" | "reasoning", say: Say): Message {
  const source = readSource(part, UI_FORMAT);
  const { state } = source;
  const metadata = writeOptionsOf(part.providerMetadata, say);
  return writeObject({
    fields: {
      type,
      text: writeText(part.text, say),
      ...((state === "done" || state === "streaming") && { state }),
      ...(metadata !== undefined && { providerMetadata: metadata }),
    },
    form: readForm(source),
    kept: metadataOf(part, UI_PROVIDER),
    guarded: ["type", "text"],
    onChange: () => say("converted", NOT_JSON),
  });
}

function writeFile(given: FilePart, say: Say): Message | undefined {
  const file = { ...given };
  if (fileIdOf(file) !== undefined) {
    say("dropped", "file that only a provider's storage holds");
    return undefined;
  }
  const source = readSource(file, UI_FORMAT);
  const notes: string[] = [];
  const url = urlOf(file) ?? toDataUrl(file, notes);
  const isTyped = file.mediaType !== undefined || source["untyped"] !== true;
  const mediaType = file.mediaType ?? mediaTypeOf(file) ?? "application/octet-stream";
  if (isTyped && file.mediaType === undefined && notes.length === 0)
    notes.push(`file without a media type, sent as ${mediaType}`);
  for (const note of notes) say("converted", note);
  const metadata = writeOptionsOf(file.providerMetadata, say);
  return writeObject({
    fields: {
      type: "file",
      ...(isTyped && { mediaType: writeText(mediaType, say) }),
      ...(file.filename !== undefined && { filename: writeText(file.filename, say) }),
      url: writeText(url, say),
      ...(metadata !== undefined && { providerMetadata: metadata }),
    },
    form: readForm(source),
    kept: metadataOf(file, UI_PROVIDER),
    guarded: ["type", "url"],
    onChange: () => say("converted", NOT_JSON),
  });
}

function writeOrphan({ toolName, output, content }: ToolResultPart, say: Say): Message {
  say("converted", "result without its call, written as text");
  const texts = (content ?? []).flatMap((item) => (item.type === "text" ? [item.text] : []));
  const text = content === undefined ? outputText(output, say) : texts.join("\n");
  return plainText([orphanLine(toolName), text].filter(Boolean).join("\n"));
}
