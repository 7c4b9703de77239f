// In a process of its own: nothing is loaded or compiled yet. Prints how long JSON.parse and the library took.
import { readFileSync } from "node:fs";
import { milliseconds } from "../content.mjs";

const [, , name, file] = process.argv;
const json = readFileSync(file, "utf8");
const floor = milliseconds(() => JSON.parse(json));
const start = performance.now();
const { restore } = await import(`./${name}.mjs`);
await restore(json);
console.log(JSON.stringify({ floor, time: performance.now() - start }));
