import type { EntryInput, Outcome, Part } from "colloquy";
import fc from "fast-check";
import { plainValue, richRecord, richValue, text, visibleText } from "./values.js";

/** What a generated conversation may hold beside the ordinary. */
export interface ConversationOptions {
  /** Reasoning that stands in an entry of its own, right before the entry that it led to. Default false. */
  readonly reasoningEntries?: boolean;
  /** Calls that still wait for a result at the end. Default true. */
  readonly pending?: boolean;
  /** Pinned entries. Default true. */
  readonly pins?: boolean;
  /** A summary at the head or behind the first turn. Default true. */
  readonly summary?: boolean;
}

interface CallSpec {
  readonly toolName: string;
  readonly input: { readonly input: unknown; readonly inputText?: string };
  readonly output: unknown;
  readonly form: "output" | "content" | "loose";
  readonly named: boolean;
  readonly outcome: Outcome | undefined;
  readonly approval: "none" | "approved" | "denied";
  readonly rank: number;
}

interface StepSpec {
  readonly reasoning: string | undefined;
  readonly reasoningApart: boolean;
  readonly text: string | undefined;
  readonly calls: readonly CallSpec[];
}

interface TurnSpec {
  readonly users: readonly { readonly text: string; readonly file: boolean }[];
  readonly steps: readonly StepSpec[];
  readonly answer: string | undefined;
  readonly refused: boolean;
  readonly system: string | undefined;
}

const callSpec: fc.Arbitrary<CallSpec> = fc.record({
  toolName: fc.constantFrom("search", "get_weather", "read_file"),
  input: fc.oneof(
    plainValue().map((input) => ({ input })),
    richValue().map((input) => ({ input })),
    plainValue().map((value) => ({ input: value, inputText: JSON.stringify(value, null, 1) })),
  ),
  output: fc.oneof(
    { weight: 3, arbitrary: text() },
    { weight: 2, arbitrary: plainValue() },
    { weight: 1, arbitrary: richValue() },
  ),
  form: fc.constantFrom("output" as const, "content" as const, "loose" as const),
  named: fc.boolean(),
  outcome: fc.constantFrom(undefined, undefined, "error" as const),
  approval: fc.constantFrom("none" as const, "none" as const, "none" as const, "approved" as const, "denied" as const),
  rank: fc.nat(3),
});

const maybeText = fc.option(visibleText(), { nil: undefined });

const stepSpec: fc.Arbitrary<StepSpec> = fc.record({
  reasoning: maybeText,
  reasoningApart: fc.boolean(),
  text: maybeText,
  calls: fc.array(callSpec, { minLength: 1, maxLength: 3 }),
});

const turnSpec: fc.Arbitrary<TurnSpec> = fc.record({
  users: fc.array(fc.record({ text: visibleText(), file: fc.nat(5).map((die) => die === 0) }), {
    minLength: 1,
    maxLength: 2,
  }),
  steps: fc.array(stepSpec, { maxLength: 2 }),
  answer: fc.option(visibleText(), { nil: undefined, freq: 4 }),
  refused: fc.nat(9).map((die) => die === 0),
  system: fc
    .option(visibleText(), { nil: undefined, freq: 1 })
    .map((value) => (value !== undefined && value.length % 3 === 0 ? value : undefined)),
});

const decoration: fc.Arbitrary<object> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ pinned: true }) },
  { weight: 1, arbitrary: richRecord().map((metadata) => ({ metadata })) },
  { weight: 1, arbitrary: fc.constant({ createdAt: "2031-02-03T04:05:06.000Z", id: "msg" }) },
  { weight: 1, arbitrary: fc.constant({ providerMetadata: { acme: { cache: true } } }) },
);

function jsonOf(value: unknown): unknown {
  const written = JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? `${item}` : item)) as
    string | undefined;
  return written === undefined ? "nothing" : written;
}

