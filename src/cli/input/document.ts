import { type Issue, Transcript } from "../../index.js";
import { Failure } from "../io.js";
import type { Reading } from "../logs/reading.js";
import type { Parsed } from "./parse-text.js";

/**
 * Reads a document of this library, as far as it can be read.
 *
 * @throws {@link Failure} where a later release wrote it
 */
export function readDocument({ text }: Parsed): Reading {
  const { transcript, rejected } = Transcript.salvage(text);
  const lost = rejected.map(({ index, issues: [issue] }) => {
    const place = index === -1 ? "what stands around the entries" : `entry ${index}`;
    return `${place} could not be read and was left out${issue === undefined ? "" : `: ${describeIssue(issue)}`}`;
  });
  const newer = rejected.flatMap(({ issues }) => issues).find(({ code }) => code === "newer-version");
  if (newer !== undefined) throw new Failure(newer.message);
  return { transcript, lost };
}

function describeIssue({ path, message }: Issue): string {
  const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  return place === "" ? message : `${place.replace(/^\./, "")}: ${message}`;
}
