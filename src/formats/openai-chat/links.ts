import type { EntryInput, Part, Transcript } from "../../index.js";
import { readSource } from "../shared/form.js";
import { isSpelledHash, spellHash } from "../shared/ids.js";
import { PartScan } from "../shared/part-scan.js";
import { FORMAT, takesId } from "./form.js";

interface OldCall {
  readonly id: string;
  readonly name: string;
  answered: boolean;
}

/** What a new message refers to: ids that were spelled for this format, and the old calls, which have no id. */
export class Links {
  readonly #scan: PartScan;
  readonly #ids = new Set<string>();
  readonly #spelled = new Map<string, string>();
  readonly #oldByName = new Map<string, OldCall[]>();
  readonly #oldById = new Map<string, OldCall>();
  readonly #old: OldCall[] = [];

  /** @param read - the entries read so far; the caller adds to it */
  constructor(after: Transcript | undefined, read: readonly EntryInput[]) {
    this.#scan = new PartScan(after, read);
  }

  /** The id that the transcript keeps for one that a message has. */
  restoreId(id: string): string {
    if (!isSpelledHash(id)) return id;
    this.#look();
    return this.#spelled.get(id) ?? id;
  }

  /** An id for what came without one: told by its place, so that it is the same however the list arrived. */
  makeId(): string {
    this.#look();
    let id = `function_${this.#scan.next}`;
    while (this.#ids.has(id)) id += "_";
    return id;
  }

  /** The id of the nearest old call that a function message answers, if there is one. */
  oldCall(name: string | undefined): string | undefined {
    this.#look();
    const calls = name === undefined ? this.#old : (this.#oldByName.get(name) ?? []);
    while (calls.at(-1)?.answered === true) calls.pop();
    return calls.at(-1)?.id;
  }

  #look(): void {
    this.#scan.look((part) => {
      if (part.type === "tool-call") this.#addCall(part.toolCallId, part.toolName, part);
      else if (part.type === "tool-result") this.#addResult(part.toolCallId);
    });
  }

  #addCall(id: string, name: string, part: Part): void {
    this.#ids.add(id);
    if (!takesId(part, id)) this.#spelled.set(spellHash(id), id);
    if (readSource(part, FORMAT)["old"] !== true) return;
    const call: OldCall = { id, name, answered: false };
    this.#oldById.set(id, call);
    this.#old.push(call);
    const named = this.#oldByName.get(name);
    if (named === undefined) this.#oldByName.set(name, [call]);
    else named.push(call);
  }

  #addResult(id: string): void {
    this.#ids.add(id);
    const call = this.#oldById.get(id);
    if (call !== undefined) call.answered = true;
  }
}
