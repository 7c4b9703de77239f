import { cpus } from "node:os";

/** Collects rows and prints them as a Markdown table, with what they were measured on. */
export class Table {
  #lines = [];

  /** @param columns - their titles, each behind a ">" if it is set to the right */
  constructor(columns) {
    this.row(...columns.map((title) => title.replace(/^>/, "")));
    this.row(...columns.map((title) => (title.startsWith(">") ? "--:" : "---")));
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

/** A cell that tells what `compare` found. */
export function timesOf({ floor, time, ratio }) {
  return `${milliseconds(time)} / ${milliseconds(floor)}, ${ratio < 0.1 ? ratio.toFixed(4) : ratio.toFixed(2)}×`;
}

const today = () => new Date().toISOString().slice(0, 10);

function milliseconds(time) {
  return `${Number(time.toPrecision(time < 100 ? 2 : 3))} ms`;
}
