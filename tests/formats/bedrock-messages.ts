import fc, { type Arbitrary } from "fast-check";
import { dice, dressed, type Message, text, word } from "../support/dressed.js";

export type { Message } from "../support/dressed.js";

/** What a request says. */
export interface Request {
  system?: Message[];
  messages: Message[];
}

const { constant, constantFrom, oneof } = fc;

const seen = word.map((said) => (said.trim() === "" ? `x${said}` : said));
const bytes = oneof(
  fc.uint8Array({ maxLength: 5 }),
  constant(null).map(() => new Uint8Array([9, 8, 7, 6, 5]).subarray(1, 3)),
);

/** A block of one member; what stands in it may have unknown keys. */
function block(member: string, inner: Arbitrary<Message>): Arbitrary<Message> {
  return dressed(inner).map((made): Message => ({ [member]: made }));
}

const textBlock = oneof<Arbitrary<Message>[]>(
  seen.map((said) => ({ text: said })),
  seen.map((said) => ({ text: said, image: undefined })),
);
const source: Arbitrary<Message> = oneof<Arbitrary<Message>[]>(
  bytes.map((made) => ({ bytes: made })),
  constantFrom<Message>(
    { s3Location: { uri: "s3://bucket/a.png" } },
    { s3Location: { bucketOwner: "1", uri: "s3://bucket/a" } },
    { bytes: "AAAA" },
    { bytes: { 0: 1, 1: 255 } },
    { bytes: { type: "Buffer", data: [1, 255] } },
  ),
);
const documentSource = oneof<Arbitrary<Message>[]>(
  source,
  constantFrom<Message>({ text: "plain \u{1F600}\uFEFF" }, { content: [{ text: "chunk" }] }),
);
const image = block(
  "image",
  fc.tuple(source, constantFrom("png", "jpeg", "later")).map(([given, format]): Message => ({ format, source: given })),
);
const dressedDocument = block(
  "document",
  fc
    .tuple(documentSource, constantFrom("pdf", "txt", "md", "later"), constantFrom("a", "My file (1)", "[x]-y"))
    .map(([given, format, name]): Message => ({
      format,
      name,
      source: given,
      ...(name === "a" && { context: "c" }),
    })),
);
const document = oneof(
  dressedDocument,
  documentSource.map((given): Message => ({ document: { name: "a", source: given, context: "no format" } })),
);
const media = oneof(
  image,
  block(
    "video",
    source.map((given): Message => ({ format: "mp4", source: given })),
  ),
);
const sound = block(
  "audio",
  source.map((given): Message => ({ format: "mp3", source: given })),
);
const guard = bytes.map((made): Message => ({ guardContent: { image: { format: "png", source: { bytes: made } } } }));
const cachePoint = constant<Message>({ cachePoint: { type: "default" } });
const unknown = dressed(text.map((said): Message => ({ deep: said }))).map((made): Message => ({ hologram: made }));
const search = constant<Message>({
  searchResult: { source: "s", title: "t", content: [{ text: "f" }], citations: { enabled: true } },
});

const userBlock = oneof({ weight: 4, arbitrary: textBlock }, media, sound, guard, cachePoint, search, unknown);
const userContent = fc
  .tuple(fc.array(userBlock, { minLength: 1, maxLength: 3 }), fc.array(document, { maxLength: 2 }), textBlock)
  .map(([blocks, documents, words]): Message[] => {
    const isSaid = documents.length === 0 && blocks.some((made) => !("cachePoint" in made));
    return isSaid ? blocks : [...blocks, ...documents, words];
  });
const thought = oneof(
  block("reasoningContent", constant<Message>({})).map((): Message => ({
    reasoningContent: { redactedContent: new Uint8Array([1, 2, 3]) },
  })),
  dressed(text.map((said): Message => ({ text: said, signature: "SIG==" }))).map((made): Message => ({
    reasoningContent: { reasoningText: made },
  })),
);
const served = constantFrom<Message[]>(
  [
    { toolUse: { toolUseId: "srv", name: "web", input: {}, type: "server_tool_use" } },
    { toolResult: { toolUseId: "srv", content: [{ text: "r" }], type: "web_result" } },
  ],
  [{ citationsContent: { content: [{ text: "c" }], citations: [] } }],
);
const said = fc
  .tuple(
    fc.array(thought, { maxLength: 2 }),
    fc.array(oneof(textBlock, cachePoint, unknown), { maxLength: 2 }),
    fc.nat(5),
    served,
  )
  .map(([thoughts, blocks, die, own]): Message[] => [...thoughts, ...blocks, ...(die === 0 ? own : [])]);

