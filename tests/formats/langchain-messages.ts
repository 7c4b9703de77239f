import fc, { type Arbitrary } from "fast-check";
import { copyOf } from "../support/copy.js";
import { dice, dressed, type Message, text, withBlank, word } from "../support/dressed.js";
import { objectOf } from "../support/values.js";

const { constant, constantFrom, oneof } = fc;

const textBlock = oneof(
  { weight: 4, arbitrary: dressed(text.map((said): Message => ({ type: "text", text: said }))) },
  {
    weight: 1,
    arbitrary: constantFrom<Message>(
      { type: "text", text: "cited", annotations: [{ type: "citation", citedText: "c" }], index: 0 },
      { type: "text", text: "signed", thoughtSignature: "SIG" },
      { type: "text", source_type: "text", text: "plain" },
    ),
  },
);
const media = dressed(
  oneof<Arbitrary<Message>[]>(
    constantFrom<Message>(
      { type: "image_url", image_url: "https://example.org/a.png" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
      { type: "image", source_type: "base64", mime_type: "image/png", data: "AAAA" },
      { type: "audio", source_type: "url", url: "https://example.org/a.mp3" },
      { type: "file", source_type: "id", id: "file-1", mime_type: "application/pdf" },
      { type: "file", source_type: "text", text: "some text #1%", metadata: { filename: "a.txt", pages: 2 } },
      { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" },
      { type: "image", url: "https://example.org/a.png" },
      { type: "video", fileId: "file-2", mimeType: "video/mp4" },
      { mimeType: "application/pdf", type: "file", metadata: { filename: "a.pdf" }, data: "JVBERi0=" },
      { type: "text-plain", text: "plain", title: "t" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "document", source: { url: "https://example.org/a.pdf", type: "url" }, title: "t" },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "inline" } },
      { type: "file", file: { file_data: "data:application/pdf;base64,AAAA", filename: "a.pdf" } },
      { type: "file", file: { file_id: "file-1", extra: { a: "b" } } },
      { type: "file", file: { filename: "a.pdf", file_data: "JVBERi0=" } },
      { type: "file", file: { filename: "a.pdf" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "mpeg", note: "n" } },
      { type: "input_audio", input_audio: { data: "" } },
      { type: "image", data: "data:image/png;base64,AAAA" },
      { type: "image" },
    ),
    constant(null).map((): Message => ({ type: "image", mimeType: "image/png", data: Uint8Array.of(1, 2) })),
  ).map(copyOf),
);
const unknownBlock = dressed(
  constantFrom<Message>(
    { type: "non_standard", value: { a: 1 } },
    { type: "server_tool_call", id: "s", name: "web_search", args: { query: "q" } },
    { type: "server_tool_call_result", toolCallId: "s", status: "success", output: { urls: ["u"] } },
    { type: "input_json_delta", index: 1, input: "{" },
    { type: "hologram", deep: { list: [1, null] } },
    { note: "no type" },
    { type: "tool_use", id: 5 },
    { type: "thinking", signature: "SIG" },
    {},
  ).map(copyOf),
);
const thought = oneof(
  {
    weight: 2,
    arbitrary: dressed(text.map((said): Message => ({ type: "thinking", thinking: said, signature: "SIG==" }))),
  },
  {
    weight: 4,
    arbitrary: dressed(
      constantFrom<Message>(
        { type: "thinking", thinking: "unsigned", index: 0 },
        { type: "redacted_thinking", data: "OPAQUE" },
        { type: "reasoning", reasoning: "r" },
        { type: "reasoning", reasoning: "r", signature: "SIG" },
        { type: "reasoning", id: "rs_1", reasoning: "", encrypted_content: "ENC" },
        { type: "reasoning", encrypted_content: "ENC" },
        { type: "reasoning", reasoning: null, id: "x" },
        { type: "reasoning", id: "rs_2", summary: [{ type: "summary_text", text: "s" }], encrypted_content: "ENC" },
        { type: "reasoning", id: "rs_3", summary: [], content: null },
        { type: "reasoning_content", reasoningText: { text: "t", signature: "SIG", extra: 1 } },
        { type: "reasoning_content", reasoning_content: { signature: "", text: "t" }, index: 0 },
        { type: "reasoning_content", redactedContent: "AAAA" },
      ).map(copyOf),
    ),
  },
);
const refusal = dressed(word.map((said): Message => ({ type: "refusal", refusal: said })));

