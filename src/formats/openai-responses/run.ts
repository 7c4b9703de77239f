import type { AssistantEntry, Entry, EntryInput, Part, Transcript } from "../../index.js";
import { metadataOf, toSource } from "../shared/form.js";
import { FORMAT, isOfItem, isRun, type ItemForm, PROVIDER } from "./form.js";
import { mark } from "./read-content.js";

/** Items of the model in a row, which make one entry. */
export class Run {
  readonly #parts: Part[] = [];
  /** The entry that the run goes on from, if it began in an earlier list. */
  readonly #begun: AssistantEntry | undefined;
  #isPartial = false;
  /** Whether the reasoning at the end, if there is any, has an id. */
  #hasId = false;

  constructor(begun?: AssistantEntry) {
    this.#begun = begun;
    for (const part of begun?.content ?? []) this.#push(part);
  }

  /** Whether words at the end of the run would take in words behind them. */
  get endsInWords(): boolean {
    const last = this.#parts.at(-1);
    return last?.type === "text" || last?.type === "refusal" || last?.type === "custom";
  }

  /**
   * Adds the parts of one item.
   *
   * @param hasId - whether the item has an id
   */
  add(parts: readonly Part[], hasId: boolean, isPartial: boolean): void {
    const [first, ...rest] = parts;
    if (first === undefined) return;
    this.#isPartial ||= isPartial;
    const isLed = this.#parts.at(-1)?.type === "reasoning" && first.type !== "reasoning";
    if (isLed && hasId) this.#push(mark(first, { led: true }));
    else if (isLed && this.#hasId) this.#push(mark(first, { idless: true }));
    else this.#push(first);
    for (const part of rest) this.#push(part);
  }

  #push(part: Part): void {
    this.#hasId = part.type === "reasoning" && (this.#hasId || metadataOf(part, PROVIDER)?.["itemId"] !== undefined);
    this.#parts.push(part);
  }

  /** The entry, if there was anything for one. */
  finish(): EntryInput | undefined {
    if (this.#parts.length === 0) return undefined;
    const isLone = this.#parts.at(-1)!.type === "reasoning";
    const isTold = this.#parts.some(isOfItem);
    const noted: ItemForm = { ...(!isTold && { run: true as const }), ...(isLone && { lone: true as const }) };
    const isPartial = this.#isPartial || this.#begun?.partial === true;
    const { source: _source, ...begun } = this.#begun ?? {};
    return {
      ...begun,
      role: "assistant",
      content: this.#parts,
      ...(isPartial && { partial: true }),
      ...toSource(FORMAT, noted),
    };
  }
}

/** The entry at the end of a transcript that items of the model go on from. */
export function openRun(after: Transcript): AssistantEntry | undefined {
  const last: Entry | undefined = after.at(-1);
  return last?.role === "assistant" && isRun(last) ? last : undefined;
}
