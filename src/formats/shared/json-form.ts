import * as core from "../../model/json-form.js";

export { parseArguments } from "../../model/build-part.js";
export type { JsonForm } from "../../model/json-form.js";

/**
 * A fresh copy of a value that holds nothing but JSON, and no lone surrogates either, which become U+FFFD.
 *
 * @param options - `keepUndefined` leaves `undefined` and odd numbers alone, where they came from the format itself
 */
export function toJsonForm(value: unknown, { keepUndefined = false } = {}): core.JsonForm {
  return core.toJsonForm(value, { keepUndefined, wellFormed: true });
}

/** A value as JSON text without lone surrogates; nothing for `undefined`. */
export function toJsonText(value: unknown): { readonly text: string; readonly changed: boolean } {
  return core.toJsonText(value, { wellFormed: true });
}
