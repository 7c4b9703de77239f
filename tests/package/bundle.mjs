import { gzipSync } from "node:zlib";
import { build } from "vite";

const ENTRY = "virtual:entry";

/** What a browser downloads for a module of this code: minified and compressed, in kB of 1,000 bytes, dependencies included. */
export async function sizeOf(code) {
  const bundle = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (asked) => (asked.endsWith(ENTRY) ? `\0${ENTRY}` : null),
        load: (asked) => (asked === `\0${ENTRY}` ? code : null),
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
