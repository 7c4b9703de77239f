import { readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** Tests that read files read them in a browser, too: through the server, which gives a file's text and a folder's names. */
export function files(): Plugin {
  return {
    name: "files",
    enforce: "pre",
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^node:(fs|url|timers\/promises)$/,
            replacement: resolve(import.meta.dirname, "node.ts"),
          },
        ],
      },
    }),
    transform(code, id) {
      if (!id.includes("/tests/")) return undefined;
      return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
    },
    configureServer({ middlewares }) {
      middlewares.use("/files", ({ url }, response) => {
        const path = new URL(url!, "http://host").searchParams.get("path")!;
        const stat = statSync(path, { throwIfNoEntry: false });
        if (stat === undefined) response.statusCode = 404;
        response.end(stat?.isDirectory() ? JSON.stringify(readdirSync(path)) : stat && readFileSync(path));
      });
    },
  };
}
