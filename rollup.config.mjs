import { existsSync, readFileSync, rmSync } from "node:fs";
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
  load: (id) => ({ code: readFileSync(id, "utf8"), map: readFileSync(`${id}.map`, "utf8") }),
};

rmSync("dist", { recursive: true, force: true });

export default [
  {
    ...common,
    input: inputs(".js"),
    plugins: [compilerMaps],
    output: { ...output, chunkFileNames: "chunks/[name].js", sourcemap: true },
  },
  {
    ...common,
    // By itself: it is not published, and must not decide how the published code is cut into chunks.
    input: "build/cli/demo.js",
    plugins: [compilerMaps],
    output: { file: "dist/demo.js", sourcemap: true },
  },
  {
    ...common,
    input: inputs(".d.ts"),
    plugins: [dts({ tsconfig: false })],
    // The name of a chunk of declarations may or may not end in ".d" already.
    output: { ...output, chunkFileNames: ({ name }) => `chunks/${name.replace(/\.d$/, "")}.d.ts` },
  },
];
