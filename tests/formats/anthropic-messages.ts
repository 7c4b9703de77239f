import fc, { type Arbitrary } from "fast-check";
import { dice, dressed, type Message, text, word } from "../support/dressed.js";

export type { Message } from "../support/dressed.js";

/** What a request says. */
export interface Request {
  system?: unknown;
  messages: Message[];
}

const { constant, constantFrom, oneof } = fc;

const seen = word.map((said) => (said.trim() === "" ? `x${said}` : said));
/** Text at the end of a message, where space would be refused at the end of the list. */
const closed = seen.map((said) => `${said.trimEnd()}.`);

/** Cache marks are rare, and null as often as there: four are all that a request may have. */
function cached(block: Arbitrary<Message>): Arbitrary<Message> {
  return fc
    .tuple(block, fc.nat(60))
    .map(([made, die]): Message => (die === 0 ? { ...made, cache_control: null } : made));
}

const textBlock = dressed(cached(seen.map((said): Message => ({ type: "text", text: said }))));
const citedBlock = constant<Message>({
  type: "text",
  text: "cited",
  citations: [
    { type: "web_search_result_location", url: "https://a", title: "A", encrypted_index: "E==", cited_text: "c" },
  ],
});
const unknownBlock = dressed(text.map((said): Message => ({ type: "hologram", hologram: { url: said } })));

