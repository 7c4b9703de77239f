import { Transcript } from "../index.js";
import type { AutoCompact } from "./options.js";

/** What `maybeCompactAsync` compacts at when nothing is said. */
const DEFAULT_THRESHOLD = 0.8;
/** By what part of the budget a count must grow before it asks again for a compaction that did not get below the limit. */
const GROWTH = 0.2;

/**
 * The transcript of a conversation that goes on.
 *
 * Its owner may put another one in its place at any time, also while a call runs: what the call says next is written from
 * it, and what comes back goes behind it.
 */
export class Memory {
  #transcript: Transcript;
  /** What the provider counted last, and how many entries it had counted then. */
  #counted: { readonly tokens: number; readonly length: number } | undefined;
  /** What the provider counted first behind a compaction: instructions, tools and what is kept cannot be less. */
  #least: number | "to be counted" = 0;

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
  }

  get transcript(): Transcript {
    return this.#transcript;
  }

  /** Puts another transcript in place. */
  set(transcript: Transcript): void {
    if (!transcript.startsWith(this.#transcript)) {
      this.#counted = undefined;
      this.#least = 0;
    }
    this.#transcript = transcript;
  }

  /** Takes in what the provider counted for a request and its answer, which the last entry of the model is. */
  count(tokens: number): void {
    const length = this.#transcript.entries().findLastIndex(({ role }) => role === "assistant") + 1;
    this.#counted = { tokens, length };
    if (this.#least === "to be counted") this.#least = tokens;
  }

  /** Compacts where it is time. What arrives meanwhile stays; so does what is put in place meanwhile. */
  async compact(options: AutoCompact, signal: AbortSignal | undefined): Promise<void> {
    const base = this.#transcript;
    const { transcript } = await base.maybeCompactAsync(withSignal(this.#triggered(options), signal));
    if (transcript === base || !this.#transcript.startsWith(base)) return;
    this.set(transcript.concat(this.#transcript.since(base)));
    this.#least = "to be counted";
  }

  /**
   * Makes the options compact at once where the provider's count is over the budget, whatever the estimate says. Where the last
   * compaction did not bring it below, the next one waits until there is something to fold: each costs a call of a model.
   */
  #triggered(options: AutoCompact): AutoCompact {
    const { tokenBudget = Infinity, threshold = DEFAULT_THRESHOLD, tokenizer } = options;
    if (this.#counted === undefined || tokenBudget === Infinity) return options;
    const { tokens, length } = this.#counted;
    const since = Transcript.from(this.#transcript.entries().slice(length));
    const estimate = since.estimateTokens(tokenizer === undefined ? {} : { tokenizer });
    const limit = tokenBudget * threshold;
    const least = this.#least === "to be counted" ? 0 : this.#least;
    const most = least > limit ? least + tokenBudget * GROWTH : limit;
    return tokens + estimate > most ? { ...options, every: 0 } : options;
  }
}

/** Has a signal of a call abort the model that summarizes, too. */
function withSignal(options: AutoCompact, signal: AbortSignal | undefined): AutoCompact {
  if (options.summarize === undefined || signal === undefined) return options;
  return { ...options, signal: options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]) };
}
