import { resolve } from "node:path";
import { assistant, Transcript, user } from "colloquy";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { build, type Plugin, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { TranscriptView } from "../../docs/examples/view.js";
import { chromiumIsThere, useBrowser } from "../support/browser.js";
import type { lab as Lab, Shows } from "./view/page.js";

describe("The React view", () => {
  it("shows what was said and called, and takes none of it for markup", () => {
    const transcript = Transcript.from([
      user("Is <b>it</b> wet?"),
      assistant("", { toolCalls: [{ toolCallId: "c1", toolName: "weather", input: {} }] }),
    ]);
    expect(renderToStaticMarkup(createElement(TranscriptView, { transcript }))).toBe(
      '<ol><li class="user"><p>Is &lt;b&gt;it&lt;/b&gt; wet?</p></li>' +
        '<li class="assistant"><p></p><code>weather</code></li></ol>',
    );
  });
});

declare const lab: typeof Lab;

describe.runIf(chromiumIsThere)("The React view renders (in Chromium)", () => {
  const open = useBrowser();
  let html = "";
  beforeAll(async () => {
    html = `<!doctype html><body><script type="module">${await bundle("page")}</script></body>`;
  }, 60_000);

  async function run(name: Shows) {
    const { page, complaints } = await open(html);
    const result = await page.evaluate((shown) => lab.run(shown), name);
    expect(complaints).toEqual([]);
    return result;
  }

  it.each<[string, Shows, readonly number[]]>([
    ["the new entry alone after an append", "append", [10, 1]],
    ["an answer alone, at each piece that makes it grow", "grow", [10, 1, 1, 1]],
    ["nothing where nothing changed", "nothing", [10, 0, 0, 0]],
    ["an edited entry alone", "edit", [10, 1]],
    ["all of what was parsed anew", "parse", [10, 10]],
    ["what is new in what was parsed alone, once it was brought in", "bringIn", [10, 1]],
  ])("%s", async (_what, name, renders) => expect(await run(name)).toEqual({ renders, sameElements: 10 }));

  it("what has moved after a compaction, once", async () => {
    expect((await run("compact")).renders).toEqual([10, 4]);
  });
});

/** Bundles a page with the view, whose elements are counted. */
async function bundle(name: string): Promise<string> {
  const counter = resolve(import.meta.dirname, "view/count-elements.ts");
  const counted: Plugin = {
    name: "counted",
    enforce: "pre",
    resolveId: (id, importer) => (id === "react/jsx-runtime" && importer !== counter ? counter : undefined),
  };
  const built = await build({
    configFile: false,
    logLevel: "error",
    mode: "production",
    define: { "process.env.NODE_ENV": '"production"' },
    oxc: { jsx: { runtime: "automatic", development: false } },
    resolve: { tsconfigPaths: true },
    plugins: [counted],
    build: { write: false, rolldownOptions: { input: resolve(import.meta.dirname, `view/${name}.ts`) } },
  });
  return (built as Rolldown.RolldownOutput).output[0].code.replaceAll("</script", "<\\/script");
}
