import { Transcript, findByRole, isSystem } from "colloquy";
import type {
  AssistantEntry,
  CompactionOutcome,
  CompactionPlan,
  CompactOptions,
  Entry,
  EntryInput,
  FilePart,
  MaybeCompactOptions,
  Part,
  SummaryMark,
  SystemEntry,
  ToolCallPart,
  ToolEntry,
  ToolResultPart,
  TranscriptDecodeError,
  TranscriptDocument,
  Turn,
  UserEntry,
} from "colloquy";
import { describe, expectTypeOf, it } from "vitest";

declare const t: Transcript;
declare const entry: Entry;
declare const part: Part;

describe("Entry", () => {
  it("is told apart by role", () => {
    if (entry.role === "system") expectTypeOf(entry).toEqualTypeOf<SystemEntry>();
    if (entry.role === "user") expectTypeOf(entry).toEqualTypeOf<UserEntry>();
    if (entry.role === "assistant") expectTypeOf(entry).toEqualTypeOf<AssistantEntry>();
    if (entry.role === "tool") expectTypeOf(entry).toEqualTypeOf<ToolEntry>();
  });

  it("is told apart by what only one role has", () => {
    if (entry.toolCalls) expectTypeOf(entry).toEqualTypeOf<AssistantEntry>();
    if (entry.toolResult) expectTypeOf(entry).toEqualTypeOf<ToolEntry>();
    if (entry.summary) expectTypeOf(entry).toEqualTypeOf<SystemEntry>();
  });

  it("has calls, a result and a summary where the role has them, and text everywhere", () => {
    expectTypeOf<AssistantEntry["toolCalls"]>().toEqualTypeOf<readonly [ToolCallPart, ...ToolCallPart[]] | undefined>();
    expectTypeOf<ToolEntry["toolResult"]>().toEqualTypeOf<ToolResultPart | undefined>();
    expectTypeOf<SystemEntry["summary"]>().toEqualTypeOf<SummaryMark | undefined>();
    expectTypeOf<UserEntry["toolCalls"]>().toEqualTypeOf<undefined>();
    expectTypeOf<Entry["text"]>().toEqualTypeOf<string>();
  });

  it("cannot be written to", () => {
    // @ts-expect-error content is readonly
    entry.content = [];
    // @ts-expect-error the list of parts is readonly
    entry.content.push(part);
    // @ts-expect-error text is derived
    entry.text = "x";
  });
});

describe("Part", () => {
  it("is told apart by type", () => {
    if (part.type === "file") expectTypeOf(part).toEqualTypeOf<FilePart>();
    if (part.type === "tool-call") expectTypeOf(part.input).toEqualTypeOf<unknown>();
    if (part.type === "approval-response") expectTypeOf(part.approved).toEqualTypeOf<boolean>();
    if (part.type === "text" || part.type === "reasoning" || part.type === "refusal")
      expectTypeOf(part.text).toEqualTypeOf<string>();
  });

  it("a result has an output or content, told apart by which is there", () => {
    if (part.type === "tool-result" && part.content) expectTypeOf(part.content[0]).not.toBeAny();
    if (part.type === "tool-result")
      expectTypeOf(part.outcome).toEqualTypeOf<"error" | "denied" | "aborted" | undefined>();
  });
});

