import { Option } from "commander";
import type { CompactionPlan, CompactOptions } from "../../index.js";
import { visibleLine } from "../../render/visible.js";
import { count } from "../../render/wording.js";
import { fewerTokens, toLine } from "../wording.js";
import { type Command, wholeNumber } from "./command.js";

type CompactCommandOptions = CompactOptions & { readonly dryRun?: true };

export const compact: Command<CompactCommandOptions> = {
  name: "compact",
  summary: "folds older entries into one summary, and writes the document",
  examples: [
    ["colloquy compact run.json --output shorter.json", "keeps the first turn and the last 3"],
    ["colloquy compact run.json --keep-last-tokens 20000 --dry-run", "only says what would become of it"],
  ],
  options: [
    new Option("--keep-last <entries>", "keep so many entries")
      .argParser(wholeNumber)
      .conflicts(["keepLastTurns", "keepLastTokens"]),
    new Option("--keep-last-turns <turns>", "keep so many turns (3 if nothing is said)")
      .argParser(wholeNumber)
      .conflicts("keepLastTokens"),
    new Option("--keep-last-tokens <tokens>", "keep as many entries as fit").argParser(wholeNumber),
    new Option(
      "--max-summary-tokens <tokens>",
      "the most that the summary may have (2,000 if nothing is said)",
    ).argParser(wholeNumber),
    new Option("--dry-run", "say what would be done, and do nothing"),
  ],
  start: ({ dryRun, ...options }) => {
    return async ({ name, transcript }) => {
      const plan = transcript.planCompaction(options);
      const said = plan === undefined ? "nothing to fold" : describePlan(plan);
      const told = { source: name, plan: plan ?? null };
      if (dryRun === true) return { text: () => `${visibleLine(name)}: ${said}\n`, json: () => [told] };
      const shorter = await transcript.compactAsync(options);
      return { text: () => toLine(shorter), json: () => [{ ...told, transcript: shorter }], told: [said] };
    };
  },
};

function describePlan({ foldStart, foldEnd, entries, turns, tokensBefore, tokensAfter }: CompactionPlan): string {
  const folded = `${count(entries, "entry", "entries")} (${count(turns, "turn", "turns")})`;
  const place = `of entries ${foldStart} to ${foldEnd - 1}`;
  return `${folded} ${place} folded into one summary; ${fewerTokens(tokensBefore, tokensAfter)}`;
}
