import { TranscriptInputError } from "../../index.js";
import { formatPath } from "../shared/plain.js";
import type { SessionNote } from "./types.js";

/** How notes call a line whose link leads nowhere. */
export const BROKEN_LINK =
  "a line that follows one that is not in the log; what stands before it in the file is read before it";

type Action = SessionNote["action"];
type Note = { -readonly [K in keyof SessionNote]: SessionNote[K] };

/** Collects what became of lines that are not in the transcript as they came. */
export class Notes {
  readonly #notes: Note[] = [];
  readonly #byKind = new Map<string, Note>();

  /** @param what - what it was and what became of it, without content */
  add(line: number, action: Action, what: string, count = 1): void {
    this.#notes.push({ line, count, action, what });
  }

  /** Tells of one more line of a kind, all of which share one note. */
  addToKind(line: number, action: Action, what: string): void {
    const known = this.#byKind.get(what);
    if (known !== undefined) {
      known.count += 1;
      known.line = Math.min(known.line, line);
      return;
    }
    const note: Note = { line, count: 1, action, what };
    this.#byKind.set(what, note);
    this.#notes.push(note);
  }

  /** The notes in the order of the lines. */
  finish(): readonly SessionNote[] {
    return this.#notes.sort((a, b) => a.line - b.line);
  }
}

/**
 * Reads what a line holds. Where that cannot be read, it is noted and left out.
 *
 * @param what - what is left out then
 */
export function readOrNote<T>(notes: Notes, line: number, what: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    const { path = [], message = "" } = error.issues[0] ?? {};
    notes.add(line, "dropped", [what, formatPath(path), message].filter(Boolean).join(": "));
    return undefined;
  }
}
