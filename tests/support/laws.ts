import { expect } from "vitest";

/**
 * Puts a secret in front of every text of a provider's message that is content.
 *
 * @param fixed - the keys whose values are names, ids, addresses or words of the format
 */
export function plant(value: unknown, secret: string, fixed: readonly string[], key = ""): unknown {
  if (typeof value === "string") return value === "" || fixed.includes(key) ? value : secret + value;
  if (Array.isArray(value)) return value.map((item) => plant(item, secret, fixed, key));
  if (typeof value !== "object" || value === null) return value;
  const planted = {};
  for (const [name, item] of Object.entries(value)) {
    Object.defineProperty(planted, name, { value: plant(item, secret, fixed, name), enumerable: true });
  }
  return planted;
}

/** Expects that nothing in a value is frozen, and that nothing stands in two places. */
export function expectFresh(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null) return;
  expect(Object.isFrozen(value)).toBe(false);
  expect(seen.has(value)).toBe(false);
  seen.add(value);
  for (const inner of Object.values(value)) expectFresh(inner, seen);
}
