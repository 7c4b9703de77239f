import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { textAt } from "./lines.js";

/** Makes of a message of pi what a transcript takes, or refuses by name; nothing of one that no model was sent. */
export function toEntry(message: PlainObject): object | undefined {
  const { role, content, toolCallId, toolName, isError, details } = message;
  const parts = typeof content === "string" ? content : toParts(content, message);
  if (role === "user") return { role, content: parts };
  if (role === "assistant") return { role, content: parts, ...answerOf(message) };
  if (role !== "toolResult") return undefined;
  const outcome = isError === true ? { outcome: "error" } : {};
  return {
    role: "tool",
    content: [{ type: "tool-result", toolCallId, toolName, content: parts, ...outcome }],
    ...(details !== undefined && { metadata: { details } }),
  };
}

/** What is told of an answer as a whole. It belongs to the provider that gave it. */
function answerOf(message: PlainObject): object {
  const { role: _role, content: _content, timestamp: _timestamp, provider: _provider, ...told } = message;
  const provider = textAt(message, "provider") ?? "pi";
  const isCut = message["stopReason"] === "aborted" || message["stopReason"] === "error";
  return { providerMetadata: { [provider]: told }, ...(isCut && { partial: true }) };
}

function toParts(content: unknown, message: PlainObject): unknown {
  return Array.isArray(content) ? content.map((block: unknown) => toPart(block, message)) : content;
}

/** Makes a part of a block. One that this release does not know is kept whole. */
function toPart(block: unknown, message: PlainObject): unknown {
  if (!isPlainObject(block)) return block;
  const { type, text, data, mimeType, thinking, id, name, arguments: input } = block;
  if (type === "text") return { type, text };
  if (type === "image") return { type: "file", mediaType: mimeType, data };
  if (type === "toolCall") return { type: "tool-call", toolCallId: id, toolName: name, input };
  if (type === "thinking") return { type: "reasoning", text: thinking, ...proofOf(block, message) };
  return { type: "custom", format: "pi", value: block };
}

/** The proof of a thought, where the provider that takes it back wants it in this form. */
function proofOf(block: PlainObject, message: PlainObject): object {
  const signature = textAt(block, "thinkingSignature");
  if (signature === undefined) return {};
  const isAnthropic = message["api"] === "anthropic-messages";
  return { providerMetadata: isAnthropic ? { anthropic: { signature } } : { pi: { thinkingSignature: signature } } };
}