const bare: Arbitrary<unknown> = word;
const list = (...blocks: Arbitrary<unknown>[]): Arbitrary<unknown[]> => fc.array(oneof(...blocks), { maxLength: 3 });
const spoken = oneof<Arbitrary<unknown>[]>(
  text,
  list(textBlock, media, unknownBlock, bare),
  constantFrom<unknown>(null, "", undefined).map(copyOf),
);

/** Puts content first, or leaves it out now and then, with what the library adds, or some of it. */
function message(content: Arbitrary<unknown>, rest: Arbitrary<Message>, added: Message = {}): Arbitrary<Message> {
  return dressed(
    fc
      .tuple(
        content,
        rest,
        fc.nat(9),
        fc.nat(3),
        constantFrom<Message>({}, {}, { id: "run-1" }, { id: "" }, { id: null }),
      )
      .map(([said, more, die, fill, id]): Message => ({
        ...(die > 0 && { content: said }),
        ...more,
        ...(fill > 0 && added),
        ...(fill > 1 && { additional_kwargs: {}, response_metadata: {}, ...more }),
        ...id,
      })),
  );
}

const named = withBlank(
  constantFrom<Message>({}, {}, { name: "bob" }, { name: "model" }, { additional_kwargs: { note: "n" } }).map(copyOf),
  "name",
  undefined,
  null,
  "",
);
const person = message(spoken, named).map((data) => ({ type: "human", data }));
const instructions = message(
  oneof<Arbitrary<unknown>[]>(text, list(textBlock, unknownBlock, media)),
  constantFrom<Message>({}, { additional_kwargs: { __openai_role__: "developer" } }, { name: "s" }).map(copyOf),
).map((data) => ({ type: "system", data }));

const args = constantFrom<unknown>(
  {},
  { city: "Paris", n: 1 },
  { n: 1, city: "Paris" },
  { lc: 1, type: "constructor", id: ["a", "RegExp"], kwargs: {} },
  [1],
  "text",
  null,
  { gone: undefined, odd: [-0] },
);
const ids = ["call_1", "call_2", "", undefined, null, "7", "call ü|3"];

/** Where else than in its list a call stands, and whether what stands there says the same. */
const copies = fc.record({
  block: constantFrom("none", "none", "tool_use", "tool_call", "functionCall"),
  agrees: fc.nat(3).map((die) => die > 0),
  spaced: fc.boolean(),
  isInvalid: fc.nat(4).map((die) => die === 0),
});
const call = fc.record({
  id: constantFrom(...ids),
  name: constantFrom("f", "get_weather"),
  args,
  copies,
  form: dressed(constant<Message>({ type: "tool_call" })),
});
type Call = typeof call extends Arbitrary<infer Made> ? Made : never;

function listedCall({ id, name, args: input, copies: { isInvalid }, form }: Call): Message {
  const given = { ...(id !== undefined && { id }) };
  if (isInvalid) return { name, args: "{bad", ...given, error: "Malformed args.", type: "invalid_tool_call" };
  return { name, ...(input !== undefined && { args: copyOf(input) }), ...given, ...form };
}

function blockOfCall({ id, name, args: input, copies: { block, agrees, isInvalid } }: Call): Message[] {
  const said = agrees ? copyOf(input) : { other: 1 };
  if (block === "none") return [];
  if (isInvalid) return [{ type: "invalid_tool_call", id, name, args: agrees ? "{bad" : "x" }];
  if (block === "functionCall") return [{ type: block, functionCall: { name, args: said }, thoughtSignature: "SIG" }];
  return [{ type: block, ...(id !== undefined && { id }), name, [block === "tool_use" ? "input" : "args"]: said }];
}

function twinOfCall({ id, name, args: input, copies: { agrees, spaced, isInvalid } }: Call): Message {
  const json = JSON.stringify(input, null, spaced ? 1 : 0);
  return { id, type: "function", function: { name, arguments: isInvalid ? "{bad" : agrees ? json : '{"a":1.0}' } };
}

