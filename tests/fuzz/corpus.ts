import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Transcript, type EntryInput } from "colloquy";
import { fromChatMessages } from "colloquy/openai";
import fc from "fast-check";
import { brokenConversation, conversation, entryInput } from "../support/arbitraries.js";
import { bundledConversations, sharedConversations } from "../support/data.js";
import { CANARY } from "./mutate.js";

const good = fileURLToPath(new URL("../../fixtures/v1/good/", import.meta.url));

function goldenDocuments(): string[] {
  if (!existsSync(good)) return [];
  const names = readdirSync(good).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => readFileSync(good + name, "utf8"));
}

/** Documents of recorded conversations, in stretches of a few entries so that a run takes no time. */
function realDocuments(): string[] {
  return [...bundledConversations(), ...sharedConversations("openai-chat")].flatMap(({ messages }) => {
    const entries = fromChatMessages(messages).entries();
    const starts = Array.from({ length: Math.min(4, Math.ceil(entries.length / 6)) }, (_none, index) => index * 6);
    const documents = starts.map((start) => Transcript.from(entries.slice(start, start + 6)).toJson());
    return documents.filter((document) => document.length < 50_000);
  });
}

/** Documents to begin with: golden ones, real ones, generated ones; with a canary in all that is content. */
export function documents(): fc.Arbitrary<string> {
  const kept = [...goldenDocuments(), ...realDocuments()].map(withCanaries);
  const made = fc
    .oneof(conversation({ reasoningEntries: true }), brokenConversation(), fc.array(entryInput(), { maxLength: 4 }))
    .map((list: EntryInput[]) => withCanaries(Transcript.from(list).toJson()));
  return kept.length === 0
    ? made
    : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...kept) }, { weight: 1, arbitrary: made });
}

/** The keys whose text is part of the form. */
const FORM = new Set(["role", "type", "outcome", "format", "createdAt", "data"]);

/** Puts a canary into the text that stands under most keys, where no annotation speaks of it. */
function withCanaries(json: string): string {
  const document = JSON.parse(json) as { entries: Record<string, unknown>[] };
  for (const entry of document.entries) {
    if (entry["rich"] === undefined) mark(entry);
  }
  return JSON.stringify(document);
}

function mark(holder: object): void {
  for (const key of Object.keys(holder)) {
    const value: unknown = Reflect.get(holder, key);
    if (typeof value === "object" && value !== null) mark(value);
    else if (typeof value === "string" && !FORM.has(key)) Reflect.set(holder, key, `${value}${CANARY}`);
  }
}
