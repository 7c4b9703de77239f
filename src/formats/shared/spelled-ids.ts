import type { ToolCallPart, Transcript } from "../../index.js";
import { isSpelledHash, spell, spellHash, unspell } from "./ids.js";

/** What a format makes of the ids of calls. */
export interface IdRules {
  /** The longest id. */
  readonly limit: number;
  /** Whether an id is sent as it is, by itself or as that of a call. */
  takes(id: string, call?: ToolCallPart): boolean;
  /** Whether an id stands once in the whole list, so that a second call with it is sent under another. */
  readonly isUnique: boolean;
}

/**
 * Finds the ids of a transcript again that were spelled in another way when they were sent.
 *
 * Calls are looked at when the first spelled id comes up, and each but once, so that a list without any costs nothing.
 */
export class SpelledIds {
  readonly #counts = new Map<string, number>();
  readonly #open = new Map<string, number>();
  readonly #originals = new Map<string, string>();
  readonly #read: (ToolCallPart | string)[] = [];
  #lookedAfter = false;
  #seen = 0;

  constructor(
    readonly after: Transcript,
    readonly rules: IdRules,
  ) {}

  /** Adds a call that was read, or the id of a result. */
  add(part: ToolCallPart | string): void {
    this.#read.push(part);
  }

  /**
   * The id that the transcript keeps for one that a message has.
   *
   * @param isCall - whether it is a call's: two that wait for their results at once keep different ids
   */
  restore(id: string, isCall: boolean): { readonly id: string; readonly isSpelled: boolean } {
    const original = unspell(id);
    if (original !== undefined && original !== "" && !this.rules.takes(original))
      return { id: original, isSpelled: true };
    if (!isSpelledHash(id)) return { id, isSpelled: false };
    this.#look();
    const found = this.#counts.has(id) ? undefined : this.#originals.get(id);
    if (found === undefined || (isCall && this.#open.get(found)! > 0)) return { id, isSpelled: false };
    return { id: found, isSpelled: true };
  }

  #look(): void {
    if (!this.#lookedAfter) {
      this.#lookedAfter = true;
      for (const entry of this.after.entries()) {
        for (const part of entry.content) {
          if (part.type === "tool-call") this.#addCall(part);
          else if (part.type === "tool-result") this.#addResult(part.toolCallId);
        }
      }
    }
    for (; this.#seen < this.#read.length; this.#seen += 1) {
      const part = this.#read[this.#seen]!;
      if (typeof part === "string") this.#addResult(part);
      else this.#addCall(part);
    }
  }

  #addResult(id: string): void {
    const open = this.#open.get(id) ?? 0;
    if (open > 0) this.#open.set(id, open - 1);
  }

  #addCall(part: ToolCallPart): void {
    const id = part.toolCallId;
    const { limit, isUnique } = this.rules;
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    this.#open.set(id, (this.#open.get(id) ?? 0) + 1);
    if (count === 1 && !this.rules.takes(id, part)) this.#originals.set(spell(id, limit), id);
    if (isUnique) this.#originals.set(spellHash(id, count + 1), id);
  }
}
