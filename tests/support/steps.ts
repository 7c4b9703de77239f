import type { EntryInput } from "colloquy";

/** A call of the tool `f`. */
export const call = (toolCallId: string, input: unknown = {}) => ({ toolCallId, toolName: "f", input });

/** An answer that asks for nothing but calls. */
export const asks = (...ids: string[]): EntryInput => ({
  role: "assistant",
  text: "",
  toolCalls: ids.map((id) => call(id)),
});

/** What a call gave, `"r"` where nothing is said of it. */
export const result = (toolCallId: string, ...output: [output?: unknown]): EntryInput => ({
  role: "tool",
  toolResult: { toolCallId, output: output.length === 0 ? "r" : output[0] },
});

export const question: EntryInput = { role: "user", text: "q" };
