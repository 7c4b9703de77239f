import { isBuffer } from "./runtime.js";

import { objectOf } from "./values.js";

/** A copy that shares nothing with the value, so that a test may change one and look at the other. */
export function copyOf<T>(value: T): T {
  return copyValue(value) as T;
}

function copyValue(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copyValue);
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof URL) return new URL(value.href);
  if (value instanceof Map)
    return new Map(Array.from(value, ([key, item]) => [copyValue(key), copyValue(item)] as const));
  if (value instanceof Set) return new Set(Array.from(value, copyValue));
  if (value instanceof Error) return copyError(value);
  if (isBuffer(value)) return Buffer.from(value);
  if (ArrayBuffer.isView(value)) return copyView(value);
  return objectOf(Object.keys(value).map((key) => [key, copyValue(Reflect.get(value, key))] as const));
}

function copyError(error: Error): Error {
  const copy = new (error.constructor as ErrorConstructor)(error.message);
  for (const key of Reflect.ownKeys(error)) {
    if (key === "stack" || key === "message") continue;
    const descriptor = Object.getOwnPropertyDescriptor(error, key) ?? {};
    Object.defineProperty(copy, key, { ...descriptor, value: copyValue(descriptor.value) });
  }
  return copy;
}

function copyView(view: ArrayBufferView): unknown {
  const make = view.constructor as new (source: ArrayLike<number>) => unknown;
  return new make(view as unknown as ArrayLike<number>);
}
