/**
 * Shows transcripts to people: as text, as Markdown, and as a page.
 *
 * Content is hostile: whatever a message, a tool's name or a file's name holds is shown, never obeyed.
 *
 * ```ts
 * import { toHtml, toMarkdown, toText } from "colloquy/render";
 * ```
 *
 * @module
 */
export { toHtml, type HtmlOptions } from "./html.js";
export { toMarkdown } from "./markdown.js";
export { toText, type TextKind, type TextOptions } from "./text.js";
