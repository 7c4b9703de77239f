import type { Part, Transcript } from "../../index.js";

/** How many calls of an id wait for a result, and how many results were seen behind them. */
interface Seen {
  open: number;
  results: number;
}

/**
 * Tells whether a result answers a call that waits for one.
 *
 * The transcript that the messages continue is looked at from its end, and only as far as the calls lie back: so a few new
 * messages cost what they are, not what is there already.
 */
export class Links {
  readonly #calls = new Map<string, number>();
  readonly #before = new Map<string, Seen>();
  readonly #after: Transcript | undefined;
  #next: number;

  constructor(after: Transcript | undefined) {
    this.#after = after;
    this.#next = (after?.length ?? 0) - 1;
  }

  addCall(id: string): void {
    this.#calls.set(id, (this.#calls.get(id) ?? 0) + 1);
  }

  /** Takes a result in. Returns whether a call waited for it. */
  answer(id: string): boolean {
    const open = this.#calls.get(id) ?? 0;
    if (open > 0) {
      this.#calls.set(id, open - 1);
      return true;
    }
    const seen = this.#look(id);
    if (seen.open === 0) return false;
    seen.open -= 1;
    return true;
  }

  #look(id: string): Seen {
    const seen = this.#seenOf(id);
    const entries = seen.open === 0 && this.#next >= 0 ? this.#after!.entries() : [];
    for (; seen.open === 0 && this.#next >= 0; this.#next -= 1) {
      const { content } = entries[this.#next]!;
      for (let index = content.length - 1; index >= 0; index -= 1) this.#add(content[index]!);
    }
    return seen;
  }

  #add(part: Part): void {
    if (part.type === "tool-result") this.#seenOf(part.toolCallId).results += 1;
    if (part.type !== "tool-call") return;
    const seen = this.#seenOf(part.toolCallId);
    if (seen.results > 0) seen.results -= 1;
    else seen.open += 1;
  }

  #seenOf(id: string): Seen {
    let seen = this.#before.get(id);
    if (seen === undefined) this.#before.set(id, (seen = { open: 0, results: 0 }));
    return seen;
  }
}
