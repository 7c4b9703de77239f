// The packed package, installed as a user would: every subpath type-checks under two module resolutions, and runs.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const root = resolve(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const tsc = join(root, "node_modules/typescript/bin/tsc");
const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, target: "ES2022" };
const settings = {
  // A server: Node's types, no DOM.
  nodenext: {
    ...strict,
    module: "NodeNext",
    lib: ["ES2023"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    outDir: "out",
  },
  // A page: the DOM, no Node.
  bundler: {
    ...strict,
    module: "ESNext",
    moduleResolution: "Bundler",
    lib: ["ES2023", "DOM"],
    types: [],
    noEmit: true,
  },
};
const names = Object.keys(exports)
  .filter((subpath) => subpath !== "./package.json")
  .map((subpath) => (subpath === "." ? "index" : subpath.slice("./".length)));

let folder = "";

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, `${command} ${args.join(" ")}\n${stdout}${stderr}`);
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "colloquy-consumer-"));
  // dist/ is there already; building it again would only take time.
  const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
  });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", `./${JSON.parse(packed)[0].filename}`]);
  for (const name of names) copyFileSync(join(import.meta.dirname, `consumers/${name}.ts`), join(folder, `${name}.ts`));
});

after(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, compilerOptions] of Object.entries(settings)) {
  test(`consumers type-check under ${name}`, () => {
    const config = { compilerOptions, files: names.map((file) => `${file}.ts`) };
    writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify(config));
    run(process.execPath, [tsc, "-p", `tsconfig.${name}.json`]);
  });
}

for (const name of names) {
  test(`the consumer of "${name}" runs`, () => run(process.execPath, [`out/${name}.js`]));
}
