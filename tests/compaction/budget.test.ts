import { UsageBudget, type Reservation } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const reserved = (budget: UsageBudget, tokens: number): Reservation => {
  const reservation = budget.reserve(tokens);
  if (reservation === undefined) throw new Error("refused");
  return reservation;
};

describe("UsageBudget", () => {
  it("starts with nothing used", () => {
    const budget = new UsageBudget({ limit: 100 });
    expect([budget.limit, budget.used, budget.remaining]).toEqual([100, 0, 100]);
  });

  it("sets aside what is reserved and refuses what does not remain", () => {
    const budget = new UsageBudget({ limit: 100 });
    reserved(budget, 60);
    expect([budget.used, budget.remaining]).toEqual([0, 40]);
    expect(budget.reserve(41)).toBeUndefined();
    expect(budget.remaining).toBe(40);
    reserved(budget, 40);
    expect(budget.remaining).toBe(0);
  });

  it("frees what a settled call did not use, and all that a cancelled one had", () => {
    const budget = new UsageBudget({ limit: 100 });
    const [first, second] = [reserved(budget, 60), reserved(budget, 40)];
    first.settle(10);
    expect([budget.used, budget.remaining]).toEqual([10, 50]);
    second.cancel();
    expect([budget.used, budget.remaining]).toEqual([10, 90]);
  });

  it("counts truthfully a call that used more than was reserved", () => {
    const budget = new UsageBudget({ limit: 100 });
    reserved(budget, 60).settle(130);
    expect([budget.used, budget.remaining]).toEqual([130, 0]);
    expect(budget.reserve(0)).toBeUndefined();
  });

  it("ends each reservation once", () => {
    const budget = new UsageBudget({ limit: 100 });
    const reservation = reserved(budget, 60);
    reservation.settle(10);
    reservation.settle(10);
    reservation.cancel();
    expect([budget.used, budget.remaining]).toEqual([10, 90]);
    const cancelled = reserved(budget, 60);
    cancelled.cancel();
    cancelled.settle(50);
    expect([budget.used, budget.remaining]).toEqual([10, 90]);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "5", null, undefined, 5n])(
    "refuses a size of %s by name",
    (size) => {
      const wrong = size as number;
      const attempt = (deed: () => unknown, name: string): void => {
        expect(deed).toThrow(RangeError);
        expect(deed).toThrow(`${name}:`);
      };
      attempt(() => new UsageBudget({ limit: wrong }), "limit");
      const budget = new UsageBudget({ limit: 100 });
      attempt(() => budget.reserve(wrong), "tokens");
      const reservation = reserved(budget, 60);
      attempt(() => reservation.settle(wrong), "actualTokens");
      expect([budget.used, budget.remaining]).toEqual([0, 40]);
      reservation.settle(5);
      expect([budget.used, budget.remaining]).toEqual([5, 95]);
    },
  );

  it.each([null, 5, []])("refuses %s in place of options", (options) => {
    expect(() => new UsageBudget(options as never)).toThrow(TypeError);
  });

  it("refuses to be made without a limit", () => {
    expect(() => new UsageBudget(undefined as never)).toThrow("limit: expected a whole number of at least 0");
    expect(() => new UsageBudget({ limits: 5 } as never)).toThrow("unknown option limits");
  });

  it("lets nobody change its numbers", () => {
    const budget = new UsageBudget({ limit: 100 });
    expect(() => Object.assign(budget, { limit: 1_000 })).toThrow(TypeError);
    expect(() => Object.assign(budget, { used: -5 })).toThrow(TypeError);
    expect(Object.keys(budget)).toEqual([]);
  });

  it("never has more set aside and used than its limit, while calls use no more than they reserved", () => {
    const step = fc.record({
      tokens: fc.nat(60),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      end: fc.constantFrom("settle", "cancel", "wait"),
    });
    fc.assert(
      fc.property(fc.nat(200), fc.array(step, { maxLength: 30 }), (limit, steps) => {
        const budget = new UsageBudget({ limit });
        let [open, spent] = [0, 0];
        for (const { tokens, share, end } of steps) {
          const reservation = budget.reserve(tokens);
          expect(reservation === undefined).toBe(open + spent + tokens > limit);
          if (reservation === undefined) continue;
          if (end === "wait") open += tokens;
          else if (end === "cancel") reservation.cancel();
          else {
            reservation.settle(Math.floor(tokens * share));
            spent += Math.floor(tokens * share);
          }
          expect([budget.used, budget.remaining]).toEqual([spent, limit - spent - open]);
        }
      }),
    );
  });
});
