import { spawnSync } from "node:child_process";
import { Command as Program, CommanderError, Option } from "commander";
import { visible } from "../render/visible.js";
import { check } from "./commands/check.js";
import type { Command } from "./commands/command.js";
import { compact } from "./commands/compact.js";
import { convert } from "./commands/convert.js";
import { prune } from "./commands/prune.js";
import { repair } from "./commands/repair.js";
import { show } from "./commands/show.js";
import { stats } from "./commands/stats.js";
import { view } from "./commands/view.js";
import { commandHelp, GENERAL_HELP } from "./help.js";
import { EXIT, type ExitCode, Failure, type Io } from "./io.js";
import { type CommonOptions, runCommand } from "./run-command.js";
import { Terminal } from "./terminal.js";

/** Runs a command line: what stands behind the word `colloquy`. It never throws for what a user can put right. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const terminal = new Terminal(io);
  const commandLine = new CommandLine(terminal);
  try {
    return await commandLine.run(args);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.failed;
    if (!(error instanceof Failure)) throw error;
    terminal.tell(error.message);
    return EXIT.failed;
  }
}

class CommandLine {
  readonly #terminal: Terminal;
  readonly #program: Program;
  #code: ExitCode = EXIT.fine;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    const { stdout, stderr, version } = terminal.io;
    this.#program = new Program("colloquy")
      .description("Shows, checks, mends, converts and shortens conversations with language models.")
      .version(version, "-V, --version", "print the version")
      .exitOverride()
      .configureOutput({
        writeOut: (text) => stdout.write(visible(text)),
        writeErr: (text) => stderr.write(visible(text)),
        outputError: (text, write) => write(text.replace(/^error:/, "colloquy:")),
      })
      .configureHelp({ subcommandTerm: (command) => command.name() })
      .addHelpText("after", GENERAL_HELP);
    this.#add(show);
    this.#add(stats);
    this.#add(check);
    this.#add(repair);
    this.#add(convert);
    this.#add(compact);
    this.#add(prune);
    this.#add(view);
    this.#addDemo();
  }

  async run(args: readonly string[]): Promise<ExitCode> {
    await this.#program.parseAsync(args, { from: "user" });
    return this.#code;
  }

  #add<O extends object>(command: Command<O>): void {
    const { name, summary, options, examples } = command;
    const added = this.#program
      .command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
      .argument("[files...]", "files, or - for standard input, which is read if none is named")
      .addHelpText("after", commandHelp(examples));
    for (const option of [...options, ...COMMON]) added.addOption(option);
    added.action(async (files: string[], given: CommonOptions & O) => {
      this.#code = await runCommand(command, files, given, this.#terminal);
    });
  }

  #addDemo(): void {
    const summary = "keeps a real conversation over two processes, step by step";
    const { demo } = this.#terminal.io;
    this.#program
      .command("demo")
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
      .argument("[file]", "OpenAI chat messages to show it with")
      .addHelpText("after", commandHelp([["colloquy demo", "shows what this library is for"]]))
      .action((file?: string) => {
        const args = file === undefined ? [demo] : [demo, file];
        const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
        this.#code = status === 0 ? EXIT.fine : EXIT.failed;
      });
  }
}

const COMMON = [
  new Option(
    "-o, --output <file>",
    "write the result to a file, which is whole or as it was, or - for standard output",
  ),
  new Option("--json", "print JSON Lines for programs, an object for each conversation"),
];
