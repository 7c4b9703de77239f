import { Transcript } from "colloquy";
import { toHtml, toMarkdown, toText } from "colloquy/render";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { chromiumIsThere, useBrowser } from "../support/browser.js";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";

const transcriptOf = (id: string) => Transcript.from(entriesOf("render-security", id));
const textsOf = (id: string) =>
  transcriptOf(id)
    .entries()
    .map((entry) => entry.text);

describe.runIf(sharedCasesAreThere)("Cases of rendering and security (from ../shared/cases)", () => {
  it.each(["\b", "\v", "\f", "\u007F", "\r", "\u202E", "\u2066"])("C105: text has no %j as such", (character) => {
    const t = transcriptOf("C105").append({
      role: "assistant",
      text: "",
      toolCalls: [{ toolCallId: `id${character}`, toolName: `tool${character}`, input: character }],
    });
    expect(toText(t)).not.toContain(character);
    expect(toMarkdown(t)).not.toContain(character);
    expect(toText(t)).toContain("    tab\tand\n    newline\n    stay\n");
  });

  it("C117: the tool's name reads back as a code span, and nothing in the arguments is emphasis", () => {
    const tokens = new MarkdownIt("commonmark").parse(toMarkdown(transcriptOf("C117")), {});
    const inline = tokens.flatMap((token) => token.children ?? []);
    const spans = inline.filter(({ type }) => type === "code_inline").map(({ content }) => content);
    expect(spans).toEqual(["a`b``c", "v3", "a`b``c", "v3"]);
    expect(inline.filter(({ tag }) => tag === "strong" || tag === "em")).toEqual([]);
  });
});

describe.runIf(sharedCasesAreThere && chromiumIsThere)("Cases of the page (from ../shared/cases, in Chromium)", () => {
  const open = useBrowser();
  const messages = async (id: string) =>
    (await open(toHtml(transcriptOf(id)))).page.locator(".message").allTextContents();

  it("C013: no element has a javascript: URL, and the text is kept", async () => {
    const { page } = await open(toHtml(transcriptOf("C013")));
    const live = "a[href], [src], [action], [formaction], [xlink\\:href]";
    const targets = await page
      .locator(live)
      .evaluateAll((all) =>
        all.flatMap((element) => element.getAttributeNames().map((name) => element.getAttribute(name) ?? "")),
      );
    expect(targets.filter((target) => /script:/i.test(target))).toEqual([]);
    const [asked, answered] = await page.locator(".message").allTextContents();
    expect(asked?.trim()).toBe("[tide table](javascript:window.z9=1)");
    for (const said of ["JaVaScRiPt:window.z9=1", "<javascript:window.z9=1>", "[r][1]", "[1]: javascript:window.z9=1"])
      expect(answered).toContain(said);
  });

  it("C029: messages add no script element, and read back as they were said", async () => {
    const scripts = async (t: Transcript) => (await open(toHtml(t))).page.locator("script").count();
    expect(await scripts(transcriptOf("C029"))).toBe(
      await scripts(Transcript.from([{ role: "user", text: "harmless" }])),
    );
    expect((await messages("C029")).map((text) => text.trim())).toEqual(textsOf("C029"));
  });

  it("C031: content, names, ids and keys make no element and no handler, and read back as they were", async () => {
    const summary = { entries: 1, turns: 1, tokens: 1, rounds: 1 };
    const t = Transcript.from([{ role: "system", text: "<b>x</b>", summary }]).concat(
      entriesOf("render-security", "C031"),
    );
    const { page } = await open(toHtml(t, { title: "<b>x</b>" }));
    expect(await page.locator("img, main svg, iframe, b").count()).toBe(0);
    const names = await page.locator("*").evaluateAll((all) => all.flatMap((element) => element.getAttributeNames()));
    expect(names.filter((name) => name.startsWith("on"))).toEqual([]);
    expect(await page.title()).toBe("<b>x</b>");
    expect((await page.locator(".message").allTextContents()).map((text) => text.trim())).toEqual(
      ["<b>x</b>", ...textsOf("C031")].slice(0, 3),
    );
    expect(await page.locator(".call .name").textContent()).toBe("na<me");
    expect(await page.locator(".call .id").textContent()).toBe('id" onmouseover="x');
    expect(await page.locator(".arguments dt").textContent()).toBe("k<");
    expect(await page.locator(".call pre").allTextContents()).toEqual(["<svg/onload=alert(1)>", "<iframe srcdoc=x>"]);
  });
});
