/** Asks the provider to keep the prompt up to here in its cache. */
export interface ChatCacheBreakpoint {
  mode: "explicit";
}

/** Text in a message whose content is a list. */
export interface ChatTextPart {
  type: "text";
  text: string;
  prompt_cache_breakpoint?: ChatCacheBreakpoint;
}

/** A picture in a user message: a web address, or a data URL. */
export interface ChatImagePart {
  type: "image_url";
  image_url: { url: string; detail?: "auto" | "low" | "high" };
  prompt_cache_breakpoint?: ChatCacheBreakpoint;
}

/** Sound in a user message: `data` is base64. */
export interface ChatAudioPart {
  type: "input_audio";
  input_audio: { data: string; format: "wav" | "mp3" };
  prompt_cache_breakpoint?: ChatCacheBreakpoint;
}

/** A file in a user message: stored by the provider, or a data URL with its name. */
export interface ChatFilePart {
  type: "file";
  file: { filename?: string; file_data?: string; file_id?: string };
  prompt_cache_breakpoint?: ChatCacheBreakpoint;
}

/** A model's refusal in a message whose content is a list. */
export interface ChatRefusalPart {
  type: "refusal";
  refusal: string;
}

/** A part of a user message. */
export type ChatUserPart = ChatTextPart | ChatImagePart | ChatAudioPart | ChatFilePart;

/** A call of a declared function; `arguments` is the text that the model wrote. */
export interface ChatFunctionCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** A call of a custom tool, whose input is free text. */
export interface ChatCustomCall {
  id: string;
  type: "custom";
  custom: { name: string; input: string };
}

/** Instructions. */
export interface ChatSystemMessage {
  role: "system";
  name?: string;
  content: string | ChatTextPart[];
}

/** Instructions, as newer models call them. */
export interface ChatDeveloperMessage {
  role: "developer";
  name?: string;
  content: string | ChatTextPart[];
}

/** What a person said. */
export interface ChatUserMessage {
  role: "user";
  name?: string;
  content: string | ChatUserPart[];
}

/** What a model said and asked for. */
export interface ChatAssistantMessage {
  role: "assistant";
  name?: string;
  content?: string | (ChatTextPart | ChatRefusalPart)[] | null;
  refusal?: string | null;
  audio?: { id: string } | null;
  tool_calls?: (ChatFunctionCall | ChatCustomCall)[];
  /** The old form of a call, answered by a {@link ChatFunctionMessage}. */
  function_call?: { name: string; arguments: string } | null;
}

/** What a tool gave back. */
export interface ChatToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string | ChatTextPart[];
}

/** What a function gave back, in the old form. */
export interface ChatFunctionMessage {
  role: "function";
  name: string;
  content: string | null;
}

/**
 * A message as the endpoint takes it.
 *
 * Keys, parts and roles that this release does not know are written again as they came, beyond what the type says.
 */
export type ChatMessage =
  | ChatSystemMessage
  | ChatDeveloperMessage
  | ChatUserMessage
  | ChatAssistantMessage
  | ChatToolMessage
  | ChatFunctionMessage;
