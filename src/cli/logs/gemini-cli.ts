import * as v from "valibot";
import { type EntryInput, type Part, type ToolCallPart, Transcript } from "../../index.js";
import { memberOf } from "../input/json.js";
import { LeftOut, type Reading } from "./reading.js";

// A chat that Gemini CLI saved: google-gemini/gemini-cli, packages/core/src/services/chatRecordingService.ts.

const Thought = v.object({ subject: v.string(), description: v.string() });
const Call = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  args: v.unknown(),
  status: v.optional(v.string()),
  result: v.optional(v.nullable(v.array(v.object({ functionResponse: v.object({ response: v.unknown() }) })))),
});
const Content = v.union([v.string(), v.array(v.record(v.string(), v.unknown()))]);
const Message = v.object({
  id: v.optional(v.string()),
  type: v.picklist(["user", "gemini"]),
  timestamp: v.optional(v.string()),
  content: Content,
  thoughts: v.optional(v.array(Thought), []),
  toolCalls: v.optional(v.array(Call), []),
});
const Chat = v.object({ sessionId: v.string(), messages: v.array(v.object({ type: v.string() })) });

export function isGeminiCliChat(value: unknown): boolean {
  return v.is(Chat, value);
}

export function readGeminiCliChat(value: unknown): Reading {
  const leftOut = new LeftOut();
  const entries = (value as { messages: readonly { type: string }[] }).messages.flatMap((given): EntryInput[] => {
    const { success, output } = v.safeParse(Message, given);
    if (success) return readMessage(output);
    leftOut.add(`message of the type ${JSON.stringify(given.type)}`);
    return [];
  });
  return { transcript: Transcript.from(entries), notes: leftOut.lines };
}

function readMessage({
  id,
  type,
  timestamp: createdAt,
  content,
  thoughts,
  toolCalls,
}: v.InferOutput<typeof Message>): EntryInput[] {
  const common = { id, createdAt };
  if (type === "user") return [{ role: "user", content: readContent(content), ...common }];
  const reasoning = thoughts.map(({ subject, description }): Part => ({
    type: "reasoning",
    text: `${subject}\n\n${description}`,
  }));
  const calls = toolCalls.map((call): ToolCallPart => ({
    type: "tool-call",
    toolCallId: call.id,
    toolName: call.name,
    input: call.args,
  }));
  const answer: EntryInput = {
    role: "assistant",
    content: [...reasoning, ...readContent(content), ...calls],
    ...common,
  };
  return [answer, ...toolCalls.flatMap(readResult)];
}

function readContent(content: v.InferOutput<typeof Content>): Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return content.map((part) =>
    typeof part["text"] === "string"
      ? { type: "text", text: part["text"] }
      : { type: "custom", format: "gemini", value: part },
  );
}

function readResult({ id, name, status, result }: v.InferOutput<typeof Call>): EntryInput[] {
  const [first] = result ?? [];
  if (first === undefined) return [];
  const { response } = first.functionResponse;
  const output = memberOf(response, "output") ?? memberOf(response, "error") ?? response;
  const outcome = status === "cancelled" ? "aborted" : status === "error" ? "error" : undefined;
  return [{ role: "tool", toolResult: { toolCallId: id, toolName: name, output, outcome } }];
}
