import { checkKeys } from "../shared/arguments.js";
import { describe, describeOther } from "../shared/plain.js";
import type { ClaudeCodeOptions } from "./types.js";

/**
 * Checks the options of a function that reads a session.
 *
 * @param known - their names
 * @throws {@link TypeError} naming the one that is wrong
 */
export function checkSessionOptions(options: unknown, known: readonly string[], what: string): ClaudeCodeOptions {
  const checked = checkKeys(options, known, `Cannot read ${what}`);
  const { history, sidechain } = checked;
  if (history !== undefined && history !== "live" && history !== "whole") {
    const found = describeOther(history);
    throw new TypeError(`Cannot read ${what}: options.history: expected "live" or "whole", got ${found}`);
  }
  if (sidechain !== undefined && typeof sidechain !== "string") {
    throw new TypeError(`Cannot read ${what}: options.sidechain: expected a string, got ${describe(sidechain)}`);
  }
  return checked as ClaudeCodeOptions;
}
