import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const read = (page: string): string => readFileSync(join(root, page), "utf8").replaceAll(/^```[^]*?^```$/gm, "");

/** Where the links of a page lead that stay in the repository, from its root: `docs/mend.md#mend-it`. */
function linksOf(page: string): string[] {
  const targets = Array.from(read(page).matchAll(/\]\(([^)]+)\)/g), ([, target = ""]) => target);
  const inside = targets.filter((target) => !/^[a-z]+:/.test(target));
  return inside.map((target) =>
    target.startsWith("#") ? `${page}${target}` : relative(root, resolve(root, dirname(page), target)),
  );
}

/** The anchors that the headings of a page make, as GitHub spells them. */
function anchorsOf(page: string): string[] {
  return Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("Links", () => {
  it.each(pages)("of %s lead somewhere", (page) => {
    const dead = linksOf(page).filter((link) => {
      const [path = "", anchor] = link.split("#");
      return !existsSync(join(root, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
    });
    expect(dead).toEqual([]);
  });

  it("of the README lead to every page", () => {
    const linked = new Set(linksOf("README.md").map((link) => link.split("#")[0]));
    expect(pages.filter((page) => page !== "README.md" && !linked.has(page))).toEqual([]);
  });
});
