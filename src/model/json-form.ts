import { kindOf } from "./kinds.js";
import { keysOfError, setOwn } from "./values.js";

/**
 * The nearest JSON to a value, for readers that take nothing else.
 *
 * Dates become ISO 8601, bigints their digits, bytes base64, other typed arrays lists, maps lists of pairs, sets lists,
 * URLs and regular expressions their text, errors objects with name and message; `undefined` members are left out, in
 * lists they are `null`, and so are `NaN` and the infinities. What is JSON already is handed on as it is. O(values).
 */
export function toJsonForm(value: unknown): unknown {
  switch (typeof value) {
    case "bigint":
      return value.toString();
    case "number":
      return Number.isFinite(value) ? value : null;
    case "object":
      return value === null ? null : objectForm(value);
    default:
      return value;
  }
}

/** A value as the text that a model reads: text as it is, nothing for `undefined`, JSON otherwise. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(toJsonForm(value)) ?? "";
}

function objectForm(value: object): unknown {
  const kind = kindOf(value);
  switch (kind) {
    case "object":
      return membersForm(value as Record<string, unknown>);
    case "array":
      return listForm(value as readonly unknown[]);
    case "Date":
      return (value as Date).toISOString();
    case "RegExp":
      return String(value);
    case "URL":
      return (value as URL).href;
    case "Map":
      return Array.from(value as Map<unknown, unknown>, ([key, item]) => [inList(key), inList(item)]);
    case "Set":
      return Array.from(value as Set<unknown>, inList);
    case "bytes":
      return toBase64(value as Uint8Array);
    case "Error": {
      const error = value as Error;
      const form: Record<string, unknown> = { name: error.name, message: error.message };
      for (const key of keysOfError(error)) {
        const item = toJsonForm((error as unknown as Record<string, unknown>)[key]);
        if (item !== undefined) setOwn(form, key, item);
      }
      return form;
    }
    default:
      return Array.from(value as ArrayLike<number | bigint>, inList);
  }
}

function membersForm(value: Readonly<Record<string, unknown>>): unknown {
  const keys = Object.keys(value);
  const forms = keys.map((key) => toJsonForm(value[key]));
  if (keys.every((key, index) => forms[index] === value[key] && forms[index] !== undefined)) return value;
  const form: Record<string, unknown> = {};
  keys.forEach((key, index) => {
    if (forms[index] !== undefined) setOwn(form, key, forms[index]);
  });
  return form;
}

function listForm(value: readonly unknown[]): unknown {
  const form = value.map(inList);
  return form.every((item, index) => item === value[index]) ? value : form;
}

function inList(value: unknown): unknown {
  return toJsonForm(value) ?? null;
}

/** Bytes as base64 text with padding. O(bytes). */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return btoa(pieces.join(""));
}

/** The bytes of base64 text, or `undefined` where it is none in the form that {@link toBase64} writes. O(characters). */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}
