import { defineConfig } from "vitest/config";

export default defineConfig({
  // "colloquy" and "colloquy/…" mean the sources: the paths are those of tests/tsconfig.json.
  resolve: { tsconfigPaths: true },
  // The tests write there: watching it would run them without end.
  server: { watch: { ignored: ["**/tests/.generated/**"] } },
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/bench/**"],
    globalSetup: ["tests/store/postgres-server.ts"],
    setupFiles: ["tests/support/seed.ts"],
    // Property tests take their time on a busy machine.
    testTimeout: 30_000,
    typecheck: {
      enabled: true,
      include: ["tests/**/*.test-d.ts"],
      tsconfig: "tests/tsconfig.json",
      // All other files are the business of `npm run types`.
      ignoreSourceErrors: true,
    },
  },
});
