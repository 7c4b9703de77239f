// The packed package, installed as a user would: every subpath type-checks under two module resolutions
// with each compiler that people use, and runs.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";

const root = resolve(import.meta.dirname, "../..");
const { exports, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** The compilers that people use, with their releases. */
const compilers = { "typescript-5.9": "5.9.3", "typescript-6": "6.0.3", "typescript-7": "7.0.2" };
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

/** Whether a line of the compiler names a fault of the package or of its consumers: those of other packages are their own. */
function isOurFault(line) {
  return /^\S/.test(line) && (!line.includes("node_modules/") || line.includes("node_modules/colloquy/"));
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "colloquy-consumer-"));
  // dist/ is there already; building it again would only take time.
  const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
  });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const packages = Object.entries(compilers).map(([name, version]) => `${name}@npm:typescript@${version}`);
  packages.push(`./${JSON.parse(packed)[0].filename}`);
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages]);
  for (const name of names) copyFileSync(join(import.meta.dirname, `consumers/${name}.ts`), join(folder, `${name}.ts`));
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** What needs packages that programs install themselves, and the line that tells which. */
const needy = {
  'const { call } = await import("colloquy/agent"); await call({ model: "m", message: "Hello" })':
    "Cannot call model: a package is not installed: npm install ai",
  'const { openStore } = await import("colloquy/store"); await openStore("sqlite::memory:")':
    "Cannot open store: a package is not installed: npm install kysely better-sqlite3",
  'const { openStore } = await import("colloquy/store"); await openStore("postgres://localhost")':
    "Cannot open store: a package is not installed: npm install kysely pg",
};

for (const [program, line] of Object.entries(needy)) {
  test(`without optional packages: ${line}`, () => {
    const caught = `try { ${program} } catch (error) { console.log(error.message) }`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", caught], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.equal(stdout, `${line}\n`, stderr);
  });
}

test("the command runs, and shows a file", () => {
  const talk = JSON.stringify([{ role: "user", content: "hej" }]);
  const options = { cwd: folder, encoding: "utf8", input: talk };
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", "colloquy", "show"], options);
  assert.equal(stdout, "standard input openai-chat, 1 entry, 1 turn, about 0 tokens\n\n[0] user\n    hej\n", stderr);
  assert.equal(status, 0);
});

describe("with optional packages", () => {
  before(() => {
    for (const name of Object.keys(peerDependencies)) {
      const link = join(folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, "node_modules", name), link, "dir");
    }
  });

  for (const [name, compilerOptions] of Object.entries(settings)) {
    for (const compiler of Object.keys(compilers)) {
      test(`consumers type-check under ${name} with ${compiler}`, () => {
        const config = { compilerOptions, files: names.map((file) => `${file}.ts`) };
        writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify(config));
        const tsc = join(folder, `node_modules/${compiler}/bin/tsc`);
        const options = { cwd: folder, encoding: "utf8" };
        const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", `tsconfig.${name}.json`], options);
        // A compiler tells faults on stdout; on stderr, only that it could not run.
        assert.equal(stderr, "");
        assert.deepEqual(stdout.split("\n").filter(isOurFault), []);
      });
    }
  }

  test("the command shows what the library is for", () => run("npx", ["--no-install", "colloquy", "demo"]));

  for (const name of names) {
    test(`the consumer of "${name}" runs`, () => run(process.execPath, [`out/${name}.js`]));
  }
});
