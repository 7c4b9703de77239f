import * as v from "valibot";
import { type EntryInput, type FilePart, type Part, type TextPart, Transcript } from "../../index.js";
import { memberOf } from "../input/json.js";
import { LeftOut, type Reading } from "./reading.js";

// A session of the coding agent pi, one object a line: badlogic/pi-mono, packages/coding-agent/docs/session.md.

const Text = v.object({ type: v.literal("text"), text: v.string() });
const Image = v.object({ type: v.literal("image"), data: v.string(), mimeType: v.string() });
const Thinking = v.object({
  type: v.literal("thinking"),
  thinking: v.string(),
  thinkingSignature: v.optional(v.string()),
});
const Call = v.object({
  type: v.literal("toolCall"),
  id: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  arguments: v.unknown(),
});
const Shown = v.variant("type", [Text, Image]);
const User = v.object({ role: v.literal("user"), content: v.union([v.string(), v.array(Shown)]) });
const Assistant = v.object({
  role: v.literal("assistant"),
  content: v.array(v.variant("type", [Text, Thinking, Call])),
  provider: v.optional(v.string()),
  stopReason: v.optional(v.string()),
});
const Result = v.object({
  role: v.literal("toolResult"),
  toolCallId: v.pipe(v.string(), v.nonEmpty()),
  toolName: v.optional(v.string()),
  content: v.array(Shown),
  isError: v.optional(v.boolean()),
});
const Line = v.object({
  type: v.literal("message"),
  id: v.optional(v.string()),
  timestamp: v.optional(v.string()),
  message: v.variant("role", [User, Assistant, Result]),
});
const Session = v.object({ type: v.literal("session"), cwd: v.string() });

export function isPiSession(lines: readonly unknown[]): boolean {
  return v.is(Session, lines[0]);
}

export function readPiSession(lines: readonly unknown[]): Reading {
  const leftOut = new LeftOut();
  const entries = lines.flatMap((given): EntryInput[] => {
    const { success, output } = v.safeParse(Line, given);
    if (success) return [readLine(output)];
    leftOut.add(`line of the type ${JSON.stringify(memberOf(given, "type"))}`);
    return [];
  });
  return { transcript: Transcript.from(entries), notes: leftOut.lines };
}

function readLine({ id, timestamp: createdAt, message }: v.InferOutput<typeof Line>): EntryInput {
  const common = { id, createdAt };
  switch (message.role) {
    case "user": {
      const { content } = message;
      return { role: "user", content: typeof content === "string" ? content : content.map(readShown), ...common };
    }
    case "assistant": {
      const content = message.content.map((part) => readPart(part, message.provider));
      const partial = message.stopReason === "aborted" || message.stopReason === "error";
      return { role: "assistant", content, partial, ...common };
    }
    case "toolResult": {
      const { toolCallId, toolName, isError } = message;
      const outcome = isError === true ? "error" : undefined;
      const content = message.content.map(readShown);
      return { role: "tool", toolResult: { toolCallId, toolName, content, outcome }, ...common };
    }
  }
}

function readShown(part: v.InferOutput<typeof Shown>): TextPart | FilePart {
  return part.type === "text" ? part : { type: "file", mediaType: part.mimeType, data: part.data };
}

function readPart(part: v.InferOutput<typeof Assistant>["content"][number], provider: string | undefined): Part {
  switch (part.type) {
    case "text":
      return part;
    case "thinking": {
      const { thinking: text, thinkingSignature: signature } = part;
      const isProof = provider === "anthropic" && signature !== undefined;
      return { type: "reasoning", text, ...(isProof && { providerMetadata: { anthropic: { signature } } }) };
    }
    case "toolCall":
      return { type: "tool-call", toolCallId: part.id, toolName: part.name, input: part.arguments };
  }
}
