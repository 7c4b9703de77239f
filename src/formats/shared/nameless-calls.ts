/**
 * Calls that came without an id. Their results have none either: they stand behind the message with the calls, and belong to them
 * by the name of the tool and their order.
 */
export class NamelessCalls {
  readonly #names = new Map<string, string>();
  /** Ids of calls that wait for their results, by the name of the tool, and of all of them under no name. */
  #waiting = new Map<string | undefined, Set<string>>();
  #entry: number | undefined;

  /** @param id - the one that the call was given; `entry` is the index of the entry that it stands in */
  add(id: string, name: string, entry: number): void {
    if (this.#entry !== entry) this.#waiting = new Map();
    this.#entry = entry;
    this.#names.set(id, name);
    for (const key of [name, undefined]) {
      const ids = this.#waiting.get(key);
      if (ids === undefined) this.#waiting.set(key, new Set([id]));
      else ids.add(id);
    }
  }

  /** Tells that a result came for a call, whatever call it is. */
  end(id: string): void {
    for (const key of [this.#names.get(id), undefined]) this.#waiting.get(key)?.delete(id);
  }

  /** The id of the first call of the last message with such calls that waits, of this tool where its name is known. */
  find(name: string | undefined): string | undefined {
    for (const id of this.#waiting.get(name) ?? []) return id;
    return undefined;
  }
}
