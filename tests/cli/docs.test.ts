import { copyFileSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { colloquy, Folder } from "../support/command-line.js";

// Every `console` block of the page is run, in order, among the files that its blocks with a name hold.

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(resolve(root, "docs/command-line.md"), "utf8");
const folder = new Folder();

interface Example {
  readonly line: string;
  /** What is printed, standard error first. */
  readonly printed: string;
}

function blocks(language: string): { readonly name: string; readonly text: string }[] {
  const found = page.matchAll(new RegExp(`^\`\`\`${language}(?: (\\S+))?\\n(.*?)^\`\`\`$`, "gms"));
  return Array.from(found, ([, name = "", text = ""]) => ({ name, text }));
}

function examples(): Example[] {
  return blocks("console").flatMap(({ text }) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map((example) => {
        const [line = "", ...printed] = example.split("\n");
        return { line, printed: printed.join("\n") };
      }),
  );
}

/** Runs the commands of a line, each reading what the one before it printed. */
async function runLine(line: string): Promise<string> {
  let stdin = "";
  let told = "";
  for (const command of line.split(" | ")) {
    const [word, ...args] = command.split(" ");
    expect(word).toBe("colloquy");
    const { out, err } = await colloquy(args, { stdin });
    stdin = out;
    told += err;
  }
  return told + stdin;
}

describe("docs/command-line.md", () => {
  const before = process.cwd();
  beforeAll(() => {
    for (const { name, text } of blocks("json")) folder.write(name, text);
    copyFileSync(resolve(root, "fixtures/real/airline-parallel.json"), join(folder.path, "airline.json"));
    process.chdir(folder.path);
  });
  afterAll(() => process.chdir(before));

  for (const { line, printed } of examples()) {
    it(line, async () => expect(await runLine(line)).toBe(printed));
  }

  it("has examples of every command that prints something lasting", () => {
    const used = examples().flatMap(({ line }) => Array.from(line.matchAll(/colloquy (\w+)/g), ([, word]) => word));
    expect([...new Set(used)].sort()).toEqual([
      "check",
      "compact",
      "convert",
      "prune",
      "repair",
      "show",
      "stats",
      "view",
    ]);
  });
});
