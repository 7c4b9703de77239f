import { answerId, callIds, CLAUDE_CODE, isOfSidechain, isSaid, kindOf } from "./claude-lines.js";
import type { Tree } from "./claude-tree.js";
import { type LogLine, textAt } from "./lines.js";
import type { Notes } from "./notes.js";
import type { SidechainInfo } from "./types.js";

/** A talk among the lines of a log. */
export interface Conversation {
  /** The lines that are read, in the order of the talk. */
  readonly path: readonly LogLine[];
  /** All lines that do not belong to another talk, in the order of the file. */
  readonly own: readonly LogLine[];
  /** The talks of other agents. */
  readonly sidechains: readonly SidechainInfo[];
}

/**
 * Finds the lines of a conversation, in its order: those from its root to its newest message, and those that hang beside
 * them, of answers in several lines and of results of parallel calls. O(lines).
 *
 * @param sidechain - the id of another agent's talk, to be read in its place
 * @throws {@link RangeError} when the log has no such talk
 */
export function findConversation(tree: Tree, sidechain: string | undefined, notes: Notes): Conversation {
  const chains = findSidechains(tree);
  if (sidechain !== undefined && ![...chains.values()].includes(sidechain)) {
    throw new RangeError(`Cannot read ${CLAUDE_CODE}: options.sidechain: the log has no talk of this id`);
  }
  // The log of another agent holds nothing but its talk.
  const isOfAgent =
    sidechain === undefined && !tree.lines.some(({ record }) => isSaid(record) && !isOfSidechain(record));
  const isOwn = (line: LogLine): boolean => isOfAgent || chains.get(line) === sidechain;
  const own = tree.lines.filter(isOwn);
  const said = own.filter(({ record }) => isSaid(record));
  const path = complete(tree.findPath(isOwn).filter(isOwn), said);
  noteLeft(said, new Set(path), notes);
  return { path, own, sidechains: isOfAgent ? [] : countSidechains(chains, sidechain, notes) };
}

/** The talk of another agent that each line belongs to, if it does. */
function findSidechains(tree: Tree): Map<LogLine, string> {
  const ids = new Map<LogLine, string>();
  for (const line of tree.lines) {
    if (!isOfSidechain(line.record)) continue;
    const climbed = new Set<LogLine>();
    let at = line;
    let id = idOf(at, ids);
    while (id === undefined) {
      climbed.add(at);
      const parent = tree.parentOf(at);
      if (parent === undefined || !isOfSidechain(parent.record) || climbed.has(parent)) {
        id = textAt(at.record, "uuid") ?? `line ${at.line}`;
      } else {
        at = parent;
        id = idOf(at, ids);
      }
    }
    ids.set(line, id);
    for (const link of climbed) ids.set(link, id);
  }
  return ids;
}

function idOf(line: LogLine, known: ReadonlyMap<LogLine, string>): string | undefined {
  return known.get(line) ?? textAt(line.record, "agentId");
}

function countSidechains(
  chains: ReadonlyMap<LogLine, string>,
  read: string | undefined,
  notes: Notes,
): readonly SidechainInfo[] {
  const counts = new Map<string, { readonly first: number; lines: number }>();
  for (const [{ line }, id] of chains) {
    const known = counts.get(id);
    if (known === undefined) counts.set(id, { first: line, lines: 1 });
    else known.lines += 1;
  }
  for (const [id, { first, lines }] of counts) {
    if (id !== read) notes.add(first, "dropped", "the talk of another agent, which the option sidechain reads", lines);
  }
  return [...counts].map(([id, { lines }]) => ({ id, lines }));
}

/** Adds the lines that share an answer with the path, and the results of its calls that hang off other lines. */
function complete(path: readonly LogLine[], said: readonly LogLine[]): readonly LogLine[] {
  const chosen = new Set(path);
  const answers = new Set(path.map(({ record }) => answerId(record)).filter((id) => id !== undefined));
  const ofAnswers = said.filter((line) => !chosen.has(line) && answers.has(answerId(line.record) ?? ""));
  const open = new Set([...path, ...ofAnswers].flatMap(({ record }) => callIds(record, "tool_use")));
  for (const { record } of path) for (const id of callIds(record, "tool_result")) open.delete(id);
  const results = said.filter(
    (line) => !chosen.has(line) && callIds(line.record, "tool_result").some((id) => open.has(id)),
  );
  const added = new Set([...ofAnswers, ...results]);
  return added.size === 0 ? path : insert(path, said, added);
}

/** Puts lines behind those of the path that stand before them in the file. */
function insert(path: readonly LogLine[], said: readonly LogLine[], added: ReadonlySet<LogLine>): readonly LogLine[] {
  const onPath = new Set(path);
  const behind = new Map<LogLine | undefined, LogLine[]>();
  let last: LogLine | undefined;
  for (const line of said) {
    if (onPath.has(line)) last = line;
    else if (added.has(line)) {
      const group = behind.get(last);
      if (group === undefined) behind.set(last, [line]);
      else group.push(line);
    }
  }
  return [...(behind.get(undefined) ?? []), ...path.flatMap((line) => [line, ...(behind.get(line) ?? [])])];
}

function noteLeft(said: readonly LogLine[], read: ReadonlySet<LogLine>, notes: Notes): void {
  const left = said.filter((line) => !read.has(line) && ["message", "summary"].includes(kindOf(line.record)));
  const [first] = left;
  if (first !== undefined) notes.add(first.line, "dropped", "messages of branches that were left", left.length);
}
