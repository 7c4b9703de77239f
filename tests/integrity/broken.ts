import type { Entry, EntryInput, Part } from "colloquy";
import fc from "fast-check";

const { constantFrom, oneof } = fc;

/** Few ids, so that most are used twice; the last one looks like a new name for the first. */
const id = constantFrom("a", "b", "a_2");
const proof = { providerMetadata: { acme: { signature: "SIG", itemId: "item" } } };
const maybeProof = constantFrom({}, {}, proof);

const call = fc
  .tuple(id, maybeProof)
  .map(([toolCallId, more]): Part => ({ type: "tool-call", toolCallId, toolName: "f", input: {}, ...more }));
const request = id.map((toolCallId): Part => ({
  type: "approval-request",
  approvalId: `ask_${toolCallId}`,
  toolCallId,
}));
const response = id.map((toolCallId): Part => ({
  type: "approval-response",
  approvalId: `ask_${toolCallId}`,
  approved: true,
}));
const result = fc
  .tuple(id, maybeProof)
  .map(([toolCallId, more]): Part => ({ type: "tool-result", toolCallId, output: new Date(0), ...more }));
const thought = maybeProof.map((more): Part => ({ type: "reasoning", text: "hm", ...more }));
const said = fc
  .tuple(constantFrom("", "", "hello"), maybeProof)
  .map(([text, more]): Part => ({ type: "text", text, ...more }));
const custom: Part = { type: "custom", format: "acme", value: { kind: "note" } };

/** An assistant's content, where a result may stand only behind a call with its id. */
const assistantContent = fc
  .array(
    oneof(
      { weight: 6, arbitrary: call },
      { weight: 2, arbitrary: thought },
      { weight: 2, arbitrary: said },
      { weight: 1, arbitrary: request },
      { weight: 2, arbitrary: result },
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => {
    const called = new Set<string>();
    return parts.filter((part) => {
      if (part.type === "tool-call") called.add(part.toolCallId);
      return part.type !== "tool-result" || called.has(part.toolCallId);
    });
  });

const entry: fc.Arbitrary<EntryInput> = oneof(
  { weight: 2, arbitrary: constantFrom("", "hello").map((text): EntryInput => ({ role: "user", text })) },
  { weight: 1, arbitrary: constantFrom("", "rules").map((text): EntryInput => ({ role: "system", text })) },
  { weight: 5, arbitrary: assistantContent.map((content): EntryInput => ({ role: "assistant", content })) },
  { weight: 1, arbitrary: thought.map((part): EntryInput => ({ role: "assistant", content: [part] })) },
  { weight: 6, arbitrary: result.map((part): EntryInput => ({ role: "tool", content: [part] })) },
  { weight: 1, arbitrary: result.map((part): EntryInput => ({ role: "tool", content: [part, custom] })) },
  {
    weight: 2,
    arbitrary: fc
      .array(response, { minLength: 1, maxLength: 2 })
      .map((content): EntryInput => ({ role: "tool", content })),
  },
);

const decoration = constantFrom<object>(
  {},
  {},
  {},
  { pinned: true },
  { metadata: { when: new Date(0) } },
  { partial: true },
  { name: "bob" },
);

/**
 * Lists in which most things that can go wrong with calls and results did, results inside the model's own entry, proofs,
 * approvals and reasoning of every kind included.
 */
export function tangle(): fc.Arbitrary<EntryInput[]> {
  return fc.array(
    fc.tuple(entry, decoration).map(([made, more]) => ({ ...made, ...more }) as EntryInput),
    { maxLength: 14 },
  );
}

/** Where a call or a result stands. */
export interface Spot {
  readonly entry: number;
  readonly part: number;
  readonly id: string;
}

/** Which result belongs to which call, by looking at every earlier call for every result. */
export function matchesOf(entries: readonly Entry[]): { result: Spot; call: Spot | undefined; surplus: boolean }[] {
  const calls = spotsOf(entries, "tool-call");
  const answered = new Set<Spot>();
  return spotsOf(entries, "tool-result").map((found) => {
    const before = calls.filter((spot) => spot.id === found.id && isBefore(spot, found)).reverse();
    const free = before.find((spot) => !answered.has(spot));
    if (free !== undefined) answered.add(free);
    return { result: found, call: free ?? before[0], surplus: free === undefined && before.length > 0 };
  });
}

/** Every call, or every result, in order. */
export function spotsOf(entries: readonly Entry[], type: "tool-call" | "tool-result"): Spot[] {
  return entries.flatMap((holder, at) =>
    (holder.content as readonly Part[]).flatMap((part, index) =>
      part.type === type ? [{ entry: at, part: index, id: part.toolCallId }] : [],
    ),
  );
}

function isBefore(one: Spot, other: Spot): boolean {
  return one.entry < other.entry || (one.entry === other.entry && one.part < other.part);
}
