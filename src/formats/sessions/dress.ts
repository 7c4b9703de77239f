import { type Entry, type EntryInput, Transcript } from "../../index.js";
import { type Notes, readOrNote } from "./notes.js";

/** What a line tells of an entry beside its content. */
export type Dress = Pick<EntryInput, "id" | "createdAt" | "metadata" | "providerMetadata">;

/**
 * Adds to entries what their line tells of them. What a transcript cannot hold is noted, and the entries stay as they are.
 *
 * @param dressOf - what the line tells of each of them
 */
export function dress(
  entries: readonly Entry[],
  line: number,
  notes: Notes,
  dressOf: (entry: Entry, index: number) => Dress,
): readonly Entry[] {
  const inputs = entries.map((entry, index) => ({ ...entry, ...dressOf(entry, index) }) as EntryInput);
  const what = "id, time and metadata of a message, which is kept without them";
  return readOrNote(notes, line, what, () => Transcript.from(inputs).entries()) ?? entries;
}
