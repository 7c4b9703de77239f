import type { Transcript } from "../../index.js";

/** A conversation as it was read. */
export interface Reading {
  readonly transcript: Transcript;
  /** What a format holds beside the conversation, and was left out. */
  readonly notes?: readonly string[];
  /** What could not be read, and was left out. */
  readonly lost?: readonly string[];
}

/** Counts what is left out, by kind. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  /** @param kind - what it is, in the singular, such as `message of the type "info"` */
  add(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** One line for each kind. */
  get lines(): string[] {
    return Array.from(this.#counts, ([kind, count]) => `left out: ${kind}${count === 1 ? "" : ` (${count} times)`}`);
  }
}
