// In a process of its own, with the garbage collector at hand: what transcripts hold. Prints its rows.
import { Transcript } from "colloquy";
import { makeInputs } from "./content.mjs";

function megabytesOf(make) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const held = make();
  globalThis.gc();
  const bytes = process.memoryUsage().heapUsed - before;
  return held === undefined ? 0 : bytes / 1_000_000;
}

const json = Transcript.from(makeInputs(10_000)).toJson();
const restore = () => {
  const transcript = Transcript.fromJson(json);
  transcript.entries();
  return transcript;
};
restore();
const parsed = megabytesOf(() => JSON.parse(json));
const restored = megabytesOf(restore);

const SNAPSHOTS = 100_000;
const inputs = Array.from({ length: SNAPSHOTS }, (_, index) => ({ role: "user", text: `Message ${index}` }));
const appendEach = () => {
  const snapshots = [];
  let last = Transcript.empty;
  for (const input of inputs) snapshots.push((last = last.append(input)));
  return snapshots;
};
appendEach();
const together = megabytesOf(() => Transcript.from(inputs));
const snapshots = megabytesOf(appendEach);

const rows = [
  [
    "memory of 10,000 restored messages",
    `parsed JSON ${parsed.toFixed(1)} MB`,
    `${restored.toFixed(1)} MB, ${(restored / parsed).toFixed(2)}×`,
  ],
  [
    "memory of 100,000 snapshots, an `append` each",
    `their entries ${together.toFixed(1)} MB`,
    `${(snapshots - together).toFixed(1)} MB more`,
  ],
];
console.log(JSON.stringify(rows));
