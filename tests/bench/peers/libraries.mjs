import { readFileSync } from "node:fs";

/** The modules beside this one: what each is called, and the package that it is about. */
export const libraries = {
  colloquy: { title: "colloquy", package: "colloquy" },
  "ai-sdk-ui": { title: "AI SDK, UI messages", package: "ai" },
  "ai-sdk-model": { title: "AI SDK, model messages", package: "ai" },
  langchain: { title: "LangChain", package: "@langchain/core" },
  "openai-agents": { title: "OpenAI Agents", package: "@openai/agents-core" },
  effect: { title: "Effect", package: "effect" },
  superjson: { title: "superjson", package: "superjson" },
  immutable: { title: "Immutable", package: "immutable" },
};

export const load = (name) => import(`./${name}.mjs`);

/** What a library is called, with its version. */
export function titleOf(name) {
  const { title, package: folder } = libraries[name];
  const manifest = new URL(`node_modules/${folder}/package.json`, import.meta.url);
  return `${title} ${JSON.parse(readFileSync(manifest, "utf8")).version}`;
}
