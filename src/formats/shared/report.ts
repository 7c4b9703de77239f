import { type ConversionNote, type Entry, TranscriptError } from "../../index.js";
import { entryPlace } from "../../model/issues.js";

/** Collects what a conversion changed. */
export class Report {
  readonly #notes: ConversionNote[] = [];

  /** @param what - what it was and what became of it, without content */
  note(entry: number, action: ConversionNote["action"], what: string, path?: string): void {
    this.#notes.push(path === undefined ? { entry, action, what } : { entry, path, action, what });
  }

  /**
   * The notes in the order of the entries.
   *
   * @param strict - throw where something was dropped or added
   * @param what - what is written, such as `chat messages`
   */
  finish(entries: readonly Entry[], strict: boolean, what: string): readonly ConversionNote[] {
    const notes = this.#notes.sort((a, b) => a.entry - b.entry);
    if (!strict) return notes;
    const lossy = notes.filter(({ action }) => action === "dropped" || action === "added");
    const [first] = lossy;
    if (first === undefined) return notes;
    const place = [entryPlace(first.entry, entries[first.entry]?.role), first.path].filter(Boolean).join(": ");
    const more = lossy.length - 1;
    const rest = more === 0 ? "" : ` (and ${more} more)`;
    throw new TranscriptError(
      "lossy-conversion",
      `Cannot write ${what}: ${place}: ${first.action}: ${first.what}${rest}`,
    );
  }
}

/** An id as a note or an error may name it. */
export function quoteId(id: string): string {
  return JSON.stringify(id.length > 64 ? `${id.slice(0, 64)}…` : id);
}