describe("Transcript", () => {
  it("cannot be constructed", () => {
    // @ts-expect-error the constructor is private
    expectTypeOf(new Transcript()).toBeObject();
  });

  it("gives entries that nobody can write to", () => {
    expectTypeOf(t.entries()).toEqualTypeOf<readonly Entry[]>();
    expectTypeOf(t.at(0)).toEqualTypeOf<Entry | undefined>();
    expectTypeOf(t.turns()).toEqualTypeOf<readonly Turn[]>();
    expectTypeOf(t.since(t)).toEqualTypeOf<readonly Entry[]>();
    expectTypeOf([...t]).toEqualTypeOf<Entry[]>();
    // @ts-expect-error length is readonly
    t.length = 1;
  });

  it("reads and writes documents", () => {
    expectTypeOf(t.toJson()).toEqualTypeOf<string>();
    expectTypeOf(t.toJSON()).toEqualTypeOf<TranscriptDocument>();
    expectTypeOf(Transcript.fromJson(t.toJSON())).toEqualTypeOf<Transcript>();
    const result = Transcript.safeFromJson("");
    if (result.success) expectTypeOf(result.transcript).toEqualTypeOf<Transcript>();
    else expectTypeOf(result.error).toEqualTypeOf<TranscriptDecodeError>();
  });

  it("isTranscript() narrows, and so do the readers", () => {
    const value: unknown = t;
    if (Transcript.isTranscript(value)) expectTypeOf(value).toEqualTypeOf<Transcript>();
    if (isSystem(entry)) expectTypeOf(entry).toEqualTypeOf<SystemEntry>();
    expectTypeOf(findByRole(t, "tool")).toEqualTypeOf<readonly ToolEntry[]>();
  });

  it("map() takes what an edit of an entry gives", () => {
    expectTypeOf(t.map((each) => ({ ...each, content: each.content }) as EntryInput)).toEqualTypeOf<Transcript>();
    expectTypeOf(t.map((each) => each)).toEqualTypeOf<Transcript>();
    expectTypeOf(t.splitAt(1)).toEqualTypeOf<[Transcript, Transcript]>();
  });
});

describe("Compaction", () => {
  const summarize = (): string => "s";

  it("is synchronous without a model, and a promise where it says so", () => {
    expectTypeOf(t.compact()).toEqualTypeOf<Transcript>();
    expectTypeOf(t.compact({ keepLast: 3 })).toEqualTypeOf<Transcript>();
    expectTypeOf(t.compactAsync({ keepLast: 3 })).toEqualTypeOf<Promise<Transcript>>();
    expectTypeOf(t.maybeCompact({ keepLast: 3 })).toEqualTypeOf<Transcript>();
    expectTypeOf(t.maybeCompactAsync({ keepLast: 3 })).toEqualTypeOf<Promise<CompactionOutcome>>();
    expectTypeOf(t.planCompaction()).toEqualTypeOf<CompactionPlan | undefined>();
  });

  it("takes one size at most", () => {
    // @ts-expect-error two sizes
    t.compact({ keepLast: 1, keepLastTurns: 1 });
    // @ts-expect-error two sizes
    t.compact({ keepLastTokens: 1, keepLastTurns: 1 });
    // @ts-expect-error two sizes
    t.planCompaction({ keepLastTokens: 1, keepLast: 1 });
    expectTypeOf<{ keepFirstTurn: "user"; keepLastTokens: number }>().toExtend<CompactOptions>();
  });

  it("maybeCompact() demands a size", () => {
    // @ts-expect-error no size
    t.maybeCompact({ every: 10 });
    // @ts-expect-error no size
    t.maybeCompactAsync({ tokenBudget: 10 });
    expectTypeOf<{ every: number; keepLastTurns: number }>().toExtend<MaybeCompactOptions>();
    expectTypeOf<{ every: number }>().not.toExtend<MaybeCompactOptions>();
  });

  it("maybeCompact() takes no model, and a model's options do not stand alone", () => {
    // @ts-expect-error a model answers later
    t.maybeCompact({ keepLast: 1, summarize });
    // @ts-expect-error a gate without a model
    t.compact({ keepLast: 1, maxInputTokens: 100 });
  });

  it("an outcome is told apart", () => {
    const outcome = {} as CompactionOutcome;
    if (outcome.outcome === "unchanged") expectTypeOf(outcome.reason).toBeString();
    // @ts-expect-error what was compacted has no reason
    if (outcome.outcome === "compacted") void outcome.reason;
  });
});
