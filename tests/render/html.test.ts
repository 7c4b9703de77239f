import { createHash } from "node:crypto";
import { Transcript, user } from "colloquy";
import { toHtml } from "colloquy/render";
import { describe, expect, it } from "vitest";
import { everywhere, OBEYED, PAYLOADS } from "../support/hostile-text.js";

const hashOf = (text: string | undefined) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`;

describe("toHtml()", () => {
  const html = toHtml(Transcript.from([user("Hello")]));

  it("lets in its own script and style by their hashes, pictures of data, and nothing else", () => {
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1];
    const script = /<script type="module">(.*?)<\/script>/s.exec(html)?.[1];
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1];
    expect(policy?.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("names the policy before anything that it is about", () => {
    expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<style>"));
    expect(
      html.startsWith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv='),
    ).toBe(true);
  });

  it("has the title that it is given, and one of its own otherwise", () => {
    expect(html).toContain("<title>Transcript</title>");
    expect(toHtml(Transcript.empty, { title: "Tides & <wind>" })).toContain("<title>Tides &amp; &lt;wind&gt;</title>");
  });

  it("is the same for the same transcript", () => {
    const transcript = everywhere("benign");
    expect(toHtml(Transcript.fromJson(transcript.toJson()))).toBe(toHtml(transcript));
  });

  it.each(Object.entries(PAYLOADS))("shows the control and bidi characters of %s", (_what, payload) => {
    expect(toHtml(everywhere(payload), { title: payload })).not.toMatch(OBEYED);
  });

  it("refuses what is no transcript, and a title that is no text", () => {
    expect(() => toHtml("[]" as unknown as Transcript)).toThrow(new TypeError("transcript: expected a Transcript"));
    expect(() => toHtml(Transcript.empty, { title: 1 as unknown as string })).toThrow(TypeError);
  });
});
