import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { useNamedModels } from "./named-models.js";

// Every `ts` block in a doc comment of src/, in the README and in docs/ is a program: it must type-check and run.
useNamedModels();

interface Example {
  readonly file: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly code: string;
}

const root = resolve(import.meta.dirname, "../..");
const generated = join(root, "tests/.generated/examples");

/** Finds the `ts` blocks among lines of Markdown; `undefined` stands for a line that is none. */
function findBlocks(file: string, lines: readonly (string | undefined)[]): Example[] {
  const examples: Example[] = [];
  let open: { line: number; fence: string; indent: number; info: string; code: string[] } | undefined;
  lines.forEach((line, index) => {
    if (open === undefined) {
      const match = /^(\s*)(`{3,})(.*)$/.exec(line ?? "");
      if (match === null) return;
      const [, indent = "", fence = "", info = ""] = match;
      open = { line: index + 1, fence, indent: indent.length, info: info.trim(), code: [] };
    } else if (line === undefined || line.trim() === open.fence) {
      const [language] = open.info.split(/\s+/);
      if (language === "ts" || language === "typescript") {
        examples.push({ file, line: open.line, code: open.code.join("\n") });
      }
      open = undefined;
    } else {
      open.code.push(line.slice(Math.min(open.indent, line.search(/\S|$/))));
    }
  });
  if (open !== undefined) throw new Error(`${file}:${open.line}: the block is not closed`);
  return examples;
}

/** Blanks everything but the doc comments, so that lines keep their numbers. */
function commentLines(lines: readonly string[]): (string | undefined)[] {
  let inside = false;
  return lines.map((line) => {
    if (!inside && /^\s*\/\*\*/.test(line)) inside = true;
    if (!inside) return undefined;
    if (line.includes("*/")) inside = false;
    return line.replace(/^\s*\/?\*{1,2} ?/, "");
  });
}

function filesUnder(folder: string, extension: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name}`)
    .toSorted();
}

function findExamples(): Example[] {
  const linesOf = (file: string) => readFileSync(join(root, file), "utf8").split("\n");
  const pages = [...["README.md"].filter((file) => existsSync(join(root, file))), ...filesUnder("docs", ".md")];
  return [
    ...filesUnder("src", ".ts").flatMap((file) => findBlocks(file, commentLines(linesOf(file)))),
    ...pages.flatMap((file) => findBlocks(file, linesOf(file))),
  ];
}

/** Writes an example so that its lines have the numbers that they have where it was found. */
function write(example: Example): string {
  const path = join(generated, `${example.file.replaceAll(/[\\/.]/g, "-")}-${example.line}.ts`);
  writeFileSync(path, `${"\n".repeat(example.line)}${example.code}\n`);
  return path;
}

mkdirSync(generated, { recursive: true });
const examples = findExamples().map((example) => ({ ...example, path: write(example) }));

test("the sources have examples", () => {
  expect(examples.length).toBeGreaterThan(0);
});

test("examples type-check", { timeout: 60_000 }, () => {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tests/tsconfig.json"),
    { noUnusedLocals: false, moduleDetection: ts.ModuleDetectionKind.Force },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  const program = ts.createProgram(
    examples.map(({ path }) => path),
    config?.options ?? {},
  );
  const faults = examples.flatMap(({ file, path }) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((fault) => {
      const line = source?.getLineAndCharacterOfPosition(fault.start ?? 0).line ?? 0;
      return `${file}:${line + 1}: ${ts.flattenDiagnosticMessageText(fault.messageText, "\n")}`;
    });
  });
  expect(faults).toEqual([]);
});

for (const { file, line, path } of examples) {
  test(`${file}:${line}`, async () => {
    await import(/* @vite-ignore */ path);
  });
}
