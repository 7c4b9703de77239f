// A chat in a terminal that goes on where it ended, in a later run, too.
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { Transcript, user } from "colloquy";
import { fromChatMessages, toChatMessages, type ChatMessage } from "colloquy/openai";
import type { TranscriptStore } from "colloquy/store";

export interface Chat {
  readonly store: TranscriptStore;
  /** What the conversation is stored under. */
  readonly id: string;
  /**
   * Asks a model for its next message. With the package `openai`:
   * `async (messages) => (await client.chat.completions.create({ model, messages })).choices[0]!.message`
   */
  readonly ask: (messages: ChatMessage[]) => Promise<object>;
  readonly input: Readable;
  readonly output: Writable;
}

/** Answers line by line until the input ends. */
export async function chat({ store, id, ask, input, output }: Chat): Promise<void> {
  const stored = await store.load(id);
  let transcript = stored?.transcript ?? Transcript.empty;
  let expect = stored?.revision ?? "new";
  output.write(`${transcript.turns().length} turns so far\n> `);

  for await (const line of createInterface({ input })) {
    const asked = transcript.append(user(line)).maybeCompact({ tokenBudget: 8_000, keepLastTurns: 5 });
    const { messages } = toChatMessages(asked);
    transcript = fromChatMessages([await ask(messages)], { after: asked });
    ({ revision: expect } = await store.save(id, transcript, { expect }));
    output.write(`${transcript.at(-1)?.text}\n> `);
  }
}
