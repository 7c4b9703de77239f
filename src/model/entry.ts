import type {
  CustomPart,
  FilePart,
  Json,
  Outcome,
  Part,
  SourceForm,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from "./part.js";

/** Who an entry is from. */
export type Role = "system" | "user" | "assistant" | "tool";

/** What a summary stands for, added up over every compaction that led to it. */
export interface SummaryMark {
  /** Entries that gave way to the summary. */
  readonly entries: number;
  /** Turns that gave way, in whole or in part. */
  readonly turns: number;
  /** Estimated tokens of what gave way. */
  readonly tokens: number;
  /** How many compactions, one after the other, made it. */
  readonly rounds: number;
}

interface EntryCommon {
  /** The parts in order. This is the truth; `text`, `toolCalls` and `toolResult` are derived from it. */
  readonly content: readonly Part[];
  /** The text parts joined without separator; of a tool entry, its result as text. Derived. */
  readonly text: string;
  readonly id?: string;
  /** The participant, where several share a role. */
  readonly name?: string;
  /** ISO 8601, kept as written. */
  readonly createdAt?: string;
  /** Kept word for word by compaction. */
  readonly pinned?: true;
  /** A message still streaming, or cut off while it was. */
  readonly partial?: true;
  /** The application's own. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly providerMetadata?: Readonly<Record<string, unknown>>;
  /** Keys of a later minor release, kept as they came. */
  readonly extra?: Readonly<Record<string, Json>>;
  readonly source?: SourceForm;
}
interface NoCalls {
  readonly toolCalls?: undefined;
}
interface NoResult {
  readonly toolResult?: undefined;
}
interface NoSummary {
  readonly summary?: undefined;
}

/** Instructions, or the summary that stands for folded entries. */
export interface SystemEntry extends EntryCommon, NoCalls, NoResult {
  readonly role: "system";
  readonly summary?: SummaryMark;
}

/** What a person said. */
export interface UserEntry extends EntryCommon, NoCalls, NoResult, NoSummary {
  readonly role: "user";
}

/** What a model said, thought and asked for. */
export interface AssistantEntry extends EntryCommon, NoResult, NoSummary {
  readonly role: "assistant";
  /** The calls in `content`, in order; absent when there is none. Derived. */
  readonly toolCalls?: readonly [ToolCallPart, ...ToolCallPart[]];
}

/** One result; or approval responses alone, and then no `toolResult`. */
export interface ToolEntry extends EntryCommon, NoCalls, NoSummary {
  readonly role: "tool";
  /** The result in `content`. Derived. */
  readonly toolResult?: ToolResultPart;
}

/** One message of a conversation, told apart by `role`. Deeply frozen. */
export type Entry = SystemEntry | UserEntry | AssistantEntry | ToolEntry;

interface InputCommon {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly createdAt?: string | Date | undefined;
  readonly pinned?: boolean | undefined;
  readonly partial?: boolean | undefined;
  readonly metadata?: object | undefined;
  readonly providerMetadata?: object | undefined;
  readonly extra?: Readonly<Record<string, Json>> | undefined;
  readonly source?: SourceForm | undefined;
}

/** A tool call as it may be put in beside `text`. */
export interface ToolCallInput {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly inputText?: string | undefined;
}

/** A tool result as it may be put in. */
export type ToolResultInput = {
  readonly toolCallId: string;
  readonly toolName?: string | undefined;
  readonly outcome?: Outcome | undefined;
} & (
  | { readonly output: unknown; readonly content?: undefined }
  | { readonly content: readonly (TextPart | FilePart | CustomPart)[]; readonly output?: undefined }
);

/** What may be put in. Every {@link Entry} is one, so `a.concat(b.entries())` and `{ ...entry, content }` work. */
export type EntryInput =
  | Entry
  | (InputCommon & { readonly role: "system" | "user"; readonly text: string; readonly content?: undefined })
  | (InputCommon & {
      readonly role: "system" | "user" | "assistant";
      readonly content: string | readonly Part[];
      readonly text?: undefined;
      readonly summary?: SummaryMark;
    })
  | (InputCommon & {
      readonly role: "assistant";
      readonly text: string;
      readonly content?: undefined;
      readonly toolCalls?: readonly ToolCallInput[] | undefined;
    })
  | (InputCommon & {
      readonly role: "tool";
      readonly toolResult: ToolResultInput;
      readonly content?: undefined;
      readonly text?: undefined;
    })
  | (InputCommon & {
      readonly role: "tool";
      readonly content: readonly Part[];
      readonly text?: undefined;
      readonly toolResult?: undefined;
    });

/** One or more user entries in a row and all that follows them. `end` is exclusive. */
export interface Turn {
  readonly entries: readonly Entry[];
  readonly start: number;
  readonly end: number;
}
