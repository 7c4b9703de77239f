import { describe, expect, it } from "vitest";
import { bytesToBase64, mediaTypeOfName, parseDataUrl, sniffBase64 } from "../../../src/formats/shared/media.js";
import { toBase64 } from "../../support/bytes.js";

describe("parseDataUrl()", () => {
  it("reads the head and where the data begins", () => {
    expect(parseDataUrl("data:image/png;base64,AAAA")).toEqual({ mediaType: "image/png", base64: true, start: 22 });
    expect(parseDataUrl("DATA:text/plain;charset=utf-8,a,b")).toEqual({
      mediaType: "text/plain",
      base64: false,
      start: 30,
    });
    expect(parseDataUrl("data:,")).toEqual({ mediaType: "", base64: false, start: 6 });
    expect(parseDataUrl("data:nothing")).toBeUndefined();
    expect(parseDataUrl("https://example.org/data:,")).toBeUndefined();
  });
});

describe("bytesToBase64()", () => {
  it("agrees with btoa(), also for a view and for more bytes than a call takes", () => {
    const all = Uint8Array.from({ length: 100_003 }, (_, index) => index & 255);
    expect(bytesToBase64(all)).toBe(toBase64(all));
    expect(bytesToBase64(all.subarray(3, 7))).toBe("AwQFBg==");
  });
});

describe("sniffBase64() and mediaTypeOfName()", () => {
  it("tell a kind or nothing", () => {
    expect([sniffBase64("/9j/4AAQ"), sniffBase64("AAAA")]).toEqual(["image/jpeg", undefined]);
    expect(["a.PDF", "https://e.org/x.png?y=.gif", "a.constructor", "a"].map(mediaTypeOfName)).toEqual([
      "application/pdf",
      "image/png",
      undefined,
      undefined,
    ]);
  });
});
