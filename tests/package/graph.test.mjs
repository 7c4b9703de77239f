// What the built entries load: no Node module, no package that is not declared, and no other entry's code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import ts from "typescript";

const root = resolve(import.meta.dirname, "../..");
const { exports, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Subpaths that are for servers only. All others run in browsers too. */
const needsNode = new Set([]);

/** Collects the packages that a built file imports, itself or through its chunks, with the file that does. */
function packagesOf(file, found = new Map(), seen = new Set()) {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8"), true, true).importedFiles) {
    if (fileName.startsWith(".")) packagesOf(join(dirname(file), fileName), found, seen);
    else found.set(fileName, file);
  }
  return found;
}

for (const [subpath, target] of Object.entries(exports)) {
  if (typeof target === "string" || needsNode.has(subpath)) continue;
  test(`"${subpath}" imports declared packages only, and nothing of Node`, () => {
    for (const [name, file] of packagesOf(join(root, target.default))) {
      assert.ok(Object.hasOwn(dependencies, name), `${file} imports "${name}"`);
    }
  });
}
