import { describe, expect, it } from "vitest";
import { toJsonForm, toJsonText } from "../../../src/formats/shared/json-form.js";
import { objectOf } from "../../support/values.js";

describe("toJsonForm()", () => {
  it("copies what is JSON already, and says that nothing changed", () => {
    const value = { a: [1, "b", null, true], c: objectOf([["__proto__", { d: 1 }]]) };
    const form = toJsonForm(value);
    expect(form).toEqual({ value, changed: false });
    expect(form.value).not.toBe(value);
    expect(JSON.stringify(form.value)).toBe(JSON.stringify(value));
  });

  it.each<[unknown, unknown]>([
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [12n, "12"],
    [Number.NaN, null],
    [-0, 0],
    [Uint8Array.of(1, 2), "AQI="],
    [Float32Array.of(1.5), [1.5]],
    [new Map([[{ a: 1 }, 2n]]), [[{ a: 1 }, "2"]]],
    [new Set([undefined]), [null]],
    [/a/g, "/a/g"],
    [new URL("https://example.org/"), "https://example.org/"],
    [
      Object.assign(new TypeError("no", { cause: 1 }), { code: "E" }),
      { name: "TypeError", message: "no", cause: 1, code: "E" },
    ],
    [{ a: undefined }, {}],
    ["\uD83D", "\uFFFD"],
  ])("writes %s in its nearest form, and says so", (value, form) => {
    expect(toJsonForm(value)).toEqual({ value: form, changed: true });
  });

  it("keeps undefined and odd numbers where they came from the format itself", () => {
    const value = { a: undefined, b: [undefined, -0, Number.NaN] };
    expect(toJsonForm(value, { keepUndefined: true })).toStrictEqual({ value, changed: false });
  });
});

describe("toJsonText()", () => {
  it("gives nothing for undefined", () => {
    expect(toJsonText(undefined)).toEqual({ text: "", changed: true });
  });
});
