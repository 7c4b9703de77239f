import fc, { type Arbitrary } from "fast-check";
import { dice, dressed, type Message, text, withBlank, word } from "../support/dressed.js";
import { objectOf } from "../support/values.js";

export { dice, dressed, type Message, text, withBlank, word } from "../support/dressed.js";

const { constant, constantFrom, oneof } = fc;

function withInner(type: string, inner: Arbitrary<Message>): Arbitrary<Message> {
  return dressed(dressed(inner).map((made): Message => ({ type, [type]: made })));
}

const textPart = dressed(text.map((said): Message => ({ type: "text", text: said })));
const unknownPart = dressed(text.map((said): Message => ({ type: "video_url", video_url: { url: said } })));
const imagePart = withInner(
  "image_url",
  fc
    .tuple(
      constantFrom(
        "https://example.org/a.png",
        "gs://bucket/a",
        "data:image/png;base64,AAAA",
        "data:image/jpeg;name=a;base64,/9j/4AAQ",
        "data:application/pdf;base64,JVBERi",
        "data:;base64,AAAA",
        "data:image/svg+xml,%3Csvg%3E",
        "not an address",
      ),
      constantFrom<Message>(
        {},
        { detail: "low" },
        { detail: "auto" },
        { detail: null },
        { detail: undefined },
        { detail: "" },
      ),
    )
    .map(([url, rest]): Message => ({ url, ...rest })),
);
const audioPart = withInner(
  "input_audio",
  fc.record(
    {
      data: constantFrom("UklGRg==", "AA\nAA", "", "data:audio/wav;base64,UklGRg=="),
      format: constantFrom("wav", "mp3", "flac", "mpeg", "MP3"),
    },
    { noNullPrototype: true },
  ),
);
const filePart = withInner(
  "file",
  oneof(
    constantFrom<Message>(
      { file_id: "file-1" },
      { file_id: "file-1", filename: "a.pdf" },
      { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" },
      { filename: "a.pdf", file_data: "JVBERg==" },
      { filename: "a", file_data: "data:image/png;base64,AAAA" },
      { filename: "a.wav", file_data: "data:audio/wav;base64,UklGRg==" },
      { file_data: "https://example.org/a.pdf", filename: "a.pdf" },
      { file_data: "data:text/plain,hello", filename: "a.txt", file_id: "file-2" },
      { file_url: "https://example.org/b.pdf" },
    ),
  ),
);

const texts = fc.array(textPart, { minLength: 1, maxLength: 3 });
const textContent: Arbitrary<unknown> = oneof<Arbitrary<unknown>[]>(
  text,
  text,
  texts,
  fc.array(oneof(textPart, unknownPart), { minLength: 1, maxLength: 2 }),
);
const userContent: Arbitrary<unknown> = oneof<Arbitrary<unknown>[]>(
  textContent,
  fc.array(oneof(textPart, imagePart, audioPart, filePart, unknownPart), { minLength: 1, maxLength: 3 }),
);

const speaker = (role: string, content: Arbitrary<unknown>): Arbitrary<Message> =>
  withBlank(
    dressed(content.map((said): Message => ({ role, content: said }))),
    "name",
    "alice",
    "Åsa",
    undefined,
    null,
  );

const systemMessage = oneof(speaker("system", textContent), speaker("developer", textContent));
const userMessage = speaker("user", userContent);
const strangerMessage = speaker("critic", userContent);

const refusalPart = dressed(text.map((refusal): Message => ({ type: "refusal", refusal })));
const reasoning = constantFrom<Message>(
  {},
  {},
  {},
  { reasoning_content: "thought" },
  { reasoning: "thought" },
  { reasoning: "one", reasoning_content: "two" },
  { reasoning: "same", reasoning_content: "same" },
  { reasoning_content: "" },
  { reasoning_content: null, reasoning_details: [{ type: "reasoning.text", text: "deep" }] },
);
const spoken = dressed(
  constantFrom<Message>(
    { id: "audio_1" },
    { id: "audio_1", data: "UklGRg==", expires_at: 1_900_000_000, transcript: "spoken words" },
    { id: "audio_1", transcript: "" },
    { id: "audio_1", transcript: null },
  ),
);

const says: Arbitrary<unknown> = oneof<Arbitrary<unknown>[]>(
  textContent,
  fc.array(oneof(textPart, refusalPart, unknownPart), { minLength: 1, maxLength: 3 }),
);
/** What may stand in place of content where something else is said. */
const nothing = constantFrom<Message>({ content: null }, {}, { content: undefined }, { content: "" }, { content: [] });
const beside = oneof<Arbitrary<Message>[]>(
  nothing,
  says.map((content) => ({ content })),
);

const answer = blanks(
  dressed(
    fc
      .tuple(
        oneof<Arbitrary<Message>[]>(
          says.map((content) => ({ content })),
          fc.tuple(beside, word).map(([made, refusal]) => ({ ...made, refusal })),
          fc.tuple(beside, spoken).map(([made, audio]) => ({ ...made, audio })),
        ),
        reasoning,
      )
      .map(([made, thoughts]): Message => ({ role: "assistant", ...made, ...thoughts })),
  ),
);

function blanks(message: Arbitrary<Message>): Arbitrary<Message> {
  const others = withBlank(
    withBlank(withBlank(message, "refusal", null, undefined), "audio", null),
    "function_call",
    null,
  );
  return withBlank(
    withBlank(
      withBlank(others, "annotations", [], undefined, [{ type: "url_citation", url_citation: { url: "https://a" } }]),
      "tool_calls",
      null,
      undefined,
    ),
    "name",
    "bob",
    null,
  );
}

const argumentsText = oneof(
  constantFrom(
    "{}",
    "",
    "{bad",
    '{"a": 1.0}',
    '{ "b" :2, "b": 3 }',
    '{"n":12345678901234567890}',
    "1e400",
    '"text"',
    "null",
    "-0",
    '{"n":1}{"n":2}',
    '{"__proto__":1}',
    `${"[".repeat(600)}${"]".repeat(600)}`,
  ),
  fc.json({ maxDepth: 2 }).map((made) => made.toWellFormed()),
  word,
);
const toolName = constantFrom("f", "get_weather", "a-b", "cq_YS5i", "A".repeat(64));

const knownCall = oneof(
  {
    weight: 4,
    arbitrary: dressed(
      fc.tuple(toolName, argumentsText).map(([made, args]): Message => ({ name: made, arguments: args })),
    ).map((made): Message => ({ type: "function", function: made })),
  },
  {
    weight: 1,
    arbitrary: dressed(fc.tuple(toolName, argumentsText).map(([made, input]): Message => ({ name: made, input }))).map(
      (made): Message => ({ type: "custom", custom: made }),
    ),
  },
  { weight: 1, arbitrary: constant<Message>({ type: "mcp_later", mcp_later: { server: "s" } }) },
);

const resultContent: Arbitrary<unknown> = oneof<Arbitrary<unknown>[]>(text, text, texts);

interface Step {
  readonly message: Message;
  readonly calls: readonly Message[];
  readonly results: readonly { content: unknown; rank: number; name: unknown; dress: Message }[];
}

const step: Arbitrary<Step> = fc.record({
  message: fc
    .tuple(beside, reasoning)
    .map(([made, thoughts]): Message => ({ role: "assistant", ...made, ...thoughts })),
  calls: fc.array(knownCall, { minLength: 1, maxLength: 3 }),
  results: fc.array(
    fc.record({
      content: resultContent,
      rank: fc.nat(9),
      name: constantFrom<unknown>(undefined, undefined, "f", "a.b", "", null),
      dress: dressed(constant({})),
    }),
    { minLength: 3, maxLength: 3 },
  ),
});

const oldStep = fc
  .tuple(
    dressed(fc.tuple(toolName, argumentsText).map(([made, args]): Message => ({ name: made, arguments: args }))),
    beside,
    oneof<Arbitrary<unknown>[]>(text, constant(null)),
    fc.boolean(),
    toolName,
  )
  .map(([call, made, content, isAnswered, other]): Message[] => [
    { role: "assistant", ...made, function_call: call },
    ...(isAnswered
      ? [{ role: "function", name: call["name"], content }]
      : [{ role: "function", content, name: other }]),
  ]);

const id = (index: number): Arbitrary<string> =>
  constantFrom(
    `call_${index}`,
    `call_${index}`,
    `${index}`,
    `functions.f:${index}`,
    `${index} a|b`,
    `${"x".repeat(50)}${index}`,
    `${index}${"y".repeat(60)}`,
    `ü${index}`,
  );

/** A turn that calls tools; the last may still wait for results. */
function stepMessages(made: Step, ids: readonly string[], answered: number): Message[] {
  const tool_calls = made.calls.map((call, index) =>
    objectOf([
      ...(index === 1 ? [] : [["id", ids[index]!] as const]),
      ...Object.entries(call),
      ...(index === 1 ? [["id", ids[index]!] as const] : []),
    ]),
  );
  const results = made.calls
    .map((call, index) => ({ call, id: ids[index]!, ...made.results[index]! }))
    .filter(({ call }) => call["type"] !== "mcp_later")
    .sort((a, b) => a.rank - b.rank)
    .slice(0, answered)
    .map(({ id: tool_call_id, content, name: given, dress }): Message => ({
      role: "tool",
      tool_call_id,
      ...(given !== undefined && { name: given }),
      content,
      ...dress,
    }));
  return [{ ...made.message, tool_calls }, ...results];
}

const steps = fc.tuple(step, fc.tuple(id(0), id(1), id(2))).map(([made, ids]) => stepMessages(made, ids, 3));
const pendingStep = fc
  .tuple(step, fc.tuple(id(0), id(1), id(2)), fc.nat(2))
  .map(([made, ids, answered]) => stepMessages(made, ids, answered));

/** Lists that the endpoint accepts, or waits to continue: every kind of message that the SDK's types allow, and unknown ones. */
export function chatMessageLists(): Arbitrary<Message[]> {
  const stretch = oneof(
    { weight: 2, arbitrary: systemMessage.map((made) => [made]) },
    { weight: 3, arbitrary: userMessage.map((made) => [made]) },
    { weight: 3, arbitrary: answer.map((made) => [made]) },
    { weight: 3, arbitrary: steps },
    { weight: 1, arbitrary: oldStep },
    { weight: 1, arbitrary: strangerMessage.map((made) => [made]) },
  );
  return fc
    .tuple(fc.array(stretch, { maxLength: 6 }), fc.option(pendingStep, { nil: [], freq: 2 }))
    .map(([stretches, pending]) => [...stretches.flat(), ...pending]);
}

/** Lists that can be read and that break rules: in order, in pairs, in what a role may hold. */
export function brokenMessageLists(): Arbitrary<Message[]> {
  const images = fc.array(oneof(textPart, imagePart, audioPart, filePart, refusalPart, unknownPart), { maxLength: 3 });
  const bare = constantFrom<Message>({ content: null }, {}, { content: undefined }, { content: [] });
  const call = constantFrom<Message>(
    { id: "a", function: { name: "f", arguments: "{}" } },
    { id: "a", type: "function", function: { name: "a.b c", arguments: "{}" } },
    { id: "b", type: "function", function: { name: "f", arguments: { n: 1 } } },
    { id: "b", type: null, function: { name: "f", arguments: "\uD83D" } },
    { id: "z".repeat(80), type: "function", function: { name: "n".repeat(80), arguments: "{}" } },
    { id: "c", type: "custom", custom: { name: "f", input: "x" } },
    { id: "\uD83D", type: "function", function: { name: "f", arguments: "{}" } },
  );
  const odd = oneof<Arbitrary<Message>[]>(
    fc
      .tuple(
        constantFrom("system", "developer", "user", "assistant"),
        oneof<Arbitrary<Message>[]>(
          bare,
          images.map((content) => ({ content })),
        ),
      )
      .map(([role, made]) => ({ role, ...made })),
    fc
      .tuple(constantFrom("user", "assistant"), constantFrom("a b", "", "<x>", "n".repeat(70), "\uDE00"))
      .map(([role, made]) => ({ role, name: made, content: "hi \uD83D" })),
    fc
      .tuple(bare, fc.array(call, { maxLength: 3 }))
      .map(([made, tool_calls]) => ({ role: "assistant", ...made, tool_calls })),
    fc
      .tuple(
        constantFrom("a", "b", "c", "z".repeat(80), "\uD83D", "nobody"),
        oneof<Arbitrary<Message>[]>(
          bare,
          images.map((content) => ({ content })),
          constant({ content: "r" }),
        ),
      )
      .map(([made, rest]) => ({ role: "tool", tool_call_id: made, ...rest })),
    constantFrom<Message>(
      { role: "function", content: "x" },
      { role: "function", name: "a b", content: null },
      { role: "function", name: "f" },
      { role: "function", name: "f", content: [{ type: "text", text: "t" }] },
    ),
    constantFrom<Message>(
      { role: "user", content: [{ type: "image_url", image_url: "https://example.org/a.png" }] },
      { role: "user", content: [{ type: "file", file: { file_data: "data:application/pdf;base64,AAAA" } }] },
    ),
  );
  return fc.tuple(chatMessageLists(), fc.array(odd, { maxLength: 5 }), fc.nat()).map(([sound, added, seed]) => {
    const roll = dice(seed);
    const list = sound
      .filter(() => roll(100) >= 15)
      .flatMap((message) => (roll(100) < 5 ? [message, message] : [message]));
    for (const message of added) list.splice(roll(list.length + 1), 0, message);
    if (list.length > 1 && roll(100) < 30) list.push(list.splice(roll(list.length), 1)[0]!);
    return list;
  });
}
