import type { Entry, FilePart } from "../index.js";

/** A `data:` URL can be as long as the file. */
const LONGEST_URL = 200;

/** What is special about an entry, in words of this library alone. */
export function marksOf(entry: Entry): readonly string[] {
  const { pinned, partial, summary } = entry;
  return [
    ...(summary === undefined ? [] : [`summary of ${count(summary.entries, "entry", "entries")}`]),
    ...(pinned === true ? ["pinned"] : []),
    ...(partial === true ? ["partial"] : []),
  ];
}

/** What is known about a file: its media type, its name, where it is or how large. Content of the transcript, all of it. */
export function wordsOfFile({ mediaType, filename, data }: FilePart): readonly string[] {
  const known = [mediaType, filename].filter((word) => word !== undefined);
  if (typeof data === "string") return [...known, bytes(sizeOfBase64(data))];
  if (data instanceof Uint8Array) return [...known, bytes(data.length)];
  return [...known, "url" in data ? preview(data.url, LONGEST_URL) : data.fileId];
}

/** The first line of a text that says something, cut after so many UTF-16 code units, never inside a character. */
export function preview(text: string, length: number): string {
  const start = text.search(/\S/);
  if (start < 0) return "";
  const line = text.slice(start, start + length + 1).split(/[\n\r]/, 1)[0]!;
  if (line.length <= length) return line;
  return `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function bytes(size: number): string {
  return count(size, "byte", "bytes");
}

function sizeOfBase64(text: string): number {
  return Math.floor((text.replace(/[=\s]+/g, "").length * 3) / 4);
}

/** `1 entry`, `1,200 entries`. */
export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

export function characters(number: number): string {
  return count(number, "character", "characters");
}
