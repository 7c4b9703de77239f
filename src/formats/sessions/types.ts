import type { ConversionNote, Transcript } from "../../index.js";

/** A session's log: its text, or its lines, each as text or as the object that was parsed from it. */
export type SessionLog = string | Iterable<string | object>;

/** Options of the functions that read a session's log. */
export interface SessionOptions {
  /**
   * What becomes of a conversation that its program made shorter. With `live` (the default) the transcript is what the
   * program would go on with: the last summary and what it does not stand for. With `whole` it is all that was said, and
   * the summaries stand among it.
   */
  history?: "live" | "whole";
}

/** Options of {@link fromClaudeCode}. */
export interface ClaudeCodeOptions extends SessionOptions {
  /** Read the talk of another agent in its place: an `id` of `info.sidechains`. */
  sidechain?: string;
}

/** The tokens that a session used, as far as its log tells. */
export interface SessionUsage {
  /** What the model read, from the cache or not. */
  readonly inputTokens: number;
  /** What of it came from the cache. */
  readonly cachedInputTokens: number;
  /** What the model wrote, reasoning included. */
  readonly outputTokens: number;
}

/** A talk of another agent that was logged among the lines of a session. */
export interface SidechainInfo {
  /** What the option `sidechain` takes: the agent's id, or else the uuid of the talk's first line. */
  readonly id: string;
  /** How many lines of the log belong to it. */
  readonly lines: number;
}

/** What a log tells of its session beside the conversation. What it does not tell is absent. */
export interface SessionInfo {
  readonly id?: string;
  readonly title?: string;
  /** The folder that the session worked in last. */
  readonly cwd?: string;
  /** The version of the program that wrote last. */
  readonly version?: string;
  readonly gitBranch?: string;
  readonly gitCommit?: string;
  readonly gitRepository?: string;
  /** The session that this one began as a copy of. */
  readonly forkedFrom?: string;
  /** The instructions that the program put before the conversation. `transcript.withSystem` adds them. */
  readonly instructions?: string;
  /** The models that answered, in the order of their first answers. */
  readonly models: readonly string[];
  /** The times of the first and the last line that has one, in ISO 8601. */
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Whatever the log counts: branches that were left and talks of other agents, too. */
  readonly usage?: SessionUsage;
  /** How often the conversation was made shorter. */
  readonly compactions: number;
  /** Talks of other agents, which the transcript leaves out. */
  readonly sidechains: readonly SidechainInfo[];
}

/** What became of lines that are not in the transcript as they came, so that nothing is lost in silence. */
export interface SessionNote {
  /** Number of the line, from 1; of the first one, where a note speaks of several. */
  readonly line: number;
  /** How many lines the note speaks of. */
  readonly count: number;
  readonly action: ConversionNote["action"];
  /** What it was and what became of it, without content. */
  readonly what: string;
}

/** A session as it was read from its log. */
export interface Session {
  readonly transcript: Transcript;
  readonly info: SessionInfo;
  /** What the transcript leaves out or has in another form, in the order of the lines. */
  readonly report: readonly SessionNote[];
}
