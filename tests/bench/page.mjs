// How long the page of 2,000 entries takes to write, and to open in Chromium.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Transcript } from "colloquy";
import { toHtml } from "colloquy/render";
import { chromium } from "playwright";
import { makeInputs, milliseconds } from "./content.mjs";

const transcript = Transcript.from(makeInputs(2_000));
const folder = mkdtempSync(join(tmpdir(), "colloquy-bench-"));
const file = join(folder, "page.html");
const html = toHtml(transcript);
writeFileSync(file, html);
const took = milliseconds(() => toHtml(transcript));
console.log(`toHtml of 2,000 entries: ${took.toFixed(0)} ms, ${(html.length / 1e6).toFixed(1)} million characters`);

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  const opened = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return { paint: paint.startTime, done: navigation.loadEventEnd };
  });
  const slowest = await page.evaluate(async () => {
    const frames = [];
    let before = performance.now();
    for (let frame = 0; frame < 100; frame += 1) {
      scrollBy(0, 150);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      frames.push(now - before);
      before = now;
    }
    return frames.toSorted((a, b) => b - a)[5];
  });
  console.log(`the page opens: first paint ${opened.paint.toFixed(0)} ms, done ${opened.done.toFixed(0)} ms`);
  console.log(`and scrolls: 95 of 100 frames within ${slowest.toFixed(0)} ms`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
