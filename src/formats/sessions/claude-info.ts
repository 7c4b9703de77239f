import type { PlainObject } from "../shared/plain.js";
import { answerId, kindOf } from "./claude-lines.js";
import { addUsages, newestAt, toInfo } from "./info.js";
import { countAt, type LogLine, objectAt, textAt } from "./lines.js";
import type { SessionInfo, SessionUsage, SidechainInfo } from "./types.js";

/** The keys that hold a title, the user's own first. */
const TITLES = ["customTitle", "aiTitle", "summary"] as const;

/** Whether a line holds nothing but a title of the session. */
export function isTitle(record: PlainObject): boolean {
  return textAt(record, "uuid") === undefined && TITLES.some((key) => textAt(record, key) !== undefined);
}

/** What a log of Claude Code tells beside the conversation. O(lines). */
export function readClaudeInfo(lines: readonly LogLine[], sidechains: readonly SidechainInfo[]): SessionInfo {
  const answers = lines.filter(({ record }) => record["type"] === "assistant" && kindOf(record) === "message");
  const models = answers.map(({ record }) => textAt(objectAt(record, "message")!, "model"));
  const titles = lines.filter(({ record }) => isTitle(record));
  return toInfo(lines, {
    id: newestAt(lines, "sessionId"),
    title: TITLES.map((key) => newestAt(titles, key)).find((title) => title !== undefined),
    cwd: newestAt(lines, "cwd"),
    version: newestAt(lines, "version"),
    gitBranch: newestAt(lines, "gitBranch"),
    models: [...new Set(models)].filter((model) => model !== undefined),
    usage: sumUsage(answers),
    compactions: lines.filter(({ record }) => kindOf(record) === "boundary").length,
    sidechains,
  });
}

/** Each line of an answer repeats its usage, and the last one knows it best. */
function sumUsage(answers: readonly LogLine[]): SessionUsage | undefined {
  const usages = new Map<unknown, SessionUsage>();
  for (const line of answers) {
    const usage = objectAt(objectAt(line.record, "message")!, "usage");
    if (usage === undefined) continue;
    const cached = countAt(usage, "cache_read_input_tokens");
    usages.set(answerId(line.record) ?? line, {
      inputTokens: countAt(usage, "input_tokens") + countAt(usage, "cache_creation_input_tokens") + cached,
      cachedInputTokens: cached,
      outputTokens: countAt(usage, "output_tokens"),
    });
  }
  return addUsages([...usages.values()]);
}
