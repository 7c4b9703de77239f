// What the value, the document and the formats cost beside a floor measured in the same run. `npm run bench` builds first.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { estimateTokens, Transcript } from "colloquy";
import { compare, makeInputs, makeShortInputs } from "./content.mjs";
import { formats } from "./formats.mjs";
import { Table } from "./table.mjs";

const table = new Table();

for (const size of [1_000, 10_000, 100_000]) {
  const runs = size > 10_000 ? 5 : 15;
  const json = Transcript.from(makeInputs(size)).toJson();
  const parse = () => JSON.parse(json);
  const restore = () => Transcript.fromJson(json);
  table.add("`fromJson`", size, "`JSON.parse`", compare(parse, restore, runs));
  table.add(
    "`fromJson`, `entries()`",
    size,
    "`JSON.parse`",
    compare(parse, () => restore().entries(), runs),
  );

  const transcript = restore();
  const entries = transcript.entries();
  const parsed = parse();
  const stringify = () => JSON.stringify(parsed);
  // A transcript of its own for each run: what was written once is kept.
  table.add(
    "`toJson`",
    size,
    "`JSON.stringify`",
    compare(stringify, () => Transcript.from(entries).toJson(), runs),
  );
  transcript.toJson();
  const append = () => transcript.append({ role: "user", text: "One more." }).toJson();
  table.add("`append`, `toJson`", size, "`JSON.stringify`", compare(stringify, append, runs));
  // To look at a character makes one string of the pieces, as a database would.
  table.add(
    "… and flattened",
    size,
    "`JSON.stringify`",
    compare(stringify, () => append().charCodeAt(9), runs),
  );

  const pass = () => entries.reduce((length, entry) => length + entry.text.length, 0);
  table.add(
    "`compact({ keepLast: 10 })`",
    size,
    "one pass",
    compare(pass, () => transcript.compact({ keepLast: 10 }), runs),
  );
  transcript.estimateTokens();
  const byTokens = () => transcript.compact({ keepLastTokens: 2_000 });
  table.add("`compact({ keepLastTokens })`", size, "one pass", compare(pass, byTokens, runs));
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
  table.add("`append`, every snapshot kept", size, "push", compare(push, append, 5));
}

const text = makeInputs(1)[0].text;
const times = (work) => () => {
  for (let index = 0; index < 10_000; index += 1) work(text);
};
const encoder = new TextEncoder();
const encode = times((message) => encoder.encode(message));
table.add("`estimateTokens`, mixed text", 10_000, "`TextEncoder`", compare(encode, times(estimateTokens), 15));

// Short messages cost the most for what they say.
for (const [length, make] of [
  ["680", makeInputs],
  ["60", makeShortInputs],
]) {
  const transcript = Transcript.from(make(10_000));
  for (const { name, from, to } of formats) {
    const list = to(transcript);
    const copy = () => JSON.parse(JSON.stringify(list));
    table.add(
      `\`from${name}\`, ${length} bytes each`,
      10_000,
      "JSON copy",
      compare(copy, () => from(list)),
    );
    table.add(
      `\`to${name}\`, ${length} bytes each`,
      10_000,
      "JSON copy",
      compare(copy, () => to(transcript)),
    );
  }
}

for (const name of ["cold", "memory"]) {
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  table.row(...JSON.parse(execFileSync(process.execPath, ["--expose-gc", script], { encoding: "utf8" })));
}

table.print();
