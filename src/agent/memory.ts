import { Transcript } from "../index.js";
import type { AutoCompact } from "./options.js";

/** What `maybeCompactAsync` compacts at when nothing is said. */
const DEFAULT_THRESHOLD = 0.8;

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

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
  }

  get transcript(): Transcript {
    return this.#transcript;
  }

  /** Puts another transcript in place. */
  set(transcript: Transcript): void {
    if (!transcript.startsWith(this.#transcript)) this.#counted = undefined;
    this.#transcript = transcript;
  }

  /** Takes in what the provider counted for a request and its answer, which the last entry of the model is. */
  count(tokens: number): void {
    const length = this.#transcript.entries().findLastIndex(({ role }) => role === "assistant") + 1;
    this.#counted = { tokens, length };
  }

  /** Compacts where it is time. What arrives meanwhile stays; so does what is put in place meanwhile. */
  async compact(options: AutoCompact, signal: AbortSignal | undefined): Promise<void> {
    const base = this.#transcript;
    const { transcript } = await base.maybeCompactAsync(withSignal(this.#triggered(options), signal));
    if (transcript === base || !this.#transcript.startsWith(base)) return;
    this.set(transcript.concat(this.#transcript.since(base)));
  }

  /** Makes the options compact at once where the provider's count is over the budget, whatever the estimate says. */
  #triggered(options: AutoCompact): AutoCompact {
    const { tokenBudget = Infinity, threshold = DEFAULT_THRESHOLD, tokenizer } = options;
    if (this.#counted === undefined || tokenBudget === Infinity) return options;
    const { tokens, length } = this.#counted;
    const since = Transcript.from(this.#transcript.entries().slice(length));
    const estimate = since.estimateTokens(tokenizer === undefined ? {} : { tokenizer });
    return tokens + estimate > tokenBudget * threshold ? { ...options, every: 0 } : options;
  }
}

/** Has a signal of a call abort the model that summarizes, too. */
function withSignal(options: AutoCompact, signal: AbortSignal | undefined): AutoCompact {
  if (options.summarize === undefined || signal === undefined) return options;
  return { ...options, signal: options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]) };
}
