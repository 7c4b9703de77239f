/** What JSON holds. */
export type OtelJson = null | boolean | number | string | OtelJson[] | { [key: string]: OtelJson };

/** Text. */
export interface OtelTextPart {
  type: "text";
  content: string;
}

/** What the model thought, without the proof that it was this model. */
export interface OtelReasoningPart {
  type: "reasoning";
  content: string;
}

/** A call of a tool. `arguments` is text where the model wrote no JSON, and absent where it wrote none. */
export interface OtelToolCallPart {
  type: "tool_call";
  id?: string;
  name: string;
  arguments?: OtelJson;
}

/** What a tool gave back. `outcome` is our own key: the conventions have none for a run that did not end well. */
export interface OtelToolCallResponsePart {
  type: "tool_call_response";
  id?: string;
  response: OtelJson;
  outcome?: "error" | "denied" | "aborted";
}

/** The kind of a file, as far as it is known. */
export type OtelModality = "image" | "video" | "audio" | "document" | "other";

/** A file's data as base64. */
export interface OtelBlobPart {
  type: "blob";
  modality: OtelModality;
  mime_type?: string;
  content: string;
}

/** A file by its address. */
export interface OtelUriPart {
  type: "uri";
  modality: OtelModality;
  mime_type?: string;
  uri: string;
}

/** A file that a provider stores, by its id there. */
export interface OtelFilePart {
  type: "file";
  modality: OtelModality;
  mime_type?: string;
  file_id: string;
}

/** What only one format knows. The conventions allow parts of any type. */
export interface OtelCustomPart {
  type: "custom";
  format: string;
  value: OtelJson;
}

/** A part of a message. */
export type OtelPart =
  | OtelTextPart
  | OtelReasoningPart
  | OtelToolCallPart
  | OtelToolCallResponsePart
  | OtelBlobPart
  | OtelUriPart
  | OtelFilePart
  | OtelCustomPart;

/**
 * A message as the conventions have it.
 *
 * Keys, parts and roles that this release does not know or does not make, `finish_reason` among them, are written again as
 * they came, beyond what the type says.
 */
export interface OtelMessage {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  parts: OtelPart[];
  name?: string;
}
