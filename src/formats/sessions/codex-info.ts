import { type CodexLine } from "./codex-lines.js";
import { toInfo } from "./info.js";
import { countAt, objectAt, textAt } from "./lines.js";
import type { SessionInfo, SessionUsage } from "./types.js";

/** What a log of Codex tells beside the conversation. O(lines). */
export function readCodexInfo(lines: readonly CodexLine[]): SessionInfo {
  // A copy of another session begins with what that one was, too; the first is its own.
  const meta = lines.find(({ type }) => type === "session_meta")?.payload ?? {};
  const contexts = lines.filter(({ type }) => type === "turn_context").map(({ payload }) => payload);
  const git = objectAt(meta, "git") ?? {};
  return toInfo(lines, {
    id: textAt(meta, "id"),
    cwd: contexts.map((context) => textAt(context, "cwd")).findLast((cwd) => cwd !== undefined) ?? textAt(meta, "cwd"),
    version: textAt(meta, "cli_version"),
    gitBranch: textAt(git, "branch"),
    gitCommit: textAt(git, "commit_hash"),
    gitRepository: textAt(git, "repository_url"),
    forkedFrom: textAt(meta, "forked_from_id"),
    instructions: textAt(objectAt(meta, "base_instructions") ?? {}, "text") ?? textAt(meta, "instructions"),
    models: [...new Set(contexts.map((context) => textAt(context, "model")))].filter((model) => model !== undefined),
    usage: readUsage(lines),
    compactions: lines.filter(({ type }) => type === "compacted").length,
  });
}

/** The program counts up: its last count is that of the session. */
function readUsage(lines: readonly CodexLine[]): SessionUsage | undefined {
  const total = lines
    .filter(({ payload }) => payload["type"] === "token_count")
    .map(({ payload }) => objectAt(objectAt(payload, "info") ?? {}, "total_token_usage"))
    .findLast((usage) => usage !== undefined);
  if (total === undefined) return undefined;
  return {
    inputTokens: countAt(total, "input_tokens"),
    cachedInputTokens: countAt(total, "cached_input_tokens"),
    outputTokens: countAt(total, "output_tokens"),
  };
}
