import { wellFormed } from "./ids.js";
import { bytesToBase64 } from "./media.js";
import { setOwn } from "./plain.js";

/** A value in its JSON form, and whether JSON or the provider had none for something in it. */
export interface JsonForm {
  readonly value: unknown;
  readonly changed: boolean;
}

/**
 * A fresh copy of a value that holds nothing but JSON.
 *
 * Dates become ISO 8601, bigints their digits, bytes base64, other typed arrays lists, maps lists of pairs, sets lists,
 * errors objects, URLs and regular expressions their text; `NaN` and the infinities become `null`, members that hold
 * `undefined` are left out (`null` in a list) and lone surrogates become U+FFFD. O(values).
 */
export function toJsonForm(value: unknown, options: { keepUndefined?: boolean } = {}): JsonForm {
  const writer = new Writer(options.keepUndefined === true);
  return { value: writer.write(value), changed: writer.changed };
}

/** A value as JSON text; nothing for `undefined`. */
export function toJsonText(value: unknown): { readonly text: string; readonly changed: boolean } {
  const form = toJsonForm(value);
  return { text: JSON.stringify(form.value) ?? "", changed: form.changed || value === undefined };
}

class Writer {
  changed = false;

  constructor(readonly keepUndefined: boolean) {}

  write(value: unknown): unknown {
    switch (typeof value) {
      case "string":
        return this.#text(value);
      case "number":
        if (Number.isFinite(value)) return Object.is(value, -0) && !this.keepUndefined ? this.#change(0) : value;
        // A provider's own unknown value goes back as it came.
        return this.keepUndefined ? value : this.#change(null);
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
    const sound = wellFormed(text);
    if (sound !== text) this.changed = true;
    return sound;
  }

  #object(value: object): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.#item(item));
    if (value instanceof Date) return this.#change(value.toISOString());
    if (value instanceof URL) return this.#change(this.#text(value.href));
    if (value instanceof RegExp) return this.#change(this.#text(String(value)));
    if (value instanceof Map) {
      return this.#change(Array.from(value, ([key, item]: [unknown, unknown]) => [this.#item(key), this.#item(item)]));
    }
    if (value instanceof Set) return this.#change(Array.from(value, (item) => this.#item(item)));
    if (value instanceof Uint8Array) return this.#change(bytesToBase64(value));
    if (ArrayBuffer.isView(value)) {
      return this.#change(Array.from(value as unknown as ArrayLike<number | bigint>, (item) => this.#item(item)));
    }
    if (value instanceof Error) {
      const { name, message, ...own } = value;
      return this.#change(
        this.#members({ name: name || value.name, message: message || value.message, ...causeOf(value), ...own }),
      );
    }
    return this.#members(value as Readonly<Record<string, unknown>>);
  }

  #item(value: unknown): unknown {
    return value === undefined && !this.keepUndefined ? this.#change(null) : this.write(value);
  }

  #members(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const written: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const member = value[key];
      if (member === undefined && !this.keepUndefined) this.changed = true;
      else setOwn(written, this.#text(key), this.write(member));
    }
    return written;
  }
}

function causeOf(error: Error): { cause?: unknown } {
  return error.cause === undefined ? {} : { cause: error.cause };
}
