import { count } from "../wording.js";
import { markup, type Markup } from "./markup.js";
import type { Run, RunEntry } from "./run.js";
import { clock, duration } from "./time.js";

/** The index of an entry, as a link to it. */
export function placeMarkup({ index }: RunEntry): Markup {
  return markup`<a class="index" href="#e${index}" aria-label="Link to entry ${index}">${index}</a>`;
}

/** When an entry was made, and how long after the one before it. */
export function timeMarkup(entry: RunEntry, run: Run): Markup | undefined {
  const moment = run.moments.get(entry);
  if (moment === undefined) return undefined;
  const { createdAt } = entry.entry;
  const since = moment.since < 1_000 ? undefined : markup` <span class="since">+${duration(moment.since)}</span>`;
  return markup`<time datetime="${createdAt}" title="${createdAt}">${clock(moment.ms)}${since}</time>`;
}

/** The share of an entry in the tokens: the bar of the largest entry is full. */
export function tokensMarkup(entry: RunEntry, { tokens, mostTokens }: Run): Markup {
  const share = tokens === 0 ? 0 : (100 * entry.tokens) / tokens;
  const label = `${count(entry.tokens, "token", "tokens")}, ${share.toFixed(1)}% of all`;
  const bar = markup`<meter min="0" max="${Math.max(1, mostTokens)}" value="${entry.tokens}" aria-label="${label}"></meter>`;
  return markup`<span class="tokens" title="${label}">${bar}<span aria-hidden="true">${short(entry.tokens)}</span></span>`;
}

/** `980`, `1.2k`. */
function short(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(1)}k`;
}
