import { CODEX, type CodexLine, isOfCodex, toCodexLine } from "./codex-lines.js";
import { CodexHistory } from "./codex-history.js";
import { readCodexInfo } from "./codex-info.js";
import { nameOf, readLines, textAt } from "./lines.js";
import { Notes } from "./notes.js";
import { checkSessionOptions } from "./options.js";
import type { Session, SessionLog, SessionOptions } from "./types.js";

/**
 * Reads the log of a Codex session, `~/.codex/sessions/YEAR/MONTH/DAY/rollout-TIME-SESSION.jsonl`.
 *
 * The conversation is the one that the program would go on with: turns that were taken back are left out and, where it was
 * made shorter, what the program kept and the summary stand for what came before. What the model produced in a row is one
 * entry; reasoning keeps its encrypted content. A line that cannot be read, such as the last one of a log that was cut off,
 * is left out. What the transcript leaves out is in the `report`, by the number of the line; what the log tells of the
 * session is in `info`. An entry has the line's `timestamp` as `createdAt`, and of the model its name in
 * `providerMetadata.openai.model`; what the program wrote for the model has `metadata.injected`. O(characters of the log).
 *
 * @param log - the text, or lines in their order, as text or parsed. Blank lines count as lines. An empty log gives an empty
 * transcript
 * @param options - `history: "whole"` keeps what summaries stand for
 * @throws {@link TranscriptError} with the code `invalid-messages` when no line of the log is of Codex
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A session goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { toResponsesItems } from "colloquy/openai";
 * import { fromCodex } from "colloquy/sessions";
 *
 * const items = [
 *   { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] },
 *   { type: "reasoning", summary: [], encrypted_content: "gAAAAA" },
 *   { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi!" }] },
 * ];
 * const { transcript, info } = fromCodex([
 *   { timestamp: "2026-04-08T08:27:17.708Z", type: "session_meta", payload: { id: "s1", cli_version: "0.118.0" } },
 *   ...items.map((payload) => ({ timestamp: "2026-04-08T08:27:25.293Z", type: "response_item", payload })),
 * ]);
 * assert.equal(info.version, "0.118.0");
 * assert.equal(transcript.at(1)?.createdAt, "2026-04-08T08:27:25.293Z");
 * assert.deepEqual(toResponsesItems(transcript).input, items);
 * ```
 */
export function fromCodex(log: SessionLog, options?: SessionOptions): Session {
  const { history } = checkSessionOptions(options, ["history"], CODEX);
  const notes = new Notes();
  const lines = readLines(log, CODEX, notes, isOfCodex).map(toCodexLine);
  const conversation = new CodexHistory(notes, history === "whole");
  // What is shown to people repeats the items, where there are some.
  const isShownAlone = !lines.some(({ type }) => type === "response_item");
  for (const line of lines) readLine(isShownAlone ? toItem(line) : line, conversation, notes);
  return { transcript: conversation.finish(), info: readCodexInfo(lines), report: notes.finish() };
}

function readLine(line: CodexLine, conversation: CodexHistory, notes: Notes): void {
  const { type, payload } = line;
  if (type === "response_item" && payload["type"] !== "ghost_snapshot") conversation.add(line);
  else if (type === "compacted") conversation.compact(line);
  else if (type === "event_msg" && payload["type"] === "thread_rolled_back") conversation.rollBack(line);
  else if (type === "turn_context") conversation.setModel(textAt(payload, "model"));
  else if (type !== "session_meta") {
    notes.addToKind(line.line, "dropped", `a line that is no item: ${nameOf(type, payload["type"])}`);
  }
}

/** Makes an item of what was shown to people, where it can be one. */
function toItem(line: CodexLine): CodexLine {
  const { type, payload } = line;
  const role =
    payload["type"] === "user_message" ? "user" : payload["type"] === "agent_message" ? "assistant" : undefined;
  const content = textAt(payload, "message");
  if (type !== "event_msg" || role === undefined || content === undefined) return line;
  return { ...line, type: "response_item", payload: { role, content } };
}
