// C0 (tab and line feed aside), DEL, C1, the marks, embeddings, overrides and isolates of bidirectional text, and the line
// and paragraph separators.
const UNSEEN = /[\0-\x08\x0B-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|\p{Surrogate}/gu;

const DELETE = 0x7f;
const LAST_C0 = 0x1f;
/** U+2400 is the picture of NUL, and those of the other control characters follow it. */
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = "\u2421";

/**
 * Shows the characters that would be obeyed where text is displayed: `␛` for an escape, `⟨U+202E⟩` for a bidi override. Tabs
 * and line breaks stay, `\r\n` as `\n`; a lone surrogate becomes U+FFFD. What comes out is safe to print. O(length).
 */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSEEN, showCharacter);
}

/** The same in one line: line breaks and tabs are shown, too. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\t\n]/g, showCharacter);
}

function showCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code <= LAST_C0) return String.fromCharCode(PICTURES + code);
  if (code === DELETE) return PICTURE_OF_DELETE;
  if (code >= 0xd800 && code <= 0xdfff) return "\uFFFD";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
