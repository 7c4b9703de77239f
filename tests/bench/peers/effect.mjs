import { Effect, Schema } from "effect";
import { Prompt, Tokenizer } from "effect/ai";

export const isValidated = true;

const schema = Schema.fromJsonString(Prompt.Prompt);

export const restore = Schema.decodeUnknownSync(schema);

export const write = Schema.encodeSync(schema);

export const empty = Prompt.empty;
export const append = (prompt, text) => Prompt.concat(prompt, text);

export function keepLast(prompt, count) {
  const counter = Tokenizer.make({ tokenize: ({ content }) => Effect.succeed(content) });
  return Effect.runSync(counter.truncate(prompt, count));
}

export const lengthOf = (prompt) => prompt.content.length;
