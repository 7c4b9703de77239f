#!/usr/bin/env node
/**
 * The command `colloquy`, in the process that it runs in.
 *
 *     npx colloquy --help
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EXIT } from "./io.js";
import { run } from "./run.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

try {
  process.exitCode = await run(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    version,
    demo: fileURLToPath(new URL("./demo.js", import.meta.url)),
  });
} catch (error) {
  // A fault of ours: it shows where.
  console.error(error);
  process.exitCode = EXIT.failed;
}
