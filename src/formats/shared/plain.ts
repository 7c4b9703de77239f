/** An object that holds named values: no list, no instance of a class. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object as JSON has them; one without prototype and one of another realm count too. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Says what a value is, never what it holds. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return isPlainObject(value) ? "an object" : "an instance of a class";
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

/** Sets an own key whatever its name: `__proto__` is data here, and never assigned. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

/** The value of an own key, or `undefined`. */
export function getOwn(object: unknown, key: string): unknown {
  return typeof object === "object" && object !== null && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined;
}
