/** How many bytes a text takes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** The first bytes of a text, as text: U+FFFD where a character is cut. */
export function firstBytes(text: string, count: number): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text).subarray(0, count));
}
