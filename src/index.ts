/**
 * Keeps conversations with language models: an immutable {@link Transcript} with a versioned JSON form.
 *
 * ```ts
 * import { Transcript } from "colloquy";
 * ```
 *
 * @packageDocumentation
 */
export type { DecodeOptions } from "./codec/decode.js";
export type { TranscriptDocument } from "./codec/encode.js";
export type { Rejected } from "./codec/salvage.js";
export type { CompactionPlan } from "./compaction/compact.js";
export { UsageBudget, type Reservation, type UsageGate } from "./compaction/budget.js";
export type {
  ModelCompactOptions,
  ModelMaybeCompactOptions,
  ModelOptions,
  Summarize,
  SummaryRequest,
  UnchangedReason,
} from "./compaction/model-options.js";
export type { CompactOptions, MaybeCompactOptions } from "./compaction/options.js";
export type { PruneOptions } from "./compaction/prune.js";
export {
  TranscriptDecodeError,
  TranscriptError,
  TranscriptInputError,
  type Issue,
  type TranscriptErrorCode,
} from "./errors.js";
export type { ConversionNote, FromOptions, ToOptions } from "./conversion.js";
export type { Problem, ProblemKind } from "./integrity/check.js";
export type { Change, RepairOptions } from "./integrity/repair.js";
export { assistant, system, toolResult, user } from "./model/builders.js";
export type {
  AssistantEntry,
  Entry,
  EntryInput,
  Role,
  SummaryMark,
  SystemEntry,
  ToolCallInput,
  ToolEntry,
  ToolResultInput,
  Turn,
  UserEntry,
} from "./model/entry.js";
export type {
  ApprovalRequestPart,
  ApprovalResponsePart,
  CustomPart,
  FilePart,
  Json,
  Outcome,
  Part,
  ReasoningPart,
  RefusalPart,
  SourceForm,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from "./model/part.js";
export { countByRole, findByRole, isSystem, isToolRelated, listToolCalls } from "./reading/readers.js";
export { estimateTokens, type EstimateOptions, type Tokenizer } from "./reading/tokens.js";
export { Transcript, type CompactionOutcome, type DecodeResult } from "./transcript.js";
