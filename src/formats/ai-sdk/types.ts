/** What JSON holds. */
export type JsonValue = null | string | number | boolean | JsonValue[] | { [key: string]: JsonValue };

/** Options for providers, by the name of the provider: proofs, cache marks, item ids. */
export type ProviderOptions = Record<string, { [key: string]: JsonValue }>;

/** What holds the data of a file: base64 text or a URL, bytes, or a `URL`. */
export type ModelData = string | Uint8Array | ArrayBuffer | URL;

/** Text. */
export interface ModelTextPart {
  type: "text";
  text: string;
  providerOptions?: ProviderOptions;
}

/** What the model thought. */
export interface ModelReasoningPart {
  type: "reasoning";
  text: string;
  providerOptions?: ProviderOptions;
}

/** A picture in a user message. */
export interface ModelImagePart {
  type: "image";
  image: ModelData;
  mediaType?: string;
  providerOptions?: ProviderOptions;
}

/** A file. */
export interface ModelFilePart {
  type: "file";
  data: ModelData;
  mediaType: string;
  filename?: string;
  providerOptions?: ProviderOptions;
}

/** A call of a tool. */
export interface ModelToolCallPart {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
  providerOptions?: ProviderOptions;
}

/** A result of a tool. */
export interface ModelToolResultPart {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: ModelToolOutput;
  providerOptions?: ProviderOptions;
}

/** What a tool gave back. */
export type ModelToolOutput =
  | { type: "text" | "error-text"; value: string; providerOptions?: ProviderOptions }
  | { type: "json" | "error-json"; value: JsonValue; providerOptions?: ProviderOptions }
  | { type: "execution-denied"; reason?: string; providerOptions?: ProviderOptions }
  | { type: "content"; value: ModelOutputItem[] };

/** A piece of the content of a result. */
export type ModelOutputItem =
  | { type: "text"; text: string; providerOptions?: ProviderOptions }
  | { type: "media"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string; providerOptions?: ProviderOptions }
  | { type: "file-url"; url: string; mediaType?: string; providerOptions?: ProviderOptions }
  | { type: "image-data"; data: string; mediaType: string; providerOptions?: ProviderOptions }
  | { type: "image-url"; url: string; providerOptions?: ProviderOptions }
  | { type: "file-id" | "image-file-id"; fileId: string | Record<string, string>; providerOptions?: ProviderOptions }
  | { type: "custom"; providerOptions?: ProviderOptions };

/** A call that waits for a person's consent. */
export interface ModelApprovalRequest {
  type: "tool-approval-request";
  approvalId: string;
  toolCallId: string;
  signature?: string;
}

/** A person's answer to a {@link ModelApprovalRequest}. */
export interface ModelApprovalResponse {
  type: "tool-approval-response";
  approvalId: string;
  approved: boolean;
  reason?: string;
  providerExecuted?: boolean;
}

/** Instructions, or a summary of what was said before. */
export interface ModelSystemMessage {
  role: "system";
  content: string;
  providerOptions?: ProviderOptions;
}

/** What a person said. */
export interface ModelUserMessage {
  role: "user";
  content: string | (ModelTextPart | ModelImagePart | ModelFilePart)[];
  providerOptions?: ProviderOptions;
}

/** What the model said and asked for. */
export interface ModelAssistantMessage {
  role: "assistant";
  content:
    | string
    | (
        | ModelTextPart
        | ModelFilePart
        | ModelReasoningPart
        | ModelToolCallPart
        | ModelToolResultPart
        | ModelApprovalRequest
      )[];
  providerOptions?: ProviderOptions;
}

/** Results of tools. */
export interface ModelToolMessage {
  role: "tool";
  content: (ModelToolResultPart | ModelApprovalResponse)[];
  providerOptions?: ProviderOptions;
}

/** A message as the SDK takes it. */
export type ModelMessage = ModelSystemMessage | ModelUserMessage | ModelAssistantMessage | ModelToolMessage;

/** What a tool gave back, as version 5 takes it. */
export type ModelToolOutput5 =
  | { type: "text" | "error-text"; value: string }
  | { type: "json" | "error-json"; value: JsonValue }
  | { type: "content"; value: ({ type: "text"; text: string } | { type: "media"; data: string; mediaType: string })[] };

/** A result of a tool, as version 5 takes it. */
export interface ModelToolResultPart5 extends Omit<ModelToolResultPart, "output"> {
  output: ModelToolOutput5;
}

/** What the model said and asked for, as version 5 takes it. */
export interface ModelAssistantMessage5 extends Omit<ModelAssistantMessage, "content"> {
  content: string | (ModelTextPart | ModelFilePart | ModelReasoningPart | ModelToolCallPart | ModelToolResultPart5)[];
}

/** Results of tools, as version 5 takes them. */
export interface ModelToolMessage5 extends Omit<ModelToolMessage, "content"> {
  content: ModelToolResultPart5[];
}

/** A message as version 5 of the SDK takes it. */
export type ModelMessage5 = ModelSystemMessage | ModelUserMessage | ModelAssistantMessage5 | ModelToolMessage5;
