import { type LogLine, textAt } from "./lines.js";
import { BROKEN_LINK, type Notes } from "./notes.js";

/**
 * The lines of a conversation of pi, from its root to its last line. O(lines).
 *
 * Each line names the one that it follows, but for those of older logs, all of which are one conversation.
 */
export function findPiPath(lines: readonly LogLine[], notes: Notes): readonly LogLine[] {
  if (!lines.some(({ record }) => textAt(record, "parentId") !== undefined)) return lines;
  const byId = new Map(lines.map((line) => [textAt(line.record, "id"), line]));
  const before = new Map(lines.map((line, index) => [line, lines[index - 1]]));
  const path = new Set<LogLine>();
  let line = lines.at(-1);
  while (line !== undefined) {
    path.add(line);
    const link = textAt(line.record, "parentId");
    if (link === undefined) break;
    let parent = byId.get(link);
    if (parent === undefined || path.has(parent)) {
      notes.addToKind(line.line, "converted", BROKEN_LINK);
      parent = before.get(line);
      while (parent !== undefined && path.has(parent)) parent = before.get(parent);
    }
    line = parent;
  }
  const left = lines.filter((candidate) => !path.has(candidate));
  for (const { line: number } of left) notes.addToKind(number, "dropped", "a line of a branch that was left");
  return [...path].reverse();
}
