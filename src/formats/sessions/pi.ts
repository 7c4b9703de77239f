import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { addUsages, toInfo } from "./info.js";
import { countAt, type LogLine, nameOf, objectAt, readLines, textAt } from "./lines.js";
import { Notes } from "./notes.js";
import { checkSessionOptions } from "./options.js";
import { PiHistory } from "./pi-history.js";
import { findPiPath } from "./pi-path.js";
import type { Session, SessionInfo, SessionLog, SessionOptions, SessionUsage } from "./types.js";

/** How errors call what is read. */
const PI = "pi session";

/**
 * Reads the log of a session of the coding agent pi, `~/.pi/agent/sessions/FOLDER/TIME_SESSION.jsonl`.
 *
 * The conversation is the one that the program would go on with: from the last line up to the first, without branches that
 * were left and, where it was made shorter, the last summary and what was kept behind it. A line that cannot be read, such
 * as the last one of a log that was cut off, is left out. What the transcript leaves out is in the `report`, by the number
 * of the line; what the log tells of the session is in `info`. What a tool told the program is in the `metadata` of its
 * result, as `details`. O(characters of the log).
 *
 * @param log - the text, or lines in their order, as text or parsed. Blank lines count as lines. An empty log gives an empty
 * transcript
 * @param options - `history: "whole"` keeps what summaries stand for
 * @throws {@link TranscriptError} with the code `invalid-messages` when no line of the log is of pi
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example A session goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { fromPi } from "colloquy/sessions";
 *
 * const { transcript, info } = fromPi([
 *   { type: "session", version: 3, id: "s1", cwd: "/home/me" },
 *   { type: "message", id: "1", parentId: null, message: { role: "user", content: "Hello" } },
 *   { type: "message", id: "2", parentId: "1", message: { role: "assistant", content: [{ type: "text", text: "Hi!" }] } },
 * ]);
 * assert.equal(info.cwd, "/home/me");
 * assert.equal(transcript.at(1)?.text, "Hi!");
 * ```
 */
export function fromPi(log: SessionLog, options?: SessionOptions): Session {
  const { history } = checkSessionOptions(options, ["history"], PI);
  const notes = new Notes();
  const lines = readLines(log, PI, notes, isOfPi);
  const conversation = new PiHistory(notes);
  for (const line of findPiPath(
    lines.filter(({ record }) => record["type"] !== "session"),
    notes,
  )) {
    if (conversation.read(line)) continue;
    const { type, message } = line.record;
    const role = objectAt({ message }, "message")?.["role"];
    notes.addToKind(line.line, "dropped", `a line that is no message: ${nameOf(type, role)}`);
  }
  return { transcript: conversation.finish(history === "whole"), info: readInfo(lines), report: notes.finish() };
}

/** Whether pi writes such lines. */
function isOfPi(record: PlainObject): boolean {
  const { type, message } = record;
  return (
    type === "session" ||
    type === "model_change" ||
    "parentId" in record ||
    (type === "message" && isPlainObject(message))
  );
}

/** What a log of pi tells beside the conversation. O(lines). */
function readInfo(lines: readonly LogLine[]): SessionInfo {
  const ofType = (type: string): PlainObject[] =>
    lines.flatMap(({ record }) => (record["type"] === type ? [record] : []));
  const header = ofType("session")[0] ?? {};
  const answers = ofType("message").flatMap((record) => {
    const message = objectAt(record, "message");
    return message?.["role"] === "assistant" ? [message] : [];
  });
  return toInfo(lines, {
    id: textAt(header, "id"),
    title: ofType("session_info")
      .map((record) => textAt(record, "name"))
      .findLast((name) => name !== undefined),
    cwd: textAt(header, "cwd"),
    forkedFrom: textAt(header, "parentSession"),
    models: [...new Set(answers.map((message) => textAt(message, "model")))].filter((model) => model !== undefined),
    usage: addUsages(answers.flatMap((message) => usageOf(objectAt(message, "usage")))),
    compactions: ofType("compaction").length,
  });
}

function usageOf(usage: PlainObject | undefined): SessionUsage[] {
  if (usage === undefined) return [];
  const cached = countAt(usage, "cacheRead");
  return [
    {
      inputTokens: countAt(usage, "input") + countAt(usage, "cacheWrite") + cached,
      cachedInputTokens: cached,
      outputTokens: countAt(usage, "output"),
    },
  ];
}
