import { describe, describeNumber } from "./issues.js";

/**
 * Takes a size: a whole number of at least 0, where 0 means none.
 *
 * @throws RangeError naming the option, for a negative, fractional, infinite or NaN size, or one that is no number
 */
export function requireSize(option: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${option}: expected a whole number of at least 0, got ${describeNumber(value)}`);
}

/**
 * Takes an object of options, or none. An option that is not known is refused: a misspelt limit would limit nothing.
 *
 * @param action - what cannot be done with other options, such as `Cannot compact`
 * @param hint - what to say of an unknown option beside its name
 * @throws TypeError for anything else, and for an unknown option
 */
export function requireOptions<T extends object>(
  action: string,
  options: T | undefined,
  known: readonly string[],
  hint: (option: string) => string = () => "",
): T {
  if (options === undefined) return {} as T;
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TypeError(`${action}: options: expected an object, got ${describe(options)}`);
  const isUnknown = (key: string): boolean =>
    !known.includes(key) && (options as Record<string, unknown>)[key] !== undefined;
  const unknown = Object.keys(options).find(isUnknown);
  if (unknown !== undefined) throw new TypeError(`${action}: unknown option ${unknown}${hint(unknown)}`);
  return options;
}
