import { InvalidArgumentError, Option } from "commander";
import type { Format } from "../input/format.js";
import type { Conversation } from "../input/conversations.js";
import type { Io } from "../io.js";
import type { Colours } from "../terminal.js";

/** What a command made of a conversation. */
export interface Outcome {
  /** Makes what is printed: text for people, or what was made. It ends with a line break. */
  readonly text: () => string;
  /** Makes what is printed with `--json` instead, an object a line. */
  readonly json: () => readonly object[];
  /** What is told on standard error. */
  readonly told?: readonly string[];
  readonly foundProblems?: boolean;
}

/** What a command has beside its own options. */
export interface Context {
  readonly io: Io;
  /** Colours of the text, which do nothing where it goes to no terminal. */
  readonly colours: Colours;
  /** The file that `--output` names, or `-`. */
  readonly output: string | undefined;
}

/** A command, which does one thing with each conversation. */
export interface Command<O extends object> {
  readonly name: string;
  /** What it does, in the third person, without a period. */
  readonly summary: string;
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  readonly options: readonly Option[];
  /** Whether its text begins with a heading: then a blank line parts it from the next. */
  readonly hasHeading?: true;
  /** Whether its text says what of a file could not be read. Otherwise standard error does. */
  readonly listsLost?: true;
  /** Whether `--output` is its own affair. */
  readonly writesItself?: true;
  /** The format that the options say the input has. */
  readonly formatOf?: (options: O) => Format | undefined;
  /** Begins a run. What it returns is called for each conversation. */
  readonly start: (options: O, context: Context) => (conversation: Conversation) => Outcome | Promise<Outcome>;
}

/** Reads the value of an option that takes a whole number. */
export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of at least 0.");
}

/** An option that takes the name of one of some things. */
export function namedOption<T extends { readonly name: string }>(
  flags: string,
  description: string,
  known: readonly T[],
): Option {
  const names = known.map(({ name }) => name);
  return new Option(flags, description).choices(names).argParser((text): T => {
    const found = known.find(({ name }) => name === text);
    if (found === undefined) throw new InvalidArgumentError(`Expected one of ${names.join(", ")}.`);
    return found;
  });
}
