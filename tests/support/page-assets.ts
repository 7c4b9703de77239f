import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../src/render/browser/${name}`, import.meta.url)), "utf8");

/** The module that holds the script and the style of the page, and the hashes by which its policy lets them in. */
export function pageAssets(): string {
  return `// Written by \`npm run page\` from ../browser: the page's style and script, and their hashes for its policy.
${constants("STYLE", style())}${constants("SCRIPT", script())}`;
}

function constants(name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("base64");
  return `export const ${name} = ${JSON.stringify(text)};\nexport const ${name}_HASH = "sha256-${hash}";\n`;
}

/** The parts of the style. What comes later wins. */
const STYLES = ["base", "head", "controls", "conversation", "messages", "tools", "media"];

function style(): string {
  return STYLES.map((name) => read(`style/${name}.css`))
    .join("")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\n\s*/g, "\n")
    .trim();
}

function script(): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, removeComments: true };
  const { outputText } = ts.transpileModule(read("script.ts"), { compilerOptions });
  return outputText
    .replace(/^export \{\};$/m, "")
    .replace(/\n\s*/g, "\n")
    .trim();
}
