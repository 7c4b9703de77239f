// The tests of the core and the formats in the runtimes that `npm test` does not run them in, or in those that are named:
// `npm run test:suites -- "Node 24" Chromium`.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { commands } from "./commands.mjs";

const root = resolve(import.meta.dirname, "../..");
const vitest = (config) => ["node_modules/vitest/vitest.mjs", "run", "--config", `tests/runtimes/${config}`];

const runs = {
  Chromium: [process.execPath, ...vitest("chromium.config.ts")],
  ...Object.fromEntries(
    Object.entries(commands).map(([name, [command, ...args]]) => {
      // In Deno, Vitest reads the environment, writes its cache and starts workers.
      const given = args.map((arg) => (arg === "--allow-read" ? "--allow-all" : arg));
      return [name, [command, ...given, ...vitest("suites.config.ts")]];
    }),
  ),
};

const named = process.argv.slice(2);
const others = Object.keys(runs).filter((name) => commands[name]?.[0] !== process.execPath);
const failed = (named.length > 0 ? named : others).filter((name) => {
  console.log(`\n${name}`);
  const [command, ...args] = runs[name];
  return spawnSync(command, args, { cwd: root, stdio: "inherit" }).status !== 0;
});
if (failed.length > 0) console.error(`Tests fail in ${failed.join(", ")}`);
process.exitCode = failed.length;
