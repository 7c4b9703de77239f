import type { Transcript } from "./transcript.js";

/** One thing that a conversion changed, so that nothing is lost in silence. */
export interface ConversionNote {
  /** Index of the entry in the transcript, from 0. */
  readonly entry: number;
  /** Where in the entry, read like code: `content[1]`. */
  readonly path?: string;
  /**
   * What was done: said in another form (`converted`), put elsewhere (`moved`), joined with a neighbour (`merged`), not sent
   * (`dropped`), sent though it was not there (`added`), or nothing yet, since it waits (`open`).
   */
  readonly action: "converted" | "moved" | "merged" | "dropped" | "added" | "open";
  /** What it was and what became of it, without content. */
  readonly what: string;
}

/** Options of every `from` function. */
export interface FromOptions {
  /** Calls and ids are found in it; the result is it, extended. */
  after?: Transcript;
}

/** Options of every `to` function. */
export interface ToOptions {
  /** Throw where the report would say `dropped` or `added`. */
  strict?: boolean;
  /** What becomes of calls that still wait for their result. `keep` (the default) notes them as `open`. */
  openCalls?: "keep" | "abort";
}
