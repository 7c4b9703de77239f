import { FORMATS } from "./formats.js";

const EXIT_HELP = `
Exit codes: 0 fine; 1 problems found, or parts of a file left out that could not be read; 2 wrong use, or a file
that could not be read or written.
`;

/** What stands below the options of a command. */
export function commandHelp(examples: readonly (readonly [line: string, what: string])[]): string {
  return `\nExamples:\n${columns(examples.map(([line, what]) => [`$ ${line}`, what]))}${EXIT_HELP}`;
}

/** What stands below the list of commands. */
export const GENERAL_HELP = `
Files are recognised by their shape:
${columns(FORMATS.map(({ name, title, write }) => [name, write === undefined ? `${title} (read only)` : title]))}
JSON Lines and lists of conversations hold several. Documents and JSON that were cut off are read as far as they go.
${EXIT_HELP}`;

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
