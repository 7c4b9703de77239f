import { resolve } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** The tests of the core and the formats. Stores are left out: SQLite is compiled for one version of Node. */
export const suites = {
  root: resolve(import.meta.dirname, "../.."),
  include: ["tests/{cases,codec,compaction,formats,integrity,laws,transcript}/**/*.test.ts"],
  exclude: [...configDefaults.exclude, "tests/cases/{concurrency,persistence}.test.ts"],
  setupFiles: ["tests/support/seed.ts"],
  // Property tests take their time on a busy machine.
  testTimeout: 30_000,
};

/** What Bun has not: garbage collection on demand, and what came of an answer that was cut off. */
const notInBun = ["tests/laws/memory.test.ts", "tests/formats/torn-streams.test.ts"];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { ...suites, exclude: [...suites.exclude, ...("bun" in process.versions ? notInBun : [])] },
});
