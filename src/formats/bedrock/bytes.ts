import { wellFormed } from "../shared/ids.js";
import { isPlainObject, setOwn } from "../shared/plain.js";

/** The bytes that a value carries, and how it carries them. */
export function readBytes(
  value: unknown,
): { readonly data: Uint8Array | string; readonly carrier?: "text" | "map" | "buffer" } | undefined {
  if (value instanceof Uint8Array) return { data: value };
  if (typeof value === "string") return { data: value, carrier: "text" };
  if (!isPlainObject(value)) return undefined;
  const keys = Object.keys(value);
  const { type, data } = value;
  if (type === "Buffer" && Array.isArray(data) && keys.join() === "type,data" && data.every(isByte))
    return { data: Uint8Array.from(data), carrier: "buffer" };
  const isMap = keys.every((key, index) => key === String(index) && isByte(value[key]));
  return isMap ? { data: Uint8Array.from(keys, (key) => value[key] as number), carrier: "map" } : undefined;
}

function isByte(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 256;
}

/** Carries bytes as they came. */
export function carryBytes(bytes: Uint8Array, carrier: unknown): unknown {
  if (carrier === "buffer") return { type: "Buffer", data: Array.from(bytes) };
  return carrier === "map" ? Object.fromEntries(Array.from(bytes, (byte, index) => [index, byte])) : bytes;
}

/** A value with nothing in place of the bytes in it, which JSON cannot hold. */
export function withoutBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return null;
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (!isPlainObject(value)) return value;
  const rest = {};
  for (const key of Object.keys(value)) setOwn(rest, key, withoutBytes(value[key]));
  return rest;
}

/** A fresh copy of a value that was read from this format, its bytes included. */
export function copyValue(value: unknown, onChange: () => void): unknown {
  if (typeof value === "string") {
    const sound = wellFormed(value);
    if (sound !== value) onChange();
    return sound;
  }
  if (typeof value === "bigint") {
    onChange();
    return String(value);
  }
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return value.map((item) => copyValue(item, onChange));
  if (typeof value !== "object" || value === null) return value;
  if (!isPlainObject(value)) {
    onChange();
    return null;
  }
  const copy = {};
  for (const key of Object.keys(value))
    setOwn(copy, copyValue(key, onChange) as string, copyValue(value[key], onChange));
  return copy;
}
