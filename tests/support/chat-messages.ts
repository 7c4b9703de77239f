import type { Arbitrary } from "fast-check";
import fc from "fast-check";
import { objectOf, plainValue, text, visibleText } from "./values.js";

type Message = Record<string, unknown>;

const { constantFrom, oneof } = fc;

/** Puts the keys of a message in some other order: which one is form that has to come back. */
function shuffled(message: Arbitrary<Message>): Arbitrary<Message> {
  return message.chain((made) => {
    const keys = Object.keys(made);
    const order = fc.shuffledSubarray(keys, { minLength: keys.length, maxLength: keys.length });
    return oneof({ weight: 2, arbitrary: fc.constant(keys) }, { weight: 1, arbitrary: order }).map((chosen) =>
      objectOf(chosen.map((key) => [key, made[key]] as const)),
    );
  });
}

/** Keys of a compatible server or of a newer API, now and then, an own `__proto__` among them. */
function withUnknown(message: Arbitrary<Message>): Arbitrary<Message> {
  const unknown = fc.tuple(constantFrom("x_note", "index", "cache_hint", "__proto__"), plainValue().map(wellFormed));
  return fc.tuple(message, fc.option(unknown, { nil: undefined, freq: 1 })).map(([made, extra]) => {
    const pairs = Object.keys(made).map((key) => [key, made[key]] as const);
    return extra === undefined || extra[1] === undefined ? made : objectOf([...pairs, extra]);
  });
}

const mostlyKnown = (message: Arbitrary<Message>): Arbitrary<Message> =>
  oneof({ weight: 4, arbitrary: message }, { weight: 1, arbitrary: withUnknown(message) });

const textPart = mostlyKnown(visibleText().map((said): Message => ({ type: "text", text: said })));
const textContent = oneof(
  { weight: 3, arbitrary: text().map((said): unknown => said.toWellFormed()) },
  { weight: 2, arbitrary: fc.array(textPart, { minLength: 1, maxLength: 3 }).map((list): unknown => list) },
).map(wellFormed);

function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    typeof item === "string" ? item.toWellFormed() : item,
  ) as unknown;
}

const mediaPart = oneof(
  constantFrom("https://example.org/a.png", "data:image/png;base64,AAAA", "data:image/jpeg;charset=x;base64,/9j/").map(
    (url): Message => ({
      type: "image_url",
      image_url: { url },
    }),
  ),
  constantFrom("auto", "high").map((detail): Message => ({
    type: "image_url",
    image_url: { url: "data:image/gif;base64,R0lG", detail },
  })),
  constantFrom("wav", "mp3").map((format): Message => ({
    type: "input_audio",
    input_audio: { data: "UklGRg==", format },
  })),
  fc.constant<Message>({ type: "file", file: { file_id: "file-1" } }),
  fc.constant<Message>({
    type: "file",
    file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" },
  }),
);

const named = (message: Arbitrary<Message>): Arbitrary<Message> =>
  fc
    .tuple(message, constantFrom(undefined, undefined, "alice"))
    .map(([made, name]) => (name === undefined ? made : { ...made, name }));

const instruction = fc
  .tuple(constantFrom("system", "developer"), textContent)
  .map(([role, content]): Message => ({ role, content }));
const userContent = oneof(
  textContent,
  fc.array(oneof(textPart, mediaPart), { minLength: 1, maxLength: 3 }).map(wellFormed),
);
const userMessage = userContent.map((content): Message => ({ role: "user", content }));

const answer = oneof(
  { weight: 4, arbitrary: textContent.map((content): Message => ({ role: "assistant", content })) },
  {
    weight: 1,
    arbitrary: visibleText().map((said): Message => ({
      role: "assistant",
      content: said.toWellFormed(),
      refusal: null,
      annotations: [],
    })),
  },
  { weight: 1, arbitrary: fc.constant<Message>({ role: "assistant", content: null, refusal: "I will not." }) },
  { weight: 1, arbitrary: fc.constant<Message>({ role: "assistant", content: [{ type: "refusal", refusal: "No." }] }) },
  { weight: 1, arbitrary: fc.constant<Message>({ role: "assistant", content: "4", reasoning_content: "two and two" }) },
);

