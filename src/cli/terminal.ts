import type pico from "picocolors";
import { visibleLine } from "../render/visible.js";
import { Failure, reasonOf, type Io } from "./io.js";
import { Progress } from "./progress.js";

export type Colours = ReturnType<typeof pico.createColors>;

/** Where the command speaks to its user: results to standard output, all else to standard error. */
export class Terminal {
  readonly io: Io;
  readonly progress: Progress;
  #isClosed = false;
  #fault: Error | undefined;

  constructor(io: Io) {
    this.io = io;
    this.progress = new Progress(io.stderr);
    io.stdout.on("error", (error: NodeJS.ErrnoException) => {
      // A reader such as `head` that has seen enough is no fault.
      if (error.code === "EPIPE") this.#isClosed = true;
      else this.#fault = error;
    });
    // Nobody is left to be told.
    io.stderr.on("error", () => {});
  }

  /** Whether nobody reads standard output any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether what is printed may have colours. */
  get hasColours(): boolean {
    const { NO_COLOR = "", TERM } = this.io.env;
    return this.io.stdout.isTTY === true && NO_COLOR === "" && TERM !== "dumb";
  }

  /** Writes to standard output, and waits until it is taken. */
  async print(text: string): Promise<void> {
    if (this.#isClosed) return;
    this.progress.hide();
    await new Promise<void>((done) => this.io.stdout.write(text, () => done()));
    if (this.#fault !== undefined) throw new Failure(`Cannot write standard output: ${reasonOf(this.#fault)}`);
  }

  /** Tells something in one line of standard error. */
  tell(line: string): void {
    this.progress.hide();
    this.io.stderr.write(`colloquy: ${visibleLine(line)}\n`);
  }
}
