import { TranscriptError } from "../../index.js";
import { FORMATS } from "../formats.js";
import { Failure } from "../io.js";
import type { Reading } from "../logs/reading.js";
import type { Terminal } from "../terminal.js";
import type { Format } from "./format.js";
import { holdsConversations } from "./messages.js";
import { parseText, type Parsed } from "./parse-text.js";
import { readText, STDIN } from "./read-text.js";

/** One conversation of an input. */
export interface Conversation extends Required<Reading> {
  /** What it is called: the name of the file, with a number where there are several in it. */
  readonly name: string;
  readonly format: Format;
}

/** What a source is called. */
export function nameOf(source: string): string {
  return source === STDIN ? "standard input" : source;
}

/**
 * Reads the conversations of a file, or of standard input.
 *
 * @param format - reads it as this one; otherwise its shape says what it is
 * @throws {@link Failure} in the terms of the file when it cannot be read
 */
export async function readConversations(
  source: string,
  terminal: Terminal,
  format?: Format,
): Promise<readonly Conversation[]> {
  try {
    const { text, notes } = await readText(source, terminal.io, terminal.progress);
    const parsed = parseText(text);
    terminal.progress.step();
    const conversations = understand({ ...parsed, lost: [...notes, ...parsed.lost] }, nameOf(source), format);
    terminal.progress.step();
    return conversations;
  } catch (error) {
    throw new Failure(`Cannot read ${nameOf(source)}: ${reasonFor(error)}`, { cause: error });
  }
}

/** What is wrong with a file. Whatever else goes wrong is a fault of ours, and is thrown. */
function reasonFor(error: unknown): string {
  if (error instanceof Failure) return error.message;
  // What could not be done is said already.
  if (error instanceof TranscriptError) return error.message.replace(/^Cannot \w+ /, "");
  if (error instanceof RangeError) return "its values are nested too deeply";
  throw error;
}

function understand(parsed: Parsed, name: string, format?: Format): readonly Conversation[] {
  const found = split(parsed).flatMap((input) => {
    const reader = format ?? detect(input);
    return reader.read(input).map((reading) => ({ reader, reading }));
  });
  // What was lost before anything was understood is told of the first.
  const lostBefore = (index: number): readonly string[] => (index === 0 ? parsed.lost : []);
  const conversations = found.map(({ reader, reading }, index) => ({
    name: found.length === 1 ? name : `${name}#${index + 1}`,
    format: reader,
    transcript: reading.transcript,
    notes: reading.notes ?? [],
    lost: [...lostBefore(index), ...(reading.lost ?? [])],
  }));
  const [reason] = found.length === 0 ? [...parsed.lost, NOTHING_HELD] : conversations.flatMap(({ lost }) => lost);
  if (reason !== undefined && conversations.every(({ transcript }) => transcript.length === 0)) {
    throw new Failure(reason);
  }
  return conversations;
}

/** Why a log without conversations is told of: an evaluation may have ended before its first. */
const NOTHING_HELD = "it holds no conversation";

/** The inputs that an input is made of: itself, or the conversations that it lists. */
function split(input: Parsed): readonly Parsed[] {
  const { value } = input;
  if (!holdsConversations(value)) return [input];
  return value.map((one) => ({ text: JSON.stringify(one), value: one, lines: [one], lost: [] }));
}

function detect(input: Parsed): Format {
  const likenesses = FORMATS.map((format) => format.likeness(input));
  const most = Math.max(...likenesses);
  const format = most > 0 ? FORMATS[likenesses.indexOf(most)] : undefined;
  if (format !== undefined) return format;
  throw new Failure(`its format is not known. Known are ${FORMATS.map(({ name }) => name).join(", ")}`);
}