function resultOf(spec: CallSpec, toolCallId: string): EntryInput {
  const outcome = spec.approval === "denied" ? ("denied" as const) : spec.outcome;
  const head = { toolCallId, ...(spec.named ? { toolName: spec.toolName } : {}), ...(outcome ? { outcome } : {}) };
  if (spec.form === "loose") return { role: "tool", toolResult: { ...head, output: spec.output } };
  const body =
    spec.form === "output"
      ? { output: spec.output }
      : { content: [{ type: "text" as const, text: String(jsonOf(spec.output)) }] };
  return { role: "tool", content: [{ type: "tool-result", ...head, ...body } as Part] };
}

function stepEntries(spec: StepSpec, ids: () => string, reasoningEntries: boolean): EntryInput[] {
  const calls = spec.calls.map((call) => ({ call, toolCallId: ids() }));
  const thought: Part[] = spec.reasoning === undefined ? [] : [{ type: "reasoning", text: spec.reasoning }];
  const apart = reasoningEntries && spec.reasoningApart && thought.length > 0;
  const content: Part[] = apart ? [] : [...thought];
  if (spec.text !== undefined) content.push({ type: "text", text: spec.text });
  for (const { call, toolCallId } of calls)
    content.push({ type: "tool-call", toolCallId, toolName: call.toolName, ...call.input });
  const asked = calls.filter(({ call }) => call.approval !== "none");
  for (const { toolCallId } of asked)
    content.push({ type: "approval-request", approvalId: `ask_${toolCallId}`, toolCallId });
  const entries: EntryInput[] = apart ? [{ role: "assistant", content: thought }] : [];
  entries.push({ role: "assistant", content });
  const answers = asked.map(({ call, toolCallId }): Part => {
    return { type: "approval-response", approvalId: `ask_${toolCallId}`, approved: call.approval === "approved" };
  });
  if (answers.length > 0) entries.push({ role: "tool", content: answers });
  const ordered = calls.toSorted((a, b) => a.call.rank - b.call.rank);
  return entries.concat(ordered.map(({ call, toolCallId }) => resultOf(call, toolCallId)));
}

function turnEntries(spec: TurnSpec, ids: () => string, reasoningEntries: boolean): EntryInput[] {
  const entries = spec.users.map((said): EntryInput => {
    if (!said.file) return { role: "user", text: said.text };
    return {
      role: "user",
      content: [
        { type: "text", text: said.text },
        { type: "file", mediaType: "image/png", data: "AAAA" },
      ],
    };
  });
  for (const step of spec.steps) entries.push(...stepEntries(step, ids, reasoningEntries));
  if (spec.answer !== undefined) {
    entries.push({ role: "assistant", content: [{ type: spec.refused ? "refusal" : "text", text: spec.answer }] });
    if (spec.system !== undefined) entries.push({ role: "system", text: spec.system });
  }
  return entries;
}

/**
 * A sound conversation: every call answered right behind its step (in any order), ids used once, no empty entry, at most
 * one summary, and that where a compaction would put it. `check()` finds nothing in it but calls that are pending.
 */
export function conversation(options: ConversationOptions = {}): fc.Arbitrary<EntryInput[]> {
  const spec = fc.record({
    systems: fc.array(visibleText(), { maxLength: 2 }),
    greeting: fc
      .option(visibleText(), { nil: undefined, freq: 1 })
      .map((value) => (value !== undefined && value.length % 2 === 0 ? value : undefined)),
    turns: fc.array(turnSpec, { maxLength: 5 }),
    summary: fc.constantFrom("none" as const, "none" as const, "head" as const, "second" as const),
    pending: fc
      .option(stepSpec, { nil: undefined, freq: 1 })
      .map((step) => (step !== undefined && step.reasoningApart ? step : undefined)),
    answered: fc.nat(2),
    decorations: fc.array(decoration, { maxLength: 8 }),
  });
  return spec.map((made) => {
    let count = 0;
    const ids = (): string => `call_${count++}`;
    const turns = made.turns.map((turn) => turnEntries(turn, ids, options.reasoningEntries ?? false));
    if (made.greeting !== undefined) turns[0] = [{ role: "assistant", text: made.greeting }, ...(turns[0] ?? [])];
    const summaryAt = options.summary === false ? "none" : made.summary;
    if (summaryAt === "head") turns.unshift([summaryEntry()]);
    if (summaryAt === "second" && turns.length > 0) turns.splice(1, 0, [summaryEntry()]);
    if (made.pending !== undefined && options.pending !== false)
      turns.push(pendingStep(made.pending, made.answered, ids));
    const entries = made.systems.map((line): EntryInput => ({ role: "system", text: line })).concat(turns.flat());
    return decorate(entries, made.decorations, options.pins !== false);
  });
}

