import { Transcript, type DecodeResult, type Entry, type Rejected } from "../index.js";

const { format, version: newest } = Transcript.empty.toJSON();

/** The version of the document that entries are written in. */
export const VERSION = newest;

/** An entry as the text that is stored: what the document says of it. */
export function textOf(entry: Entry): string {
  return JSON.stringify(entry);
}

/** The transcript of the texts of its entries, or what is wrong with them. */
export function decodeTexts(texts: readonly string[], version: number): DecodeResult {
  const result = Transcript.safeFromJson(documentOf(texts, version));
  // Damaged texts might make more or fewer entries together.
  if (result.success && result.transcript.length === texts.length) return result;
  return Transcript.safeFromJson(documentOf(isolated(texts), version));
}

/** What can be read of the texts of entries, and the rest. */
export function salvageTexts(
  texts: readonly string[],
  version: number,
): { readonly transcript: Transcript; readonly rejected: readonly Rejected[] } {
  return Transcript.salvage(documentOf(isolated(texts), version));
}

function documentOf(texts: readonly string[], version: number): string {
  return `{"format":"${format}","version":${version},"entries":[${texts.join(",")}]}`;
}

/** The texts in a form where each is one entry: what is no JSON by itself becomes a JSON string, which is no sound entry. */
function isolated(texts: readonly string[]): readonly string[] {
  return texts.map((text) => (isJson(text) ? text : JSON.stringify(text)));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
