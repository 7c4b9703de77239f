import { spell, unspell } from "./ids.js";

/** What OpenAI and Bedrock take; Anthropic takes longer ones. */
const MAX_NAME = 64;

/** Whether an endpoint takes a tool's name. */
export function takesToolName(name: string, limit = MAX_NAME): boolean {
  return name.length <= limit && /^[a-zA-Z0-9_-]+$/.test(name);
}

/** A tool's name as the endpoint takes it. */
export function writeToolName(name: string, limit = MAX_NAME): string {
  return takesToolName(name, limit) ? name : spell(name, limit);
}

/** A tool's name as the transcript keeps it, and whether it had been spelled for an endpoint. */
export function readToolName(name: string, limit = MAX_NAME): { readonly toolName: string; readonly spelled?: true } {
  const original = unspell(name);
  return original === undefined || takesToolName(original, limit)
    ? { toolName: name }
    : { toolName: original, spelled: true };
}
