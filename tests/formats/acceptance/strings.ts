/** No half of a surrogate pair may be anywhere. */
export function checkStrings(value: unknown, tell: (fault: string) => void): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) tell("lone surrogate");
  } else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    for (const [key, inner] of Object.entries(value)) {
      checkStrings(key, tell);
      checkStrings(inner, tell);
    }
  }
}
