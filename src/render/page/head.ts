import type { Role } from "../../index.js";
import type { ShownPart } from "../shown.js";
import { count, preview } from "../wording.js";
import { markup, type Markup } from "./markup.js";
import { hasFailed, type Run } from "./run.js";
import { timeStrip, tokenStrip } from "./strip.js";

const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];
const LONGEST_TURN = 90;

/** Title, numbers and strips of a run. */
export function headMarkup(title: string, run: Run): Markup {
  const failed = run.entries.filter(hasFailed).length;
  const calls = [...toolCounts(run).values()].reduce((sum, calls) => sum + calls, 0);
  const facts = [
    count(run.entries.length, "entry", "entries"),
    count(run.turns.length, "turn", "turns"),
    count(calls, "tool call", "tool calls"),
    `≈ ${count(run.tokens, "token", "tokens")}`,
  ].map((fact) => markup`<li>${fact}</li>`);
  if (failed > 0)
    facts.push(markup`<li class="bad">${count(failed, "entry with an error", "entries with errors")}</li>`);
  return markup`<header class="top">
<div class="title"><h1>${title}</h1><button type="button" id="theme" hidden>Dark</button></div>
<ul class="facts">${facts}</ul>
${tokenStrip(run)}${timeStrip(run)}</header>
`;
}

/** Search and filters. They need the page's script, which shows them. */
export function controlsMarkup(run: Run): Markup {
  const tools = [...toolCounts(run)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const roles = ROLES.filter((role) => run.entries.some(({ entry }) => entry.role === role));
  const chips = roles.map(
    (role) => markup`<button type="button" class="chip" data-role="${role}" aria-pressed="true">${role}</button>`,
  );
  const options = tools.map(([name, calls]) => markup`<option value="${name}">${name} (${calls})</option>`);
  return markup`<div class="controls" role="search" hidden>
<input type="search" id="query" placeholder="Search" aria-label="Search the transcript" autocomplete="off" spellcheck="false">
<div class="chips" role="group" aria-label="Roles that are shown">${chips}</div>
${tools.length === 0 ? undefined : markup`<select id="tool" aria-label="Tool whose calls are shown"><option value="">All tools</option>${options}</select>`}
<button type="button" id="next-error">Next error</button>
<output id="status" aria-live="polite"></output>
</div>
`;
}

/** Links to the turns, where there are several. */
export function outlineMarkup(run: Run): Markup | undefined {
  if (run.turns.length < 2) return undefined;
  const links = run.turns.map(({ start, end }, index) => {
    const asked = run.entries.slice(start, end).find(({ entry }) => entry.role === "user");
    const text =
      asked === undefined ? "Before the first question" : preview(asked.entry.text, LONGEST_TURN) || "No text";
    return markup`<li><a href="#t${index}"><span class="index">${index + 1}</span> <span dir="auto">${text}</span></a></li>`;
  });
  return markup`<nav class="outline" aria-label="Turns"><details open><summary>Turns</summary><ol>${links}</ol></details></nav>
`;
}

/** How often each tool was called, or answered without a call. */
function toolCounts({ entries }: Run): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const isCounted = (part: ShownPart) => part.kind === "call" || (part.kind === "result" && part.call === undefined);
  for (const part of entries.flatMap(({ parts }) => parts)) {
    if ("toolName" in part && isCounted(part)) counts.set(part.toolName, (counts.get(part.toolName) ?? 0) + 1);
  }
  return counts;
}
