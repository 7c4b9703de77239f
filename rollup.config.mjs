import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import commonjs from "@rollup/plugin-commonjs";
import nodeResolve from "@rollup/plugin-node-resolve";
import { dts } from "rollup-plugin-dts";

const { exports, dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** A subpath NAME is made from src/formats/NAME.ts or, if it has a folder of its own, from src/NAME/index.ts. */
function sourceOf(name) {
  const candidates = name === "index" ? [name] : [`formats/${name}`, `${name}/index`];
  const source = candidates.find((candidate) => existsSync(`src/${candidate}.ts`));
  if (source === undefined) throw new Error(`The export "./${name}" has no source`);
  return source;
}

const names = Object.keys(exports)
  .filter((subpath) => subpath !== "./package.json")
  .map((subpath) => (subpath === "." ? "index" : subpath.slice("./".length)));
const inputs = (extension) => Object.fromEntries(names.map((name) => [name, `build/${sourceOf(name)}${extension}`]));

const packages = Object.keys({ ...dependencies, ...peerDependencies });
const common = {
  external: (id) => id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`)),
  // A package that is not declared, a cycle, a declaration that was stripped but is needed: each is a fault.
  onwarn: (warning) => {
    throw new Error(warning.message);
  },
};
const output = { dir: "dist", minifyInternalExports: false, hoistTransitiveImports: false };

/** Hands on the compiler's source maps; without them the published ones would end at build/, which is not published. */
const compilerMaps = {
  name: "compiler-maps",
  load: (id) =>
    id.startsWith(resolve("build"))
      ? { code: readFileSync(id, "utf8"), map: readFileSync(`${id}.map`, "utf8") }
      : undefined,
};

/** Folders of the packages that were taken into the code so far: one file holds the licences of all. */
const taken = new Set();

/** Puts the licences of all packages that were taken into the code beside it, as they demand. */
const licences = {
  name: "licences",
  generateBundle() {
    for (const id of this.getModuleIds()) {
      // A plugin marks what it makes of a file with a NUL.
      const [folder] = /^[^\0]*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, "")) ?? [];
      if (folder !== undefined) taken.add(folder);
    }
    if (taken.size === 0) return;
    const texts = Array.from(taken, licenceText);
    this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source: texts.sort().join("\n") });
  },
};

function licenceText(folder) {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
  if (file === undefined) throw new Error(`${name} is taken into the code, but has no licence file`);
  return `${name} ${version}\n${"=".repeat(72)}\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
}

/** What is no declared dependency is taken into the code. */
const bundling = [nodeResolve(), commonjs(), compilerMaps, licences];

/** Lets the command be run as a program in a clone, too: npm does so where the package is installed. */
const executable = { name: "executable", writeBundle: () => chmodSync("dist/cli.js", 0o755) };

/** The compiler's files of the published entries, with where they are when they are built. */
const entryFiles = new Map(names.map((name) => [resolve(`build/${sourceOf(name)}.js`), `./${name}.js`]));

rmSync("dist", { recursive: true, force: true });

export default [
  {
    ...common,
    input: inputs(".js"),
    plugins: bundling,
    output: { ...output, chunkFileNames: "chunks/[name].js", sourcemap: true },
  },
  {
    ...common,
    // Programs load the published entries, so that nothing is published twice.
    input: ["build/cli/cli.js", "build/cli/demo.js"],
    external: (id) => common.external(id) || entryFiles.has(id),
    plugins: [...bundling, executable],
    output: {
      ...output,
      chunkFileNames: "chunks/command-[name].js",
      paths: (id) => entryFiles.get(id) ?? id,
      sourcemap: true,
    },
  },
  {
    ...common,
    input: inputs(".d.ts"),
    plugins: [dts({ tsconfig: false, sourcemap: true })],
    output: {
      ...output,
      // The name of a chunk of declarations may or may not end in ".d" already.
      chunkFileNames: ({ name }) => `chunks/${name.replace(/\.d$/, "")}.d.ts`,
      sourcemap: true,
      // The sources are published: an editor opens them from there.
      sourcemapExcludeSources: true,
    },
  },
];
