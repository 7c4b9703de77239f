/** A cell of a table: numbers stand to the right. */
export type Cell = string | number;

/** Lays out rows in columns, a line each; the first row names the columns. */
export function table(rows: readonly (readonly Cell[])[]): readonly string[] {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en-US") : cell)));
  const widths = (texts[0] ?? []).map((_name, column) => Math.max(...texts.map((row) => (row[column] ?? "").length)));
  const isNumber = (rows[1] ?? []).map((cell) => typeof cell === "number");
  const lines = texts.map((row) =>
    row.map((text, column) =>
      isNumber[column] === true ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
    ),
  );
  return lines.map((line) => line.join("  ").trimEnd());
}
