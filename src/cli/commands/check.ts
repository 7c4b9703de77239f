import { visibleLine } from "../../render/visible.js";
import type { ConversionNote } from "../../index.js";
import { FORMATS } from "../formats.js";
import { isWritable, type WritableFormat } from "../input/format.js";
import { describeNote } from "../wording.js";
import { type Command, namedOption } from "./command.js";

interface CheckOptions {
  readonly for?: WritableFormat;
}

export const check: Command<CheckOptions> = {
  name: "check",
  summary: "lists what is wrong: calls without results, results without calls, and the like",
  examples: [
    ["colloquy check run.json", "says what is wrong, and exits with 1 if anything is"],
    ["colloquy check run.json --for anthropic", "also what Anthropic would refuse, and what it could not be sent"],
    ["colloquy check --json runs/*.json | jq 'select(.problems != [])'", "the conversations that have problems"],
  ],
  options: [
    namedOption("--for <format>", "also say what has to change to be sent in this format", FORMATS.filter(isWritable)),
  ],
  listsLost: true,
  start: ({ for: target }, { colours }) => {
    return ({ name, format, transcript, notes, lost }) => {
      const problems = transcript.check();
      const report = target?.write(transcript).report;
      const lines = [
        ...lost,
        ...problems.map(({ message }) => message),
        ...(report ?? []).map((note) => `for ${target?.name}: ${describeNote(note)}`),
      ];
      const foundProblems = problems.length > 0 || (report ?? []).some(isLoss);
      const said = lines.length === 0 ? [colours.green("nothing is wrong")] : lines.map(visibleLine);
      return {
        text: () => said.map((line) => `${colours.bold(visibleLine(name))}: ${line}\n`).join(""),
        json: () => [
          { source: name, format: format.name, problems, ...(report !== undefined && { report }), notes, lost },
        ],
        foundProblems,
      };
    };
  },
};

/** Whether something is lost, or is said that nobody said: a provider would refuse it otherwise. */
function isLoss({ action }: ConversionNote): boolean {
  return action === "dropped" || action === "added";
}
