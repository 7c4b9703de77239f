import { InvalidArgumentError, Option } from "commander";
import { toText, type TextKind } from "../../render/index.js";
import type { Role } from "../../index.js";
import { sizeLine } from "../wording.js";
import { visibleLine } from "../../render/visible.js";
import type { Colours } from "../terminal.js";
import { type Command, wholeNumber } from "./command.js";

interface ShowOptions {
  readonly tools?: boolean;
  readonly reasoning?: true;
  readonly role?: readonly Role[];
  readonly from?: number;
  readonly to?: number;
  readonly full?: true;
}

const ROLES = ["system", "user", "assistant", "tool"] as const;

export const show: Command<ShowOptions> = {
  name: "show",
  summary: "shows conversations in the terminal",
  examples: [
    ["colloquy show run.json", "the conversation, long results cut"],
    ["colloquy show run.json --role user --role assistant --no-tools", "what people and the model said"],
    ["colloquy show run.json --from 40 --to 50 --full --reasoning", "entries 40 to 49, whole"],
    ["colloquy show run.json --json | jq .entry.role", "an entry a line, for programs"],
  ],
  options: [
    new Option("--tools", "show tool calls and results"),
    new Option("--no-tools", "leave tool calls and results out"),
    new Option("--reasoning", "show what the model thought"),
    new Option("--role <role>", "show entries of this role only; may be repeated").choices(ROLES).argParser(addRole),
    new Option("--from <index>", "begin with this entry, counted from 0").argParser(wholeNumber),
    new Option("--to <index>", "stop before this entry").argParser(wholeNumber),
    new Option("--full", "cut nothing"),
  ],
  hasHeading: true,
  start: (options, { colours }) => {
    const painters = paintersOf(colours);
    const paint = (text: string, kind: TextKind): string => painters[kind](text);
    return ({ name, format, transcript }) => {
      const { role, from = 0, to = transcript.length } = options;
      const heading = `${colours.bold(visibleLine(name))} ${colours.dim(`${format.name}, ${sizeLine(transcript)}`)}`;
      return {
        text: () => `${heading}\n\n${toText(transcript, { ...options, paint })}`,
        json: () =>
          transcript
            .entries()
            .map((entry, index) => ({ source: name, index, entry }))
            .slice(from, to)
            .filter(({ entry }) => role === undefined || role.includes(entry.role)),
      };
    };
  },
};

function addRole(text: string, before: readonly Role[] = []): readonly Role[] {
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw new InvalidArgumentError(`Expected one of ${ROLES.join(", ")}.`);
  return [...before, role];
}

function paintersOf(colours: Colours): Record<TextKind, (text: string) => string> {
  const { blue, bold, cyan, dim, green, red, yellow } = colours;
  const plain = (text: string): string => text;
  return {
    system: (text) => bold(blue(text)),
    user: (text) => bold(cyan(text)),
    assistant: (text) => bold(green(text)),
    tool: (text) => bold(yellow(text)),
    text: plain,
    reasoning: dim,
    call: yellow,
    result: plain,
    error: red,
    note: dim,
  };
}