const fileBlock = dressed(
  cached(
    oneof<Arbitrary<Message>[]>(
      dressed(
        constantFrom<Message>(
          { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
          { type: "base64", media_type: "image/jpeg", data: "AA\nAA" },
          { type: "base64", media_type: "image/heic", data: "AAAA" },
          { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
          { type: "url", url: "https://example.org/a.png" },
          { type: "url", url: "gs://bucket/a" },
          { type: "file", file_id: "file_1" },
          { type: "later", thing: { deep: [1, null] } },
        ),
      ).map((source): Message => ({ type: "image", source })),
      fc
        .tuple(
          dressed(
            constantFrom<Message>(
              { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
              { type: "base64", media_type: "text/plain", data: "aGVq" },
              { type: "text", media_type: "text/plain", data: "plain \u{1F600}\r\n\uFEFF" },
              { type: "text", media_type: "text/plain", data: "" },
              { type: "content", content: [{ type: "text", text: "inner" }] },
              { type: "content", content: "inner" },
              { type: "url", url: "https://example.org/a.pdf" },
              { type: "url", url: "https://example.org/a.png" },
              { type: "file", file_id: "file_2" },
            ),
          ),
          constantFrom<Message>(
            {},
            {},
            { title: "a.pdf" },
            { title: null },
            { title: "" },
            { title: "T", context: "about it", citations: { enabled: true } },
          ),
        )
        .map(([source, rest]): Message => ({ type: "document", source, ...rest })),
    ),
  ),
);
const searchBlock = constant<Message>({
  type: "search_result",
  source: "https://a",
  title: "A",
  content: [{ type: "text", text: "found" }],
});

const userBlock = oneof({ weight: 4, arbitrary: textBlock }, fileBlock, searchBlock, unknownBlock);
const userContent: Arbitrary<unknown> = oneof<Arbitrary<unknown>[]>(
  seen,
  seen,
  fc.array(userBlock, { minLength: 1, maxLength: 3 }),
);

const thought = dressed(
  oneof<Arbitrary<Message>[]>(
    fc
      .tuple(text, constantFrom("SIG==", "Sig2"))
      .map(([thinking, signature]) => ({ type: "thinking", thinking, signature })),
    constant({ type: "redacted_thinking", data: "OPAQUE==" }),
  ),
);

/** Calls that the provider runs, with their results; ids are made where they stand. */
const served = constantFrom<readonly Message[]>(
  [
    { type: "server_tool_use", id: "srvtoolu_#", name: "web_search", input: { query: "q" } },
    {
      type: "web_search_tool_result",
      tool_use_id: "srvtoolu_#",
      content: [{ type: "web_search_result", url: "https://a", title: "A", encrypted_content: "E==", page_age: null }],
    },
  ],
  [
    { type: "mcp_tool_use", id: "mcptoolu_#", name: "f", server_name: "s", input: {} },
    { type: "mcp_tool_result", tool_use_id: "mcptoolu_#", is_error: false, content: [{ type: "text", text: "r" }] },
  ],
  [{ type: "compaction", content: "before", encrypted_content: "E==" }],
);

const said: Arbitrary<Message[]> = fc
  .tuple(
    fc.array(thought, { maxLength: 2 }),
    fc.array(
      oneof(
        { weight: 4, arbitrary: textBlock.map((block) => [block]) },
        { weight: 1, arbitrary: served },
        { weight: 1, arbitrary: citedBlock.map((block) => [block]) },
        { weight: 1, arbitrary: unknownBlock.map((block) => [block]) },
        { weight: 1, arbitrary: thought.map((block) => [block]) },
      ),
      { maxLength: 3 },
    ),
  )
  .map(([thoughts, blocks]) => [...thoughts, ...(blocks as Message[][]).flat()]);

const closing = closed.map((words): Message => ({ type: "text", text: words }));
const answer = dressed(
  oneof<Arbitrary<Message>[]>(
    closed.map((content) => ({ role: "assistant", content })),
    fc.tuple(said, closing).map(([blocks, last]) => ({ role: "assistant", content: [...blocks, last] })),
  ),
);
const user = dressed(userContent.map((content): Message => ({ role: "user", content })));
const stranger = dressed(userContent.map((content): Message => ({ role: "critic", content })));

const input: Arbitrary<Message> = oneof<Arbitrary<Message>[]>(
  constantFrom<Message>({}, { city: "Paris" }, { n: 1.5, deep: { list: [null, "x", []] } }),
  constant<Message>({ gone: undefined, odd: [Number.NaN, -0] }),
  constant(JSON.parse('{"__proto__":1,"toJSON":2}') as Message),
);
const call = dressed(
  cached(
    fc
      .tuple(constantFrom("f", "get_weather", "a-b", "cq_YS5i", "A".repeat(128)), input, fc.nat(4))
      .map(([name, given, die]): Message => ({
        type: "tool_use",
        id: "#",
        name,
        input: given,
        ...(die === 0 && { caller: { type: "direct" } }),
      })),
  ),
);
const result = dressed(
  cached(
    fc
      .tuple(
        oneof<Arbitrary<unknown>[]>(
          text,
          constant(undefined),
          fc.array(oneof({ weight: 3, arbitrary: textBlock }, fileBlock, searchBlock, unknownBlock), { maxLength: 3 }),
        ),
        constantFrom<Message>({}, {}, { is_error: false }, { is_error: true }),
      )
      .map(([content, rest]): Message => {
        const isText = typeof content !== "object" || (content as Message[]).every(({ type }) => type === "text");
        const flag = rest["is_error"] === true && !isText ? {} : rest;
        return { type: "tool_result", tool_use_id: "#", ...(content !== undefined && { content }), ...flag };
      }),
  ),
);

interface Step {
  readonly said: readonly Message[];
  readonly calls: readonly Message[];
  readonly results: readonly Message[];
  readonly ranks: readonly number[];
  readonly rest: readonly Message[];
  readonly ids: number;
  readonly isSplit: boolean;
}
const step: Arbitrary<Step> = fc.record({
  said,
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  results: fc.array(result, { minLength: 3, maxLength: 3 }),
  ranks: fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
  rest: fc.array(userBlock, { maxLength: 2 }),
  ids: fc.nat(99),
  isSplit: fc.nat(3).map((turn) => turn === 0),
});

const ID_FORMS = [
  (n: string) => `toolu_${n}`,
  (n: string) => `toolu_${n}`,
  (n: string) => n,
  (n: string) => `${n}${"x".repeat(70)}`,
  (n: string) => `cq_${n}`,
  (n: string) => `cqh_${n.padEnd(24, "A")}`,
];

function withId(block: Message, key: string, id: string): Message {
  const copy: Message = {};
  for (const name of Object.keys(block)) {
    Object.defineProperty(copy, name, {
      value: name === key ? id : block[name],
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

/** A turn that calls tools; `answered` are the results that are there. */
function stepMessages(made: Step, at: string, answered: number): Message[] {
  const ids = made.calls.map((_call, index) => ID_FORMS[(made.ids + index) % ID_FORMS.length]!(`${at}-${index}`));
  const calls = made.calls.map((block, index) => withId(block, "id", ids[index]!));
  const results = calls
    .map((_call, index) => ({
      rank: made.ranks[index]!,
      block: withId(made.results[index]!, "tool_use_id", ids[index]!),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ block }) => block)
    .slice(0, answered);
  const said = serveIds(made.said, at);
  const asked = { role: "assistant", content: [...said, ...calls] };
  if (results.length === 0) return [asked];
  if (results.length < calls.length) return [asked, { role: "user", content: results }];
  const answers = { role: "user", content: [...results, ...made.rest] };
  if (!made.isSplit) return [asked, answers];
  // A recorder may write each call of an answer as a message of its own. The endpoint takes neighbours as one.
  const [first, ...others] = calls.map((block) => ({ role: "assistant", content: [block] }));
  return [{ ...first, content: [...said, ...first!.content] }, ...others, answers];
}

/** Gives the calls that the provider ran ids of their own. */
function serveIds(blocks: readonly Message[], at: string): Message[] {
  return blocks.map((block, index) => {
    if (typeof block["id"] === "string") return withId(block, "id", block["id"].replace("#", `${at}-${index}`));
    const of = block["tool_use_id"];
    return typeof of === "string" ? withId(block, "tool_use_id", of.replace("#", `${at}-${index - 1}`)) : block;
  });
}

type Stretch = { readonly step: Step } | { readonly messages: readonly Message[] };

const system: Arbitrary<unknown> = oneof<Arbitrary<unknown>[]>(
  constant(undefined),
  seen,
  fc.array(textBlock, { maxLength: 2 }),
);
const instructions = dressed(
  oneof<Arbitrary<unknown>[]>(seen, fc.array(textBlock, { minLength: 1, maxLength: 2 })).map((content): Message => ({
    role: "system",
    content,
  })),
);

/** Requests that the endpoint accepts, or waits to continue: every kind of block that the SDK's types allow, and unknown ones. */
export function anthropicRequests(): Arbitrary<Request> {
  const stretch = oneof<Arbitrary<Stretch>[]>(
    user.map((made) => ({ messages: [made] })),
    user.map((made) => ({ messages: [made] })),
    answer.map((made) => ({ messages: [made] })),
    step.map((made) => ({ step: made })),
    step.map((made) => ({ step: made })),
    fc.tuple(user, instructions, answer).map((messages) => ({ messages })),
    stranger.map((made) => ({ messages: [made] })),
  );
  const end = fc.option(fc.tuple(step, fc.nat(2)), { nil: undefined, freq: 2 });
  return fc.tuple(system, fc.array(stretch, { maxLength: 6 }), end).map(([instructed, stretches, pending]) => {
    const messages = stretches.flatMap((made, at) =>
      "step" in made
        ? stepMessages(made.step, `s${at}`, 3)
        : made.messages.map((message, index): Message => {
            const { content } = message;
            return Array.isArray(content)
              ? withContent(message, serveIds(content as Message[], `m${at}${"abc"[index]}`))
              : message;
          }),
    );
    if (pending !== undefined)
      messages.push(...stepMessages(pending[0], "end", Math.min(pending[1], pending[0].calls.length - 1)));
    return { ...(instructed !== undefined && { system: instructed }), messages };
  });
}

function withContent(message: Message, content: readonly Message[]): Message {
  return withId(message, "content", content as unknown as string);
}

/** Requests that can be read and that break rules: in order, in pairs, in what a role may hold. */
export function brokenRequests(): Arbitrary<Request> {
  const anyBlock = oneof<Arbitrary<Message>[]>(
    textBlock,
    fileBlock,
    thought,
    searchBlock,
    unknownBlock,
    call.map((block) => withId(block, "id", "a")),
    result.map((block) => withId(block, "tool_use_id", "a")),
    constantFrom<Message>(
      { type: "text", text: "" },
      { type: "text", text: " \n" },
      { type: "text", text: "end \uD83D " },
      { type: "thinking", thinking: "cut", signature: "" },
      { type: "thinking", thinking: "\uD83D", signature: "S" },
      { type: "thinking", thinking: "unsigned" },
      { type: "tool_use", id: "b c", name: "f", input: {} },
      { type: "tool_use", id: "a", name: "a.b c", input: [] },
      { type: "tool_use", id: "b", name: "f", input: "{" },
      { type: "tool_use", id: "b", name: "f" },
      { type: "tool_use", id: "\uD83D", name: "f", input: null },
      { type: "tool_use", id: "z".repeat(80), name: "n".repeat(200), input: { s: "\uD83D" } },
      { type: "tool_result", tool_use_id: "b", content: null },
      { type: "tool_result", tool_use_id: "b c", content: [{ type: "text", text: "" }], is_error: true },
      {
        type: "tool_result",
        tool_use_id: "b",
        is_error: true,
        content: [{ type: "image", source: { type: "url", url: "https://a" } }],
      },
      { type: "tool_result", tool_use_id: "nobody", content: "x" },
      {
        type: "tool_result",
        tool_use_id: "z".repeat(80),
        content: [{ type: "tool_use", id: "q", name: "f", input: {} }],
      },
      { type: "server_tool_use", id: "srv", name: "web_search", input: {} },
      { type: "server_tool_use", id: "s v", name: "web_search", input: {} },
      { type: "web_search_tool_result", tool_use_id: "srv", content: [] },
      { type: "web_search_tool_result", tool_use_id: "lost", content: [] },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "data:image/png;base64,AAAA" } },
      { type: "image", source: { type: "base64", data: "AAAA" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "\uD83D" } },
      { type: "text", text: "marked", cache_control: { type: "ephemeral" } },
      { type: "text", text: "marked", cache_control: { type: "ephemeral", ttl: "1h" } },
    ),
  );
  const odd = fc
    .tuple(
      constantFrom("user", "assistant", "system", "assistant", "user"),
      oneof<Arbitrary<unknown>[]>(fc.array(anyBlock, { maxLength: 4 }), constantFrom("", "  ", "end ", "\uDE00")),
    )
    .map(([role, content]): Message => ({ role, content }));
  const directive = constant<Message>({ role: "system", content: [], output_config: { effort: "low" } });
  const added = fc.array(oneof({ weight: 6, arbitrary: odd }, { weight: 1, arbitrary: directive }), { maxLength: 5 });
  const systems = constantFrom<unknown>(
    undefined,
    "",
    " ",
    [],
    [{ type: "text", text: "" }],
    [{ type: "image" }],
    "ok",
  );
  return fc.tuple(anthropicRequests(), added, systems, fc.nat()).map(([sound, messages, instructed, seed]) => {
    const roll = dice(seed);
    const list = sound.messages
      .filter(() => roll(100) >= 15)
      .flatMap((message) => (roll(100) < 8 ? [message, message] : [message]));
    for (const message of messages) list.splice(roll(list.length + 1), 0, message);
    if (list.length > 1 && roll(100) < 30) list.push(list.splice(roll(list.length), 1)[0]!);
    return { ...(instructed === undefined ? sound : { system: instructed }), messages: list };
  });
}
