/**
 * The data of a message, typed as the library types it.
 *
 * The library's type says less than its data: `content` may be a list of blocks, and messages of models and tools have keys
 * of their own, such as `tool_calls` and `status`. `role`, `name` and `tool_call_id` are there only where they say something.
 */
export interface StoredMessageData {
  content: string;
  role: string | undefined;
  name: string | undefined;
  tool_call_id: string | undefined;
  additional_kwargs?: Record<string, unknown>;
  response_metadata?: Record<string, unknown>;
  id?: string;
}

/**
 * A message as LangChain stores it.
 *
 * What came in another form, such as that of `toJSON()`, is given back in that form, beyond what the type says.
 */
export interface StoredMessage {
  type: string;
  data: StoredMessageData;
}
