import { type Entry, type EntryInput, type Part, type SummaryMark, Transcript } from "../../index.js";
import { fromMessages } from "../anthropic.js";
import type { PlainObject } from "../shared/plain.js";
import { answerId, kindOf } from "./claude-lines.js";
import { type Dress, dress } from "./dress.js";
import { FOLDED, markOf } from "./fold.js";
import { type LogLine, objectAt, textAt } from "./lines.js";
import { type Notes, readOrNote } from "./notes.js";

/** What a line says, or the lines of one answer. */
interface Said {
  readonly line: number;
  entry: Entry;
  /** Of an answer: its parts so far. */
  readonly parts?: Part[];
  /** Whether it is all that its line says. */
  readonly isLone: boolean;
}

/** An answer, to which more lines may belong. */
interface Answer {
  readonly said: Said;
  readonly parts: Part[];
  /** How its parts read as text, to tell those that were written twice. */
  readonly seen: Set<string>;
}

/** Reads the lines of a conversation of Claude Code. */
export class ClaudeReader {
  #said: Said[] = [];
  readonly #answers = new Map<string, Answer>();
  /** The last boundary, while its summary did not come, and where the entries behind it begin. */
  #boundary: { readonly record: PlainObject; readonly at: number } | undefined;
  #mark: SummaryMark | undefined;
  /** Where the entries begin that no summary stands for. */
  #unfolded = 0;

  /** @param isWhole - whether what a summary stands for stays */
  constructor(
    readonly notes: Notes,
    readonly isWhole: boolean,
  ) {}

  read(line: LogLine): void {
    const kind = kindOf(line.record);
    if (kind === "boundary") this.#boundary = { record: line.record, at: this.#said.length };
    else if (kind === "summary") this.#readSummary(line);
    else if (kind === "message") this.#readMessage(line);
  }

  finish(): Transcript {
    this.#markResults();
    return Transcript.from(this.#said.map(toInput));
  }

  /** Each result has a line of its own, but those that stand in a row were sent in one message, in their order. */
  #markResults(): void {
    let run: Said[] = [];
    for (const said of [...this.#said, undefined]) {
      if (said?.isLone === true && said.entry.role === "tool") {
        run.push(said);
        continue;
      }
      if (run.length > 1) markAsOne(run);
      run = [];
    }
  }

  #readMessage(line: LogLine): void {
    const id = answerId(line.record);
    const entries = this.#entriesOf(line);
    for (const entry of entries) {
      if (id === undefined || entry.role !== "assistant") {
        this.#said.push({ line: line.line, entry, isLone: entries.length === 1 });
        continue;
      }
      const answer = this.#answers.get(id);
      if (answer === undefined) this.#beginAnswer(id, entry, line);
      else this.#join(answer, entry, line);
    }
  }

  #beginAnswer(id: string, entry: Entry, { line }: LogLine): void {
    const parts = [...entry.content];
    const said: Said = { line, entry, parts, isLone: true };
    this.#said.push(said);
    this.#answers.set(id, { said, parts, seen: new Set(parts.map((part) => JSON.stringify(part))) });
  }

  /** Adds what a line says to the answer that it belongs to. What is told of an answer as a whole the last line knows best. */
  #join({ said, parts, seen }: Answer, entry: Entry, { line }: LogLine): void {
    this.notes.addToKind(line, "merged", "a line of an answer that has several, which are one entry");
    for (const part of entry.content) {
      const text = JSON.stringify(part);
      if (seen.has(text)) this.notes.addToKind(line, "dropped", "a block that its answer has already");
      else parts.push(part);
      seen.add(text);
    }
    const { id, createdAt } = said.entry;
    said.entry = { ...entry, ...(id !== undefined && { id }), ...(createdAt !== undefined && { createdAt }) } as Entry;
  }

  /** Reads the summary of what came before. Without it, a boundary would leave nothing of that. */
  #readSummary(line: LogLine): void {
    if (this.#boundary === undefined && this.#said.at(-1)?.entry.summary !== undefined) {
      this.#readMessage(line);
      return;
    }
    const read = this.#entriesOf(line);
    const [first] = read;
    if (first === undefined) return;
    const at = this.#boundary?.at ?? this.#said.length;
    const text = read.map((entry) => entry.text).join("\n\n");
    const compactMetadata = this.#boundary?.record["compactMetadata"];
    this.#mark = markOf(this.#build(this.#unfolded, at), this.#mark);
    const summary = Transcript.from([{ role: "system", text, summary: this.#mark }]).entries();
    const dressed = dress(summary, line.line, this.notes, () => ({
      id: first.id,
      createdAt: first.createdAt,
      ...(compactMetadata !== undefined && { metadata: { compactMetadata } }),
    }));
    if (this.isWhole) this.#unfolded = at;
    else this.#dropFirst(at);
    this.#said.push(...dressed.map((entry) => ({ line: line.line, entry, isLone: true })));
    this.#answers.clear();
    this.#boundary = undefined;
  }

  #dropFirst(count: number): void {
    const lines = new Set(this.#said.slice(0, count).map(({ line }) => line));
    const [first] = lines;
    if (first !== undefined) this.notes.add(first, "dropped", FOLDED, lines.size);
    this.#said = this.#said.slice(count);
  }

  #build(from: number, to: number): readonly Entry[] {
    return Transcript.from(this.#said.slice(from, to).map(toInput)).entries();
  }

  #entriesOf({ line, record }: LogLine): readonly Entry[] {
    const message = objectAt(record, "message") ?? {};
    const requestId = textAt(record, "requestId");
    // Read as a returned message, so that what the provider tells of it is kept and not sent back.
    const returned = { ...message, type: "message", ...(requestId !== undefined && { requestId }) };
    const given = record["type"] === "assistant" ? returned : message;
    const read = readOrNote(this.notes, line, "a message that cannot be read", () => fromMessages([given]));
    const entries = read?.entries() ?? [];
    const holder = entries.findIndex(({ role }) => role === "tool");
    return dress(entries, line, this.notes, (_entry, index) =>
      dressOf(record, index === 0, index === Math.max(0, holder)),
    );
  }
}

function dressOf(record: PlainObject, isFirst: boolean, holdsResult: boolean): Dress {
  const metadata = {
    ...(record["isMeta"] === true && { isMeta: true }),
    ...(holdsResult && record["toolUseResult"] !== undefined && { toolUseResult: record["toolUseResult"] }),
  };
  return {
    ...(isFirst && { id: textAt(record, "uuid") }),
    createdAt: textAt(record, "timestamp"),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

function toInput({ entry, parts }: Said): EntryInput {
  return parts === undefined ? entry : ({ ...entry, content: parts } as EntryInput);
}

/** Notes on results that they came in one message, as its reader does. */
function markAsOne(run: readonly Said[]): void {
  const content = run.map(() => ({ type: "tool_result", tool_use_id: "any", content: "" }));
  const marked = fromMessages([{ role: "user", content }]).entries();
  run.forEach((said, index) => {
    said.entry = { ...said.entry, source: marked[index]!.source } as Entry;
  });
}
