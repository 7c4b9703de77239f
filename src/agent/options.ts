import type { generateText, streamText, ToolSet } from "ai";
import type {
  ConversionNote,
  EntryInput,
  MaybeCompactOptions,
  ModelMaybeCompactOptions,
  Transcript,
} from "../index.js";

/** When to compact, how much to keep, and who writes the summary: the options of `maybeCompactAsync`. */
export type AutoCompact = MaybeCompactOptions | ModelMaybeCompactOptions;

/** What is said to the model: the text of a user message, or an entry such as {@link user} makes. */
export type Message = string | EntryInput;

/** What a conversation is called with, beside the SDK's own settings. */
export interface ConversationOptions {
  /** The conversation so far: a transcript, or its JSON. Default: an empty one. */
  readonly transcript?: Transcript | string;
  /**
   * Instructions. They become the transcript's leading system entry, in place of those that are there. Left out, the
   * transcript's own stand.
   */
  readonly system?: string;
  /**
   * Compacts before a request that would exceed the budget, between the steps of a call, too. The tokens of `tokenBudget` are
   * those that the provider counted, as soon as it did, or the estimate, whichever is more. Default: never.
   */
  readonly autoCompact?: AutoCompact;
}

/** Settings of the SDK whose place a transcript takes, or that would change its messages behind its back. */
type Taken =
  | "messages"
  | "prompt"
  | "system"
  | "instructions"
  | "allowSystemInMessages"
  | "experimental_prepareStep"
  | "experimental_steering"
  | "onStepEnd";

/** What {@link call} takes: the settings of the SDK's `generateText`, and the conversation in place of its messages. */
export type CallOptions<TOOLS extends ToolSet = ToolSet> = Omit<Parameters<typeof generateText<TOOLS>>[0], Taken> &
  ConversationOptions & {
    /** What is said. Left out, the model goes on from where the transcript ends. */
    readonly message?: Message;
  };

/** What {@link stream} takes: the settings of the SDK's `streamText`, and the conversation in place of its messages. */
export type StreamOptions<TOOLS extends ToolSet = ToolSet> = Omit<Parameters<typeof streamText<TOOLS>>[0], Taken> &
  ConversationOptions & {
    /** What is said. Left out, the model goes on from where the transcript ends. */
    readonly message?: Message;
  };

/** What {@link call} returns: the result of the SDK's `generateText`, and the transcript. */
export type CallResult<TOOLS extends ToolSet = ToolSet> = Awaited<ReturnType<typeof generateText<TOOLS>>> & {
  /** The exact list of messages, tool calls and results included. */
  readonly transcript: Transcript;
  /** What had to be changed in the messages that the last request sent, by the index of the entry. */
  readonly report: readonly ConversionNote[];
};

/** What {@link stream} returns: the result of the SDK's `streamText`, and the transcript. */
export type StreamResult<TOOLS extends ToolSet = ToolSet> = ReturnType<typeof streamText<TOOLS>> & {
  /**
   * The exact list of messages, as soon as the stream has ended. Rejects with a {@link CallError} when it ended with an
   * error or an abort; its transcript holds what had arrived, marked as `partial`.
   */
  readonly transcript: Promise<Transcript>;
  /** What had to be changed in the messages that the last request sent, as soon as the stream has ended. */
  readonly report: Promise<readonly ConversionNote[]>;
};
