// What a browser downloads, minified and compressed, in kB of 1,000 bytes, dependencies included. `npm run size` builds first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { sizeOf } from "./bundle.mjs";

const root = resolve(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const CORE_LIMIT = 40;

/** What each format may add to the core. Whoever raises a limit says in the change log why. */
const FORMATS = [
  ["./openai", "fromChatMessages, toChatMessages", 14],
  ["./openai", "fromResponsesItems, toResponsesItems", 16],
  ["./anthropic", "fromMessages, toMessages", 15],
  ["./gemini", "fromContents, toContents", 15],
  ["./bedrock", "fromConverse, toConverse", 15],
  ["./ai-sdk", "fromModelMessages, toModelMessages", 15],
  ["./ai-sdk", "fromUIMessages, toUIMessages", 12],
  ["./langchain", "fromStoredMessages, toStoredMessages", 20],
  ["./otel", "fromOtelMessages, toOtelMessages", 9],
];

const all = exportOf(".");
const core = await sizeOf(all);

function exportOf(subpath, names) {
  const clause = names === undefined ? "*" : `{ ${names} }`;
  return `export ${clause} from "${join(root, exports[subpath].default)}";\n`;
}

function assertWithin(size, limit, context) {
  context.diagnostic(`${size.toFixed(1)} kB`);
  assert.ok(size <= limit, `${size.toFixed(1)} kB`);
}

test(`the core is at most ${CORE_LIMIT} kB`, (context) => assertWithin(core, CORE_LIMIT, context));

for (const [subpath, names, limit] of FORMATS) {
  test(`${names} add at most ${limit} kB`, async (context) => {
    assertWithin((await sizeOf(all + exportOf(subpath, names))) - core, limit, context);
  });
}

test("a second format costs less, since they share what is common", async (context) => {
  const one = FORMATS.map(([subpath, names]) => exportOf(subpath, names));
  const together = (await sizeOf(all + one.join(""))) - core;
  const apart = await Promise.all(one.map(async (code) => (await sizeOf(all + code)) - core));
  assertWithin(together, 0.75 * apart.reduce((sum, size) => sum + size, 0), context);
});
