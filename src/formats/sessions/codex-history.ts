import { type Entry, type SummaryMark, Transcript } from "../../index.js";
import { fromResponsesItems } from "../openai.js";
import { metadataOf } from "../shared/form.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import type { CodexLine } from "./codex-lines.js";
import { dress } from "./dress.js";
import { FOLDED, markOf } from "./fold.js";
import { countAt, textAt } from "./lines.js";
import { type Notes, readOrNote } from "./notes.js";

/** An item as it reads by itself. */
interface Said {
  readonly line: number;
  readonly item: PlainObject;
  readonly entry: Entry;
  readonly time: string | undefined;
  readonly model: string | undefined;
}

/** The conversation of a Codex session, as the lines of its log make it. */
export class CodexHistory {
  #said: Said[] = [];
  #model: string | undefined;
  #mark: SummaryMark | undefined;
  /** Where the items begin that no summary stands for. */
  #unfolded = 0;

  /** @param isWhole - whether what a summary stands for stays */
  constructor(
    readonly notes: Notes,
    readonly isWhole: boolean,
  ) {}

  /** Notes the model of the items to come. */
  setModel(model: string | undefined): void {
    this.#model = model ?? this.#model;
  }

  add(line: CodexLine): void {
    const said = this.#read(line.payload, line.line, line.time);
    if (said !== undefined) this.#said.push(said);
  }

  /** Drops the last turns, which the user took back. */
  rollBack({ line, payload }: CodexLine): void {
    const turns = this.#said.flatMap(({ entry }, index) =>
      entry.role === "user" && !isInjected(entry) ? [index] : [],
    );
    const start = turns[Math.max(0, turns.length - countAt(payload, "num_turns"))];
    if (start === undefined) return;
    this.notes.add(line, "dropped", "items of turns that were taken back", this.#said.length - start);
    this.#said = this.#said.slice(0, start);
    this.#unfolded = Math.min(this.#unfolded, start);
  }

  /** Replaces what was said by what the program kept of it and a summary. */
  compact({ line, payload, time }: CodexLine): void {
    const folded = this.#said.slice(this.#unfolded);
    const text = textAt(payload, "message");
    const replacement: unknown = payload["replacement_history"];
    if (this.isWhole) {
      if (text === undefined) return;
      this.#said.push(this.#summarize(text, folded, () => false, line, time));
      this.#unfolded = this.#said.length;
      return;
    }
    const given = Array.isArray(replacement)
      ? this.#readAll(replacement, line)
      : folded.filter(({ entry }) => isSpeaker(entry));
    const at = given.findLastIndex(({ entry }) => isSummary(entry, text));
    const summary = given[at]?.entry.text ?? text;
    const kept = given.filter((_said, index) => index !== at);
    const keptTexts = new Set(kept.map(({ entry }) => entry.text));
    const isKept = (entry: Entry): boolean => isSpeaker(entry) && keptTexts.has(entry.text);
    const gone = folded.filter(({ entry }) => !isKept(entry));
    if (gone[0] !== undefined) this.notes.add(gone[0].line, "dropped", FOLDED, gone.length);
    this.#said = kept;
    this.#unfolded = 0;
    if (summary === undefined) return;
    this.#said.splice(at < 0 ? kept.length : at, 0, this.#summarize(summary, folded, isKept, line, time));
  }

  finish(): Transcript {
    return Transcript.from(
      group(this.#said).flatMap(({ entry, first, model }) => {
        const isModel = entry.role === "assistant" && model !== undefined;
        return dress([entry], first.line, this.notes, () => ({
          createdAt: first.time,
          ...(isInjected(entry) && { metadata: { injected: true } }),
          ...(isModel && {
            providerMetadata: { ...entry.providerMetadata, openai: { ...metadataOf(entry, "openai"), model } },
          }),
        }));
      }),
    );
  }

  #readAll(items: readonly unknown[], line: number): Said[] {
    return items.flatMap((item) => (isPlainObject(item) ? (this.#read(item, line, undefined) ?? []) : []));
  }

  #read(item: PlainObject, line: number, time: string | undefined): Said | undefined {
    const read = readOrNote(this.notes, line, "an item that cannot be read", () => fromResponsesItems([item]));
    const entry = read?.at(0);
    return entry === undefined ? undefined : { line, item, entry, time, model: this.#model };
  }

  #summarize(
    text: string,
    folded: readonly Said[],
    isKept: (entry: Entry) => boolean,
    line: number,
    time: string | undefined,
  ): Said {
    const entries = group(folded).map(({ entry }) => entry);
    this.#mark = markOf(
      entries.filter((entry) => !isKept(entry)),
      this.#mark,
    );
    const [entry] = Transcript.from([{ role: "system", text, summary: this.#mark }]).entries();
    return { line, item: {}, entry: entry!, time, model: undefined };
  }
}

/** Joins the items of one answer: those that nothing but the model's own stand between. */
function group(
  said: readonly Said[],
): { readonly entry: Entry; readonly first: Said; readonly model: string | undefined }[] {
  const runs: [Said, ...Said[]][] = [];
  for (const one of said) {
    const run = runs.at(-1);
    if (run?.[0].entry.role === "assistant" && one.entry.role === "assistant") run.push(one);
    else runs.push([one]);
  }
  return runs.map((run) => {
    const [first] = run;
    const entry = run.length === 1 ? first.entry : fromResponsesItems(run.map(({ item }) => item)).at(0)!;
    return { entry, first, model: run.at(-1)!.model };
  });
}

function isSpeaker(entry: Entry): boolean {
  return (entry.role === "user" || entry.role === "system") && entry.summary === undefined;
}

/** How the summaries begin that Codex puts before a model. */
const SUMMARY = "Another language model started to solve this problem";

/** @param told - the summary, as far as the log tells it apart */
function isSummary(entry: Entry, told: string | undefined): boolean {
  return entry.role === "user" && (entry.text === told || entry.text.startsWith(SUMMARY));
}

/** How the messages begin that the program writes in the user's name. */
const INJECTED =
  /^\s*(?:<(?:user_instructions|environment_context|permissions instructions|app-context|INSTRUCTIONS|skill|turn_aborted|user_shell_command|subagent_notification)>|# AGENTS\.md instructions)/;

/** Whether the program wrote a message, which reached the model all the same. */
function isInjected(entry: Entry): boolean {
  if (entry.role === "system") return entry.summary === undefined;
  return entry.role === "user" && INJECTED.test(entry.text);
}
