import { Option } from "commander";
import type { RepairOptions } from "../../index.js";
import { toLine } from "../wording.js";
import type { Command } from "./command.js";

export const repair: Command<RepairOptions> = {
  name: "repair",
  summary: "mends what check lists, and writes the document",
  examples: [
    ["colloquy repair broken.json --output mended.json", "says on standard error what it changed"],
    ["colloquy repair broken.json | colloquy convert --to openai-chat", "a list that the provider accepts"],
  ],
  options: [
    new Option("--open-calls <what>", "what becomes of calls without results").choices(["abort", "drop"]),
    new Option("--pending-calls <what>", "what becomes of calls that still wait for their results").choices([
      "keep",
      "abort",
      "drop",
    ]),
  ],
  start:
    (options) =>
    ({ name, transcript }) => {
      const { transcript: mended, changes } = transcript.repair(options);
      return {
        text: () => toLine(mended),
        json: () => [{ source: name, changes, transcript: mended }],
        told: changes.map(({ message }) => message),
      };
    },
};
