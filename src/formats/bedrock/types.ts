/** What JSON can hold, as the client of the service names it. */
export type BedrockJson = null | boolean | number | string | BedrockJson[] | { [key: string]: BedrockJson };

/** Text. */
export interface BedrockTextBlock {
  text: string;
}

/** Where the bytes of a file are. */
export type BedrockSource = { bytes: Uint8Array } | { s3Location: { uri: string; bucketOwner?: string } };

/** A picture. */
export interface BedrockImageBlock {
  image: { format: "png" | "jpeg" | "gif" | "webp"; source: BedrockSource };
}

/** A document, whose name the model reads. */
export interface BedrockDocumentBlock {
  document: {
    format: "pdf" | "csv" | "doc" | "docx" | "xls" | "xlsx" | "html" | "txt" | "md";
    name: string;
    source: BedrockSource | { text: string };
  };
}

/** A film. */
export interface BedrockVideoBlock {
  video: {
    format: "mkv" | "mov" | "mp4" | "webm" | "flv" | "mpeg" | "mpg" | "wmv" | "three_gp";
    source: BedrockSource;
  };
}

/** What the model thought, with the proof that it was this model; or readable for the provider alone. */
export interface BedrockReasoningBlock {
  reasoningContent: { reasoningText: { text: string; signature?: string } } | { redactedContent: Uint8Array };
}

/** A call of a tool. */
export interface BedrockToolUseBlock {
  toolUse: { toolUseId: string; name: string; input: BedrockJson };
}

/** What a tool gave back. */
export interface BedrockToolResultBlock {
  toolResult: {
    toolUseId: string;
    content: (
      BedrockTextBlock | { json: BedrockJson } | BedrockImageBlock | BedrockDocumentBlock | BedrockVideoBlock
    )[];
    status?: "success" | "error";
  };
}

/** A block of a message. */
export type BedrockBlock =
  | BedrockTextBlock
  | BedrockImageBlock
  | BedrockDocumentBlock
  | BedrockVideoBlock
  | BedrockReasoningBlock
  | BedrockToolUseBlock
  | BedrockToolResultBlock;

/**
 * A message as the service takes it.
 *
 * Keys and blocks that this release does not know, or does not make, are written again as they came, beyond what the type
 * says.
 */
export interface BedrockMessage {
  role: "user" | "assistant";
  content: BedrockBlock[];
}

/** What a request says: instructions beside the list, and the list. */
export interface BedrockRequest {
  readonly system?: readonly object[] | null | undefined;
  readonly messages?: readonly object[] | null | undefined;
}

/** A message by itself. */
export interface BedrockReturnedMessage {
  readonly role: string | undefined;
  readonly content: unknown;
}
