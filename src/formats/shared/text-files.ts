import { parseDataUrl } from "./media.js";

/** Says that a file is plain text, which stands behind it as it is. */
const HEAD = "data:text/plain,";

/**
 * A plain text as the address of a file. Only what would end the address is escaped, so that a text is found in it.
 *
 * Base64 would hide from a redaction what is to be redacted.
 */
export function textToUrl(text: string): string {
  return HEAD + text.replace(/[%#\u0000-\u001F\u007F]/g, encodeURIComponent);
}

/** The text behind the head of a data URL that is not base64. */
export function urlToText(url: string): string {
  const text = url.slice(parseDataUrl(url)?.start ?? 0);
  try {
    return decodeURIComponent(text);
  } catch {
    // What an edit put in may hold a percent sign, or half of a surrogate pair may stand beside one.
    return text.replace(/%[0-9a-f]{2}/gi, (escaped) =>
      /%[0-7]/.test(escaped) ? decodeURIComponent(escaped) : escaped,
    );
  }
}
