import { isPlainObject } from "./kinds.js";

const STORED = "fromStoredMessages of colloquy/langchain";

/** Shapes of messages that are not ours, each with the function that reads them; the first that fits is named. */
const SHAPES: readonly (readonly [reader: string, fits: (message: Message) => boolean])[] = [
  ["fromClaudeCode of colloquy/sessions", (line) => isPlainObject(line["message"]) && "uuid" in line],
  ["fromPi of colloquy/sessions", (line) => isPlainObject(line["message"]) && line["type"] === "message"],
  ["fromCodex of colloquy/sessions", (line) => isPlainObject(line["payload"]) && "type" in line],
  [STORED, (message) => "lc" in message || isPlainObject(message["data"]) || isStored(message)],
  [
    "fromResponsesItems of colloquy/openai",
    (message) => /^(function_call|custom_tool_call|reasoning|message|item_reference)/.test(typeOf(message)),
  ],
  [
    "fromChatMessages of colloquy/openai",
    (message) => ["tool_calls", "tool_call_id", "function_call"].some((key) => key in message),
  ],
  [
    "fromChatMessages of colloquy/openai",
    (message) => message["role"] === "developer" || message["role"] === "function",
  ],
  [
    "fromContents of colloquy/gemini",
    (message) =>
      message["role"] === "model" || hasPart(message["parts"], (part) => typeOf(part) === "" && !("content" in part)),
  ],
  [
    "fromOtelMessages of colloquy/otel",
    (message) =>
      hasPart(
        message["parts"],
        (part) => "content" in part || "modality" in part || typeOf(part).startsWith("tool_call"),
      ),
  ],
  ["fromUIMessages of colloquy/ai-sdk", (message) => "parts" in message || "toolInvocations" in message],
  [
    "fromConverse of colloquy/bedrock",
    (message) =>
      hasPart(
        message["content"],
        (part) => "toolUse" in part || "toolResult" in part || (typeOf(part) === "" && "text" in part),
      ),
  ],
  [
    "fromMessages of colloquy/anthropic",
    (message) =>
      hasPart(
        message["content"],
        (part) =>
          /^(tool_use|tool_result|thinking|redacted_thinking|image|document|server_tool_use)$/.test(typeOf(part)) &&
          !("image" in part),
      ),
  ],
  [
    "fromResponsesItems of colloquy/openai",
    (message) => hasPart(message["content"], (part) => /^(input|output)_/.test(typeOf(part))),
  ],
  [
    "fromChatMessages of colloquy/openai",
    (message) => hasPart(message["content"], (part) => /^(image_url|input_audio)$/.test(typeOf(part))),
  ],
  [
    "fromModelMessages of colloquy/ai-sdk",
    (message) =>
      "providerOptions" in message ||
      hasPart(
        message["content"],
        (part) => "providerOptions" in part || "image" in part || typeOf(part).startsWith("tool-approval"),
      ),
  ],
  ["fromChatMessages of colloquy/openai", (message) => message["content"] === null],
];

type Message = Readonly<Record<string, unknown>>;

/** Names the function that reads a message of another shape, or nothing where the shape is unknown. */
export function foreignReader(message: unknown): string | undefined {
  if (!isPlainObject(message)) return isLive(message) ? STORED : undefined;
  return SHAPES.find(([, fits]) => fits(message))?.[0];
}

/** Whether it is an instance of a class of LangChain's messages, which store themselves. */
function isLive(message: unknown): boolean {
  return typeof message === "object" && message !== null && "toDict" in message && typeof message.toDict === "function";
}

/** Whether it is a message of LangChain as it is in memory, written as JSON. */
function isStored(message: Message): boolean {
  if ([message["type"], message["role"]].some((speaker) => speaker === "human" || speaker === "ai")) return true;
  return "tool_call_id" in message && typeOf(message) === "tool";
}

function typeOf(value: Message): string {
  return typeof value["type"] === "string" ? value["type"] : "";
}

function hasPart(list: unknown, fits: (part: Message) => boolean): boolean {
  // The first parts tell: a message of another shape is recognised by them or not at all.
  return Array.isArray(list) && list.slice(0, 100).some((part: unknown) => isPlainObject(part) && fits(part));
}
