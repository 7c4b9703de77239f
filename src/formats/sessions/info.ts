import { type LogLine, textAt } from "./lines.js";
import type { SessionInfo, SessionUsage } from "./types.js";

/** What is told of a session, with `undefined` where nothing is. */
type Told = { readonly [K in keyof SessionInfo]-?: SessionInfo[K] | undefined };

/** Makes the info of a session of what is told, and of the times of its lines. */
export function toInfo(lines: readonly LogLine[], told: Omit<Partial<Told>, "startedAt" | "endedAt">): SessionInfo {
  const times = lines.map(({ record }) => textAt(record, "timestamp")).filter((time) => time !== undefined);
  const info = { models: [], sidechains: [], compactions: 0, ...told, startedAt: times[0], endedAt: times.at(-1) };
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined)) as unknown as SessionInfo;
}

/** The last text that a key holds in lines. */
export function newestAt(lines: readonly LogLine[], key: string): string | undefined {
  return lines.map(({ record }) => textAt(record, key)).findLast((text) => text !== undefined);
}

/** Adds up what answers used, if any tells. */
export function addUsages(usages: readonly SessionUsage[]): SessionUsage | undefined {
  if (usages.length === 0) return undefined;
  const sum = (key: keyof SessionUsage): number => usages.reduce((total, usage) => total + usage[key], 0);
  return {
    inputTokens: sum("inputTokens"),
    cachedInputTokens: sum("cachedInputTokens"),
    outputTokens: sum("outputTokens"),
  };
}
