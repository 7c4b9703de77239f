// What a browser downloads: each entry minified and compressed, in kB of 1,000 bytes, dependencies included. `npm run size` builds first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { sizeOf } from "./bundle.mjs";

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

function sizeOfEntries(...subpaths) {
  const files = subpaths.map((subpath) => join(root, exports[subpath].default));
  return sizeOf(files.map((file) => `export * from "${file}";`).join("\n"));
}

const core = await sizeOfEntries(".");

for (const [subpath, limit] of Object.entries(LIMITS)) {
  test(`"${subpath}" is at most ${limit} kB`, async (context) => {
    const size = subpath === "." ? core : (await sizeOfEntries(".", subpath)) - core;
    context.diagnostic(`"${subpath}": ${size.toFixed(1)} kB`);
    assert.ok(size <= limit, `"${subpath}" has ${size.toFixed(1)} kB`);
  });
}
