import type { Transcript } from "../../index.js";
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from "./assets.js";
import { entryMarkup } from "./entry.js";
import { controlsMarkup, headMarkup, outlineMarkup } from "./head.js";
import { Markup, markup } from "./markup.js";
import { readRun, type Run } from "./run.js";

/** Nothing but the page's own script and style, and pictures that stand in it. */
const POLICY = [
  "default-src 'none'",
  `script-src '${SCRIPT_HASH}'`,
  `style-src '${STYLE_HASH}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The whole page of a transcript. */
export function pageOf(transcript: Transcript, title: string): string {
  const run = readRun(transcript);
  const outline = outlineMarkup(run);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#run">Skip to the conversation</a>
${headMarkup(title, run)}${controlsMarkup(run)}<div class="layout">
${outline}<main id="run" tabindex="-1">
${sections(run)}</main>
</div>
<script type="module">${new Markup(SCRIPT)}</script>
</body>
</html>
`.html;
}

/** The entries by turn. What belongs to no turn, instructions and summaries, stands between them. */
function sections(run: Run): readonly (Markup | undefined)[] {
  const written: (Markup | undefined)[] = [];
  let at = 0;
  const writeUpTo = (end: number) => {
    const entries = run.entries.slice(at, end).map((entry) => entryMarkup(entry, run));
    at = end;
    return entries;
  };
  for (const [index, { start, end }] of run.turns.entries()) {
    written.push(...writeUpTo(start));
    const heading = `Turn ${index + 1}`;
    written.push(
      markup`<section class="turn" id="t${index}" aria-labelledby="h${index}"><h2 id="h${index}">${heading}</h2>
${writeUpTo(end)}</section>
`,
    );
  }
  return [...written, ...writeUpTo(run.entries.length)];
}
