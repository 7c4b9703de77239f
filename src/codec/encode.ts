import type { Entry } from "../model/entry.js";
import type { CustomPart, Json, Part, ToolResultPart } from "../model/part.js";
import { writtenBefore, type Piece } from "../model/pieces.js";
import { StoredEntry, writesEntriesBy } from "../model/stored-entry.js";
import { OWN_FORMAT } from "../model/vocabulary.js";
import { separate } from "./rich-value.js";

/** The name that every document begins with. */
export const FORMAT = "colloquy";
/** The version of the document that this release writes. */
export const VERSION = 1;

/** The JSON form of a transcript, before it becomes text. */
export interface TranscriptDocument {
  readonly format: "colloquy";
  readonly version: 1;
  readonly entries: readonly Json[];
}

/** Makes the document of a list of entries. Plain values are shared with the entries, so it is as cheap as it is long. */
export function encodeDocument(entries: readonly Entry[]): TranscriptDocument {
  return { format: FORMAT, version: VERSION, entries: entries.map(encodeEntry) as Json[] };
}

const TAIL = "]}";

/** Writes the document of a piece as text. O(length), and O(added) where an earlier one was written. */
export function writeDocument(piece: Piece): string {
  const { written, since } = writtenBefore(piece);
  if (written === undefined) piece.text = JSON.stringify(encodeDocument(since));
  else if (written !== piece) piece.head = `${headOf(written)},${JSON.stringify(since.map(encodeEntry)).slice(1, -1)}`;
  // Each turn keeps what it adds to the one before: whole texts would be as many copies of the conversation.
  return piece.text ?? piece.head! + TAIL;
}

/** Written whole, a document is cut only where it goes on: to cut a long text costs a copy, until somebody has read it. */
function headOf(piece: Piece): string {
  return (piece.head ??= piece.text!.slice(0, -TAIL.length));
}

/** Makes the JSON form of one entry: its keys in the one order of the document, derived fields left out. */
export function encodeEntry(entry: Entry): unknown {
  const { role, content, extra, ...optional } = entry as Entry & Readonly<Record<string, unknown>>;
  const written = { role, content: encodeContent(content), ...optional, ...extra };
  if (!StoredEntry.isRich(entry)) return written;
  const { json, annotations } = separate(written);
  return { ...(json as object), rich: annotations };
}

writesEntriesBy(encodeEntry);

function encodeContent(content: readonly Part[]): unknown {
  const first = content[0];
  if (content.length === 1 && first?.type === "text" && Object.keys(first).length === 2) return first.text;
  return encodeParts(content);
}

function encodeParts(parts: readonly Part[]): readonly unknown[] {
  return parts.every(isAsWritten) ? parts : parts.map(encodePart);
}

/** A part is its own JSON form unless it holds something of a later release. */
function isAsWritten(part: Part): boolean {
  if (part.extra !== undefined) return false;
  if (part.type === "custom") return part.format !== OWN_FORMAT;
  return part.type !== "tool-result" || part.content === undefined || part.content.every(isAsWritten);
}

function encodePart(part: Part): unknown {
  if (part.type === "custom" && part.format === OWN_FORMAT) return (part as CustomPart).value;
  const { extra, ...written } = part;
  if (part.type !== "tool-result" || part.content === undefined) return { ...written, ...extra };
  const result = written as Omit<ToolResultPart, "extra">;
  return { ...result, content: encodeParts(part.content), ...extra };
}
