import fc from "fast-check";

/** How long each property runs, in seconds: a few in the tests, as long as asked by `npm run fuzz`. */
const seconds = Number(process.env["FUZZ_SECONDS"] ?? 1);

/** The time a test that fuzzes may take, in milliseconds: shrinking what fails comes on top. */
export const timeout = 1000 * seconds + 120_000;

/**
 * Runs a property until the time is up and tells how far it came. `FUZZ_SEED` repeats a run.
 *
 * @param name - what the property is called in the line that is printed
 */
export function fuzz<T extends [unknown, ...unknown[]]>(name: string, property: fc.IPropertyWithHooks<T>): void {
  const seed = Number(process.env["FUZZ_SEED"] ?? (Math.random() * 2 ** 31) | 0);
  if (process.env["FUZZ_SECONDS"] !== undefined) console.log(`${name}: seed ${seed}, ${seconds} seconds`);
  const details = fc.check(property, {
    seed,
    numRuns: 1_000_000_000,
    interruptAfterTimeLimit: 1000 * seconds,
    markInterruptAsFailure: false,
  });
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  if (process.env["FUZZ_SECONDS"] !== undefined) console.log(`${name}: ${details.numRuns} runs without a fault`);
}
