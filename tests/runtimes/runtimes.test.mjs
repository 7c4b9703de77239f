// The built package in the runtimes that it is made for: what must hold does, and every text is the same as in this one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import nodeResolve from "@rollup/plugin-node-resolve";
import { chromium } from "playwright";
import { rollup } from "rollup";
import { check } from "./checks.mjs";
import { commands } from "./commands.mjs";
import { readFixtures } from "./fixtures.mjs";

const root = resolve(import.meta.dirname, "../..");
const fixtures = readFixtures();
const here = await check(fixtures);

function assertSame({ faults, written }) {
  assert.deepEqual(faults, []);
  assert.deepEqual(written, here.written);
}

for (const [name, [command, ...args]] of Object.entries(commands)) {
  test(`the package holds in ${name}`, () => {
    const main = join(import.meta.dirname, "main.mjs");
    const options = { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 };
    const { status, stdout, stderr } = spawnSync(command, [...args, main], options);
    assert.equal(status, 0, stderr);
    assertSame(JSON.parse(stdout));
  });
}

describe("in Chromium", { timeout: 120_000 }, () => {
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium"].find((path) => path && existsSync(path));
  const server = createServer();
  let browser;
  let page;

  before(async () => {
    const files = { "/": "<!doctype html>", "/checks.js": await bundle(), "/worker.js": WORKER };
    server.on("request", ({ url }, response) => {
      response.setHeader("content-type", url.endsWith(".js") ? "text/javascript" : "text/html");
      response.end(files[url]);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
  });

  after(async () => {
    await browser?.close();
    server.close();
  });

  test("the package holds in a page", async () => {
    assertSame(await page.evaluate(async (given) => (await import("/checks.js")).check(given), fixtures));
  });

  test("the package holds in a worker", async () => {
    const answer = page.evaluate((given) => {
      const worker = new Worker("/worker.js", { type: "module" });
      return new Promise((found, failed) => {
        worker.addEventListener("message", ({ data }) => found(data));
        worker.addEventListener("error", ({ message }) => failed(new Error(message)));
        worker.postMessage(given);
      });
    }, fixtures);
    assertSame(await answer);
  });
});

const WORKER = `import { check } from "./checks.js";
addEventListener("message", async ({ data }) => postMessage(await check(data).catch((error) => ({ faults: [error.stack] }))));`;

/** The checks as one module without imports, as a program for browsers is made. */
async function bundle() {
  const input = join(import.meta.dirname, "checks.mjs");
  const build = await rollup({ input, plugins: [nodeResolve({ browser: true })] });
  const { output } = await build.generate({ format: "es", inlineDynamicImports: true });
  return output[0].code;
}
