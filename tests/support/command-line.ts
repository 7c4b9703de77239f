import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterAll } from "vitest";
import type { Io } from "../../src/cli/io.js";
import { run } from "../../src/cli/run.js";

/** How a command line ended, and what it printed. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What stands in for the process. */
export interface Surroundings {
  /** What is piped in. Default: nothing. */
  readonly stdin?: string | Uint8Array;
  /** Streams that are terminals. */
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  readonly env?: Readonly<Record<string, string>>;
  /** Why standard output takes no more, and after how many writes. */
  readonly refusal?: { readonly code: string; readonly after: number };
}

/** A stream that keeps what is written to it. */
export class Sink extends Writable {
  readonly isTTY: boolean;
  readonly #refusal: Surroundings["refusal"];
  #writes = 0;
  text = "";

  constructor(isTTY: boolean, refusal?: Surroundings["refusal"]) {
    // A stream of the process goes on after a fault, too.
    super({ decodeStrings: false, autoDestroy: false });
    this.isTTY = isTTY;
    this.#refusal = refusal;
  }

  override _write(chunk: string, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    const isRefused = this.#refusal !== undefined && this.#writes >= this.#refusal.after;
    this.#writes += 1;
    if (isRefused) return done(Object.assign(new Error("refused"), { code: this.#refusal?.code }));
    this.text += chunk;
    done();
  }
}

/** Runs `colloquy …` in this process. */
export async function colloquy(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const { stdin = "", terminals = [], env = {}, refusal } = surroundings;
  const stdout = new Sink(terminals.includes("stdout"), refusal);
  const stderr = new Sink(terminals.includes("stderr"));
  const input = Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin as string)]);
  const io: Io = {
    stdin: Object.assign(input, { isTTY: terminals.includes("stdin") }),
    stdout,
    stderr,
    env,
    version: "1.2.3",
    demo: "demo.js",
  };
  const code = await run(args, io);
  return { code, out: stdout.text, err: stderr.text };
}

/** A folder for files of a test file, gone after its last test. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "colloquy-test-"));

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** Writes a file and returns its path. What is no text and no bytes is written as JSON. */
  write(name: string, content: unknown): string {
    const path = join(this.path, name);
    const isWritable = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, isWritable ? content : JSON.stringify(content));
    return path;
  }
}
