import type { EntryInput, Part, Transcript } from "../../index.js";

interface OpenCall {
  readonly id: string;
  isAnswered: boolean;
}

/** Calls that stand together, and how many of the first of them are answered for sure. */
interface Step {
  readonly calls: OpenCall[];
  answered: number;
}

/**
 * What parts without an id belong to: such a response answers the first open call of the nearest step that has one.
 *
 * Calls and results are looked at when the first part without an id comes up, and each but once, so that a list without
 * any costs nothing.
 */
export class Links {
  readonly #after: Transcript;
  /** The parts read so far, with `undefined` where a message begins. */
  readonly #read: (Part | undefined)[] = [];
  readonly #steps: Step[] = [];
  readonly #callsById = new Map<string, OpenCall[]>();
  #seen = 0;
  #isInStep = false;

  /** @param entries - the entries read so far; the caller adds to it */
  constructor(
    after: Transcript,
    readonly entries: readonly EntryInput[],
  ) {
    this.#after = after;
  }

  /** Begins a message: its calls are a step of their own. */
  beginMessage(): void {
    this.#read.push(undefined);
  }

  /** Adds a call or a result that was read. */
  add(part: Part): void {
    this.#read.push(part);
  }

  /**
   * An id for a part that has none: told by its place, so that it is the same however the list arrived.
   *
   * @param position - the index of the part in its message
   */
  makeId(position: number): string {
    this.#look();
    let id = `call_${this.#after.length + this.entries.length}_${position}`;
    while (this.#callsById.has(id)) id += "_";
    return id;
  }

  /** The id of the call that a response without one answers, if there is one. */
  findOpen(): string | undefined {
    this.#look();
    for (let step = this.#steps.at(-1); step !== undefined; step = this.#steps.at(-1)) {
      while (step.calls[step.answered]?.isAnswered === true) step.answered += 1;
      const call = step.calls[step.answered];
      if (call !== undefined) return call.id;
      this.#steps.pop();
    }
    return undefined;
  }

  #look(): void {
    if (this.#seen === 0) {
      for (const entry of this.#after.entries()) {
        this.#isInStep = false;
        for (const part of entry.content) this.#link(part);
      }
    }
    for (; this.#seen < this.#read.length; this.#seen += 1) {
      const part = this.#read[this.#seen];
      if (part === undefined) this.#isInStep = false;
      else this.#link(part);
    }
  }

  #link(part: Part): void {
    if (part.type === "tool-call") this.#addCall(part.toolCallId);
    else if (part.type === "tool-result") this.#addResult(part.toolCallId);
  }

  #addCall(id: string): void {
    const call: OpenCall = { id, isAnswered: false };
    const step = this.#steps.at(-1);
    if (this.#isInStep && step !== undefined) step.calls.push(call);
    else this.#steps.push({ calls: [call], answered: 0 });
    this.#isInStep = true;
    this.#callsOf(id).push(call);
  }

  #addResult(id: string): void {
    this.#isInStep = false;
    const call = this.#callsOf(id).pop();
    if (call !== undefined) call.isAnswered = true;
  }

  #callsOf(id: string): OpenCall[] {
    const calls = this.#callsById.get(id);
    if (calls !== undefined) return calls;
    const made: OpenCall[] = [];
    this.#callsById.set(id, made);
    return made;
  }
}
