/**
 * Reads the logs that agents keep of their sessions.
 *
 * What Claude Code, Codex and pi write is read leniently: a line that cannot be read never costs the session. Nothing is lost in
 * silence: whatever the transcript leaves out is in the report, by the number of its line.
 *
 * ```ts
 * import { fromClaudeCode, fromCodex, fromPi } from "colloquy/sessions";
 * ```
 *
 * @example A session of one program goes to another provider
 * ```ts
 * import assert from "node:assert/strict";
 * import { toChatMessages } from "colloquy/openai";
 * import { fromClaudeCode } from "colloquy/sessions";
 *
 * const log = '{"type":"user","uuid":"u1","message":{"role":"user","content":"Hello"}}\n';
 * const { transcript } = fromClaudeCode(log);
 * assert.deepEqual(toChatMessages(transcript).messages, [{ role: "user", content: "Hello" }]);
 * ```
 *
 * @module
 */
export { fromClaudeCode } from "./sessions/claude-code.js";
export { fromCodex } from "./sessions/codex.js";
export { fromPi } from "./sessions/pi.js";
export type {
  ClaudeCodeOptions,
  Session,
  SessionInfo,
  SessionLog,
  SessionNote,
  SessionOptions,
  SessionUsage,
  SidechainInfo,
} from "./sessions/types.js";
