// Where the maps of the built files lead: a debugger finds the sources in them, an editor in the package.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "../..");
const dist = join(root, "dist");
const { exports, files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function readMap(name) {
  const { sources, sourcesContent } = JSON.parse(readFileSync(join(dist, name), "utf8"));
  const paths = sources.map((source) => resolve(dirname(join(dist, name)), source));
  return { paths, sourcesContent };
}

const maps = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".map"));
const declarations = maps.filter((name) => name.endsWith(".d.ts.map"));
const code = maps.filter((name) => !name.endsWith(".d.ts.map"));

test("every entry has a map of its code and one of its declarations", () => {
  const entries = Object.values(exports).filter((target) => typeof target === "object");
  for (const target of entries.flatMap(({ types, default: file }) => [types, file]))
    assert.ok(maps.includes(`${relative("dist", target)}.map`), target);
});

test("a map of code holds the sources, word for word", () => {
  for (const name of code) {
    const { paths, sourcesContent } = readMap(name);
    paths.forEach((path, index) => {
      if (path.startsWith(join(root, "src"))) assert.equal(sourcesContent[index], readFileSync(path, "utf8"), name);
    });
  }
});

test("a map of declarations leads to sources that are published", () => {
  assert.ok(files.includes("src"));
  for (const name of declarations) {
    for (const path of readMap(name).paths)
      assert.ok(path.startsWith(join(root, "src")) && existsSync(path), `${name}: ${path}`);
  }
});
