import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indentJson, outlineOfJson } from "../../src/render/page/json-text.js";

describe("indentJson()", () => {
  it("agrees with JSON.stringify wherever that changes nothing", () => {
    const value = fc
      .oneof(fc.object(), fc.array(fc.jsonValue()))
      .map((made) => JSON.parse(JSON.stringify(made)) as unknown);
    fc.assert(
      fc.property(value, (made) => {
        expect(indentJson(JSON.stringify(made))).toBe(JSON.stringify(made, null, 2));
        expect(indentJson(JSON.stringify(made, null, 1))).toBe(JSON.stringify(made, null, 2));
      }),
    );
  });

  it("keeps numbers and strings as they were written", () => {
    expect(indentJson('{"a":22.0,"b":[12345678901234567890,1e3],"c":"\\u00e9 \\" {,:"}')).toBe(
      '{\n  "a": 22.0,\n  "b": [\n    12345678901234567890,\n    1e3\n  ],\n  "c": "\\u00e9 \\" {,:"\n}',
    );
  });

  it.each(["", "18C, clear", "[1, 2", "{bad}", "[INFO] started", '"text"', "12"])("leaves %j as it is", (text) => {
    expect(indentJson(text)).toBe(text);
  });
});

describe("outlineOfJson()", () => {
  it("differs where a number is written another way, and only there", () => {
    expect(outlineOfJson('{ "a": "\\u00e9", "b": 1 }')).toBe(outlineOfJson('{"a":"é","b":1}'));
    expect(outlineOfJson('{"b":1.0}')).not.toBe(outlineOfJson('{"b":1}'));
  });
});
