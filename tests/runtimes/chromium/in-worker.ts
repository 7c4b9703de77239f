import { resolve } from "node:path";
import type { Plugin } from "vite";

/** Vitest runs tests in a page. This has the page hand each file to a worker, and tell as its own what came of the tests. */
export function inWorker(): Plugin {
  const mirror = JSON.stringify(resolve(import.meta.dirname, "mirror.ts"));
  return {
    name: "in-worker",
    enforce: "pre",
    transform: {
      filter: { id: /\.test\.ts$/ },
      handler: (_code, id) => `import { mirror } from ${mirror};\nawait mirror(${JSON.stringify(id)});`,
    },
  };
}
