import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright";
import { afterAll, beforeAll } from "vitest";

const executable = [process.env["CHROMIUM"], "/usr/bin/chromium"].find(
  (path) => path !== undefined && existsSync(path),
);

/** Whether Chromium is there: as `$CHROMIUM` or `/usr/bin/chromium`. Tests in it say so in their names. */
export const chromiumIsThere = executable !== undefined;

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const ADDRESS = "http://page.test/";

/** A page that was opened, and what it did that nobody asked for. */
export interface Opened {
  readonly page: Page;
  /** Addresses that were asked for, but for the page's own. */
  readonly requests: readonly string[];
  /** Errors, refusals of the page's policy, dialogs. */
  readonly complaints: readonly string[];
}

/** Starts Chromium for the tests of a file, and opens pages in it. */
export function useBrowser(): (html: string, options?: BrowserContextOptions) => Promise<Opened> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executable!, args: FLAGS });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });
  return async (html, options) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    await context.route("**/*", async (route) => {
      const url = route.request().url();
      if (url === ADDRESS && requests.length === 0) return route.fulfill({ body: html, contentType: "text/html" });
      requests.push(url);
      return route.abort();
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("dialog", async (dialog) => {
      complaints.push(dialog.message());
      await dialog.dismiss();
    });
    await page.goto(ADDRESS);
    return { page, requests, complaints };
  };
}
