import type { EntryInput, ToolCallPart, Transcript } from "../../index.js";
import { readSource } from "../shared/form.js";
import { isSpelledHash, spellHash } from "../shared/ids.js";
import { PartScan } from "../shared/part-scan.js";
import { FORMAT, takesId } from "./form.js";

/** A call that came without an id, as the old form has none and some servers give none. */
interface NamelessCall {
  readonly id: string;
  readonly name: string;
  answered: boolean;
}

/** What a new message refers to: ids that were spelled for this format, and calls that came without one. */
export class Links {
  readonly #scan: PartScan;
  readonly #ids = new Set<string>();
  readonly #spelled = new Map<string, string>();
  readonly #byId = new Map<string, NamelessCall>();
  readonly #oldByName = new Map<string, NamelessCall[]>();
  readonly #old: NamelessCall[] = [];
  /** The calls without an id of the last message that has some: results stand right behind theirs, mostly in order. */
  #listed: { readonly entry: number; readonly calls: NamelessCall[] } | undefined;

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
  listedCall(name: string | undefined): string | undefined {
    this.#look();
    const open = (this.#listed?.calls ?? []).filter((call) => !call.answered);
    return (open.find((call) => call.name === name) ?? open[0])?.id;
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
    if (old !== true && nameless !== true) return;
    const call: NamelessCall = { id, name, answered: false };
    this.#byId.set(id, call);
    if (nameless === true) {
      if (this.#listed?.entry !== entry) this.#listed = { entry, calls: [] };
      this.#listed.calls.push(call);
      return;
    }
    this.#old.push(call);
    const named = this.#oldByName.get(name);
    if (named === undefined) this.#oldByName.set(name, [call]);
    else named.push(call);
  }

  #addResult(id: string): void {
    this.#ids.add(id);
    const call = this.#byId.get(id);
    if (call !== undefined) call.answered = true;
  }
}
