import * as v from "valibot";
import {
  type EntryInput,
  type FilePart,
  type Part,
  type ReasoningPart,
  type TextPart,
  Transcript,
} from "../../index.js";
import { LeftOut, type Reading } from "./reading.js";

// A session that OpenCode exported: anomalyco/opencode, packages/opencode/src/session/message-v2.ts.

const File = v.object({
  type: v.literal("file"),
  mime: v.string(),
  url: v.string(),
  filename: v.optional(v.string()),
});
const State = v.object({
  status: v.string(),
  input: v.unknown(),
  output: v.optional(v.string()),
  error: v.optional(v.string()),
  attachments: v.optional(v.array(File), []),
});
const Tool = v.object({
  type: v.literal("tool"),
  tool: v.string(),
  callID: v.pipe(v.string(), v.nonEmpty()),
  state: State,
});
const Text = v.object({ type: v.picklist(["text", "reasoning"]), text: v.string() });
const KnownPart = v.variant("type", [Tool, Text, File]);
const Message = v.object({
  info: v.object({
    id: v.string(),
    role: v.picklist(["user", "assistant"]),
    time: v.object({ created: v.number() }),
  }),
  parts: v.array(v.looseObject({ type: v.string() })),
});
const Session = v.object({ info: v.object({ id: v.string() }), messages: v.array(Message) });

export function isOpenCodeSession(value: unknown): boolean {
  return v.is(Session, value);
}

export function readOpenCodeSession(value: unknown): Reading {
  const leftOut = new LeftOut();
  const { messages } = v.parse(Session, value);
  const entries = messages.flatMap((message) => readMessage(message, leftOut));
  return { transcript: Transcript.from(entries), notes: leftOut.lines };
}

function readMessage({ info, parts }: v.InferOutput<typeof Message>, leftOut: LeftOut): EntryInput[] {
  const content: Part[] = [];
  const results: EntryInput[] = [];
  for (const given of parts) {
    const { success, output: part } = v.safeParse(KnownPart, given);
    if (!success) leftOut.add(`part of the type ${JSON.stringify(given.type)}`);
    else if (part.type !== "tool") content.push(readPart(part));
    else {
      content.push({ type: "tool-call", toolCallId: part.callID, toolName: part.tool, input: part.state.input });
      results.push(...readResult(part));
    }
  }
  const createdAt = new Date(info.time.created);
  return [{ role: info.role, content, id: info.id, createdAt }, ...results];
}

function readPart(part: v.InferOutput<typeof Text> | v.InferOutput<typeof File>): TextPart | ReasoningPart | FilePart {
  return part.type === "file" ? readFile(part) : part;
}

function readFile({ mime: mediaType, url, filename }: v.InferOutput<typeof File>): FilePart {
  return { type: "file", mediaType, data: { url }, ...(filename !== undefined && { filename }) };
}

function readResult({ callID: toolCallId, tool: toolName, state }: v.InferOutput<typeof Tool>): EntryInput[] {
  const { status, output = "", error = "", attachments } = state;
  const call = { toolCallId, toolName };
  if (status === "error") return [{ role: "tool", toolResult: { ...call, output: error, outcome: "error" } }];
  if (status !== "completed") return [];
  if (attachments.length === 0) return [{ role: "tool", toolResult: { ...call, output } }];
  const content = [{ type: "text" as const, text: output }, ...attachments.map(readFile)];
  return [{ role: "tool", toolResult: { ...call, content } }];
}
