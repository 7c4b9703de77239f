import { nodeIsThere } from "./runtime.js";

/** The prototypes that belong to the language: changing those is not reaching inside a transcript. */
const builtIns = new Set<unknown>(
  [Object, Array, Function, Date, RegExp, URL, Map, Set, Error, TypeError, RangeError, SyntaxError, Uint8Array]
    .map((ctor): unknown => ctor.prototype)
    .concat([
      null,
      nodeIsThere ? Buffer.prototype : null,
      Object.getPrototypeOf(Uint8Array.prototype),
      ArrayBuffer.prototype,
    ])
    .concat(
      [Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array].map((ctor) => ctor.prototype),
    )
    .concat([Float32Array.prototype, Float64Array.prototype, Symbol.iterator]),
);

/**
 * Tries every way a program has to change what it can reach from a value: innermost first, so that each container is
 * still whole when its members are tried. Refusals are what a frozen value is expected to give, so they count as nothing.
 */
export function attack(value: unknown, seen = new Set<unknown>()): void {
  if (value === null || typeof value !== "object" || seen.has(value) || builtIns.has(value)) return;
  seen.add(value);
  for (const inner of reach(value)) attack(inner, seen);
  changeSpecial(value);
  changePlain(value);
}

function reach(value: object): unknown[] {
  const inner: unknown[] = [];
  for (const key of Reflect.ownKeys(value)) inner.push(attempt(() => Reflect.get(value, key)));
  for (const key of ["text", "toolCalls", "toolResult", "buffer"]) inner.push(attempt(() => Reflect.get(value, key)));
  if (value instanceof Map) for (const [key, item] of value) inner.push(key, item);
  if (value instanceof Set) inner.push(...value);
  inner.push(Object.getPrototypeOf(value));
  return inner;
}

function changeSpecial(value: object): void {
  if (value instanceof Date) attempt(() => value.setTime(1));
  if (value instanceof RegExp) attempt(() => value.compile("changed", "g"));
  if (value instanceof URL) attempt(() => (value.href = "https://changed.example/"));
  if (value instanceof Map) {
    attempt(() => value.clear());
    attempt(() => value.set("changed", "changed"));
  }
  if (value instanceof Set) {
    attempt(() => value.clear());
    attempt(() => value.add("changed"));
  }
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    for (let index = 0; index < value.byteLength; index++) attempt(() => Reflect.set(value, index, 7));
    // Small buffers only: a pooled Buffer shares its memory with what the test runner holds.
    if (value.buffer.byteLength <= 64) attempt(() => new Uint8Array(value.buffer).fill(9));
  }
}

function changePlain(value: object): void {
  const forms = [(): unknown => "changed", (): unknown => ({ get: () => "changed" })] as const;
  for (const key of Reflect.ownKeys(value)) {
    if (ArrayBuffer.isView(value)) break;
    attempt(() => Reflect.set(value, key, forms[0]()));
    attempt(() => Reflect.defineProperty(value, key, forms[1]() as PropertyDescriptor));
    attempt(() => Reflect.deleteProperty(value, key));
  }
  for (const key of ["text", "toolCalls", "toolResult", "content", "changed"]) {
    attempt(() => Reflect.defineProperty(value, key, { value: "changed", enumerable: true }));
  }
  if (Array.isArray(value)) {
    attempt(() => value.push("changed"));
    attempt(() => value.splice(0, 1));
  }
  attempt(() => Reflect.setPrototypeOf(value, { text: "changed", toJSON: () => "changed" }));
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