const kwargs = dressed(
  constantFrom<Message>(
    {},
    {},
    { reasoning: { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "a", index: 0 }] } },
    {
      reasoning: {
        type: "reasoning",
        summary: [
          { type: "summary_text", text: "a" },
          { type: "summary_text", text: "b" },
        ],
        encrypted_content: "ENC",
        id: "rs_2",
      },
    },
    { reasoning: { id: "rs_3", summary: [] } },
    { reasoning: "odd" },
    { reasoning_content: "thought" },
    { refusal: "no" },
    { refusal: "" },
    { function_call: { name: "f", arguments: '{"a": 1}' } },
    { function_call: { arguments: "{bad", name: "f" } },
    { __openai_function_call_ids__: { call_1: "fc_1" } },
    { __gemini_function_call_thought_signatures__: { call_1: "SIG", "7": "SIG2" } },
    { tool_calls: [] },
    { tool_calls: [{ id: "z", type: "function", function: { name: "z", arguments: "{}" } }] },
  ).map(copyOf),
);

const answer = fc
  .record({
    said: oneof<Arbitrary<unknown>[]>(
      text,
      constantFrom<unknown>(null, undefined, ""),
      list(textBlock, thought, refusal, unknownBlock, media, bare),
    ),
    calls: fc.array(call, { maxLength: 3 }),
    hasTwins: fc.boolean(),
    seed: fc.nat(),
    kwargs,
    more: withBlank(
      constantFrom<Message>(
        {},
        { usage_metadata: { input_tokens: 5, output_tokens: 2, total_tokens: 7 } },
        { response_metadata: { id: "msg_1", model_provider: "bedrock_converse" } },
        { response_metadata: { output_version: "v1" } },
        { tool_call_chunks: [{ name: "f", args: "{}", id: "call_1", index: 0, type: "tool_call_chunk" }] },
        { name: "model" },
        { name: "agent" },
      ).map(copyOf),
      "usage_metadata",
      undefined,
    ),
  })
  .chain(({ said, calls, hasTwins, seed, kwargs: given, more }): Arbitrary<Message> => {
    const roll = dice(seed);
    const blocks = calls.flatMap(blockOfCall);
    const content = blocks.length > 0 ? [...(Array.isArray(said) ? said : []), ...blocks] : said;
    if (Array.isArray(content) && roll(4) === 0) content.reverse();
    const listed = (isInvalid: boolean): Message[] => {
      const list = calls.filter(({ copies: made }) => made.isInvalid === isInvalid).map(listedCall);
      // What the library makes of streams of a provider's own tools.
      const stray = { name: null, args: '{"query":"x"}', error: "Malformed args.", type: "invalid_tool_call" };
      if (isInvalid && roll(6) === 0) list.splice(roll(list.length + 1), 0, stray);
      return list;
    };
    const twins: { tool_calls?: Message[] } = hasTwins && calls.length > 0 ? { tool_calls: calls.map(twinOfCall) } : {};
    if (roll(6) === 0) twins.tool_calls?.reverse();
    const all: Message = { ...given, ...twins };
    const lists =
      roll(8) === 0
        ? {}
        : {
            tool_calls: roll(12) === 0 && all.tool_calls === undefined ? null : listed(false),
            ...(roll(4) > 0 && { invalid_tool_calls: listed(true) }),
          };
    const rest = { ...lists, ...(Object.keys(all).length > 0 && { additional_kwargs: all }), ...more };
    return message(constant(content), constant(rest), { tool_calls: [], invalid_tool_calls: [], ...rest });
  })
  .map((data) => ({ type: "ai", data }));

const result = message(
  oneof<Arbitrary<unknown>[]>(text, list(textBlock, media, unknownBlock, thought), constant(null)),
  withBlank(
    constantFrom<Message>(
      { tool_call_id: "call_1" },
      { tool_call_id: "call_2", status: "success", name: "f" },
      { tool_call_id: "call ü|3", status: "error" },
      { tool_call_id: "call_1", status: "error", additional_kwargs: { colloquy: { outcome: "denied" } } },
      { tool_call_id: "7", status: "error", additional_kwargs: { note: 1, colloquy: { outcome: "aborted" } } },
      { tool_call_id: "call_1", artifact: { rows: [1, 2] }, metadata: {} },
      { tool_call_id: "", name: "f" },
      { tool_call_id: null },
      { tool_call_id: "nobody" },
    ).map(copyOf),
    "name",
    undefined,
  ),
).map((data) => ({ type: "tool", data }));
const functionResult = message(text, constantFrom<Message>({ name: "f" }, { name: "g" }, { name: null })).map(
  (data) => ({ type: "function", data }),
);

const anyRole = fc
  .tuple(
    message(list(textBlock, unknownBlock), constant({})),
    constantFrom("critic", "user", "assistant", "system", "developer"),
    constantFrom<Message>({}, {}, { name: "ann" }, { name: "critic" }),
  )
  .map(([data, role, name]) => ({ type: "generic", data: { ...data, role, ...name } }));
