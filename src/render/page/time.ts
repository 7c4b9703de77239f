import type { Entry } from "../../index.js";

/** When an entry was made, in milliseconds since 1970. */
export interface Moment {
  readonly ms: number;
  /** Milliseconds since the entry before it that has a time; 0 for the first. */
  readonly since: number;
}

/** The moments of the entries whose time is known. Time does not run backwards: what is earlier counts as the same moment. */
export function momentsOf<Item extends { readonly entry: Entry }>(entries: readonly Item[]): ReadonlyMap<Item, Moment> {
  const moments = new Map<Item, Moment>();
  let before: number | undefined;
  for (const item of entries) {
    const ms = Date.parse(item.entry.createdAt ?? "");
    if (Number.isNaN(ms)) continue;
    moments.set(item, { ms, since: Math.max(0, ms - (before ?? ms)) });
    before = Math.max(ms, before ?? ms);
  }
  return moments;
}

const UNITS: readonly (readonly [string, number])[] = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
];

/** `450 ms`, `12 s`, `3 min 5 s`: the two largest units. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  for (const [at, [name, size]] of UNITS.entries()) {
    if (seconds < size) continue;
    const [nextName, nextSize] = UNITS[at + 1] ?? ["s", 1];
    const rest = Math.floor((seconds % size) / nextSize);
    return `${Math.floor(seconds / size)} ${name}${rest === 0 ? "" : ` ${rest} ${nextName}`}`;
  }
  return `${seconds} s`;
}

/** `10:04:31`, in UTC. */
export function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

/** `2026-11-30`, in UTC. */
export function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
