import { cpus } from "node:os";

/** Collects rows and prints them as a Markdown table, with what they were measured on. */
export class Table {
  #lines = [];

  /** @param columns - their titles, each behind a ">" if it is set to the right */
  constructor(columns = ["task", ">entries", "floor", ">time", ">ratio"]) {
    this.row(...columns.map((title) => title.replace(/^>/, "")));
    this.row(...columns.map((title) => (title.startsWith(">") ? "--:" : "---")));
  }

  /** @param measured - what {@link compare} found */
  add(task, size, floorName, { floor, time, ratio }) {
    this.row(task, count(size), `${floorName} ${milliseconds(floor)}`, milliseconds(time), `${ratio.toFixed(2)}×`);
  }

  row(...cells) {
    this.#lines.push(`| ${cells.join(" | ")} |`);
  }

  toString() {
    return this.#lines.join("\n");
  }

  print() {
    console.log(
      `${this}\n\nNode ${process.versions.node}, ${cpus()[0].model.trim()}, ${cpus().length} cores, ${today()}`,
    );
  }
}

const count = (size) => size.toLocaleString("en");
const today = () => new Date().toISOString().slice(0, 10);

function milliseconds(time) {
  return time < 1 ? `${time.toFixed(3)} ms` : `${time.toFixed(1)} ms`;
}
