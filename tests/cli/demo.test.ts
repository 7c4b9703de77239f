import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// The demo as a program in a folder where no package is installed.
const folder = mkdtempSync(join(tmpdir(), "colloquy-demo-"));

function demo(text: string | undefined) {
  const file = join(folder, "messages.json");
  rmSync(file, { force: true });
  if (text !== undefined) writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "demo.mjs"), file], {
    encoding: "utf8",
  });
  return { status, stdout, stderr: stderr.replaceAll(file, "FILE") };
}

describe("The demo", () => {
  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: "error",
      ssr: { noExternal: ["superjson", "valibot"] },
      build: {
        ssr: resolve(import.meta.dirname, "../../src/cli/demo.ts"),
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: "demo.mjs", chunkFileNames: "[name].mjs" } },
      },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("says in one line which packages it needs", () => {
    expect(demo('[{"role":"user","content":"Hi"}]')).toEqual({
      status: 1,
      stdout: "",
      stderr: "Cannot open store: a package is not installed: npm install kysely better-sqlite3\n",
    });
  });

  it.each([
    ["is not there", undefined, "there is no such file or folder"],
    ["is no JSON", "{", "expected JSON"],
    ["holds no list", '{"a":1}', "expected an array of chat messages"],
    [
      "holds another format",
      '[{"role":"model","parts":[{"text":"Hi"}]}]',
      "Cannot read chat messages: message 0: content: expected a string or an array, got undefined (fromContents of colloquy/gemini reads such messages)",
    ],
  ])("names a file that %s, and what is wrong with it, in one line", (_what, text, reason) => {
    expect(demo(text)).toEqual({ status: 1, stdout: "", stderr: `Cannot read FILE: ${reason}\n` });
  });
});
