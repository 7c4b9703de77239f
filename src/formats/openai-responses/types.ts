/** Asks the provider to keep the prompt up to here in its cache. */
export interface ResponsesCacheBreakpoint {
  mode: "explicit";
}

/** Text that the model reads. */
export interface ResponsesInputText {
  type: "input_text";
  text: string;
  prompt_cache_breakpoint?: ResponsesCacheBreakpoint;
}

/** A picture that the model sees: a web address or data URL, or a file that the provider stores. */
export interface ResponsesInputImage {
  type: "input_image";
  detail: "low" | "high" | "auto" | "original";
  image_url?: string | null;
  file_id?: string | null;
  prompt_cache_breakpoint?: ResponsesCacheBreakpoint;
}

/** A file that the model reads: a data URL with its name, a web address, or a file that the provider stores. */
export interface ResponsesInputFile {
  type: "input_file";
  detail?: "auto" | "low" | "high";
  filename?: string;
  file_data?: string;
  file_url?: string;
  file_id?: string | null;
  prompt_cache_breakpoint?: ResponsesCacheBreakpoint;
}

/** A part of a message, or of what a tool gave back. */
export type ResponsesInputPart = ResponsesInputText | ResponsesInputImage | ResponsesInputFile;

/** Where a text of the model has something from. */
export type ResponsesAnnotation =
  | { type: "file_citation"; file_id: string; filename: string; index: number }
  | { type: "url_citation"; url: string; title: string; start_index: number; end_index: number }
  | {
      type: "container_file_citation";
      container_id: string;
      file_id: string;
      filename: string;
      start_index: number;
      end_index: number;
    }
  | { type: "file_path"; file_id: string; index: number };

/** Text that the model wrote. */
export interface ResponsesOutputText {
  type: "output_text";
  text: string;
  annotations: ResponsesAnnotation[];
}

/** The model's refusal. */
export interface ResponsesRefusal {
  type: "refusal";
  refusal: string;
}

/** What a person said, and instructions. */
export interface ResponsesInputMessage {
  type?: "message";
  role: "user" | "system" | "developer";
  content: string | ResponsesInputPart[];
}

/** What the model said, as text. */
export interface ResponsesAssistantMessage {
  type?: "message";
  role: "assistant";
  content: string;
  phase?: "commentary" | "final_answer" | null;
}

/** What the model said, as the provider returned it. */
export interface ResponsesOutputMessage {
  type: "message";
  id: string;
  role: "assistant";
  status: "in_progress" | "completed" | "incomplete";
  content: (ResponsesOutputText | ResponsesRefusal)[];
  phase?: "commentary" | "final_answer" | null;
}

/** A call of a declared function; `arguments` is the text that the model wrote. */
export interface ResponsesFunctionCall {
  type: "function_call";
  call_id: string;
  name: string;
  arguments: string;
  id?: string;
}

/** What a function gave back. */
export interface ResponsesFunctionCallOutput {
  type: "function_call_output";
  call_id: string;
  output: string | ResponsesInputPart[];
}

/** A call of a custom tool, whose input is free text. */
export interface ResponsesCustomToolCall {
  type: "custom_tool_call";
  call_id: string;
  name: string;
  input: string;
  id?: string;
}

/** What a custom tool gave back. */
export interface ResponsesCustomToolCallOutput {
  type: "custom_tool_call_output";
  call_id: string;
  output: string | ResponsesInputPart[];
}

/** What the model thought, as far as it is told, and its proof. */
export interface ResponsesReasoning {
  type: "reasoning";
  id: string;
  summary: { type: "summary_text"; text: string }[];
  content?: { type: "reasoning_text"; text: string }[];
  encrypted_content?: string | null;
}

/**
 * An item as the endpoint takes it.
 *
 * Keys, parts and items that this release does not know are written again as they came, beyond what the type says; so are
 * calls that the provider ran itself. What came without an id goes back without one.
 */
export type ResponsesItem =
  | ResponsesInputMessage
  | ResponsesAssistantMessage
  | ResponsesOutputMessage
  | ResponsesFunctionCall
  | ResponsesFunctionCallOutput
  | ResponsesCustomToolCall
  | ResponsesCustomToolCallOutput
  | ResponsesReasoning;
