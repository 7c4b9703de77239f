import { fromBase64, toBase64 } from "../../model/json-form.js";
import { isWellFormed } from "../../model/text.js";
import { sha256 } from "./sha256.js";

export { isWellFormed, wellFormed } from "../../model/text.js";

/** Begins a spelling that holds the text itself, so that the way back can read it. */
const SPELLED = "cq_";
/** Begins a spelling that holds a hash of the text, so that the way back must look it up. */
const HASHED = "cqh_";

/**
 * Spells a text in letters, digits, `_` and `-`: a marker and base64url of its UTF-8, or of a hash where that is too long.
 *
 * A pure function of the text, so that the same transcript always gives the same bytes.
 *
 * @param limit - the longest spelling, in characters; 28 or more
 */
export function spell(text: string, limit: number): string {
  if (isWellFormed(text)) {
    const spelled = SPELLED + toBase64Url(new TextEncoder().encode(text));
    if (spelled.length <= limit) return spelled;
  }
  return spellHash(text);
}

/** Reads what {@link spell} wrote, or gives `undefined` where it did not write this. */
export function unspell(spelled: string): string | undefined {
  if (!spelled.startsWith(SPELLED) || !/^[\w-]+$/.test(spelled)) return undefined;
  const base64 = spelled.slice(SPELLED.length).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, "="));
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return SPELLED + toBase64Url(bytes) === spelled ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Spells an id by its hash, 28 characters.
 *
 * @param occurrence - tells apart calls of one message that share an id, from 1
 */
export function spellHash(id: string, occurrence = 1): string {
  // UTF-16 code units, since an id may hold lone surrogates, which UTF-8 has no form for.
  const text = `${occurrence}:${id}`;
  const units = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index += 1) {
    units[index * 2] = text.charCodeAt(index) >> 8;
    units[index * 2 + 1] = text.charCodeAt(index);
  }
  return HASHED + toBase64Url(sha256(units).subarray(0, 18));
}

/** Whether an id may be one that {@link spellHash} made. */
export function isSpelledHash(id: string): boolean {
  return id.length === HASHED.length + 24 && id.startsWith(HASHED);
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
