import { Transcript } from "../index.js";

/** Settings of the SDK whose place others take here, and which these are. */
const REPLACED: Readonly<Record<string, string>> = {
  messages: "transcript and message",
  prompt: "message",
  instructions: "system",
};

/** Takes what a model is called with. @throws TypeError where it is no object, has no model, or says what is said otherwise here */
export function requireOptions<T extends object>(options: T): T {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`Cannot call model: options: expected an object, got ${kindOf(options)}`);
  const { model } = options as { readonly model?: unknown };
  if (model === undefined || model === null)
    throw new TypeError(`Cannot call model: model: expected a model of the AI SDK, got ${kindOf(model)}`);
  for (const [key, instead] of Object.entries(REPLACED)) {
    if ((options as Record<string, unknown>)[key] !== undefined)
      throw new TypeError(`Cannot call model: ${key}: expected ${instead} in its place`);
  }
  return options;
}

/** Takes a transcript, or its JSON. @throws TypeError for anything else, and as {@link Transcript.fromJson} */
export function readTranscript(value: Transcript | string): Transcript {
  if (typeof value === "string") return Transcript.fromJson(value);
  if (Transcript.isTranscript(value)) return value;
  const hint = Array.isArray(value) ? " (fromModelMessages of colloquy/ai-sdk reads a list of messages)" : "";
  throw new TypeError(`transcript: expected a Transcript or its JSON as a string, got ${kindOf(value)}${hint}`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
