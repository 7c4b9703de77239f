import { type Entry, type EntryInput, Transcript } from "../../index.js";
import { dress } from "./dress.js";
import { FOLDED, markOf } from "./fold.js";
import { type LogLine, objectAt, textAt } from "./lines.js";
import { type Notes, readOrNote } from "./notes.js";
import { toEntry } from "./pi-message.js";

interface Said {
  readonly line: number;
  readonly entry: Entry;
}

/** A summary, and where the entries begin that it does not stand for. */
interface Summary extends Said {
  readonly at: number;
}

/** The conversation of a pi session, as the lines of its log make it. */
export class PiHistory {
  readonly #said: Said[] = [];
  readonly #summaries: Summary[] = [];
  /** How much was said before each line, by its id. */
  readonly #places = new Map<string, number>();

  constructor(readonly notes: Notes) {}

  /** Reads a line, and tells whether it says anything. */
  read(line: LogLine): boolean {
    const { record } = line;
    const id = textAt(record, "id");
    if (id !== undefined) this.#places.set(id, this.#said.length);
    const summary = record["type"] === "compaction" ? textAt(record, "summary") : undefined;
    if (summary !== undefined) {
      this.#summarize(line, summary);
      return true;
    }
    const input = inputOf(record);
    if (input === undefined) return false;
    const entry = this.#build(line, input);
    if (entry !== undefined && entry.content.length > 0) this.#said.push({ line: line.line, entry });
    else if (entry !== undefined) this.notes.addToKind(line.line, "dropped", "a message that says nothing");
    return true;
  }

  /** @param isWhole - whether what a summary stands for stays */
  finish(isWhole: boolean): Transcript {
    const last = this.#summaries.at(-1);
    if (last === undefined) return Transcript.from(this.#said.map(({ entry }) => entry));
    if (!isWhole) {
      const [first] = this.#said;
      if (first !== undefined && last.at > 0) this.notes.add(first.line, "dropped", FOLDED, last.at);
      return Transcript.from([last.entry, ...this.#said.slice(last.at).map(({ entry }) => entry)]);
    }
    const starts = [0, ...this.#summaries.map(({ at }) => at)];
    return Transcript.from(
      starts.flatMap((start, index) => [
        ...(index === 0 ? [] : [this.#summaries[index - 1]!.entry]),
        ...this.#said.slice(start, starts[index + 1]).map(({ entry }) => entry),
      ]),
    );
  }

  /** The summary stands before what was kept when it was made. */
  #summarize(line: LogLine, text: string): void {
    const earlier = this.#summaries.at(-1);
    const kept = textAt(line.record, "firstKeptEntryId");
    const place = kept === undefined ? undefined : this.#places.get(kept);
    const at = Math.max(earlier?.at ?? 0, place ?? this.#said.length);
    const folded = this.#said.slice(earlier?.at ?? 0, at).map(({ entry }) => entry);
    const entry = this.#build(line, { role: "system", text, summary: markOf(folded, earlier?.entry.summary) });
    if (entry !== undefined) this.#summaries.push({ line: line.line, entry, at });
  }

  #build({ line, record }: LogLine, input: object): Entry | undefined {
    const read = readOrNote(this.notes, line, "a message that cannot be read", () =>
      Transcript.from([input as EntryInput]),
    );
    const dressed = dress(read?.entries() ?? [], line, this.notes, () => ({
      id: textAt(record, "id"),
      createdAt: textAt(record, "timestamp"),
    }));
    return dressed[0];
  }
}

/** What a line puts before the model. */
function inputOf({ type, message, content, summary, customType }: LogLine["record"]): object | undefined {
  if (type === "message") return toEntry(objectAt({ message }, "message") ?? {});
  if (type === "branch_summary") return { role: "user", text: summary, metadata: { type } };
  if (type === "custom_message") return { ...toEntry({ role: "user", content }), metadata: { type, customType } };
  return undefined;
}