const removal = constantFrom<Message>({ id: "5", content: [] }, { content: "", additional_kwargs: {}, id: "6" }).map(
  (data): Message => ({ type: "remove", data: copyOf(data) }),
);
const stranger = message(spoken, constant({})).map((data): Message => ({ type: "hologram", data }));
const blocksOnly = fc
  .tuple(list(textBlock, media, thought), kwargs)
  .map(([content_blocks, additional_kwargs]): Message => ({
    type: "ai",
    data: { content_blocks, tool_calls: [], additional_kwargs, response_metadata: { output_version: "v1" } },
  }));
const older = constantFrom<Message>(
  { type: "human", text: "old" },
  { type: "ai", text: "", role: undefined },
  { text: "o", type: "generic", role: "critic" },
).map(copyOf);

const CLASSES: Readonly<Record<string, string>> = {
  human: "HumanMessage",
  ai: "AIMessageChunk",
  system: "SystemMessage",
  tool: "ToolMessage",
  function: "FunctionMessage",
  generic: "ChatMessage",
  remove: "RemoveMessage",
};

/** Gives a stored message another shape now and then. */
function shaped(stored: Arbitrary<Message>): Arbitrary<Message> {
  return fc.tuple(dressed(stored), fc.nat(5)).map(([made, die]): Message => {
    const { type, data } = made as { type: string; data: Message };
    const name = CLASSES[type];
    if (die === 0 && name !== undefined) {
      return { lc: 1, type: "constructor", id: ["langchain_core", "messages", name], kwargs: data };
    }
    const isReadable = data["content"] !== undefined && !Object.hasOwn(data, "type") && !Object.hasOwn(data, "data");
    if (die === 1 && isReadable) return objectOf([...Object.entries(data), ["type", type]]);
    if (die === 2) return { ...made, data: objectOf([...Object.entries(data), ["type", type]]) };
    return made;
  });
}

/** Lists that the library reads: every kind of message and block, in every shape, in any order. */
export function langchainLists(): Arbitrary<Message[]> {
  const made = oneof(
    { weight: 3, arbitrary: shaped(person) },
    { weight: 1, arbitrary: shaped(instructions) },
    { weight: 6, arbitrary: shaped(answer) },
    { weight: 4, arbitrary: shaped(result) },
    { weight: 1, arbitrary: shaped(functionResult) },
    { weight: 1, arbitrary: shaped(anyRole) },
    { weight: 1, arbitrary: shaped(removal) },
    { weight: 1, arbitrary: stranger },
    { weight: 1, arbitrary: blocksOnly },
    { weight: 1, arbitrary: older },
  );
  return fc.array(made, { maxLength: 7 });
}

/** Lists that can be read and that the library's own reader refuses somewhere. */
export function brokenLists(): Arbitrary<Message[]> {
  const odd = constantFrom<Message>(
    { type: "developer", data: { content: "x" } },
    { type: "chat", data: { content: "x", role: "critic", type: "chat" } },
    { type: "AIMessageChunk", data: { content: "x", type: "AIMessageChunk", tool_call_chunks: [] } },
    { type: "ToolMessageChunk", data: { content: "x", tool_call_id: "call_1" } },
    { type: "ai", data: { content: "x", response_metadata: null } },
    { type: "ai", data: { content: "x", response_metadata: "none", additional_kwargs: null } },
    {
      type: "ai",
      data: {
        content: "",
        tool_calls: null,
        additional_kwargs: { tool_calls: [{ id: "z", type: "function", function: { name: "z", arguments: "{}" } }] },
      },
    },
    { type: "human", data: { content: "half \uD83D" } },
    { type: "ai", data: { content: [{ type: "text", text: "x", note: "\uD83D" }], tool_calls: [] } },
    { type: "ai", data: { content: "", tool_calls: [{ id: "\uD83D", name: "f", args: { a: "\uDE00" } }] } },
    { type: "tool", data: { content: "r", tool_call_id: "\uD83D" } },
  );
  return fc
    .tuple(langchainLists(), fc.array(odd.map(copyOf), { maxLength: 4 }), fc.nat())
    .map(([sound, added, seed]) => {
      const roll = dice(seed);
      const made = [...sound];
      for (const given of added) made.splice(roll(made.length + 1), 0, given);
      return made;
    });
}
