import pico from "picocolors";
import type { Colours, Terminal } from "./terminal.js";
import { writeFileSafely } from "./write-file.js";

/** What a command makes: printed as it comes, or written to a file when all of it is there. */
export class Result {
  readonly #file: string | undefined;
  readonly #terminal: Terminal;
  readonly #texts: string[] = [];
  /** Do nothing where the result goes to no terminal. */
  readonly colours: Colours;

  constructor(file: string | undefined, terminal: Terminal) {
    this.#file = file;
    this.#terminal = terminal;
    this.colours = pico.createColors(file === undefined && terminal.hasColours);
  }

  async add(text: string): Promise<void> {
    if (this.#file === undefined) await this.#terminal.print(text);
    else this.#texts.push(text);
  }

  async finish(): Promise<void> {
    if (this.#file !== undefined) await writeFileSafely(this.#file, this.#texts.join(""));
  }
}
