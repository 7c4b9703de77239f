import type { EntryInput, ToolCallPart, Transcript } from "../../index.js";
import { readSource } from "../shared/form.js";
import { isSpelledHash, spellHash } from "../shared/ids.js";
import { NamelessCalls } from "../shared/nameless-calls.js";
import { PartScan } from "../shared/part-scan.js";
import { FORMAT, takesId } from "./form.js";

interface OldCall {
  readonly id: string;
  readonly name: string;
  answered: boolean;
}

/** What a new message refers to: ids that were spelled for this format, old calls, which have no id, and others without one. */
export class Links {
  readonly #scan: PartScan;
  readonly #ids = new Set<string>();
  readonly #spelled = new Map<string, string>();
  readonly #oldByName = new Map<string, OldCall[]>();
  readonly #oldById = new Map<string, OldCall>();
  readonly #old: OldCall[] = [];
  readonly #nameless = new NamelessCalls();

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

  /**
   * An id for what came without one: told by its place, so that it is the same however the list arrived.
   *
   * @param index - that of a call among several of a message
   */
  makeId(index?: number): string {
    this.#look();
    let id = index === undefined ? `function_${this.#scan.next}` : `call_${this.#scan.next}_${index}`;
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

  /** The id of the call without one that a tool message answers which names none, if there is one. */
  namelessCall(name: string | undefined): string | undefined {
    this.#look();
    return this.#nameless.find(name) ?? this.#nameless.find(undefined);
  }

  #look(): void {
    this.#scan.look((part, entry) => {
      if (part.type === "tool-call") this.#addCall(part, entry);
      else if (part.type === "tool-result") this.#addResult(part.toolCallId);
    });
  }

  #addCall(part: ToolCallPart, entry: number): void {
    const { toolCallId: id, toolName: name } = part;
    this.#ids.add(id);
    if (!takesId(part, id)) this.#spelled.set(spellHash(id), id);
    const { old, nameless } = readSource(part, FORMAT);
    if (nameless === true) this.#nameless.add(id, name, entry);
    if (old !== true) return;
    const call: OldCall = { id, name, answered: false };
    this.#oldById.set(id, call);
    this.#old.push(call);
    const named = this.#oldByName.get(name);
    if (named === undefined) this.#oldByName.set(name, [call]);
    else named.push(call);
  }

  #addResult(id: string): void {
    this.#ids.add(id);
    this.#nameless.end(id);
    const call = this.#oldById.get(id);
    if (call !== undefined) call.answered = true;
  }
}
