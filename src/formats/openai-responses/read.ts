import { type EntryInput, type FromOptions, type Issue, Transcript } from "../../index.js";
import { checkFromOptions, checkList } from "../shared/arguments.js";
import { extend, Faults, Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { FORMAT, isPartial, WHAT } from "./form.js";
import { isText, type ItemKind, kindOf, SPEAKERS } from "./kinds.js";
import { Links } from "./links.js";
import { readCall, readOutput } from "./read-calls.js";
import { readAnswer, readSpeaker } from "./read-message.js";
import { readReasoning } from "./read-reasoning.js";
import { openRun, Run } from "./run.js";

/** Types that errors name. Another one may be content. */
const NAMED: readonly unknown[] = [
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "reasoning",
  "item_reference",
];

/**
 * Reads a list of OpenAI Responses items, as `input` takes them and `output` returns them.
 *
 * What the model produced in a row becomes one assistant entry: reasoning, messages, calls, and what the provider ran
 * itself. Every other message, and every output of a tool, becomes an entry of its own. Keys, parts and items that this
 * release does not know are kept, and so is the form of what it knows: {@link toResponsesItems} gives back the same list,
 * key order included. Ids of items and encrypted reasoning are kept for their owner. O(items and their values).
 *
 * @param items - plain objects, or the text of one user message; they are copied, never changed. An empty list gives an
 * empty transcript
 * @param options - `after`: a transcript that the items continue; the result is it, extended. Outputs find their calls in
 * it, ids that {@link toResponsesItems} had to replace are those of the transcript again, and items of the model go on
 * with the entry that the last ones made
 * @throws {@link TranscriptInputError} with the code `invalid-messages` when items cannot be read: `issues` lists every
 * fault up to 100, `entry` being the index in the list
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A turn with a tool call
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromResponsesItems, toResponsesItems } from "colloquy/openai";
 *
 * const items = [
 *   { role: "user", content: "What is the weather in Paris?" },
 *   { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAA" },
 *   { type: "function_call", id: "fc_1", call_id: "call_1", name: "get_weather", arguments: '{"city": "Paris"}' },
 * ];
 * let transcript = fromResponsesItems(items);
 * assert.equal(transcript.length, 2);
 * assert.deepEqual(transcript.at(1)?.toolCalls?.[0].input, { city: "Paris" });
 *
 * const output = { type: "function_call_output", call_id: "call_1", output: "18C, clear" };
 * transcript = fromResponsesItems([output], { after: transcript });
 * assert.deepEqual(toResponsesItems(transcript), { input: [...items, output], report: [] });
 * ```
 */
export function fromResponsesItems(items: string | readonly object[], options?: FromOptions): Transcript {
  const list: unknown = typeof items === "string" ? [{ role: "user", content: items }] : items;
  checkList(list, WHAT);
  const { after = Transcript.empty } = checkFromOptions(options, WHAT);
  const reader = new Reader(after);
  for (let index = 0; index < list.length; index += 1) reader.read(list[index], index);
  return reader.finish(list);
}

class Reader {
  readonly #faults = new Faults(WHAT, "item");
  #base: Transcript;
  readonly #entries: EntryInput[] = [];
  /** The index of the item that each entry began with. */
  readonly #starts: number[] = [];
  #links: Links;
  #run: Run | undefined;
  #start = 0;

  constructor(after: Transcript) {
    this.#base = after;
    this.#links = new Links(after, this.#entries);
  }

  read(value: unknown, index: number): void {
    const unnamed = new Place(this.#faults, index);
    const item = unnamed.object(value);
    if (item === undefined) return;
    const kind = kindOf(item);
    if (kind === undefined) {
      unnamed.in("type").expected("the type of an item", item["type"]);
      return;
    }
    const type = kind === "message" ? item["role"] : item["type"];
    const isNamed = NAMED.includes(type) || type === "assistant" || SPEAKERS.includes(type);
    const at = new Place(this.#faults, index, isNamed ? (type as string) : undefined);
    if (kind !== "output" && !isSpeaker(item, kind)) {
      this.#addToRun(item, kind, index, at);
      return;
    }
    this.#endRun();
    this.#addEntry(kind === "output" ? readOutput(item, this.#links, at) : readSpeaker(item, at), index);
  }

  finish(items: readonly unknown[]): Transcript {
    this.#endRun();
    this.#faults.throwIfAny(items, "fromResponsesItems");
    const locate = (issue: Issue): Issue => ({
      ...issue,
      entry: this.#starts[(issue.entry ?? 0) - this.#base.length] ?? 0,
    });
    return extend(this.#base, this.#entries, this.#faults, locate);
  }

  #addToRun(item: PlainObject, kind: ItemKind, index: number, at: Place): void {
    if (this.#run === undefined) this.#beginRun(index);
    const run = this.#run!;
    if (kind === "message") run.add(readAnswer(item, run.endsInWords, at), isText(item["id"]), isPartial(item));
    else if (kind === "reasoning") run.add([readReasoning(item, at)], isText(item["id"]), isPartial(item));
    else if (kind === "call") {
      const call = readCall(item, this.#links, at);
      if (call !== undefined) run.add([call], isText(item["id"]), isPartial(item));
    } else if (at.plain(item)) {
      // What the provider ran itself, and what a newer one may have.
      run.add([{ type: "custom", format: FORMAT, value: item }], isText(item["id"]), false);
    }
  }

  /** Begins a run, or goes on with the one that the transcript ends with. */
  #beginRun(index: number): void {
    const begun = this.#entries.length === 0 ? openRun(this.#base) : undefined;
    this.#run = new Run(begun);
    this.#start = index;
    if (begun === undefined) return;
    this.#base = Transcript.from(this.#base.entries().slice(0, -1));
    this.#links = new Links(this.#base, this.#entries);
  }

  #addEntry(entry: EntryInput | undefined, index: number): void {
    if (entry === undefined) return;
    this.#entries.push(entry);
    this.#starts.push(index);
  }

  #endRun(): void {
    this.#addEntry(this.#run?.finish(), this.#start);
    this.#run = undefined;
  }
}

/** Whether an item is a message that is no part of the model's answer. */
function isSpeaker(item: PlainObject, kind: ItemKind | undefined): boolean {
  return kind === "message" && item["role"] !== "assistant";
}
