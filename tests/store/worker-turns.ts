import { assistant, toolResult, user, type EntryInput } from "colloquy";

/** How many turns a conversation of a worker has. */
export const TURNS = 25;

/** One turn of a worker's conversation, the same one each time. */
export function turnOf(number: number): readonly EntryInput[] {
  const toolCallId = `call_${number}`;
  return [
    user(`Question ${number}`),
    assistant("Looking.", { toolCalls: [{ toolCallId, toolName: "search", input: { number } }] }),
    toolResult(toolCallId, { found: new Date(number), text: "lorem ipsum ".repeat(number) }),
    assistant(`Answer ${number}`),
  ];
}
