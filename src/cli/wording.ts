import type { ConversionNote, Transcript } from "../index.js";
import { count } from "../render/wording.js";

/** How large a conversation is: `12 entries, 3 turns, about 1,200 tokens`. */
export function sizeLine(transcript: Transcript): string {
  const entries = count(transcript.length, "entry", "entries");
  const turns = count(transcript.turns().length, "turn", "turns");
  return `${entries}, ${turns}, about ${count(transcript.estimateTokens(), "token", "tokens")}`;
}

/** How much shorter something became. */
export function fewerTokens(before: number, after: number): string {
  return `about ${count(before, "token", "tokens")} become ${after.toLocaleString("en-US")}`;
}

/** What a conversion changed, in a line. */
export function describeNote({ entry, path, action, what }: ConversionNote): string {
  return [`entry ${entry}`, path, action, what].filter((piece) => piece !== undefined).join(": ");
}

/** What JSON leaves as it is, and a terminal or a reader would obey: DEL, C1, bidi characters, line separators. */
const OBEYED = /[\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** What is printed of a value that programs read: JSON in one line. Bytes are base64 in it. */
export function toLine(value: unknown): string {
  const json = JSON.stringify(value, (_key, held: unknown) =>
    held instanceof Uint8Array ? Buffer.from(held).toString("base64") : held,
  );
  return `${json.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}
