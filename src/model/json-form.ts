import { kindOf } from "./kinds.js";
import { wellFormed } from "./text.js";
import { keysOfError } from "./error-values.js";
import { setOwn } from "./values.js";

/** A value in its JSON form. */
export interface JsonForm {
  /** A fresh copy that holds nothing but JSON. */
  readonly value: unknown;
  /** Whether JSON, or who reads it, has no form for something in the value. */
  readonly changed: boolean;
}

/** What else is to be done, or to be left alone. */
export interface JsonFormOptions {
  /** Leaves `undefined`, `NaN`, the infinities and `-0` as they are. */
  readonly keepUndefined?: boolean;
  /** Puts U+FFFD in the place of lone surrogates. */
  readonly wellFormed?: boolean;
}

/**
 * The nearest JSON to a value, for readers that take nothing else.
 *
 * Dates become ISO 8601, bigints their digits, bytes base64, other typed arrays lists, maps lists of pairs, sets lists,
 * URLs and regular expressions their text, errors objects with name and message; `undefined` members are left out, in
 * lists they are `null`, and so are `NaN` and the infinities. O(values).
 */
export function toJsonForm(value: unknown, options: JsonFormOptions = {}): JsonForm {
  const writer = new Writer(options.keepUndefined === true, options.wellFormed === true);
  return { value: writer.write(value), changed: writer.changed };
}

/** A value as JSON text; nothing for `undefined`. */
export function toJsonText(
  value: unknown,
  options?: JsonFormOptions,
): { readonly text: string; readonly changed: boolean } {
  const form = toJsonForm(value, options);
  return { text: JSON.stringify(form.value) ?? "", changed: form.changed || value === undefined };
}

/** A value as the text that a model reads: text as it is, nothing for `undefined`, JSON otherwise. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : toJsonText(value).text;
}

class Writer {
  changed = false;

  constructor(
    readonly keepUndefined: boolean,
    readonly wellFormed: boolean,
  ) {}

  write(value: unknown): unknown {
    switch (typeof value) {
      case "string":
        return this.#text(value);
      case "number":
        if (this.keepUndefined || (Number.isFinite(value) && !Object.is(value, -0))) return value;
        return this.#change(value === 0 ? 0 : null);
      case "bigint":
        return this.#change(String(value));
      case "object":
        return value === null ? null : this.#object(value);
      default:
        return value;
    }
  }

  #change(value: unknown): unknown {
    this.changed = true;
    return value;
  }

  #text(text: string): string {
    if (!this.wellFormed) return text;
    const sound = wellFormed(text);
    if (sound !== text) this.changed = true;
    return sound;
  }

  #object(value: object): unknown {
    const kind = kindOf(value);
    if (kind === "object") return this.#members({}, value, Object.keys(value));
    if (kind === "array") return this.#list(value as readonly unknown[]);
    this.changed = true;
    switch (kind) {
      case "Date":
        return (value as Date).toISOString();
      case "RegExp":
        return this.#text(String(value));
      case "URL":
        return this.#text((value as URL).href);
      case "Map":
        return Array.from(value as Map<unknown, unknown>, (pair) => this.#list(pair));
      case "bytes":
        return toBase64(value as Uint8Array);
      case "Error": {
        const { name, message } = value as Error;
        const named = { name: this.#text(name), message: this.#text(message) };
        return this.#members(named, value, keysOfError(value as Error));
      }
      case "Set":
      case "typed-array":
        return this.#list([...(value as Iterable<unknown>)]);
      default:
        return this.#members({}, value, Object.keys(value));
    }
  }

  #list(items: readonly unknown[]): unknown[] {
    return items.map((item) => (item === undefined && !this.keepUndefined ? this.#change(null) : this.write(item)));
  }

  #members(written: Record<string, unknown>, value: object, keys: readonly string[]): Record<string, unknown> {
    for (const key of keys) {
      const member = (value as Readonly<Record<string, unknown>>)[key];
      if (member === undefined && !this.keepUndefined) this.changed = true;
      else setOwn(written, this.#text(key), this.write(member));
    }
    return written;
  }
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
