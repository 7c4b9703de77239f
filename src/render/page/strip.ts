import { markup, type Markup } from "./markup.js";
import { hasFailed, type Run, type RunEntry } from "./run.js";
import { clock, day, duration } from "./time.js";

/** Units of length of a strip. The page stretches it to the width that there is. */
const WIDTH = 1_000;
/** Segments from which on there is no room for lines between them. */
const DENSE = 200;

interface Segment {
  readonly entry: RunEntry;
  readonly size: number;
}

/** What each entry weighs, side by side. */
export function tokenStrip({ entries, tokens }: Run): Markup | undefined {
  if (tokens === 0) return undefined;
  const segments = entries.map((entry) => ({ entry, size: entry.tokens }));
  return strip("Tokens by entry", segments, [markup`0`, markup`${tokens.toLocaleString("en-US")}`]);
}

/** How long each entry took, side by side, where times are known. */
export function timeStrip(run: Run): Markup | undefined {
  const moments = [...run.moments];
  const segments = moments.map(([entry, { since }]) => ({ entry, size: since }));
  const whole = segments.reduce((sum, { size }) => sum + size, 0);
  if (whole === 0) return undefined;
  const start = moments[0]![1].ms;
  const end = start + whole;
  const last = day(start) === day(end) ? clock(end) : `${day(end)} ${clock(end)}`;
  return strip(`Time by entry, ${duration(whole)} in all`, segments, [
    markup`${day(start)} ${clock(start)}`,
    markup`${last} UTC`,
  ]);
}

function strip(what: string, segments: readonly Segment[], ends: readonly [Markup, Markup]): Markup {
  const whole = segments.reduce((sum, { size }) => sum + size, 0);
  let at = 0;
  const bars = segments.map(({ entry, size }) => {
    const start = at;
    at += size;
    const x = ((WIDTH * start) / whole).toFixed(2);
    const width = ((WIDTH * size) / whole).toFixed(2);
    const error = hasFailed(entry) ? markup` data-failed` : undefined;
    return markup`<rect x="${x}" width="${width}" height="20" data-role="${entry.entry.role}" data-entry="${entry.index}"${error}/>`;
  });
  const density = segments.length < DENSE ? "sparse" : "dense";
  return markup`<figure class="strip ${density}"><figcaption>${what}</figcaption>
<svg viewBox="0 0 ${WIDTH} 20" preserveAspectRatio="none" role="img" aria-label="${what}">${bars}</svg>
<div class="ends" aria-hidden="true"><span>${ends[0]}</span><span>${ends[1]}</span></div></figure>
`;
}
