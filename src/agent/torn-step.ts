import { type EntryInput, type Part, type ToolCallPart, toolResult, type Transcript } from "../index.js";

/** What the SDK's `fullStream` tells, as far as it is read here. */
export interface StreamPart {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly file?: { readonly mediaType: string; readonly base64: string };
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly invalid?: boolean;
  readonly preliminary?: boolean;
  readonly providerExecuted?: boolean;
}

/**
 * Collects the step that is being streamed, for the case that it never ends.
 *
 * Of a torn step it keeps what is whole: text as far as it came, files, calls whose input is complete, and their results. A call
 * that was cut off is none. Thoughts and what providers say of parts are left out: their proofs may be missing, or name what
 * a provider never stored.
 */
export class TornStep {
  #content: (Part | { type: "text"; text: string })[] = [];
  #texts = new Map<string, { type: "text"; text: string }>();
  #results = new Map<string, EntryInput>();

  /** Takes in the next part of the stream. */
  take(part: StreamPart): void {
    const { type, id = "", toolCallId = "", toolName = "" } = part;
    // Calls that the provider runs, or that name no tool, mean nothing without what it says of them.
    const isOurs = part.providerExecuted !== true && part.invalid !== true;
    if (type === "start-step" || type === "finish-step") this.#clear();
    else if (type === "text-delta") this.#textOf(id).text += part.text ?? "";
    else if (type === "file" && part.file !== undefined) {
      this.#content.push({ type, mediaType: part.file.mediaType, data: part.file.base64 });
    } else if (type === "tool-call" && isOurs) {
      this.#content.push({ type, toolCallId, toolName, input: part.input });
    } else if (type === "tool-result" && isOurs && part.preliminary !== true) {
      this.#results.set(toolCallId, toolResult(toolCallId, toJson(part.output), { toolName }));
    } else if (type === "tool-error" && isOurs) {
      const output = part.error instanceof Error ? part.error.message : toJson(part.error);
      this.#results.set(toolCallId, toolResult(toolCallId, output, { toolName, outcome: "error" }));
    }
  }

  /** The entries of what was taken in since the step began: none where nothing of it is whole. */
  entries(): readonly EntryInput[] {
    if (this.#content.length === 0) return [];
    const results = this.#content
      .filter((part) => part.type === "tool-call")
      .map((call) => this.#results.get(call.toolCallId) ?? abortedResult(call));
    return [{ role: "assistant", content: this.#content, partial: true }, ...results];
  }

  #clear(): void {
    this.#content = [];
    this.#texts = new Map();
    this.#results = new Map();
  }

  /** The text that grows under an id; a new one where there is none. */
  #textOf(id: string): { text: string } {
    let text = this.#texts.get(id);
    if (text === undefined) {
      text = { type: "text", text: "" };
      this.#texts.set(id, text);
      this.#content.push(text);
    }
    return text;
  }
}

/** A value as the SDK would send it. */
function toJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** What the SDK tells of the end of a step. */
export interface StepEnding {
  readonly finishReason: string;
  /** The reason in the provider's own word; version 5 does not tell it. */
  readonly rawFinishReason?: string | undefined;
  readonly usage: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined };
}

/** Whether a streamed step ended with an error, or without a word of why: its stream broke off. */
export function isTorn({ finishReason, rawFinishReason, usage }: StepEnding): boolean {
  if (finishReason === "error") return true;
  const isSilent = finishReason === "other" || finishReason === "unknown";
  return isSilent && rawFinishReason === undefined && usage.outputTokens === undefined;
}

/** Marks what the model said from an index on as cut off, and answers its calls that have no result. */
export function closeTornStep(transcript: Transcript, from: number): Transcript {
  const index = transcript.entries().findLastIndex(({ role }) => role === "assistant");
  const entry = transcript.at(index);
  if (index < from || entry?.role !== "assistant") return transcript;
  const parts = transcript
    .entries()
    .slice(index)
    .flatMap(({ content }) => content);
  const answered = new Set(parts.map((part) => (part.type === "tool-result" ? part.toolCallId : undefined)));
  const open = (entry.toolCalls ?? []).filter(({ toolCallId }) => !answered.has(toolCallId));
  return transcript.replace(index, { ...entry, partial: true }).concat(open.map(abortedResult));
}

function abortedResult({ toolCallId, toolName }: ToolCallPart): EntryInput {
  return toolResult(toolCallId, "The call was cut off.", { toolName, outcome: "aborted" });
}
