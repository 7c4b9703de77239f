// What the value and the document cost beside a floor measured in the same run. `npm run bench` builds first.
import { Transcript } from "colloquy";
import { compare, makeInputs, makeShortInputs } from "./content.mjs";
import { formats } from "./formats.mjs";

const rows = [];
const add = (task, size, { floor, time, ratio }) => {
  rows.push({
    task,
    entries: size,
    floor: `${floor.toFixed(1)} ms`,
    time: `${time.toFixed(1)} ms`,
    ratio: `${ratio.toFixed(2)}×`,
  });
};

for (const size of [1_000, 10_000, 100_000]) {
  const runs = size > 10_000 ? 3 : 7;
  const transcript = Transcript.from(makeInputs(size));
  const json = transcript.toJson();
  const parsed = JSON.parse(json);
  add(
    "fromJson, floor JSON.parse",
    size,
    compare(
      () => JSON.parse(json),
      () => Transcript.fromJson(json),
      runs,
    ),
  );
  add(
    "toJson, floor JSON.stringify",
    size,
    compare(
      () => JSON.stringify(parsed),
      () => transcript.toJson(),
      runs,
    ),
  );
  const walk = () => transcript.entries().reduce((length, entry) => length + entry.text.length, 0);
  add(
    "compact({ keepLast: 10 }), floor one pass",
    size,
    compare(walk, () => transcript.compact({ keepLast: 10 }), runs),
  );
}

// Short messages cost the most for what they say.
for (const [length, make] of [
  ["680", makeInputs],
  ["60", makeShortInputs],
]) {
  const transcript = Transcript.from(make(10_000));
  for (const { name, from, to } of formats) {
    const list = to(transcript);
    const copy = () => JSON.parse(JSON.stringify(list));
    const rest = `${name}, ${length} bytes each, floor a JSON copy`;
    add(
      `from${rest}`,
      10_000,
      compare(copy, () => from(list)),
    );
    add(
      `to${rest}`,
      10_000,
      compare(copy, () => to(transcript)),
    );
  }
}

for (const size of [25_000, 50_000, 100_000]) {
  const inputs = Array.from({ length: size }, (_, index) => ({ role: "user", text: `Message ${index}` }));
  const push = () => {
    const list = [];
    for (const input of inputs) list.push(Object.freeze({ ...input }));
  };
  const append = () => {
    const snapshots = [];
    let transcript = Transcript.empty;
    for (const input of inputs) snapshots.push((transcript = transcript.append(input)));
    return snapshots;
  };
  add("append, every snapshot kept, floor push", size, compare(push, append, 5));
}

console.table(rows);
