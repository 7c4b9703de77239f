import { type Entry, type EntryInput, Transcript } from "../../index.js";
import { readSource } from "../shared/form.js";
import { SpelledIds } from "../shared/spelled-ids.js";
import { FORMAT, hasOwnId, MAX_ID, takesId } from "./form.js";

/** What a new message refers to: the ids of calls, and the message before it. */
export class Links {
  readonly #after: Transcript;
  readonly ids: SpelledIds;

  /** @param read - the entries read so far; the caller adds to it */
  constructor(
    after: Transcript | undefined,
    readonly read: readonly EntryInput[],
  ) {
    this.#after = after ?? Transcript.empty;
    this.ids = new SpelledIds(this.#after, {
      limit: MAX_ID,
      takes: (id, call) => takesId(id, call !== undefined && hasOwnId(call)),
      isUnique: true,
    });
  }

  /** Whether the message before has this role, so that only its form tells the next one from a part of it. */
  follows(role: "user" | "assistant"): boolean {
    const entry = this.read.at(-1) ?? this.#after.at(-1);
    if (entry === undefined) return false;
    if (entry.role !== "user") return (entry.role === "tool" ? "user" : entry.role) === role;
    return role === "user" && readSource(entry as Entry, FORMAT)["role"] === undefined;
  }
}
