import { playwright } from "@vitest/browser-playwright";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { files } from "./chromium/files.js";
import { inWorker } from "./chromium/in-worker.js";
import { suites } from "./suites.config.js";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** What needs a server or the garbage collector, opens a browser itself, or writes files. */
const notInBrowsers = [
  "tests/cases/render-security.test.ts",
  "tests/codec/schema.test.ts",
  "tests/formats/{torn-streams,summarize/summarize}.test.ts",
  "tests/laws/memory.test.ts",
];

function project(name: string, ...plugins: Plugin[]): TestProjectInlineConfiguration {
  return {
    resolve: { tsconfigPaths: true },
    plugins: [files(), ...plugins],
    define: { "process.env": JSON.stringify({ CI: process.env["CI"] }) },
    test: {
      ...suites,
      exclude: [...suites.exclude, ...notInBrowsers],
      browser: {
        enabled: true,
        headless: true,
        // The page is not made anew for each file: to load all modules again takes as long as the tests.
        isolate: false,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath, args: ["--no-sandbox", "--disable-gpu"] } }),
        instances: [{ browser: "chromium", name }],
      },
    },
  };
}

export default defineConfig({ test: { projects: [project("page"), project("worker", inWorker())] } });
