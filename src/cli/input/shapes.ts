import { isObject, type JsonObject, memberOf } from "./json.js";

// How a message of each format looks. The marks are those that no other format has; what several have in common, such as
// `{ role, content: "text" }`, marks none. The formats: see the pages of `docs/` on each.

/** Tells whether a message can only be of one format. */
export type Shape = (message: JsonObject) => boolean;

export const chatShape: Shape = (message) =>
  hasAny(message, ["tool_calls", "tool_call_id", "function_call"]) ||
  ["developer", "function"].includes(textOf(message["role"])) ||
  ("role" in message && message["content"] === null) ||
  hasPart(message["content"], (part) => isTypeOf(part, /^(image_url|input_audio|refusal)$/) || isObject(part["file"]));

export const responsesShape: Shape = (message) =>
  isTypeOf(message, /^(reasoning|item_reference|compaction|mcp_.*|.*_call|.*_output)$/) ||
  (isTypeOf(message, /^message$/) && !hasAny(message, ["stop_reason"])) ||
  hasPart(message["content"], (part) => isTypeOf(part, /^(input|output)_(text|image|file)$/));

export const anthropicShape: Shape = (message) =>
  "role" in message &&
  ("stop_reason" in message ||
    hasPart(
      message["content"],
      (part) =>
        isTypeOf(part, /^((server_|mcp_)?tool_use|.*tool_result|thinking|redacted_thinking|compaction)$/) ||
        isObject(part["source"]) ||
        "cache_control" in part,
    ));

export const bedrockShape: Shape = (message) =>
  hasPart(message["content"], (part) => !("type" in part) && hasAny(part, BEDROCK_BLOCKS));

const BEDROCK_BLOCKS = "text image document video toolUse toolResult reasoningContent cachePoint guardContent".split(
  " ",
);

export const geminiShape: Shape = (message) =>
  message["role"] === "model" || hasPart(message["parts"], (part) => !("type" in part) && !("content" in part));

export const modelMessageShape: Shape = (message) =>
  "providerOptions" in message ||
  hasPart(
    message["content"],
    (part) =>
      "providerOptions" in part ||
      isTypeOf(part, /^(tool-call|tool-result|tool-approval-.*|reasoning)$/) ||
      (isTypeOf(part, /^image$/) && "image" in part) ||
      (isTypeOf(part, /^file$/) && "data" in part),
  );

export const uiMessageShape: Shape = (message) =>
  "toolInvocations" in message ||
  hasPart(message["parts"], (part) => isTypeOf(part, /^(step-start|dynamic-tool|(tool|source|data)-.*)$/)) ||
  hasPart(message["parts"], (part) => isTypeOf(part, /^(text|reasoning)$/) && "text" in part);

export const langchainShape: Shape = (message) =>
  ("lc" in message && isObject(message["kwargs"])) ||
  (!("role" in message) &&
    isTypeOf(message, /^(human|ai|system|tool|function|generic|remove|developer|.*MessageChunk)$/) &&
    (isObject(message["data"]) || hasAny(message, ["content", "content_blocks", "text"])));

export const otelShape: Shape = (message) =>
  hasPart(
    message["parts"],
    (part) => "type" in part && hasAny(part, ["content", "response", "result", "arguments", "mime_type"]),
  );

/** Whether Claude Code wrote a line: https://docs.claude.com/en/docs/claude-code keeps its sessions so. */
export const isClaudeCodeLine: Shape = (line) =>
  isTypeOf(line, /^(user|assistant)$/) && isObject(line["message"]) && hasAny(line, ["uuid", "sessionId"]);

/** Whether Codex wrote a line, in any of its forms. */
export const isCodexLine: Shape = (line) =>
  (isTypeOf(line, /^(session_meta|response_item|event_msg|turn_context|compacted)$/) && isObject(line["payload"])) ||
  "record_type" in line ||
  (!hasAny(line, ["type", "role"]) && hasAny(line, ["timestamp"]) && hasAny(line, ["instructions", "git"]));

/** Whether pi wrote a line: the first of a session, or a message. */
export const isPiLine: Shape = (line) =>
  (isTypeOf(line, /^session$/) && typeof line["cwd"] === "string") ||
  (isTypeOf(line, /^message$/) && isObject(line["message"]));

function hasPart(list: unknown, fits: (part: JsonObject) => boolean): boolean {
  return Array.isArray(list) && list.some((part: unknown) => isObject(part) && fits(part));
}

function hasAny(object: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => key in object);
}

function isTypeOf(object: JsonObject, pattern: RegExp): boolean {
  return pattern.test(textOf(memberOf(object, "type")));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
