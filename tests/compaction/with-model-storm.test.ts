import {
  Transcript,
  UsageBudget,
  type Entry,
  type EntryInput,
  type ModelMaybeCompactOptions,
  type Reservation,
  type Summarize,
  type UsageGate,
} from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { isSummary } from "../support/oracle.js";
import { step } from "./talk.js";

/** How a model behaves at one call. */
const behaviours = {
  short: () => "S",
  fair: () => "a fair summary of what was said",
  long: () => "much longer than all of it ".repeat(400),
  empty: () => " \n",
  nothing: () => undefined as unknown as string,
  throws: () => {
    throw new Error("threw");
  },
  rejects: () => Promise.reject(new Error("rejected")),
  slow: async () => {
    for (let tick = 0; tick < 3; tick++) await new Promise((resolve) => setImmediate(resolve));
    return "slow";
  },
  echo: ({ previousSummary = "", text }) => `${previousSummary}${text.slice(0, 40)}`,
} satisfies Record<string, Summarize>;

const behaviour = fc.oneof(
  fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[])),
  fc.constantFrom("short" as const, "fair" as const, "slow" as const),
);

const history = fc
  .tuple(fc.oneof(conversation(), brokenConversation()), conversation({ summary: false }))
  .map((lists) => lists.flat());

const arrivals = fc.array(fc.constantFrom("user", "answer", "step", "half a step"), { maxLength: 5 });

const round = fc.record({
  keep: fc.oneof(
    fc.nat(4).map((keepLast) => ({ keepLast })),
    fc.nat(2).map((keepLastTurns) => ({ keepLastTurns })),
    fc.nat(100).map((keepLastTokens) => ({ keepLastTokens })),
  ),
  calls: fc.array(behaviour, { minLength: 1, maxLength: 4 }),
  arrives: arrivals,
  maxInputTokens: fc.constantFrom(undefined, undefined, 300, 600),
  aborts: fc.nat(9).map((die) => die === 0),
});

function arrivalOf(kind: string, id: string): EntryInput[] {
  if (kind === "user") return [{ role: "user", text: "and what came meanwhile?" }];
  if (kind === "answer") return [{ role: "assistant", text: "an answer that came meanwhile" }];
  return step(id, "f", { id }, "a result that came meanwhile").slice(0, kind === "step" ? 2 : 1);
}

/** A budget's gate that counts what it granted and what was ended. */
function countingGate(budget: UsageBudget): { readonly gate: UsageGate; readonly open: () => number } {
  let open = 0;
  const gate: UsageGate = {
    reserve(tokens) {
      const granted = budget.reserve(tokens);
      if (granted === undefined) return undefined;
      open += 1;
      const end = (run: () => void): void => {
        open -= 1;
        run();
      };
      const reservation: Reservation = {
        settle: (actual) => end(() => granted.settle(actual)),
        cancel: () => end(() => granted.cancel()),
      };
      return reservation;
    },
  };
  return { gate, open: () => open };
}

const spoken = (entries: readonly Entry[]): Entry[] => entries.filter((entry) => !isSummary(entry));
const counted = (entries: readonly Entry[]): number =>
  entries.reduce((sum, entry) => sum + (entry.summary?.entries ?? 0), 0);

describe("A storm of histories, summarizers and arrivals", () => {
  it("loses no entry, never loops, and ends every reservation once", { timeout: 60_000 }, async () => {
    let accepted = 0;
    let ids = 0;
    const tagged = (list: readonly EntryInput[]): EntryInput[] =>
      list.map((input) => ({ ...input, id: `e${ids++}` }) as EntryInput);
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(round, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 500, max: 30_000 }),
        async (list, rounds, limit) => {
          let live = Transcript.from(tagged(list));
          const came = spoken(live.entries());
          const stood = counted(live.entries());
          const budget = new UsageBudget({ limit });
          const { gate, open } = countingGate(budget);
          for (const { keep, calls, arrives, maxInputTokens, aborts } of rounds) {
            const base = live;
            const controller = new AbortController();
            let call = 0;
            const summarize: Summarize = (request) => {
              if (call === 0) {
                const added = Transcript.from(tagged(arrives.flatMap((kind, index) => arrivalOf(kind, `m${index}`))));
                live = live.concat(added);
                came.push(...added.entries());
                if (aborts) controller.abort("reason");
              }
              call += 1;
              expect(call).toBeLessThan(2_000);
              return behaviours[calls[call % calls.length] ?? "short"](request);
            };
            const limits: { maxInputTokens?: number } = maxInputTokens === undefined ? {} : { maxInputTokens };
            const options = {
              ...keep,
              ...limits,
              every: 1,
              maxSummaryTokens: 50,
              summarize,
              gate,
              signal: controller.signal,
            } as ModelMaybeCompactOptions;
            const outcome = await base.maybeCompactAsync(options).catch((reason: unknown) => {
              expect(reason).toBe("reason");
              return { outcome: "aborted" as const, transcript: base };
            });
            expect(open()).toBe(0);
            expect((outcome.outcome === "aborted") === (aborts && call > 0)).toBe(true);
            if (outcome.outcome === "compacted") {
              accepted += 1;
              expect(outcome.transcript.estimateTokens()).toBeLessThan(base.estimateTokens());
              const calledBefore = call;
              expect((await outcome.transcript.maybeCompactAsync(options)).transcript).toBe(outcome.transcript);
              expect(call).toBe(calledBefore);
            } else {
              expect(outcome.transcript).toBe(base);
            }
            live = outcome.transcript.concat(live.since(base));

            // Every entry that ever came is there as it came, in its order, or is one of those that the summaries count.
            const left = new Set(spoken(live.entries()));
            expect(came.filter((entry) => left.has(entry))).toEqual([...left]);
            expect(left.size + counted(live.entries())).toBe(came.length + stood);
            expect(budget.remaining).toBe(Math.max(0, limit - budget.used));
          }
        },
      ),
      { numRuns: 1_000 },
    );
    // Otherwise the storm would have blown over nothing.
    expect(accepted).toBeGreaterThan(200);
  });
});
