import type { Entry, Part } from "../../index.js";
import type { Pairs } from "../shared/pairs.js";
import type { Report } from "../shared/report.js";
import type { Say } from "../shared/texts.js";

/** A message, or an object in one, as it is written. */
export type Block = Record<string, unknown>;

/** What the writers of one conversion share. */
export interface Writing {
  readonly report: Report;
  readonly entries: readonly Entry[];
  readonly pairs: Pairs;
}

/** Where a part stands in the transcript. */
export interface Spot<P extends Part = Part> {
  readonly part: P;
  readonly entry: number;
  readonly position: number;
}

/** Tells what became of a part. */
export function sayOf(writing: Writing, entry: number, position?: number): Say {
  return (action, what) =>
    writing.report.note(entry, action, what, position === undefined ? undefined : `content[${position}]`);
}
