import type { EntryInput, ToolCallPart, Transcript } from "../../index.js";
import { readSource } from "../shared/form.js";
import { NamelessCalls } from "../shared/nameless-calls.js";
import { PartScan } from "../shared/part-scan.js";
import { FORMAT } from "./form.js";

/** Calls that came without an id, and the results that answer them. */
export class Links {
  readonly #scan: PartScan;
  readonly #ids = new Set<string>();
  readonly #nameless = new NamelessCalls();
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
    return this.#nameless.find(name);
  }

  #look(): void {
    this.#scan.look((part, entry) => {
      if (part.type === "tool-call") this.#addCall(part, entry);
      else if (part.type === "tool-result") this.#addResult(part.toolCallId);
    });
  }

  #addCall(part: ToolCallPart, entry: number): void {
    this.#ids.add(part.toolCallId);
    if (readSource(part, FORMAT)["generated"] === true) this.#nameless.add(part.toolCallId, part.toolName, entry);
  }

  #addResult(id: string): void {
    this.#ids.add(id);
    this.#nameless.end(id);
  }
}
