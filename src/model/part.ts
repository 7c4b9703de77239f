/** What JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

declare const form: unique symbol;

/** What a format needs to give back exactly what came: form only, never content. Opaque to programs. */
export interface SourceForm {
  readonly [form]: true;
}

interface PartCommon {
  /** By provider: proofs, item ids, cache marks. */
  readonly providerMetadata?: Readonly<Record<string, unknown>>;
  /** Keys of a later minor release, kept as they came. */
  readonly extra?: Readonly<Record<string, Json>>;
  readonly source?: SourceForm;
}

/** Text that a person or a model wrote. */
export interface TextPart extends PartCommon {
  readonly type: "text";
  readonly text: string;
}

/** What a model thought before it answered. `redacted` when only its issuer can read it. */
export interface ReasoningPart extends PartCommon {
  readonly type: "reasoning";
  readonly text: string;
  readonly redacted?: true;
}

/** A model's refusal, told apart from an answer. */
export interface RefusalPart extends PartCommon {
  readonly type: "refusal";
  readonly text: string;
}

/** An image, a document, a sound. */
export interface FilePart extends PartCommon {
  readonly type: "file";
  readonly mediaType?: string;
  readonly filename?: string;
  /** Base64 text (kept verbatim), bytes (copied in, copied out at each read), a URL, or a provider's file id. */
  readonly data: string | Uint8Array | { readonly url: string } | { readonly fileId: string };
}

/** A model's request to run a tool. */
export interface ToolCallPart extends PartCommon {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  /** The parsed arguments, or their text when it is not JSON. */
  readonly input: unknown;
  /** The text that the model wrote, verbatim, when the source gave text. */
  readonly inputText?: string;
}

/** How a tool run ended when it did not end well. Absent: it did. */
export type Outcome = "error" | "denied" | "aborted";

interface ToolResultCommon extends PartCommon {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName?: string;
  readonly outcome?: Outcome;
}

/** What a tool gave back: one value as `output`, or text and files as `content`. */
export type ToolResultPart = ToolResultCommon &
  (
    | { readonly output: unknown; readonly content?: undefined }
    | { readonly content: readonly (TextPart | FilePart | CustomPart)[]; readonly output?: undefined }
  );

/** A tool call that waits for a person's consent. */
export interface ApprovalRequestPart extends PartCommon {
  readonly type: "approval-request";
  readonly approvalId: string;
  readonly toolCallId: string;
}

/** A person's answer to an {@link ApprovalRequestPart}. */
export interface ApprovalResponsePart extends PartCommon {
  readonly type: "approval-response";
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** What only one format knows, kept whole in its place. */
export interface CustomPart extends PartCommon {
  readonly type: "custom";
  readonly format: string;
  readonly value: unknown;
}

/** A piece of an entry, told apart by `type`. */
export type Part =
  | TextPart
  | ReasoningPart
  | RefusalPart
  | FilePart
  | ToolCallPart
  | ToolResultPart
  | ApprovalRequestPart
  | ApprovalResponsePart
  | CustomPart;
