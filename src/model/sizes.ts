import { describeNumber } from "./issues.js";

/**
 * Takes a size: a whole number of at least 0, where 0 means none.
 *
 * @throws RangeError naming the option, for a negative, fractional, infinite or NaN size, or one that is no number
 */
export function requireSize(option: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${option}: expected a whole number of at least 0, got ${describeNumber(value)}`);
}

/** Takes an object of options, or none. @throws TypeError for anything else */
export function requireOptions<T extends object>(options: T | undefined): T {
  if (options === undefined) return {} as T;
  if (typeof options !== "object" || options === null) throw new TypeError("options: expected an object");
  return options;
}