function summaryEntry(): EntryInput {
  const said = "[Compacted 2 earlier messages]\n  [user] before\n  [assistant] long ago";
  return { role: "system", content: said, summary: { entries: 2, turns: 1, tokens: 12, rounds: 1 } };
}

function pendingStep(step: StepSpec, answered: number, ids: () => string): EntryInput[] {
  const entries = stepEntries(step, ids, false);
  const results = entries.filter((entry) => entry.role === "tool" && holdsResult(entry));
  const kept = new Set(results.slice(0, Math.min(answered, results.length - 1)));
  return entries.filter((entry) => !results.includes(entry) || kept.has(entry));
}

function holdsResult(entry: EntryInput): boolean {
  if ("toolResult" in entry && entry.toolResult !== undefined) return true;
  return Array.isArray(entry.content) && (entry.content as Part[]).some((item) => item.type === "tool-result");
}

function decorate(entries: EntryInput[], decorations: readonly object[], pins: boolean): EntryInput[] {
  return entries.map((entry, index) => {
    const chosen = decorations[(index * 5) % Math.max(decorations.length, 1)] ?? {};
    const plain = "pinned" in chosen && (!pins || "summary" in entry);
    return { ...entry, ...(plain ? {} : chosen) } as EntryInput;
  });
}

/**
 * A list in which most things that can go wrong with calls and results did: results without a call, before it, far from it
 * and twice; ids used twice; calls without an answer in the middle; empty entries; several summaries; pins anywhere.
 */
export function brokenConversation(): fc.Arbitrary<EntryInput[]> {
  const id = fc.constantFrom("a", "b", "c");
  const call = id.map((toolCallId): Part => ({ type: "tool-call", toolCallId, toolName: "f", input: {} }));
  const request = id.map((toolCallId): Part => ({
    type: "approval-request",
    approvalId: `ask_${toolCallId}`,
    toolCallId,
  }));
  const answer = id.map((toolCallId): Part => ({
    type: "approval-response",
    approvalId: `ask_${toolCallId}`,
    approved: true,
  }));
  const thought = fc.constant<Part>({ type: "reasoning", text: "hm" });
  const words = fc.constantFrom("", "", "hello", "later");
  const entry = fc.oneof(
    { weight: 3, arbitrary: words.map((said): EntryInput => ({ role: "user", text: said })) },
    { weight: 1, arbitrary: words.map((said): EntryInput => ({ role: "system", text: said })) },
    { weight: 1, arbitrary: fc.constant(null).map(summaryEntry) },
    { weight: 2, arbitrary: words.map((said): EntryInput => ({ role: "assistant", text: said })) },
    {
      weight: 5,
      arbitrary: fc
        .array(
          fc.oneof(
            { weight: 5, arbitrary: call },
            { weight: 1, arbitrary: request },
            { weight: 1, arbitrary: thought },
          ),
          { maxLength: 3 },
        )
        .map((content): EntryInput => ({ role: "assistant", content })),
    },
    {
      weight: 6,
      arbitrary: id.map((toolCallId): EntryInput => ({ role: "tool", toolResult: { toolCallId, output: "r" } })),
    },
    {
      weight: 1,
      arbitrary: id.map((toolCallId): EntryInput => {
        const asked: Part = { type: "approval-request", approvalId: `ask_${toolCallId}`, toolCallId };
        return { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName: "f", input: {} }, asked] };
      }),
    },
    { weight: 2, arbitrary: answer.map((content): EntryInput => ({ role: "tool", content: [content] })) },
  );
  const pinned = fc.nat(11).map((die) => die === 0);
  return fc.array(
    fc
      .tuple(entry, pinned)
      .map(([made, pin]): EntryInput =>
        pin && !("summary" in made) ? ({ ...made, pinned: true } as EntryInput) : made,
      ),
    { maxLength: 14 },
  );
}
