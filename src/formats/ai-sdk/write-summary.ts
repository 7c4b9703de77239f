import type { Transcript } from "../../index.js";
import type { Report } from "../shared/report.js";
import { SUMMARY_LINE } from "../shared/wording.js";

/** Has the user tell what a summary says: a record of what was said before. Every entry keeps its index. */
export function tellSummary(transcript: Transcript, report: Report): Transcript {
  return transcript.map((entry, index) => {
    if (entry.summary === undefined) return entry;
    report.note(index, "converted", "summary, written as a user's text");
    return { role: "user", text: `${SUMMARY_LINE}\n${entry.text}` };
  });
}
