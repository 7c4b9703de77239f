import type { Command, Outcome } from "./commands/command.js";
import { type Conversation, readConversations } from "./input/conversations.js";
import { sizeOf, STDIN } from "./input/read-text.js";
import { EXIT, type ExitCode, Failure, STDOUT } from "./io.js";
import { Result } from "./result.js";
import type { Terminal } from "./terminal.js";
import { toLine } from "./wording.js";

/** The options that all commands have. */
export interface CommonOptions {
  readonly output?: string;
  readonly json?: true;
}

/** How many lines of one kind are told of a conversation on standard error. */
const TOLD = 20;
/** And how many of what a format holds beside the conversation. */
const NOTES = 3;

/**
 * Does a command's work with each conversation of each source: standard input where none is named.
 *
 * A source that cannot be read does not keep the others from being worked on; the file that `--output` names is written
 * only when all could be.
 */
export async function runCommand<O extends object>(
  command: Command<O>,
  sources: readonly string[],
  options: CommonOptions & O,
  terminal: Terminal,
): Promise<ExitCode> {
  const run = new Run(command, options, terminal);
  const { progress } = terminal;
  const named = sources.length === 0 ? [STDIN] : sources;
  for (const source of named) progress.expect(await sizeOf(source));
  for (const source of named) {
    if (terminal.isClosed) break;
    await run.workOn(source);
    progress.step();
    progress.next();
  }
  progress.hide();
  return await run.finish();
}

class Run<O extends object> {
  readonly #command: Command<O>;
  readonly #json: boolean;
  readonly #options: O;
  readonly #terminal: Terminal;
  readonly #result: Result;
  readonly #work: ReturnType<Command<O>["start"]>;
  #code: ExitCode = EXIT.fine;
  #isFirst = true;

  constructor(command: Command<O>, { output, json, ...options }: CommonOptions & O, terminal: Terminal) {
    this.#command = command;
    this.#json = json === true;
    this.#options = options as unknown as O;
    this.#terminal = terminal;
    const file = output === STDOUT ? undefined : output;
    this.#result = new Result(command.writesItself === true ? undefined : file, terminal);
    this.#work = command.start(this.#options, { io: terminal.io, colours: this.#result.colours, output });
  }

  /** Works on the conversations of a file, or says why that cannot be. */
  async workOn(source: string): Promise<void> {
    try {
      const format = this.#command.formatOf?.(this.#options);
      for (const conversation of await readConversations(source, this.#terminal, format)) {
        await this.#workOn(conversation);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#terminal.tell(error.message);
      this.#end(EXIT.failed);
    }
  }

  async finish(): Promise<ExitCode> {
    if (this.#code !== EXIT.failed) await this.#result.finish();
    return this.#code;
  }

  async #workOn(conversation: Conversation): Promise<void> {
    const { name, notes, lost } = conversation;
    this.#tellNotes(name, notes);
    if (this.#command.listsLost !== true) this.#tell(name, lost);
    const outcome = await this.#work(conversation);
    this.#tell(name, outcome.told ?? []);
    await this.#result.add(this.#json ? outcome.json().map(toLine).join("") : this.#textOf(outcome));
    if (lost.length > 0 || outcome.foundProblems === true) this.#end(EXIT.problems);
  }

  #textOf(outcome: Outcome): string {
    const text = outcome.text();
    const isParted = this.#command.hasHeading === true && !this.#isFirst;
    this.#isFirst = false;
    return isParted ? `\n${text}` : text;
  }

  /** What a format holds beside a conversation is of little interest, but is not left out in silence. */
  #tellNotes(name: string, notes: readonly string[]): void {
    const told = notes.slice(0, NOTES);
    const left = notes.length - told.length;
    this.#tell(name, left === 0 ? told : [...told, `and ${left} more, which check --json lists`]);
  }

  #tell(name: string, lines: readonly string[]): void {
    for (const line of lines.slice(0, TOLD)) this.#terminal.tell(`${name}: ${line}`);
    if (lines.length > TOLD) this.#terminal.tell(`${name}: and ${lines.length - TOLD} more`);
  }

  #end(code: ExitCode): void {
    if (code > this.#code) this.#code = code;
  }
}
