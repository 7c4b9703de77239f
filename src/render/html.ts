import type { Transcript } from "../index.js";
import { checkArguments } from "./arguments.js";
import { pageOf } from "./page/page.js";

/** What the page says beside the transcript. */
export interface HtmlOptions {
  /** Title of the page. Default `Transcript`. */
  title?: string;
}

/**
 * Writes a transcript as one HTML page: the conversation turn by turn, tool calls with their results folded under them, what
 * `check()` finds marked where it is, tokens and times, search and filters.
 *
 * The page is one file that asks no host for anything. A Content-Security-Policy lets its own script run, by its hash, and
 * nothing else; HTML in messages is shown as text, pictures that messages link to are not loaded, and only `http`, `https` and `mailto` links
 * live. Control and bidi characters are shown as in {@link toText}. It can be read without its script, too. O(text).
 *
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A page of a conversation
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { toHtml } from "colloquy/render";
 *
 * const page = toHtml(Transcript.from([user("<script>alert(1)</script>")]), { title: "A run" });
 * assert.ok(page.includes("<title>A run</title>"));
 * assert.ok(page.includes("&lt;script&gt;alert(1)&lt;/script&gt;"));
 * ```
 */
export function toHtml(transcript: Transcript, options: HtmlOptions = {}): string {
  checkArguments(transcript, options);
  const { title = "Transcript" } = options;
  if (typeof title !== "string") throw new TypeError(`title: expected a string, got ${typeof title}`);
  return pageOf(transcript, title);
}
