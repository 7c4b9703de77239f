// What the value, the document and the formats cost beside a floor measured in the same run. `npm run bench` builds first.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { estimateTokens, Transcript } from "colloquy";
import { compare, makeInputs, makeShortInputs, median } from "./content.mjs";
import { formats } from "./formats.mjs";
import { Table, timesOf } from "./table.mjs";

const SIZES = [1_000, 10_000, 100_000];

/** Each task at one size: its name, that of its floor, and what was measured. */
function measure(size) {
  const found = [];
  const add = (task, floorName, floor, candidate) =>
    found.push({ task, floorName, times: timesOf(compare(floor, candidate, size > 10_000 ? 5 : 15)) });

  const inputs = makeInputs(size);
  const json = Transcript.from(inputs).toJson();
  const parse = () => JSON.parse(json);
  const restore = () => Transcript.fromJson(json);
  add("`fromJson`", "`JSON.parse`", parse, restore);
  add("`fromJson` and `entries()`", "`JSON.parse`", parse, () => restore().entries());

  const transcript = restore();
  const entries = transcript.entries();
  const parsed = parse();
  const stringify = () => JSON.stringify(parsed);
  // A transcript of its own for each run: what was written once is kept.
  add("`toJson`, the first time", "`JSON.stringify`", stringify, () => Transcript.from(entries).toJson());
  transcript.toJson();
  const append = () => transcript.append({ role: "user", text: "One more." }).toJson();
  add("`append` one and `toJson`", "`JSON.stringify`", stringify, append);
  // To look at a character makes one string of the pieces, as a database would.
  add("… as one flat string", "`JSON.stringify`", stringify, () => append().charCodeAt(9));

  const pass = () => entries.reduce((length, entry) => length + entry.text.length, 0);
  transcript.estimateTokens();
  add("`compact({ keepLast: 10 })`", "a look at each `text`", pass, () => transcript.compact({ keepLast: 10 }));
  add("`compact({ keepLastTokens: 2000 })`", "a look at each `text`", pass, () =>
    transcript.compact({ keepLastTokens: 2_000 }),
  );

  const texts = inputs.flatMap(({ text }) => text ?? []);
  const encoder = new TextEncoder();
  const encode = () => texts.forEach((text) => encoder.encode(text));
  add("`estimateTokens` of each text", "`TextEncoder`", encode, () => texts.forEach(estimateTokens));

  const short = Array.from({ length: size }, (_, index) => ({ role: "user", text: `Message ${index}` }));
  const push = () => {
    const list = [];
    for (const input of short) list.push(Object.freeze({ ...input }));
  };
  const appendEach = () => {
    const snapshots = [];
    let last = Transcript.empty;
    for (const input of short) snapshots.push((last = last.append(input)));
    return snapshots;
  };
  add("`append` each, every snapshot kept", "`push`", push, appendEach);
  return found;
}

/** What a process of its own printed of itself. */
function measureAlone(name) {
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, ["--expose-gc", script], { encoding: "utf8" }));
}

const tasks = new Table(["task", "beside", ...SIZES.map((size) => `>${size.toLocaleString("en")} messages`)]);
const columns = SIZES.map(measure);
for (const [row, { task, floorName }] of columns[0].entries())
  tasks.row(task, floorName, ...columns.map((column) => column[row].times));
console.log(`${tasks}\n`);

const apart = new Table(["task", "beside", ">"]);
const starts = Array.from({ length: 7 }, () => measureAlone("cold"));
const middle = (key) => `${median(starts.map((start) => start[key])).toFixed(1)} ms`;
apart.row("import and first `fromJson` of 200 messages", `\`JSON.parse\` ${middle("floor")}`, middle("time"));
for (const cells of measureAlone("memory")) apart.row(...cells);
console.log(`${apart}\n`);

// Short messages cost the most for what they say.
const lengths = { "680 bytes": makeInputs(10_000), "60 bytes": makeShortInputs(10_000) };
const conversions = new Table(["10,000 messages of", ...Object.keys(lengths).map((length) => `>${length}`)]);
const long = Object.values(lengths).map((inputs) => Transcript.from(inputs));
for (const { name, from, to } of formats) {
  const lists = long.map(to);
  const copies = lists.map((list) => () => JSON.parse(JSON.stringify(list)));
  conversions.row(`\`from${name}\``, ...lists.map((list, at) => timesOf(compare(copies[at], () => from(list)))));
  conversions.row(`\`to${name}\``, ...long.map((transcript, at) => timesOf(compare(copies[at], () => to(transcript)))));
}
conversions.print();
