/** Asks the provider to keep the prompt up to here in its cache. */
export interface AnthropicCacheControl {
  type: "ephemeral";
  ttl?: "5m" | "1h";
}

/** Text. */
export interface AnthropicTextBlock {
  type: "text";
  text: string;
  cache_control?: AnthropicCacheControl | null;
}

/** A picture in a user message or in a result. */
export interface AnthropicImageBlock {
  type: "image";
  source:
    | { type: "base64"; media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp"; data: string }
    | { type: "url"; url: string }
    | { type: "file"; file_id: string };
  cache_control?: AnthropicCacheControl | null;
}

/** A document in a user message or in a result. */
export interface AnthropicDocumentBlock {
  type: "document";
  source:
    | { type: "base64"; media_type: "application/pdf"; data: string }
    | { type: "text"; media_type: "text/plain"; data: string }
    | { type: "url"; url: string }
    | { type: "file"; file_id: string };
  title?: string | null;
  context?: string | null;
  citations?: { enabled?: boolean } | null;
  cache_control?: AnthropicCacheControl | null;
}

/** What the model thought, with the proof that it was this model. */
export interface AnthropicThinkingBlock {
  type: "thinking";
  thinking: string;
  signature: string;
}

/** What the model thought, readable for the provider alone. */
export interface AnthropicRedactedThinkingBlock {
  type: "redacted_thinking";
  data: string;
}

/** A call of a tool. */
export interface AnthropicToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: Record<string, unknown>;
  cache_control?: AnthropicCacheControl | null;
}

/** What a tool gave back. */
export interface AnthropicToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  content?: string | (AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock)[];
  is_error?: boolean;
  cache_control?: AnthropicCacheControl | null;
}

/** A block of a user message. */
export type AnthropicUserBlock =
  AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock | AnthropicToolResultBlock;

/** A block of an assistant message. */
export type AnthropicAssistantBlock =
  AnthropicTextBlock | AnthropicThinkingBlock | AnthropicRedactedThinkingBlock | AnthropicToolUseBlock;

/** What a person said, and what tools gave back. */
export interface AnthropicUserMessage {
  role: "user";
  content: string | AnthropicUserBlock[];
}

/** What the model said and asked for. */
export interface AnthropicAssistantMessage {
  role: "assistant";
  content: string | AnthropicAssistantBlock[];
}

/** Instructions inside the list, which newer models take: only those that came so are written so. */
export interface AnthropicSystemMessage {
  role: "system";
  content: string | AnthropicTextBlock[];
}

/**
 * A message as the endpoint takes it.
 *
 * Keys and blocks that this release does not know, or does not make, are written again as they came, beyond what the type
 * says.
 */
export type AnthropicMessage = AnthropicUserMessage | AnthropicAssistantMessage | AnthropicSystemMessage;

/** What a request says: instructions beside the list, and the list. */
export interface AnthropicRequest {
  readonly system?: string | readonly object[] | null | undefined;
  readonly messages: readonly object[];
}

/** A message by itself, as the provider returns it. */
export interface AnthropicReturnedMessage {
  readonly role: string;
  readonly content: unknown;
}
