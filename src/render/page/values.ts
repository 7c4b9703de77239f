import type { ShownCall } from "../shown.js";
import { indentJson, outlineOfJson } from "./json-text.js";
import { markup, type Markup } from "./markup.js";

/** The input of a call: its arguments by name where it has names, with the line breaks that their text has. */
export function inputMarkup({ text, input }: ShownCall): Markup {
  // Where reading has changed a number, what was written is shown.
  if (!isRecord(input) || outlineOfJson(text) !== outlineOfJson(JSON.stringify(input))) return block(indentJson(text));
  const rows = Object.entries(input).map(([name, value]) => {
    const shown = typeof value === "string" ? value : JSON.stringify(value, null, 2);
    return markup`<dt>${name}</dt><dd>${block(shown)}</dd>`;
  });
  return rows.length === 0 ? markup`<p class="none">No arguments</p>` : markup`<dl class="arguments">${rows}</dl>`;
}

/** A value that is text or JSON, JSON with one member a line. */
export function valueMarkup(text: string): Markup {
  return text === "" ? markup`<p class="none">Empty</p>` : block(indentJson(text));
}

/** Text with its own line breaks, in a box that scrolls by key. */
function block(text: string): Markup {
  return markup`<pre tabindex="0">${text}</pre>`;
}

/** Whether a value of JSON has keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
