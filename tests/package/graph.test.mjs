// What the built entries load: no Node module, no package that is not declared, and no other entry's code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import ts from "typescript";

const root = resolve(import.meta.dirname, "../..");
const { bin, exports, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Subpaths that are for servers only. All others run in browsers too. */
const needsNode = new Set(["./store"]);

/** Packages that a subpath imports beside the dependencies: peers that programs install for it. */
const peersOf = { "./agent": ["ai"], "./store": ["better-sqlite3", "kysely", "pg"] };

/** Collects the packages that a built file imports, itself or through its chunks, with the file that does. */
function packagesOf(file, found = new Map(), seen = new Set()) {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const name of importsOf(file)) {
    if (name.startsWith(".")) packagesOf(join(dirname(file), name), found, seen);
    else found.set(name, file);
  }
  return found;
}

/** What a file imports. It is parsed for that: what only looks for words finds the examples in its comments, too. */
function importsOf(file) {
  const names = [];
  const visit = (node) => {
    const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const name = isCall ? node.arguments[0] : node.moduleSpecifier;
    if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  return names;
}

test("the command imports declared packages and Node's modules only", () => {
  for (const [name, file] of packagesOf(join(root, bin.colloquy))) {
    assert.ok(Object.hasOwn(dependencies, name) || isBuiltin(name), `${file} imports "${name}"`);
  }
});

for (const [subpath, target] of Object.entries(exports)) {
  if (typeof target === "string") continue;
  const what = needsNode.has(subpath) ? "declared packages only" : "declared packages only, and nothing of Node";
  test(`"${subpath}" imports ${what}`, () => {
    for (const [name, file] of packagesOf(join(root, target.default))) {
      const isDeclared = Object.hasOwn(dependencies, name) || peersOf[subpath]?.includes(name);
      assert.ok(isDeclared || (needsNode.has(subpath) && name.startsWith("node:")), `${file} imports "${name}"`);
    }
  });
}
