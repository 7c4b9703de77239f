import fc from "fast-check";
import { Transcript } from "colloquy";
import { Agent, type AutoCompact, CallError } from "colloquy/agent";
import { expect, it } from "vitest";
import { isSummary } from "../support/oracle.js";
import { asks, model, promptsOf, says } from "./models.js";
import { lostHalves } from "./soundness.js";
import { answering } from "./tools.js";

const look = answering(({ size }) => "seen ".repeat(Number(size)));

/** A turn: how many calls each of its steps makes, and whether its last request fails at first. */
const turnOf = fc.record({ steps: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 5 }), fails: fc.boolean() });

const autoCompactOf: fc.Arbitrary<AutoCompact | undefined> = fc.option(
  fc.oneof(
    fc.record({ every: fc.integer({ min: 2, max: 12 }), keepLast: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ tokenBudget: fc.integer({ min: 50, max: 400 }), keepLastTokens: fc.integer({ min: 0, max: 200 }) }),
    fc.record({
      every: fc.integer({ min: 2, max: 12 }),
      keepLastTurns: fc.integer({ min: 0, max: 2 }),
      summarize: fc.constantFrom<() => string>(
        () => "They looked.",
        () => "",
        () => JSON.parse("{") as string,
      ),
    }),
  ),
  { nil: undefined },
);

it("an agent that compacts, fails, is stored and restored at any time asks only what a provider accepts, and forgets nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turnOf, { minLength: 1, maxLength: 5 }), autoCompactOf, async (turns, autoCompact) => {
      const overloaded = new Error("overloaded");
      const answers = turns.flatMap(({ steps, fails }, turn) => [
        ...steps.map((calls, step) =>
          asks(
            ...Array.from({ length: calls }, (_, call): [string, string, object] => [
              `${turn}-${step}-${call}`,
              "look",
              { size: 20 },
            ]),
          ),
        ),
        ...(fails ? [overloaded] : []),
        says(`answer ${turn}`, 30 * turn),
      ]);
      const mock = model(...answers);
      let transcript = Transcript.empty;
      for (const [turn, { fails }] of turns.entries()) {
        const options = { model: mock, tools: { look }, transcript: transcript.toJson(), system: "Look." };
        const agent = new Agent({ ...options, ...(autoCompact && { autoCompact }) });
        const asked = agent.call(`question ${turn}`);
        if (fails) {
          await expect(asked).rejects.toBeInstanceOf(CallError);
          await agent.call();
        }
        await asked.catch(() => {});
        transcript = agent.getTranscript();
        expect(transcript.at(-1)?.text).toBe(`answer ${turn}`);
      }
      for (const prompt of promptsOf(mock)) {
        expect(lostHalves(prompt)).toEqual([]);
        expect(prompt.map(({ role }) => role === "system")).toEqual(prompt.map((_message, index) => index === 0));
      }
      expect(transcript.check()).toEqual([]);
      const summaries = transcript.entries().filter(isSummary);
      expect(summaries.length).toBeLessThan(2);
      const folded = summaries[0]?.role === "system" ? (summaries[0].summary?.entries ?? 0) : 0;
      const said = turns.reduce((sum, { steps }) => sum + 2 + steps.reduce((all, calls) => all + 1 + calls, 0), 0);
      expect(folded + transcript.length - summaries.length).toBe(said + 1);
    }),
    { numRuns: 60 },
  );
});