const user = dressed(userContent.map((content): Message => ({ role: "user", content })));
const answer = dressed(
  fc.tuple(said, textBlock).map(([blocks, words]): Message => ({ role: "assistant", content: [...blocks, words] })),
);
const call = fc
  .tuple(
    dressed(
      fc
        .tuple(
          constantFrom("f", "a-b", "cq_YS5i", "A".repeat(64)),
          constantFrom<Message>({}, { city: "Paris" }, { gone: undefined, odd: [Number.NaN, -0] }),
        )
        .map(([name, input]): Message => ({ toolUseId: "#", name, input })),
    ),
  )
  .map(([made]) => made);
const resultBlock = oneof(
  textBlock,
  image,
  document,
  search,
  unknown,
  constantFrom<Message>({ json: { a: [1, null] } }, { json: {} }, { json: { gone: undefined } }),
);
const result = dressed(
  fc
    .tuple(
      fc.array(resultBlock, { maxLength: 2 }),
      constantFrom<Message>({}, {}, { status: "success" }, { status: "error" }),
    )
    .map(([content, rest]): Message => ({
      toolUseId: "#",
      content: rest["status"] === "error" && content.length === 0 ? [{ text: "no" }] : content,
      ...rest,
    })),
);

function withId(made: Message, id: string): Message {
  const copy: Message = {};
  for (const key of Object.keys(made)) {
    const value = key === "toolUseId" ? id : made[key];
    Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

const step = fc
  .record({
    said,
    behind: fc.array(textBlock, { maxLength: 1 }),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    results: fc.array(result, { minLength: 3, maxLength: 3 }),
    rest: fc.array(oneof(textBlock, image, cachePoint), { maxLength: 3 }),
    seed: fc.nat(),
  })
  .map((made) => {
    const roll = dice(made.seed);
    const forms = [
      (n: number) => `tooluse_${n}`,
      (n: number) => `${n}.a:b`,
      (n: number) => `cq_${n}`,
      (n: number) => `cqh_${"A".repeat(23)}${n}`,
    ];
    const ids = made.calls.map((_call, index) => forms[roll(forms.length)]!(index));
    const asked = [
      ...made.said,
      ...made.calls.map((one, index) => ({ toolUse: withId(one, ids[index]!) })),
      ...made.behind,
    ];
    const results: Message[] = made.calls.map((_call, index) => ({
      toolResult: withId(made.results[index]!, ids[index]!),
    }));
    const answers = results.map((one) => ({ one, rank: roll(100) })).sort((a, b) => a.rank - b.rank);
    const content = answers.map(({ one }) => one);
    for (const one of made.rest) content.splice(roll(content.length + 1), 0, one);
    return { asked: { role: "assistant", content: asked }, content, results };
  });

const system = fc.array(
  oneof<Arbitrary<Message>[]>(
    seen.map((words) => ({ text: words })),
    cachePoint,
    guard,
  ),
  { maxLength: 3 },
);

/** Requests that the service accepts, or waits to continue: every kind of block that the SDK's types allow, and unknown ones. */
export function bedrockRequests(): Arbitrary<Request> {
  const turn = fc
    .tuple(user, fc.array(step, { maxLength: 2 }), answer)
    .map(([asked, steps, said_]): Message[] => [
      asked,
      ...steps.flatMap(({ asked: calling, content }) => [calling, { role: "user", content }]),
      said_,
    ]);
  const end = fc.option(fc.tuple(user, fc.option(fc.tuple(step, fc.nat(2)), { nil: undefined })), { nil: undefined });
  return fc
    .tuple(fc.option(system, { nil: undefined }), fc.array(turn, { maxLength: 3 }), end)
    .map(([instructed, turns, last]) => {
      const messages = turns.flat();
      if (last !== undefined) {
        messages.push(last[0]);
        if (last[1] !== undefined) {
          const [{ asked, results }, count] = last[1];
          messages.push(asked);
          const answered = results.slice(0, Math.min(count, results.length - 1));
          if (answered.length > 0) messages.push({ role: "user", content: answered });
        }
      }
      return { ...(instructed !== undefined && { system: instructed }), messages: withDocuments(messages) };
    });
}

/** Gives each document a name of its own, and has a text in the place of each behind the fifth. */
function withDocuments(messages: readonly Message[]): Message[] {
  let [count, sent] = [0, 0];
  const named = (given: Message): Message => {
    const { document: made, toolResult } = given as { document?: Message; toolResult?: Message };
    if (made !== undefined) return { document: { ...made, name: `${String(made["name"])} ${(count += 1)}` } };
    const inner = toolResult?.["content"];
    return Array.isArray(inner) ? { toolResult: { ...toolResult, content: (inner as Message[]).map(named) } } : given;
  };
  return messages.map((message) => ({
    ...message,
    content: (message["content"] as Message[]).map((given) =>
      "document" in given && (sent += 1) > 5 ? { text: "one more" } : named(given),
    ),
  }));
}

/** Requests that can be read and that break rules: in order, in pairs, in what a role may hold. */
export function brokenRequests(): Arbitrary<Request> {
  const anyBlock = oneof<Arbitrary<Message>[]>(
    userBlock,
    document,
    thought,
    call.map((made) => ({ toolUse: withId(made, "a") })),
    result.map((made) => ({ toolResult: withId(made, "a") })),
    constantFrom<Message>(
      { text: "" },
      { text: " \n" },
      { text: "end \uD83D" },
      { text: "two", image: { format: "png", source: { bytes: "AAAA" } } },
      { reasoningContent: { reasoningText: { text: "unsigned" } } },
      { reasoningContent: { reasoningText: { text: "cut", signature: "" } } },
      { reasoningContent: { reasoningText: { text: "\uD83D", signature: "S" } } },
      { toolUse: { toolUseId: "b c", name: "f", input: {} } },
      { toolUse: { toolUseId: "b", name: "a.b c", input: [] } },
      { toolUse: { toolUseId: "b", name: "f", input: "{" } },
      { toolUse: { toolUseId: "z".repeat(80), name: "n".repeat(80), input: null } },
      { toolResult: { toolUseId: "b", content: [{ json: [1] }, { json: { deep: { __type: 1 } } }, { json: null }] } },
      { toolResult: { toolUseId: "b", content: [{ json: [1] }] } },
      { toolResult: { toolUseId: "b c", content: [{ text: "" }], status: "error" } },
      { toolResult: { toolUseId: "a", content: [], status: "error" } },
      { toolResult: { toolUseId: "a", content: [{ text: "x" }], status: null } },
      { toolResult: { toolUseId: "nobody", content: [{ text: "x" }] } },
      { toolResult: { toolUseId: "z".repeat(80), content: [{ json: { __type: "x" } }] } },
      { document: { format: "pdf", name: "a/b..pdf", source: { bytes: new Uint8Array([1]) } } },
      { document: { format: "pdf", source: { bytes: new Uint8Array([1]) } } },
      { document: { name: "x", source: { text: "\uD83D" } } },
      { image: { format: "png", source: {} } },
    ),
  );
  const odd = fc
    .tuple(constantFrom("user", "assistant", "assistant", "user", "system"), fc.array(anyBlock, { maxLength: 4 }))
    .map(([role, content]): Message => ({ role, content }));
  const systems = constantFrom<Message[] | undefined>(
    undefined,
    [],
    [{ text: "" }],
    [{ image: { format: "png", source: { bytes: "A" } } }],
  );
  return fc
    .tuple(bedrockRequests(), fc.array(odd, { maxLength: 5 }), systems, fc.nat())
    .map(([sound_, added, instructed, seed]) => {
      const roll = dice(seed);
      const list = sound_.messages
        .filter(() => roll(100) >= 15)
        .flatMap((message) => (roll(100) < 8 ? [message, message] : [message]));
      for (const message of added) list.splice(roll(list.length + 1), 0, message);
      if (list.length > 1 && roll(100) < 30) list.push(list.splice(roll(list.length), 1)[0]!);
      return { ...(instructed === undefined ? sound_ : { system: instructed }), messages: list };
    });
}
