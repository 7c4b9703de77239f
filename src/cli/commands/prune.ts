import { Option } from "commander";
import type { PruneOptions } from "../../index.js";
import { count } from "../../render/wording.js";
import { fewerTokens, toLine } from "../wording.js";
import { type Command, wholeNumber } from "./command.js";

interface PruneCommandOptions extends Omit<PruneOptions, "excludeTools"> {
  readonly excludeTool?: readonly string[];
}

export const prune: Command<PruneCommandOptions> = {
  name: "prune",
  summary: "shortens long tool results to head and tail, and writes the document",
  examples: [
    ["colloquy prune run.json --output shorter.json", "results of more than 4,096 bytes, but for the last turn"],
    ["colloquy prune run.json --max-bytes 500 --exclude-tool read_file", "shorter, and one tool spared"],
  ],
  options: [
    new Option("--max-bytes <bytes>", "shorten what is longer (4,096 if nothing is said)").argParser(wholeNumber),
    new Option("--keep-last-turns <turns>", "spare the last turns (1 if nothing is said)").argParser(wholeNumber),
    new Option("--exclude-tool <name>", "spare a tool's results; may be repeated").argParser(
      (name: string, before: readonly string[] = []) => [...before, name],
    ),
  ],
  start:
    ({ excludeTool, ...sizes }) =>
    ({ name, transcript }) => {
      const options = { ...sizes, ...(excludeTool && { excludeTools: excludeTool }) };
      const shorter = transcript.pruneToolResults(options);
      const entries = transcript.entries();
      const shortened = shorter.entries().flatMap((entry, index) => (entry === entries[index] ? [] : [index]));
      const [tokensBefore, tokensAfter] = [transcript.estimateTokens(), shorter.estimateTokens()];
      const results = `${count(shortened.length, "result", "results")} shortened`;
      return {
        text: () => toLine(shorter),
        json: () => [{ source: name, shortened, tokensBefore, tokensAfter, transcript: shorter }],
        told: [shortened.length === 0 ? "nothing to shorten" : `${results}; ${fewerTokens(tokensBefore, tokensAfter)}`],
      };
    },
};
