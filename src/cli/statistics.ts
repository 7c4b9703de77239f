import { type Entry, type Role, type ToolCallPart, Transcript } from "../index.js";

/** What can be counted of a conversation. Tokens are estimates. */
export interface Statistics {
  readonly entries: number;
  readonly turns: number;
  readonly tokens: number;
  readonly roles: readonly RoleCount[];
  /** By tokens, the most first. */
  readonly tools: readonly ToolCount[];
  /** By tokens, the most first. */
  readonly largest: readonly LargeEntry[];
  /** Calls of one tool with the same input, the most first. */
  readonly repeated: readonly RepeatedCall[];
}

export interface RoleCount {
  readonly role: Role;
  readonly entries: number;
  readonly tokens: number;
}

export interface ToolCount {
  readonly tool: string;
  readonly calls: number;
  readonly results: number;
  /** Results with an outcome other than success. */
  readonly failures: number;
  /** Of calls and results. */
  readonly tokens: number;
}

export interface LargeEntry {
  readonly entry: number;
  readonly role: Role;
  readonly tokens: number;
  /** The tools that it calls, or whose result it is. */
  readonly tools: readonly string[];
}

export interface RepeatedCall {
  readonly tool: string;
  readonly times: number;
  /** What they ask: the text that the model wrote, or the JSON of it. */
  readonly input: string;
  /** How many of them, at most, came with no other call between them. */
  readonly inARow: number;
  /** Indexes of the entries that make them. */
  readonly entries: readonly number[];
}

/** How many of the largest entries are told. */
const LARGEST = 5;

const ROLES = ["system", "user", "assistant", "tool"] as const;

/** Counts. O(content). */
export function countAll(transcript: Transcript): Statistics {
  const entries = transcript.entries();
  const toolOf = findTools(entries);
  return {
    entries: entries.length,
    turns: transcript.turns().length,
    tokens: transcript.estimateTokens(),
    roles: ROLES.map((role) => {
      const ofRole = entries.filter((entry) => entry.role === role);
      return { role, entries: ofRole.length, tokens: tokensOf(ofRole) };
    }),
    tools: countTools(entries, toolOf),
    largest: findLargest(entries, toolOf),
    repeated: findRepeated(entries),
  };
}

function tokensOf(entries: readonly Entry[]): number {
  return Transcript.from(entries).estimateTokens();
}

/** The name of each result's tool: its own, or that of the last call before it with its id. */
function findTools(entries: readonly Entry[]): ReadonlyMap<Entry, string> {
  const called = new Map<string, string>();
  const toolOf = new Map<Entry, string>();
  for (const entry of entries) {
    for (const call of entry.toolCalls ?? []) called.set(call.toolCallId, call.toolName);
    const { toolResult: result } = entry;
    if (result !== undefined) toolOf.set(entry, result.toolName ?? called.get(result.toolCallId) ?? "unknown");
  }
  return toolOf;
}

function countTools(entries: readonly Entry[], toolOf: ReadonlyMap<Entry, string>): ToolCount[] {
  const counts = new Map<string, { calls: ToolCallPart[]; results: Entry[] }>();
  const countOf = (tool: string) => {
    const count = counts.get(tool) ?? { calls: [], results: [] };
    counts.set(tool, count);
    return count;
  };
  for (const entry of entries) {
    for (const call of entry.toolCalls ?? []) countOf(call.toolName).calls.push(call);
    const tool = toolOf.get(entry);
    if (tool !== undefined) countOf(tool).results.push(entry);
  }
  return Array.from(counts, ([tool, { calls, results }]) => ({
    tool,
    calls: calls.length,
    results: results.length,
    failures: results.filter(({ toolResult }) => toolResult?.outcome !== undefined).length,
    tokens: Transcript.from([{ role: "assistant", content: calls }, ...results]).estimateTokens(),
  })).sort((a, b) => b.tokens - a.tokens);
}

function findLargest(entries: readonly Entry[], toolOf: ReadonlyMap<Entry, string>): LargeEntry[] {
  const sizes = entries.map((entry, index) => ({ entry: index, tokens: tokensOf([entry]) }));
  const largest = sizes.sort((a, b) => b.tokens - a.tokens).slice(0, LARGEST);
  return largest.map(({ entry: index, tokens }) => {
    const entry = entries[index]!;
    const tools = [...(entry.toolCalls ?? []).map(({ toolName }) => toolName), toolOf.get(entry)];
    return { entry: index, role: entry.role, tokens, tools: tools.filter((tool) => tool !== undefined) };
  });
}

function findRepeated(entries: readonly Entry[]): RepeatedCall[] {
  const found = new Map<string, { call: ToolCallPart; places: number[]; row: number; inARow: number }>();
  let last: string | undefined;
  for (const [index, { toolCalls = [] }] of entries.entries()) {
    for (const call of toolCalls) {
      const key = keyOf(call);
      const same = found.get(key) ?? { call, places: [], row: 0, inARow: 0 };
      found.set(key, same);
      same.places.push(index);
      same.row = key === last ? same.row + 1 : 1;
      same.inARow = Math.max(same.inARow, same.row);
      last = key;
    }
  }
  return Array.from(found.values())
    .filter(({ places }) => places.length > 1)
    .map(({ call, places, inARow }) => {
      return { tool: call.toolName, times: places.length, inARow, input: inputOf(call), entries: places };
    })
    .sort((a, b) => b.times - a.times);
}

/** What two calls have in common that ask the same of the same tool: all of their document but the ids. */
function keyOf({ toolName, input }: ToolCallPart): string {
  const call = { type: "tool-call", toolCallId: "any", toolName, input } as const;
  return Transcript.from([{ role: "assistant", content: [call] }]).toJson();
}

function inputOf({ input, inputText }: ToolCallPart): string {
  if (inputText !== undefined) return inputText;
  // A value that JSON cannot hold is only met in documents of this library.
  return JSON.stringify(input, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "";
}
