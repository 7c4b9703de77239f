import { Failure } from "../io.js";
import { closeTorn } from "./torn.js";

/** What a text holds. */
export interface Parsed {
  /** The text as it was read. */
  readonly text: string;
  /** What its JSON says; of JSON Lines, the list of what the lines say. */
  readonly value: unknown;
  /** What its lines say, if it is JSON Lines, which one object is, too. */
  readonly lines: readonly unknown[];
  /** What could not be read and was left out. */
  readonly lost: readonly string[];
}

/**
 * Reads JSON, JSON Lines, and JSON that was cut off as far as it goes. O(length).
 *
 * @throws {@link Failure} where it is none of these
 */
export function parseText(text: string): Parsed {
  const parsed = parseWhole(text) ?? parseLines(text) ?? parseDamagedDocument(text) ?? parseTorn(text);
  if (parsed === undefined) throw new Failure("it is neither JSON nor JSON Lines");
  return parsed;
}

function parseWhole(text: string): Parsed | undefined {
  const value = parseJson(text);
  return value === undefined ? undefined : { text, value, lines: [value], lost: [] };
}

function parseLines(text: string): Parsed | undefined {
  const lines = text.split("\n");
  const values: unknown[] = [];
  const lost: string[] = [];
  let beginsWell = true;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const value = parseJson(line);
    if (typeof value === "object" && value !== null) {
      values.push(value);
      continue;
    }
    if (values.length === 0) beginsWell = false;
    lost.push(`line ${index + 1} ${value === undefined ? "is no JSON" : "holds no object"} and was left out`);
  }
  // A first line may be torn, too. Text of another kind has few lines that are objects, if any.
  return beginsWell || values.length > lost.length ? { text, value: values, lines: values, lost } : undefined;
}

/** A document of our own that is no JSON: `Transcript.salvage` finds out what can be read of it. */
function parseDamagedDocument(text: string): Parsed | undefined {
  const isOwn = /^\s*\{\s*"format"\s*:\s*"colloquy"/.test(text);
  return isOwn ? { text, value: { format: "colloquy" }, lines: [], lost: [] } : undefined;
}

function parseTorn(text: string): Parsed | undefined {
  const closed = closeTorn(text);
  const value = closed === undefined ? undefined : parseJson(closed.text);
  if (closed === undefined || value === undefined) return undefined;
  return { text, value, lines: [], lost: [`it is cut off: the last ${closed.lost} characters were left out`] };
}

/** What a JSON text says, or `undefined`, which it never says. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
