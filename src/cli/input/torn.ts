/** Messages stand in a list, or in a list that an object holds. */
const LIST_DEPTH = 2;

/**
 * Closes JSON that was cut off, behind the last whole object of the list that was cut; nothing where no list was. O(length).
 *
 * Whether the closed text is JSON is for a parser to say: what is damaged elsewhere stays so.
 *
 * @returns the closed text, and how many characters were left out
 */
export function closeTorn(text: string): { readonly text: string; readonly lost: number } | undefined {
  const open: string[] = [];
  let end: { readonly at: number; readonly closers: string } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = closingQuote(text, at);
      continue;
    }
    if (character === "{" || character === "[") open.push(character === "{" ? "}" : "]");
    else if (character !== "}" && character !== "]") continue;
    else if (open.pop() !== character) break;
    const isBetweenElements = open.at(-1) === "]" && character !== "{";
    if (isBetweenElements && open.length <= LIST_DEPTH) end = { at: at + 1, closers: open.toReversed().join("") };
  }
  return end === undefined ? undefined : { text: text.slice(0, end.at) + end.closers, lost: text.length - end.at };
}

/** Where a quoted text ends, or the end of it all where it was cut. */
function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
