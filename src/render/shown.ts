import type { Entry, FilePart, Outcome, Part, ToolCallPart, ToolResultPart, Transcript } from "../index.js";
import { OpenCalls } from "./pairs.js";

/** A part as text, for whoever shows it. The text is as it came: it must be made visible before it is printed. */
export type ShownPart = PlainPart | ShownCall | ShownResult;

/** Any part but a tool call or a result. */
export type PlainPart =
  | { readonly kind: "text" | "refusal"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string; readonly redacted: boolean }
  | { readonly kind: "file"; readonly file: FilePart }
  | { readonly kind: "approval"; readonly text: string; readonly reason: string }
  | { readonly kind: "custom"; readonly format: string; readonly text: string };

/** A tool call as text. */
export interface ShownCall {
  readonly kind: "call";
  readonly toolName: string;
  readonly toolCallId: string;
  /** What the model wrote, or the JSON of it. */
  readonly text: string;
  /** The input in its JSON form. */
  readonly input: unknown;
}

/** A tool result as text, and what else it came with. */
export interface ShownResult {
  readonly kind: "result";
  /** The name of its call when the result has none. */
  readonly toolName: string;
  readonly toolCallId: string;
  readonly call: ShownCall | undefined;
  readonly outcome: Outcome | undefined;
  readonly text: string;
  readonly attached: readonly PlainPart[];
}

/** An entry and what is shown of it. */
export interface ShownEntry {
  readonly index: number;
  readonly entry: Entry;
  readonly parts: readonly ShownPart[];
}

/** What the document says of a part. Values that JSON has no form for have one there. */
interface WrittenPart {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly content?: readonly WrittenPart[];
  readonly value?: unknown;
}

/** Reads all entries as what is shown of them. O(parts). */
export function readShown(transcript: Transcript): readonly ShownEntry[] {
  const { entries: documented } = transcript.toJSON();
  const calls = new OpenCalls<ShownCall>();
  return transcript.entries().map((entry, index) => {
    const { content } = documented[index] as unknown as { readonly content: string | readonly WrittenPart[] };
    const parts: ShownPart[] = [];
    for (const [at, part] of entry.content.entries()) {
      const last = parts.at(-1);
      if (part.type === "text" && last?.kind === "text") {
        // Texts in a row are one text that came in pieces.
        parts[parts.length - 1] = { kind: "text", text: last.text + part.text };
      } else parts.push(showPart(part, content[at] as WrittenPart, calls));
    }
    return { index, entry, parts };
  });
}

function showPart(part: Part, written: WrittenPart, calls: OpenCalls<ShownCall>): ShownPart {
  if (part.type === "tool-result") return showResult(part, written, calls);
  if (part.type !== "tool-call") return showPlain(part, written);
  const { toolName, toolCallId, inputText } = part;
  const { input } = written;
  const call: ShownCall = { kind: "call", toolName, toolCallId, text: inputText ?? textOf(input), input };
  calls.add(call);
  return call;
}

function showPlain(part: Exclude<Part, ToolCallPart | ToolResultPart>, written: WrittenPart): PlainPart {
  switch (part.type) {
    case "text":
    case "refusal":
      return { kind: part.type, text: part.text };
    case "reasoning":
      return { kind: "reasoning", text: part.text, redacted: part.redacted === true };
    case "file":
      return { kind: "file", file: part };
    case "approval-request":
      return { kind: "approval", text: "asked for approval", reason: "" };
    case "approval-response":
      return { kind: "approval", text: part.approved ? "approved" : "denied", reason: part.reason ?? "" };
    case "custom":
      // What a later release knows stands in the document as it came.
      return {
        kind: "custom",
        format: part.format,
        text: textOf(part.format === "colloquy" ? written : written.value),
      };
  }
}

function showResult(part: ToolResultPart, written: WrittenPart, calls: OpenCalls<ShownCall>): ShownResult {
  const { toolCallId, outcome, content } = part;
  const call = calls.take(toolCallId);
  const shown = content?.map((item, at) => showPlain(item, written.content![at]!)) ?? [];
  return {
    kind: "result",
    toolName: part.toolName ?? call?.toolName ?? "unknown",
    toolCallId,
    call,
    outcome,
    text: content === undefined ? textOf(written.output) : shown.map(textOfPart).join(""),
    attached: shown.filter(({ kind }) => kind !== "text"),
  };
}

function textOfPart(part: PlainPart): string {
  return part.kind === "text" ? part.text : "";
}

/** A value of the document as text: text as it is, nothing for what is absent, JSON otherwise. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
