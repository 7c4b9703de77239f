import { type Entry, type SummaryMark, Transcript } from "../../index.js";

/** How notes call what a summary stands for. */
export const FOLDED = "what was said before the last compaction, whose summary stands for it";

/**
 * The mark of a summary that stands for entries.
 *
 * @param earlier - the mark of the summary before it, which gives way to this one
 */
export function markOf(folded: readonly Entry[], earlier: SummaryMark | undefined): SummaryMark {
  const transcript = Transcript.from(folded.filter(({ summary }) => summary === undefined));
  return {
    entries: (earlier?.entries ?? 0) + transcript.length,
    turns: (earlier?.turns ?? 0) + transcript.turns().length,
    tokens: (earlier?.tokens ?? 0) + transcript.estimateTokens(),
    rounds: (earlier?.rounds ?? 0) + 1,
  };
}
