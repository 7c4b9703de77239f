import { readdirSync, readFileSync } from "node:fs";

/** The golden documents of a folder and the recorded conversations, by name. JSON, so that they can be handed to any runtime. */
export function readFixtures() {
  const bad = filesOf("v1/bad/", ".json").filter(([name]) => !name.endsWith(".error"));
  return {
    good: Object.fromEntries(filesOf("v1/good/", ".json")),
    bad: Object.fromEntries(
      bad.map(([name, text]) => [name, { text, error: JSON.parse(read(`v1/bad/${name}.error.json`)) }]),
    ),
    chats: Object.fromEntries(filesOf("real/", ".json").map(([name, text]) => [name, JSON.parse(text)])),
  };
}

function filesOf(folder, extension) {
  const names = readdirSync(locate(folder)).filter((name) => name.endsWith(extension));
  return names.sort().map((name) => [name.slice(0, -extension.length), read(`${folder}${name}`)]);
}

function read(path) {
  return readFileSync(locate(path), "utf8");
}

function locate(path) {
  return new URL(`../../fixtures/${path}`, import.meta.url);
}
