import { TranscriptError } from "../../index.js";
import { oneOf } from "../../model/issues.js";

/** What the request for a summary says besides: the model, and whatever else the provider takes. */
export interface SummaryParameters {
  readonly model: string;
  readonly [parameter: string]: unknown;
}

/** A summary that is no whole summary is thrown, so that the transcript stays as it was and the outcome tells why. */
export function noSummary(what: string): TranscriptError {
  return new TranscriptError("summary-failed", `Cannot summarize: ${what}`);
}

/**
 * Refuses an answer that ended before it was whole: cut at the limit of tokens, stopped by a filter.
 *
 * @param field - how the provider calls what tells why the answer ended
 * @param found - what it says; servers that do not tell leave it out
 * @param whole - what it says of an answer that is whole
 */
export function requireWhole(field: string, found: string | null | undefined, whole: readonly string[]): void {
  if (found === undefined || found === null || whole.includes(found)) return;
  const named = /^\w{1,40}$/.test(found) ? found : "another value";
  throw noSummary(`${field}: expected ${oneOf(whole) || "none"}, got ${named}`);
}
