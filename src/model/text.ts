/** Whether a text has no lone surrogates. */
export function isWellFormed(text: string): boolean {
  const { isWellFormed: check } = text as { isWellFormed?: () => boolean };
  return check === undefined ? !/\p{Surrogate}/u.test(text) : check.call(text);
}

/** The text with U+FFFD in place of lone surrogates: the same string where there are none. */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** A text that holds nothing of a longer one that it was cut from, which an engine would keep behind it. O(length). */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}
