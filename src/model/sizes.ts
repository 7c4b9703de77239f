/**
 * Takes a size: a whole number of at least 0, where 0 means none.
 *
 * @throws RangeError naming the option, for a negative, fractional, infinite or NaN size, or one that is no number
 */
export function requireSize(option: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  const found = typeof value === "number" ? String(value) : value === null ? "null" : `a ${typeof value}`;
  throw new RangeError(`${option}: expected a whole number of at least 0, got ${found}`);
}
