// A chat behind HTTP that remembers nothing between requests: each one restores the conversation and stores it again.
import { Transcript, user } from "colloquy";
import { fromMessages, toMessages, type AnthropicMessage } from "colloquy/anthropic";
import { ConflictError, type TranscriptStore } from "colloquy/store";

/**
 * Asks a model for its next message. With the package `@anthropic-ai/sdk`:
 * `(messages) => client.messages.create({ model, max_tokens: 1_000, messages })`
 */
export type Ask = (messages: AnthropicMessage[]) => Promise<object>;

/** Makes a handler of `POST /chats/ID`, with what the user says as its body. Any server can call it that has `Request`. */
export function chatHandler(store: TranscriptStore, ask: Ask): (request: Request) => Promise<Response> {
  return async (request) => {
    const [, id] = /^\/chats\/(\w+)$/.exec(new URL(request.url).pathname) ?? [];
    if (id === undefined || request.method !== "POST") return new Response(undefined, { status: 404 });

    const stored = await store.load(id);
    const asked = (stored?.transcript ?? Transcript.empty).append(user(await request.text()));
    const answered = fromMessages([await ask(toMessages(asked).messages)], { after: asked });
    try {
      await store.save(id, answered, { expect: stored?.revision ?? "new" });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      return new Response("Something else was said meanwhile. Read it, and try again.", { status: 409 });
    }
    return new Response(answered.at(-1)?.text);
  };
}
