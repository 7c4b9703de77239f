// colloquy beside other libraries that keep conversations: `npm run bench:peers` builds and installs them first.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sizeOf } from "../../package/bundle.mjs";
import { median } from "../content.mjs";
import { Table } from "../table.mjs";
import { storedBy } from "./conversations.mjs";
import { features } from "./features.mjs";
import { libraries, load, titleOf } from "./libraries.mjs";

const names = Object.keys(libraries);

function run(script, ...args) {
  const command = [join(import.meta.dirname, script), ...args];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: "utf8" }));
}

/** How long a library takes to be imported and to restore a short conversation: the middle of several processes. */
async function startCold(name) {
  const folder = mkdtempSync(join(tmpdir(), "colloquy-bench-"));
  const file = join(folder, "stored.json");
  writeFileSync(file, (await storedBy(name, 200)).json);
  const runs = Array.from({ length: 7 }, () => run("cold.mjs", name, file));
  rmSync(folder, { recursive: true });
  return { floor: median(runs.map(({ floor }) => floor)), time: median(runs.map(({ time }) => time)) };
}

async function sizeOfBundle(name) {
  const exported = (await load(name)).write === undefined ? "restore" : "restore, write";
  return sizeOf(`export { ${exported} } from "${join(import.meta.dirname, `${name}.mjs`)}";`);
}

const milliseconds = (time) => `${Number(time.toPrecision(3)).toLocaleString("en")} ms`;
const withRatio = ({ time, ratio }) => `${milliseconds(time)}, ${ratio.toFixed(1)}×`;
const restoring = (one) => (one.isValidated ? withRatio(one) : `${withRatio(one)}, not validated`);

/** The tasks by their first word. Beside what costs next to nothing a ratio says nothing. */
const kinds = {
  restore: { floor: "`JSON.parse`", cell: restoring },
  write: { floor: "`JSON.stringify`", cell: withRatio },
  keep: { floor: "one pass", cell: ({ time }) => milliseconds(time) },
  append: { floor: "push", cell: ({ time }) => milliseconds(time) },
};

const measured = Object.fromEntries(names.map((name) => [name, run("measure.mjs", name)]));
const table = new Table(["task", "floor", ...names.map((name) => `>${titleOf(name)}`)]);

for (const [kind, { floor, cell }] of Object.entries(kinds)) {
  for (const task of Object.keys(measured.colloquy).filter((task) => task.startsWith(kind))) {
    const cells = names.map((name) => (task in measured[name] ? cell(measured[name][task]) : ""));
    table.row(task, `${floor} ${milliseconds(measured.colloquy[task].floor)}`, ...cells);
  }
}

const readers = names.filter((name) => "restore 1,000 messages" in measured[name]);
const starts = {};
const sizes = {};
for (const name of readers) {
  starts[name] = await startCold(name);
  sizes[name] = await sizeOfBundle(name);
}
table.row(
  "import, and restore 200 messages, cold",
  `\`JSON.parse\` ${milliseconds(starts.colloquy.floor)}`,
  ...names.map((name) => (name in starts ? milliseconds(starts[name].time) : "")),
);
table.row(
  "code to restore and to write, minified and compressed",
  "",
  ...names.map((name) => (name in sizes ? `${sizes[name].toFixed(1)} kB` : "")),
);
table.print();

console.log(`\n${await features()}`);
