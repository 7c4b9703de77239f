// In a process of its own, with the garbage collector at hand: what a restored transcript holds. Prints the cells of a row.
import { Transcript } from "colloquy";
import { makeInputs } from "./content.mjs";

const SIZE = 10_000;
const json = Transcript.from(makeInputs(SIZE)).toJson();
Transcript.fromJson(json).entries();

function megabytesOf(make) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const held = make();
  globalThis.gc();
  const bytes = process.memoryUsage().heapUsed - before;
  return held === undefined ? 0 : bytes / 1_000_000;
}

const floor = megabytesOf(() => JSON.parse(json));
const held = megabytesOf(() => {
  const transcript = Transcript.fromJson(json);
  transcript.entries();
  return transcript;
});
const cells = [
  "memory of a restored transcript",
  SIZE.toLocaleString("en"),
  `parsed JSON ${floor.toFixed(1)} MB`,
  `${held.toFixed(1)} MB`,
  `${(held / floor).toFixed(2)}×`,
];
console.log(JSON.stringify(cells));
