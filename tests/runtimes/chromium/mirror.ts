import { describe, test } from "vitest";
import type { Order, Told } from "./worker.js";

/** Runs a file of tests in a worker, and declares them here with what came of each. */
export async function mirror(file: string): Promise<void> {
  const { config } = Reflect.get(globalThis, "__vitest_worker__") as { readonly config: object };
  const order: Order = { file, config: JSON.stringify(config), env: process.env };
  const worker = new Worker("/tests/runtimes/chromium/worker.ts", { type: "module" });
  const told = await new Promise<Told>((found, failed) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => found(data));
    worker.addEventListener("error", ({ message }) => failed(new Error(`The worker fails: ${message}`)));
    worker.postMessage(order);
  });
  worker.terminate();
  declareAll(told);
}

/** A suite may fail although its tests do not, a file too: where it cannot be read, or in what runs before and after tests. */
function declareAll({ tests, errors }: Told): void {
  tests!.forEach(declare);
  if (errors.length > 0) test("holds", () => fail(errors));
}

function declare(told: Told): void {
  const { name, tests, state, errors } = told;
  if (tests !== undefined) describe(name, () => declareAll(told));
  else test.skipIf(state === "skip")(name, () => void (state === "pass" || fail(errors)));
}

function fail(errors: readonly string[]): never {
  throw new Error(errors.join("\n"));
}
