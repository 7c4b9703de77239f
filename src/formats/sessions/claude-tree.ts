import type { PlainObject } from "../shared/plain.js";
import { isSaid, kindOf } from "./claude-lines.js";
import { type LogLine, objectAt, textAt } from "./lines.js";
import { BROKEN_LINK, type Notes } from "./notes.js";

/**
 * The lines of a log of Claude Code, each of which names the one that it follows.
 *
 * The links make a tree: who goes back in a conversation and says something else begins a branch. A line may stand before the
 * one that it follows. What is no message is a link as well.
 */
export class Tree {
  /** The lines in the order of the file; of those with one uuid the last. */
  readonly lines: readonly LogLine[];
  readonly #byUuid = new Map<string, LogLine>();
  readonly #indexes = new Map<LogLine, number>();
  /** Where lines hang that the last compaction moved. */
  readonly #moved = new Map<LogLine, LogLine>();

  constructor(
    lines: readonly LogLine[],
    readonly notes: Notes,
  ) {
    const repeated = new Set<LogLine>();
    for (const line of lines) {
      const uuid = textAt(line.record, "uuid");
      if (uuid === undefined) continue;
      const earlier = this.#byUuid.get(uuid);
      if (earlier !== undefined) {
        repeated.add(earlier);
        notes.addToKind(earlier.line, "dropped", "a line whose uuid comes again; the later one counts");
      }
      this.#byUuid.set(uuid, line);
    }
    this.lines = lines.filter((line) => !repeated.has(line));
    this.lines.forEach((line, index) => this.#indexes.set(line, index));
    this.#movePreserved();
  }

  /** The line that a line follows, if the log has it. Behind a compaction goes on what came before. */
  parentOf(line: LogLine): LogLine | undefined {
    return this.#moved.get(line) ?? this.#linked(line);
  }

  /**
   * The lines from the root of a conversation to its newest message. O(lines).
   *
   * @param isOwn - whether a line belongs to it, and not to another agent
   */
  findPath(isOwn: (line: LogLine) => boolean): LogLine[] {
    const path = new Set<LogLine>();
    let line = this.lines.findLast((candidate) => isSaid(candidate.record) && isOwn(candidate));
    while (line !== undefined) {
      path.add(line);
      line = this.#before(line, path, isOwn);
    }
    return [...path].reverse();
  }

  #before(line: LogLine, path: ReadonlySet<LogLine>, isOwn: (line: LogLine) => boolean): LogLine | undefined {
    if (linkOf(line.record) === undefined) return undefined;
    let parent = this.parentOf(line);
    if (kindOf(line.record) === "boundary") parent = this.#climb(parent, path);
    if (parent !== undefined && !path.has(parent)) return parent;
    this.notes.addToKind(line.line, "converted", BROKEN_LINK);
    for (let index = this.#indexes.get(line)! - 1; index >= 0; index -= 1) {
      const earlier = this.lines[index]!;
      if (isOwn(earlier) && !path.has(earlier) && textAt(earlier.record, "uuid") !== undefined) return earlier;
    }
    return undefined;
  }

  /** The first line, upwards, that is not on the path: what a compaction preserved stands behind it already. */
  #climb(from: LogLine | undefined, path: ReadonlySet<LogLine>): LogLine | undefined {
    const climbed = new Set<LogLine>();
    let line = from;
    while (line !== undefined && path.has(line) && !climbed.has(line)) {
      climbed.add(line);
      line = this.#linked(line);
    }
    return line;
  }

  #linked({ record }: LogLine): LogLine | undefined {
    const link = linkOf(record);
    return link === undefined ? undefined : this.#byUuid.get(link);
  }

  /**
   * Hangs the messages that the last compaction preserved behind its summary, and what followed that behind them. They
   * stand in the file but once, before the compaction; the program does the same when it resumes a session.
   */
  #movePreserved(): void {
    const boundary = this.lines.findLast(({ record }) => kindOf(record) === "boundary");
    const metadata = boundary === undefined ? undefined : objectAt(boundary.record, "compactMetadata");
    if (metadata === undefined) return;
    const { anchor, preserved } = this.#preservedBy(metadata);
    const [first] = preserved;
    if (anchor === undefined || first === undefined) return;
    const followers = this.lines.filter((line) => this.#linked(line) === anchor && line !== first);
    for (const line of followers) this.#moved.set(line, preserved.at(-1)!);
    preserved.forEach((line, index) => this.#moved.set(line, preserved[index - 1] ?? anchor));
  }

  #preservedBy(metadata: PlainObject): { anchor?: LogLine | undefined; preserved: readonly LogLine[] } {
    const list = objectAt(metadata, "preservedMessages");
    const uuids = list?.["uuids"];
    if (list !== undefined && Array.isArray(uuids)) {
      const preserved = (uuids as unknown[]).map((uuid) => this.#byUuid.get(String(uuid)));
      return { anchor: this.#at(list, "anchorUuid"), preserved: preserved.filter((line) => line !== undefined) };
    }
    const segment = objectAt(metadata, "preservedSegment") ?? {};
    const head = this.#at(segment, "headUuid");
    const preserved = new Set<LogLine>();
    let line = this.#at(segment, "tailUuid");
    while (line !== undefined && !preserved.has(line)) {
      preserved.add(line);
      line = line === head ? undefined : this.#linked(line);
    }
    const isWhole = head !== undefined && preserved.has(head);
    return { anchor: this.#at(segment, "anchorUuid"), preserved: isWhole ? [...preserved].reverse() : [] };
  }

  #at(record: PlainObject, key: string): LogLine | undefined {
    const uuid = textAt(record, key);
    return uuid === undefined ? undefined : this.#byUuid.get(uuid);
  }
}

function linkOf(record: PlainObject): string | undefined {
  return textAt(record, "parentUuid") ?? textAt(record, "logicalParentUuid");
}
