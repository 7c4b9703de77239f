import type { Problem } from "../../index.js";
import type { ShownPart } from "../shown.js";
import { marksOf } from "../wording.js";
import { callMarkup, strayResultMarkup } from "./call.js";
import { markup, type Markup } from "./markup.js";
import { placeMarkup, timeMarkup, tokensMarkup } from "./measures.js";
import { partMarkup } from "./part.js";
import { isBroken, type Run, type RunEntry } from "./run.js";

/** Shows an entry; nothing for a result that stands under its call. */
export function entryMarkup(entry: RunEntry, run: Run): Markup | undefined {
  const { index, parts, problems } = entry;
  const { role, name } = entry.entry;
  const units = parts.flatMap((part) => unitMarkup(part, entry, run) ?? []);
  if (units.length === 0 && parts.length > 0) return undefined;
  const marks = marksOf(entry.entry).map((mark) => markup`<span class="mark">${mark}</span>`);
  const participant = name === undefined ? undefined : markup`<span class="participant">${name}</span>`;
  const said = units.length === 0 ? markup`<p class="unit none" data-role="${role}">Empty</p>` : units;
  return markup`<article class="entry" data-role="${role}" id="e${index}" tabindex="-1" aria-label="Entry ${index}, ${role}">
<header>${placeMarkup(entry)}<span class="role">${role}</span>${participant}${marks}${timeMarkup(entry, run)}${tokensMarkup(entry, run)}</header>
<div class="body">${said}${problems.map(problemMarkup)}</div>
</article>
`;
}

/** A unit is what filters show or hide: what somebody said, or a call with its results. */
function unitMarkup(part: ShownPart, entry: RunEntry, run: Run): Markup | undefined {
  if (part.kind === "call") return callMarkup(part, entry, run);
  if (part.kind === "result") return run.folded.has(part) ? undefined : strayResultMarkup(part);
  return markup`<div class="unit" data-role="${entry.entry.role}">${partMarkup(part)}</div>`;
}

const WORDS: Readonly<Record<Problem["kind"], string>> = {
  "open-call": "The call has no result",
  "orphan-result": "The result belongs to no call before it",
  "misplaced-result": "The result stands apart from its call",
  "duplicate-call-id": "The call has the id of an earlier one",
  "duplicate-result": "The call has a result already",
  "empty-entry": "The entry says nothing",
};

function problemMarkup(problem: Problem): Markup {
  const call = problem.toolCallId === undefined ? undefined : markup`: <code>${problem.toolCallId}</code>`;
  return isBroken(problem)
    ? markup`<p class="problem" data-error>${WORDS[problem.kind]}${call}</p>`
    : markup`<p class="problem waiting">The call waits for its result${call}</p>`;
}
