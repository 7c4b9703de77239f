import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { build } from "vite";

/** A process of worker.ts. */
export interface Worker {
  /** The lines that it has printed whole. */
  readonly lines: readonly string[];
  /** Ends when it has printed a line, or will print none. */
  readonly started: Promise<unknown>;
  kill(): void;
  /** Ends when the process has ended: with its exit code, or without one where it was killed. */
  readonly ended: Promise<number | null>;
}

/** Makes a program of worker.ts that Node runs. It lies in the project, since it imports packages. */
export async function buildWorker(): Promise<{
  start(...args: readonly string[]): Worker;
  remove(): void;
}> {
  const generated = resolve(import.meta.dirname, "../.generated");
  mkdirSync(generated, { recursive: true });
  const outDir = mkdtempSync(join(generated, "store-worker-"));
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
    build: { ssr: resolve(import.meta.dirname, "worker.ts"), outDir, minify: false },
  });
  return {
    start: (...args) => start(join(outDir, "worker.js"), args),
    remove: () => rmSync(outDir, { recursive: true }),
  };
}

function start(program: string, args: readonly string[]): Worker {
  const lines: string[] = [];
  const child: ChildProcess = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const reader = createInterface(child.stdout!).on("line", (line) => lines.push(line));
  const closed = new Promise((resolve) => reader.once("close", resolve));
  const spoke = new Promise((resolve) => reader.once("line", resolve));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    lines,
    started: Promise.race([spoke, closed]),
    kill: () => child.kill("SIGKILL"),
    ended: closed.then(() => exited),
  };
}
