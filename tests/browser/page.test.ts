import { assistant, system, toolResult, Transcript, user, type EntryInput } from "colloquy";
import { toHtml } from "colloquy/render";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { chromiumIsThere, useBrowser } from "../support/browser.js";

/** A picture of one dot. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const call = (toolCallId: string, toolName: string, input: unknown) => ({ toolCallId, toolName, input });
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, seconds)).toISOString();

const entries: readonly EntryInput[] = [
  { ...system("Be brief."), createdAt: at(0) },
  { ...user("When is **high** tide in Esbjerg?"), createdAt: at(5) },
  {
    role: "assistant",
    createdAt: at(8),
    content: [
      { type: "reasoning", text: "A tool knows." },
      { type: "text", text: "Let me look." },
      { type: "tool-call", ...call("c1", "tide", { port: "Esbjerg" }) },
      { type: "tool-call", ...call("c2", "weather", { city: "Esbjerg", days: 3 }) },
    ],
  },
  { ...toolResult("c1", "no such host", { outcome: "error" }), createdAt: at(20) },
  { ...toolResult("c2", '{"sky":"clear"}'), createdAt: at(21) },
  assistant("It is clear, that much I know."),
  user([
    { type: "text", text: "Look at this" },
    { type: "file", data: DOT, mediaType: "image/png", filename: "dot.png" },
  ]),
  assistant("", { toolCalls: [call("c3", "tide", { port: "Ribe" })] }),
  user("Hello?"),
  toolResult("c9", "nobody asked"),
  assistant("Sorry."),
];
const html = toHtml(Transcript.from(entries), { title: "Tides" });

const shownEntries = (page: Page) =>
  page.locator(".entry:visible").evaluateAll((all) => all.map((entry) => Number(entry.id.slice(1))));
const status = (page: Page) => page.locator("#status").textContent();

describe.runIf(chromiumIsThere)("The page that toHtml() writes (in Chromium)", () => {
  const open = useBrowser();

  it("shows turns with their entries, and results under their calls instead of by themselves", async () => {
    const { page, complaints } = await open(html);
    expect(complaints).toEqual([]);
    expect(await page.title()).toBe("Tides");
    expect(await page.locator("h2").allTextContents()).toEqual(["Turn 1", "Turn 2", "Turn 3"]);
    expect(await shownEntries(page)).toEqual([0, 1, 2, 5, 6, 7, 8, 9, 10]);
    expect(await page.locator("#e2 .call summary .name").allTextContents()).toEqual(["tide", "weather"]);
    expect(await page.locator("#e2 .call .result").evaluateAll((all) => all.map(({ id }) => id))).toEqual(["e3", "e4"]);
    expect(await page.locator("#e4 pre").textContent()).toBe('{\n  "sky": "clear"\n}');
    expect(await page.locator("#e1 .message strong").textContent()).toBe("high");
  });

  it("marks errors and problems where they are", async () => {
    const { page } = await open(html);
    expect(await page.locator("#e2 .badge").allTextContents()).toEqual(["error"]);
    expect(await page.locator(".problem").allTextContents()).toEqual([
      "The call has no result: c3",
      "The result belongs to no call before it: c9",
    ]);
    expect(await page.locator("#e7 .problem, #e9 .problem").count()).toBe(2);
    expect(await page.locator(".facts").textContent()).toContain("3 entries with errors");
  });

  it("gives every entry its share of the tokens, and its time where it is known", async () => {
    const { page } = await open(html);
    const [first] = await page.locator("#e1 meter").all();
    expect(await first?.getAttribute("aria-label")).toMatch(/^\d+ tokens, \d+\.\d% of all$/);
    expect(await page.locator("#e2 > header time").textContent()).toBe("10:00:08 +3 s");
    expect(await page.locator("#e5 time").count()).toBe(0);
    expect(await page.locator(".strip figcaption").allTextContents()).toEqual([
      "Tokens by entry",
      "Time by entry, 21 s in all",
    ]);
    await page.locator(".strip rect[data-entry='3']").last().click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("e3");
  });

  it("shows pictures of dots that the transcript holds, and no others", async () => {
    const other: EntryInput = user([
      { type: "file", data: "PHN2Zz48L3N2Zz4=", mediaType: "image/svg+xml" },
      { type: "file", data: { url: "http://evil.test/a.png" }, mediaType: "image/png" },
      { type: "file", data: { url: `data:image/png;base64,${DOT}` } },
      {
        type: "file",
        data: Uint8Array.from(atob(DOT), (character) => character.charCodeAt(0)),
        mediaType: "image/png",
      },
      { type: "file", data: DOT },
      { type: "file", data: 'AAAA" onerror="window.z9=1', mediaType: "image/png" },
    ]);
    const { page, requests } = await open(toHtml(Transcript.from([other])));
    const widths = await page
      .locator("main img")
      .evaluateAll((all) => (all as HTMLImageElement[]).map((img) => img.naturalWidth));
    expect(widths).toEqual([1, 1, 1]);
    expect(await page.locator(".file").count()).toBe(6);
    expect(requests).toEqual([]);
  });

  it("searches: hides what does not match, marks what does, goes from one to the next", async () => {
    const { page } = await open(html);
    await page.keyboard.press("/");
    await page.keyboard.type("ESBJERG");
    await page.waitForFunction(() => document.getElementById("status")?.textContent !== "");
    expect(await shownEntries(page)).toEqual([1, 2]);
    expect(await status(page)).toBe("2 of 9 shown");
    expect(await page.evaluate(() => CSS.highlights.get("found")?.size)).toBeGreaterThanOrEqual(3);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect(await status(page)).toBe("2 of 3 found");
    expect(await page.locator("#e2 details.call[open]").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await shownEntries(page)).toHaveLength(9);
  });

  it("filters by role and by tool", async () => {
    const { page } = await open(html);
    await page.getByRole("button", { name: "assistant" }).click();
    await page.getByRole("button", { name: "user" }).click();
    await page.getByRole("button", { name: "system" }).click();
    expect(await shownEntries(page)).toEqual([2, 7, 9]);
    expect(await page.locator("#e2 .message:visible").count()).toBe(0);
    await page.getByRole("combobox").selectOption("weather");
    expect(await shownEntries(page)).toEqual([2]);
    expect(await page.locator(".call:visible .name").allTextContents()).toEqual(["weather"]);
    expect(await page.locator(".turn:visible").count()).toBe(1);
  });

  it("jumps from error to error, opens what hides one, and goes round", async () => {
    const { page } = await open(html);
    const said: (string | null)[] = [];
    for (let jump = 0; jump < 4; jump += 1) {
      await page.getByRole("button", { name: "Next error" }).click();
      said.push(await status(page), await page.evaluate(() => document.activeElement?.id ?? null));
    }
    expect(said).toEqual(["Error 1 of 3", "e2", "Error 2 of 3", "e7", "Error 3 of 3", "e9", "Error 1 of 3", "e2"]);
    expect(await page.locator("#e2 details.call").first().getAttribute("open")).toBe("");
  });

  it("can be used by key alone", async () => {
    const { page } = await open(html);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the conversation");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("run");
    const visited: (string | undefined)[] = [];
    for (const key of ["j", "j", "k", "e", "e", "E"]) {
      await page.keyboard.press(key);
      visited.push(await page.evaluate(() => document.activeElement?.id));
    }
    expect(visited).toEqual(["e0", "e1", "e0", "e2", "e7", "e2"]);
    await page.locator("#e2 summary").last().focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("#e4").isVisible()).toBe(true);
  });

  it("has light and dark colours that can be told apart, and a switch", async () => {
    const { page } = await open(html, { colorScheme: "dark" });
    const colours = () =>
      page.evaluate(() => [document.body, document.documentElement].map((at) => getComputedStyle(at).color));
    const dark = await colours();
    await page.getByRole("button", { name: "Light" }).click();
    expect(await colours()).not.toEqual(dark);
    expect(await page.getByRole("button", { name: "Dark" }).isVisible()).toBe(true);
  });

  it("names every landmark, control, entry and bar to those who cannot see them", async () => {
    const { page } = await open(html);
    for (const role of ["main", "search", "navigation", "banner"] as const)
      expect(await page.getByRole(role).count()).toBe(1);
    expect(await page.getByRole("article", { name: "Entry 2, assistant" }).count()).toBe(1);
    expect(await page.getByRole("searchbox", { name: "Search the transcript" }).count()).toBe(1);
    expect(await page.getByRole("region", { name: "Turn 1" }).count()).toBe(1);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    const nameless = await page.locator("button, input, select, meter, img, svg, a, summary").evaluateAll((all) =>
      all
        .filter((element) => {
          const { ariaLabel, textContent } = element;
          const label = element.closest("label")?.textContent ?? "";
          return `${ariaLabel ?? ""}${textContent}${element.getAttribute("alt") ?? ""}${label}`.trim() === "";
        })
        .map((element) => element.outerHTML),
    );
    expect(nameless).toEqual([]);
  });

  it("gives every entry one place to link to, also where a provider's tool answers within its entry", async () => {
    const own = { type: "tool-call", ...call("s1", "web_search", { query: "tides" }) } as const;
    const answer = { type: "tool-result", toolCallId: "s1", output: "Tides rise." } as const;
    const withOwn = Transcript.from([...entries, { role: "assistant", content: [own, answer] }]);
    const { page } = await open(toHtml(withOwn));
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => /^e\d+$/.test(id)).toSorted()).toEqual(
      Array.from({ length: withOwn.length }, (_empty, index) => `e${index}`).toSorted(),
    );
    expect(await page.locator("#e11 .result pre").textContent()).toBe("Tides rise.");
  });

  it("can be read without its script, and shows no control that needs it", async () => {
    const { page } = await open(html, { javaScriptEnabled: false });
    expect(await page.locator(".entry").count()).toBe(9);
    expect(await page.locator(".controls, #theme").filter({ visible: true }).count()).toBe(0);
  });

  it("prints everything that is folded, and no controls", async () => {
    const { page } = await open(html);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".controls").isVisible()).toBe(false);
    expect(await page.locator("#e3 pre").isVisible()).toBe(true);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    expect(await page.locator("details.call[open]").count()).toBe(0);
  });

  it("leaves the layout of what is out of sight for later, in a long run", async () => {
    const long = Transcript.from(Array.from({ length: 2_000 }, (_empty, index) => user(`Message ${index}`)));
    const { page } = await open(toHtml(long));
    expect(await page.locator(".entry").count()).toBe(2_000);
    const last = page.locator("#e1999");
    expect(await last.evaluate((entry) => getComputedStyle(entry).contentVisibility)).toBe("auto");
    expect(
      await last.locator(".message").evaluate((message) => message.checkVisibility({ contentVisibilityAuto: true })),
    ).toBe(false);
  });
});
