import type { JsonValue, ProviderOptions } from "./types.js";

/** Text, or what the model thought. */
export interface UITextPart {
  type: "text" | "reasoning";
  text: string;
  state?: "streaming" | "done";
  providerMetadata?: ProviderOptions;
}

/** A file by its address: of the web, or a data URL. */
export interface UIFilePart {
  type: "file";
  mediaType: string;
  filename?: string;
  url: string;
  providerMetadata?: ProviderOptions;
}

/** Where a step of the model begins. */
export interface UIStepStart {
  type: "step-start";
}

/** Data of the program's own. */
export interface UIDataPart {
  type: `data-${string}`;
  id?: string;
  data: JsonValue;
}

/** Where the model found something. */
export interface UISourcePart {
  type: "source-url";
  sourceId: string;
  url: string;
  title?: string;
  providerMetadata?: ProviderOptions;
}

/** A person's consent to a call, asked for or given. */
export interface UIApproval<Approved> {
  id: string;
  approved: Approved;
  reason?: string;
}

/** How far a call has come. */
export type UIToolRun =
  | { state: "input-available"; input: unknown }
  | { state: "approval-requested"; input: unknown; approval: { id: string } }
  | { state: "approval-responded"; input: unknown; approval: UIApproval<boolean> }
  | { state: "output-available"; input: unknown; output: unknown; preliminary?: boolean; approval?: UIApproval<true> }
  | { state: "output-error"; input: unknown; rawInput?: unknown; errorText: string; approval?: UIApproval<true> }
  | { state: "output-denied"; input: unknown; approval: UIApproval<false> };

/** A call of a tool, and what came of it: under the tool's name, or under a name of its own. */
export type UIToolPart = ({ type: `tool-${string}` } | { type: "dynamic-tool"; toolName: string }) & {
  toolCallId: string;
  providerExecuted?: boolean;
  callProviderMetadata?: ProviderOptions;
} & UIToolRun;

/** A part of a message. */
export type UIPart = UITextPart | UIFilePart | UIStepStart | UIDataPart | UISourcePart | UIToolPart;

/** A message as `useChat` holds it. */
export interface UIMessage {
  id: string;
  role: "system" | "user" | "assistant";
  metadata?: unknown;
  parts: UIPart[];
}
