import { isTitle, readClaudeInfo } from "./claude-info.js";
import { CLAUDE_CODE, isOfClaudeCode, kindOf } from "./claude-lines.js";
import { findConversation } from "./claude-path.js";
import { ClaudeReader } from "./claude-read.js";
import { Tree } from "./claude-tree.js";
import { type LogLine, nameOf, objectAt, readLines } from "./lines.js";
import { Notes } from "./notes.js";
import { checkSessionOptions } from "./options.js";
import type { ClaudeCodeOptions, Session, SessionLog } from "./types.js";

/**
 * Reads the log of a Claude Code session, `~/.claude/projects/FOLDER/SESSION.jsonl`.
 *
 * The conversation is the one that the program would go on with: from the newest message up to its first, without branches
 * that were left, without the talks of other agents and, where it was made shorter, from the last summary on. The lines of
 * one answer are one entry. A line that cannot be read, such as the last one of a log that was cut off, is left out. What
 * the transcript leaves out or has in another form is in the `report`, by the number of the line; what the log tells of the
 * session is in `info`. An entry has the line's `uuid` as `id` and its `timestamp` as `createdAt`; what the tool told the
 * program is in the `metadata` of its result, as `toolUseResult`. O(characters of the log).
 *
 * @param log - the text, or lines in their order, as text or parsed. Blank lines count as lines. An empty log gives an empty
 * transcript
 * @param options - `history: "whole"` keeps what summaries stand for; `sidechain` reads the talk of another agent
 * @throws {@link TranscriptError} with the code `invalid-messages` when no line of the log is of Claude Code
 * @throws {@link TypeError} when an argument is of the wrong type
 * @throws {@link RangeError} when the log has no talk of the id that `sidechain` names
 *
 * @example A session goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { toMessages } from "colloquy/anthropic";
 * import { fromClaudeCode } from "colloquy/sessions";
 *
 * const log = [
 *   '{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s1","message":{"role":"user","content":"Hello"}}',
 *   '{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"msg_1","role":"assistant","content":[{"type":"text","text":"Hi!"}]}}',
 *   '{"type":"user","uuid":"u2","parentUu', // the program died here
 * ].join("\n");
 *
 * const { transcript, info, report } = fromClaudeCode(log);
 * assert.equal(info.id, "s1");
 * assert.deepEqual(toMessages(transcript).messages[1], { role: "assistant", content: [{ type: "text", text: "Hi!" }] });
 * assert.deepEqual(report, [
 *   { line: 3, count: 1, action: "dropped", what: "the last line, which was cut off or is no JSON" },
 * ]);
 * ```
 */
export function fromClaudeCode(log: SessionLog, options?: ClaudeCodeOptions): Session {
  const { history, sidechain } = checkSessionOptions(options, ["history", "sidechain"], CLAUDE_CODE);
  const notes = new Notes();
  const tree = new Tree(readLines(log, CLAUDE_CODE, notes, isOfClaudeCode), notes);
  const { path, own, sidechains } = findConversation(tree, sidechain, notes);
  noteOthers(own, notes);
  const reader = new ClaudeReader(notes, history === "whole");
  for (const line of path) reader.read(line);
  return { transcript: reader.finish(), info: readClaudeInfo(tree.lines, sidechains), report: notes.finish() };
}

/** Keys of a line that are read, or say what the links and the message say as well. */
const READ: ReadonlySet<string> = new Set([
  "type",
  "uuid",
  "parentUuid",
  "logicalParentUuid",
  "isSidechain",
  "agentId",
  "timestamp",
  "message",
  "requestId",
  "sessionId",
  "cwd",
  "version",
  "gitBranch",
  "isMeta",
  "toolUseResult",
  "isCompactSummary",
  "isVisibleInTranscriptOnly",
  "userType",
  "sourceToolAssistantUUID",
  "sourceToolUseID",
]);

/** Tells of what the transcript leaves out for what it is, once for each kind. */
function noteOthers(lines: readonly LogLine[], notes: Notes): void {
  for (const { line, record } of lines) {
    const kind = kindOf(record);
    if (kind === "error") notes.addToKind(line, "dropped", "an error in the form of an answer");
    if (kind === "display") notes.addToKind(line, "dropped", "a message that is shown to people alone");
    if (kind === "other" && !isTitle(record)) {
      const detail = record["subtype"] ?? objectAt(record, "attachment")?.["type"];
      notes.addToKind(line, "dropped", `a line that is no message: ${nameOf(record["type"], detail)}`);
    }
    if (kind !== "message") continue;
    const others = Object.keys(record).filter((key) => !READ.has(key));
    for (const key of others) notes.addToKind(line, "dropped", `what stands beside a message: ${nameOf(key)}`);
  }
}
