import type { Outcome } from "../../index.js";
import type { ShownCall, ShownResult } from "../shown.js";
import { count, preview } from "../wording.js";
import { markup, type Markup } from "./markup.js";
import { placeMarkup, timeMarkup, tokensMarkup } from "./measures.js";
import { partMarkup } from "./part.js";
import type { FoldedResult, Run, RunEntry } from "./run.js";
import { inputMarkup, isRecord, valueMarkup } from "./values.js";

/** UTF-16 code units of a line that says what is folded. */
const PREVIEW = 160;
/** Arguments that such a line names. */
const MOST_ARGUMENTS = 6;

/** A tool call in one line, with its input and its results folded under it. */
export function callMarkup(call: ShownCall, entry: RunEntry, run: Run): Markup {
  const results = run.results.get(call) ?? [];
  const failed = results.find(({ result }) => result.outcome !== undefined)?.result.outcome;
  const badge = results.length === 0 ? markup`<span class="badge">no result</span>` : outcomeBadge(failed);
  // A provider's own tool answers within the entry that called it, which says for itself what it weighs.
  const tokens = results.filter(({ from }) => from !== entry).map(({ from }) => tokensMarkup(from, run));
  return markup`<details class="unit call" data-role="tool" data-tool="${call.toolName}"${errorMark(failed)}>
<summary><span class="line"><code class="name">${call.toolName}</code> <span class="input">${inputPreview(call)}</span>${badge}${tokens}</span>${results.map(({ result }) => resultLine(result))}</summary>
<div class="fold"><h4>Input <code class="id">${call.toolCallId}</code></h4>${inputMarkup(call)}${results.map((folded) => foldedMarkup(folded, entry, run))}</div></details>
`;
}

function foldedMarkup({ result, from }: FoldedResult, entry: RunEntry, run: Run): Markup {
  if (from === entry) return markup`<section class="result"><h4>Result</h4>${resultMarkup(result)}</section>`;
  return markup`<section class="result" id="e${from.index}" tabindex="-1">
<h4>Result ${placeMarkup(from)}${timeMarkup(from, run)}</h4>${resultMarkup(result)}</section>`;
}

/** A result that stands by itself, because its call is not where it should be. */
export function strayResultMarkup(result: ShownResult): Markup {
  return markup`<details class="unit call" data-role="tool" data-tool="${result.toolName}"${errorMark(result.outcome)}>
<summary><span class="line"><code class="name">${result.toolName}</code> <span class="input">result</span>${outcomeBadge(result.outcome)}</span>${resultLine(result)}</summary>
<div class="fold"><h4>Result <code class="id">${result.toolCallId}</code></h4>${resultMarkup(result)}</div></details>
`;
}

function resultMarkup({ text, attached }: ShownResult): Markup {
  const value = text === "" && attached.length > 0 ? undefined : valueMarkup(text);
  return markup`${value}${attached.map(partMarkup)}`;
}

/** One argument by its value, several by their names, too. */
function inputPreview({ input, text }: ShownCall): string {
  if (!isRecord(input)) return preview(text, PREVIEW);
  const values = Object.entries(input).slice(0, MOST_ARGUMENTS);
  const said = values.map(([name, value]) => {
    const shown = preview(typeof value === "string" ? value : JSON.stringify(value), PREVIEW);
    return values.length === 1 ? shown : `${name}: ${shown}`;
  });
  return preview(said.join("  "), PREVIEW);
}

function resultLine({ text, attached }: ShownResult): Markup {
  const said = preview(text, PREVIEW);
  if (said !== "") return markup`<span class="answer">${said}</span>`;
  const other = attached.length === 0 ? "empty" : count(attached.length, "file", "files");
  return markup`<span class="answer none">${other}</span>`;
}

function outcomeBadge(outcome: Outcome | undefined): Markup | undefined {
  return outcome === undefined ? undefined : markup`<span class="badge bad">${outcome}</span>`;
}

/** Marks what "next error" stops at. */
function errorMark(outcome: Outcome | undefined): Markup | undefined {
  return outcome === undefined ? undefined : markup` data-error`;
}
