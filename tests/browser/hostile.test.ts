import { Transcript, user } from "colloquy";
import { toHtml } from "colloquy/render";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { chromiumIsThere, useBrowser } from "../support/browser.js";
import { everywhere, OBEYED, PAYLOADS } from "../support/hostile-text.js";

const payloads = Object.entries(PAYLOADS);
const allPayloads = Transcript.from(payloads.flatMap(([, payload]) => everywhere(payload).entries()));
const everything = toHtml(allPayloads, { title: Object.values(PAYLOADS).join(" ") });

/** What Markdown may make of a message: elements and attributes. */
const OF_MARKDOWN = new Set(
  "p br a href rel target class h1 h2 h3 hr pre code ul ol li em strong blockquote div table start".split(" "),
);
/** What tells a link that may be opened from one that may not: their numbers depend on what is linked. */
const OF_LINKS = new Set(["a", "@href", "@rel", "@target"]);

interface Inventory {
  /** How many elements and attributes of each name the page has outside messages. */
  readonly own: Readonly<Record<string, number>>;
  readonly inMessages: readonly string[];
  readonly links: readonly string[];
  readonly text: string;
}

/** What a page consists of, by the browser's own parser. Nothing in it is run or loaded for that. */
function takeInventory(page: Page, html: string): Promise<Inventory> {
  return page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "text/html");
    const own: Record<string, number> = {};
    const inMessages = new Set<string>();
    for (const element of parsed.querySelectorAll("*")) {
      const attributes = element.getAttributeNames();
      if (element.parentElement?.closest(".message"))
        [element.localName, ...attributes].forEach((name) => inMessages.add(name));
      else
        for (const name of [element.localName, ...attributes.map((name) => `@${name}`)])
          own[name] = (own[name] ?? 0) + 1;
    }
    const links = [...parsed.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((element) =>
      ["href", "src", "action", "formaction"].map((name) => element.getAttribute(name)),
    );
    return {
      own,
      inMessages: [...inMessages],
      links: links.filter((link) => link !== null),
      text: parsed.documentElement.textContent,
    };
  }, html);
}

function withoutLinks(own: Inventory["own"]): Record<string, number> {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !OF_LINKS.has(name)));
}

const openAll = (page: Page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));

describe.runIf(chromiumIsThere)("A page with hostile content (in Chromium)", () => {
  const open = useBrowser();

  it("runs nothing and asks for nothing, whatever is hovered, focused and opened", async () => {
    const { page, requests, complaints } = await open(everything);
    await openAll(page);
    for (let at = 0; at < 20; at += 1) {
      await page.mouse.move(600, 100 + 40 * at);
      await page.keyboard.press("Tab");
    }
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>("main *")) {
        element.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
        element.focus();
      }
    });
    expect(await page.evaluate(() => "z9" in window)).toBe(false);
    expect(page.url()).toBe("http://page.test/");
    expect(requests).toEqual([]);
    // No refusal by the policy, either: what it would have to refuse is not there.
    expect(complaints).toEqual([]);
  });

  it("consists of the same elements and attributes, whatever the content is", async () => {
    const { page } = await open(toHtml(Transcript.empty));
    const plain = withoutLinks((await takeInventory(page, toHtml(everywhere("benign")))).own);
    for (const [what, payload] of payloads) {
      const { own, inMessages, links, text } = await takeInventory(
        page,
        toHtml(everywhere(payload), { title: payload }),
      );
      expect.soft(withoutLinks(own), what).toEqual(plain);
      expect
        .soft(
          inMessages.filter((name) => !OF_MARKDOWN.has(name)),
          what,
        )
        .toEqual([]);
      expect
        .soft(
          links.filter((link) => !/^(?:https?:|mailto:|#|data:,$)/.test(link)),
          what,
        )
        .toEqual([]);
      expect.soft(text, what).not.toMatch(OBEYED);
    }
  });

  it("shows a message's text as it was said", async () => {
    const said = ["a script", "an event handler", "a frame", "a refresh", "the end of a title"].map(
      (what) => PAYLOADS[what]!,
    );
    const { page } = await open(toHtml(Transcript.from(said.map((text) => user(text)))));
    expect(await page.locator(".message").allTextContents()).toEqual(said.map((text) => `${text}\n`));
  });

  it("lets nothing run or load that got past the escapes, either", async () => {
    const attack = `<script>window.z9=1</script><img src="http://evil.test/x" onerror="window.z9=1">
<a id="click" href="javascript:window.z9=1">x</a><link rel="stylesheet" href="http://evil.test/style.css">
<p style="background:url(http://evil.test/css)">x</p><iframe src="http://evil.test/frame"></iframe>
<form id="form" action="http://evil.test/form"></form><base href="http://evil.test/">`;
    const { page, requests } = await open(toHtml(everywhere("benign")).replace("</main>", `${attack}</main>`));
    await page.locator("#click").click();
    await page.evaluate(() => (document.getElementById("form") as HTMLFormElement).submit());
    expect(await page.evaluate(() => "z9" in window)).toBe(false);
    expect(requests).toEqual([]);
  });

  it("keeps a very long word and a huge table inside the page, on a phone, too", async () => {
    const row = `| ${"cell | ".repeat(60)}\n`;
    const word = "x".repeat(20_000);
    const call = { toolCallId: word, toolName: word, input: { [word]: word, other: word } };
    const transcript = Transcript.from([
      { ...user(word), name: word },
      user(`${row}| ${"--- | ".repeat(60)}\n${row.repeat(30)}`),
      { role: "assistant", text: `\`${word}\`\n\n- ${word}`, toolCalls: [call] },
      { role: "tool", toolResult: { toolCallId: word, output: word } },
    ]);
    const { page } = await open(toHtml(transcript, { title: word }));
    await openAll(page);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
