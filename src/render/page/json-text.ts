const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/** UTF-16 code units above which JSON is shown as it was written. */
const LONGEST = 500_000;

/**
 * Writes the objects and lists of a JSON text with one value a line. Numbers and strings stay as they were written, which
 * parsing and printing would not do: `22.0`, twenty digits. What is no JSON comes back as it is. O(length).
 */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.length > LONGEST || !isJson(text)) return text;
  let written = "";
  let indent = "";
  let before = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === "}" || token === "]";
    const isFirst = before === "{" || before === "[";
    if (closes) indent = indent.slice(2);
    if (before === ":") written += " ";
    else if (before === "," || isFirst !== closes) written += `\n${indent}`;
    written += token;
    if (token === "{" || token === "[") indent += "  ";
    before = token;
  }
  return written;
}

/** A JSON text without its strings and white space: what is left tells whether numbers are written the same way. */
export function outlineOfJson(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.filter((token) => !token.startsWith('"')).join("");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
