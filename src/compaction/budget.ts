import { requireOptions, requireSize } from "../model/arguments.js";

/** Tokens set aside for one call of a model. It ends once: what comes after its end has no effect. */
export interface Reservation {
  /** Ends the reservation: the call was made and used this many tokens, be they fewer or more than reserved. */
  settle(actualTokens: number): void;
  /** Ends the reservation: the call failed or was given up. */
  cancel(): void;
}

/** Decides whether a model may be called. A compaction asks before each call and ends every reservation that it gets. */
export interface UsageGate {
  /** Sets aside tokens (those of the prompt and the most of the answer); `undefined` refuses the call. */
  reserve(tokens: number): Reservation | undefined | Promise<Reservation | undefined>;
}

/**
 * A number of tokens that calls of models may use together, however many of them run at once.
 *
 * What a call may need is set aside before it is made, so that concurrent compactions cannot spend the same tokens twice. What
 * calls really used is counted truthfully, also where it is more than was set aside.
 *
 * @example A call that used less than it might have
 * ```ts
 * import assert from "node:assert/strict";
 * import { UsageBudget } from "colloquy";
 *
 * const budget = new UsageBudget({ limit: 1_000 });
 * const reservation = budget.reserve(800);
 * assert.equal(budget.remaining, 200);
 * assert.equal(budget.reserve(300), undefined);
 *
 * reservation?.settle(450);
 * assert.equal(budget.used, 450);
 * assert.equal(budget.remaining, 550);
 * ```
 */
export class UsageBudget implements UsageGate {
  readonly #limit: number;
  #used = 0;
  #reserved = 0;

  /** @throws RangeError when `limit` is no whole number of at least 0 */
  constructor(options: { limit: number }) {
    this.#limit = requireSize("limit", requireOptions("Cannot make a UsageBudget", options, ["limit"]).limit);
  }

  /** The most tokens that may be used. */
  get limit(): number {
    return this.#limit;
  }

  /** Tokens that were used, as settled. What is merely set aside is not among them. */
  get used(): number {
    return this.#used;
  }

  /** Tokens that may still be set aside: those neither used nor set aside. Never below 0. */
  get remaining(): number {
    return Math.max(0, this.#limit - this.#used - this.#reserved);
  }

  /**
   * Sets tokens aside, or refuses where fewer remain. O(1).
   *
   * A size that `settle` refuses leaves the reservation open.
   *
   * @throws RangeError when `tokens` is no whole number of at least 0
   */
  reserve(tokens: number): Reservation | undefined {
    const size = requireSize("tokens", tokens);
    if (this.#used + this.#reserved + size > this.#limit) return undefined;
    this.#reserved += size;
    let open = true;
    const end = (used: number): void => {
      if (!open) return;
      open = false;
      this.#reserved -= size;
      this.#used += used;
    };
    return {
      settle: (actualTokens) => end(requireSize("actualTokens", actualTokens)),
      cancel: () => end(0),
    };
  }
}
