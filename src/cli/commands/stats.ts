import { visibleLine } from "../../render/visible.js";
import { preview } from "../../render/wording.js";
import { countAll, type Statistics } from "../statistics.js";
import { type Cell, table } from "../table.js";
import type { Colours } from "../terminal.js";
import { sizeLine } from "../wording.js";
import type { Command } from "./command.js";

/** UTF-16 code units of a tool's name that are shown. */
const NAME_LENGTH = 48;
/** And of a call's input. */
const INPUT_LENGTH = 60;
/** Repeated calls, and entries that make one, that are shown. */
const REPEATED = 10;
const PLACES = 6;

export const stats: Command<object> = {
  name: "stats",
  summary: "counts entries and tokens, by role and by tool, and finds calls that were repeated",
  examples: [
    ["colloquy stats run.json", "where the tokens went"],
    ["colloquy stats --json runs/*.json | jq '{source, tokens}'", "a line for each conversation"],
  ],
  options: [],
  hasHeading: true,
  start:
    (_options, { colours }) =>
    ({ name, format, transcript }) => {
      const statistics = countAll(transcript);
      const heading = `${colours.bold(visibleLine(name))} ${colours.dim(format.name)}`;
      return {
        text: () => `${heading}\n  ${sizeLine(transcript)}\n${describe(statistics, colours)}`,
        json: () => [{ source: name, format: format.name, ...statistics }],
      };
    },
};

function describe({ roles, tools, largest, repeated }: Statistics, colours: Colours): string {
  const section = (names: readonly string[], rows: readonly (readonly Cell[])[]): string => {
    if (rows.length === 0) return "";
    const [heading = "", ...lines] = table([names, ...rows]);
    return `\n  ${colours.dim(heading)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
  };
  return [
    section(
      ["role", "entries", "tokens"],
      roles.filter(({ entries }) => entries > 0).map(({ role, entries, tokens }) => [role, entries, tokens]),
    ),
    section(
      ["tool", "calls", "results", "failures", "tokens"],
      tools.map(({ tool, calls, results, failures, tokens }) => [nameOf(tool), calls, results, failures, tokens]),
    ),
    section(
      ["largest entries", "tokens", "tools"],
      largest.map(({ entry, role, tokens, tools: used }) => [
        `[${entry}] ${role}`,
        tokens,
        [...new Set(used)].map(nameOf).join(", "),
      ]),
    ),
    section(
      ["repeated calls", "times", "in a row", "entries", "input"],
      repeated
        .slice(0, REPEATED)
        .map(({ tool, times, inARow, entries, input }) => [
          nameOf(tool),
          times,
          inARow,
          placesOf(entries),
          visibleLine(preview(input, INPUT_LENGTH)),
        ]),
    ),
    repeated.length > REPEATED ? `  and ${repeated.length - REPEATED} more, which --json tells\n` : "",
  ].join("");
}

function placesOf(entries: readonly number[]): string {
  return entries.slice(0, PLACES).join(", ") + (entries.length > PLACES ? ", …" : "");
}

function nameOf(tool: string): string {
  return visibleLine(preview(tool, NAME_LENGTH));
}
