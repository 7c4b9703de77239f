// What a browser downloads: each entry minified and compressed, in kB of 1,000 bytes, dependencies included. `npm run size` builds first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What each entry may weigh, of which a format counts what it adds to the core. Whoever raises one says in the change log why. */
const LIMITS = {
  ".": 40,
  "./openai": 23,
  "./anthropic": 15,
  "./gemini": 15,
  "./bedrock": 14,
  "./ai-sdk": 20,
  "./langchain": 19,
  "./otel": 9,
};

const ENTRY = "virtual:entry";

async function sizeOf(...subpaths) {
  const files = subpaths.map((subpath) => join(root, exports[subpath].default));
  const bundle = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (asked) => (asked.endsWith(ENTRY) ? `\0${ENTRY}` : null),
        load: (asked) => (asked === `\0${ENTRY}` ? files.map((file) => `export * from "${file}";`).join("\n") : null),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict" },
    },
  });
  return gzipSync(bundle.output.map((chunk) => chunk.code).join("")).length / 1_000;
}

const core = await sizeOf(".");

for (const [subpath, limit] of Object.entries(LIMITS)) {
  test(`"${subpath}" is at most ${limit} kB`, async (context) => {
    const size = subpath === "." ? core : (await sizeOf(".", subpath)) - core;
    context.diagnostic(`"${subpath}": ${size.toFixed(1)} kB`);
    assert.ok(size <= limit, `"${subpath}" has ${size.toFixed(1)} kB`);
  });
}
