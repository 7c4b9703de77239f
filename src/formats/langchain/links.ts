import type { EntryInput, ToolCallPart, Transcript } from "../../index.js";
import { readSource } from "../shared/form.js";
import { PartScan } from "../shared/part-scan.js";
import { FORMAT } from "./form.js";

interface NamelessCall {
  readonly id: string;
  answered: boolean;
}

/** Calls that came without an id, and the results that answer them. */
export class Links {
  readonly #scan: PartScan;
  readonly #ids = new Set<string>();
  readonly #byId = new Map<string, NamelessCall>();
  /** The calls of each tool, and all of them under no name. */
  readonly #waiting = new Map<string | undefined, NamelessCall[]>();
  #made = 0;
  #madeAt = -1;

  /** @param read - the entries read so far; the caller adds to it */
  constructor(after: Transcript | undefined, read: readonly EntryInput[]) {
    this.#scan = new PartScan(after, read);
  }

  /** An id for what came without one: told by its place, so that it is the same however the list arrived. */
  makeId(): string {
    this.#look();
    const place = this.#scan.next;
    if (this.#madeAt !== place) this.#made = 0;
    this.#madeAt = place;
    let id = `langchain_${place}_${this.#made}`;
    this.#made += 1;
    while (this.#ids.has(id)) id += "_";
    return id;
  }

  /** The id of the first call without one that waits for a result, of this tool where its name is known. */
  answer(name: string | undefined): string | undefined {
    this.#look();
    const calls = this.#waiting.get(name) ?? [];
    while (calls[0]?.answered === true) calls.shift();
    return calls[0]?.id;
  }

  #look(): void {
    this.#scan.look((part) => {
      if (part.type === "tool-call") this.#addCall(part);
      else if (part.type === "tool-result") this.#addResult(part.toolCallId);
    });
  }

  #addCall(part: ToolCallPart): void {
    const id = part.toolCallId;
    this.#ids.add(id);
    if (readSource(part, FORMAT)["generated"] !== true) return;
    const call: NamelessCall = { id, answered: false };
    this.#byId.set(id, call);
    for (const name of [part.toolName, undefined]) {
      const calls = this.#waiting.get(name);
      if (calls === undefined) this.#waiting.set(name, [call]);
      else calls.push(call);
    }
  }

  #addResult(id: string): void {
    this.#ids.add(id);
    const call = this.#byId.get(id);
    if (call !== undefined) call.answered = true;
  }
}