const argumentsText = oneof(
  plainValue().map((value) => JSON.stringify({ value }).toWellFormed()),
  constantFrom(
    '{"a": 1.0}',
    '{ "b" :2, "b": 3 }',
    '{"n":12345678901234567890}',
    "{}",
    "",
    "{bad",
    "1e400",
    '"text"',
    "null",
  ),
);

interface CallSpec {
  readonly args: string;
  readonly free: boolean;
  readonly extra: boolean;
  readonly result: unknown;
  readonly rank: number;
}

const callSpec: Arbitrary<CallSpec> = fc.record({
  args: argumentsText,
  free: fc.nat(7).map((die) => die === 0),
  extra: fc.boolean(),
  result: textContent,
  rank: fc.nat(3),
});

/** How the message that calls tools spells that it says nothing beside. */
const beside = constantFrom<Message>(
  { content: null },
  {},
  { content: "Let me look." },
  { content: [{ type: "text", text: "So." }] },
  { content: null, refusal: null },
);

const step = fc.record({ beside, calls: fc.array(callSpec, { minLength: 1, maxLength: 3 }) });

function stepMessages(
  spec: { beside: Message; calls: readonly CallSpec[] },
  ids: () => string,
  answered: number,
): Message[] {
  const calls = spec.calls.map((call) => ({ ...call, id: ids() }));
  const tool_calls = calls.map(({ id, args, free, extra }) => {
    if (free) return { id, type: "custom", custom: { name: "shell", input: args } };
    return extra
      ? { index: 0, id, type: "function", function: { name: "f", arguments: args } }
      : { id, function: { arguments: args, name: "f" }, type: "function" };
  });
  const results = calls.toSorted((a, b) => a.rank - b.rank).slice(0, answered);
  return [
    { role: "assistant", ...spec.beside, tool_calls },
    ...results.map(({ id, result }): Message => ({ role: "tool", tool_call_id: id, content: result })),
  ];
}

const oldStep = constantFrom<Message[]>([
  { role: "assistant", content: null, function_call: { name: "old", arguments: '{"a":1}' } },
  { role: "function", name: "old", content: "done" },
]);

const piece = oneof(
  { weight: 3, arbitrary: mostlyKnown(named(userMessage)).map((message) => [message]) },
  { weight: 3, arbitrary: mostlyKnown(named(answer)).map((message) => [message]) },
  { weight: 1, arbitrary: mostlyKnown(instruction).map((message) => [message]) },
  { weight: 4, arbitrary: step },
  { weight: 1, arbitrary: oldStep },
);

/**
 * Lists of chat messages that OpenAI accepts, or waits to continue (calls without a result at the end), in every form the
 * API has for one thing: content as text, list, null or absent, keys in any order, unknown keys, arguments that are no JSON.
 */
export function chatMessages(): Arbitrary<Message[]> {
  const spec = fc.record({
    pieces: fc.array(piece, { minLength: 1, maxLength: 6 }),
    pending: fc.option(step, { nil: undefined, freq: 1 }),
    answered: fc.nat(2),
  });
  return spec
    .map(({ pieces, pending, answered }) => {
      let count = 0;
      const ids = (): string => `call_${count++}`;
      const made = pieces.flatMap((each) => (Array.isArray(each) ? each : stepMessages(each, ids, Infinity)));
      return pending === undefined
        ? made
        : [...made, ...stepMessages(pending, ids, Math.min(answered, pending.calls.length - 1))];
    })
    .chain((messages) => fc.tuple(...messages.map((message) => shuffled(fc.constant(message)))));
}
