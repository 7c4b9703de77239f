import fc, { type Arbitrary } from "fast-check";
import { dice, dressed, type Message, text, withBlank, word } from "../support/dressed.js";
import { objectOf } from "../support/values.js";

const { constant, constantFrom, oneof } = fc;

/** What a blob's content is made of: none of it is text to be redacted. */
export const BLOBS = [
  "AAAA",
  "iVBORw0KGgo=",
  "UklGRg==",
  "AA\r\nAA",
  "data:image/png;base64,AAAA",
  "data:text/plain,hi",
];

/** A part with some of the keys of `choices`, which may be there with any of their values or not at all. */
function withSome(
  object: Arbitrary<Message>,
  choices: Readonly<Record<string, readonly unknown[]>>,
): Arbitrary<Message> {
  let made = object;
  for (const [key, values] of Object.entries(choices)) made = withBlank(made, key, ...values);
  return dressed(made);
}

const ids = ["a", "b", "call 3|ü", "", null, undefined];

const textPart = dressed(text.map((content): Message => ({ type: "text", content })));
const reasoningPart = dressed(text.map((content): Message => ({ type: "reasoning", content })));

const argumentTexts = [
  "{}",
  "",
  "{bad",
  '{"a": 1.0}',
  '{ "b" :2, "b": 3 }',
  '{"n":12345678901234567890}',
  '"text"',
  "null",
  `${"[".repeat(600)}${"]".repeat(600)}`,
];
const json: Arbitrary<unknown> = oneof(
  constantFrom<unknown>(null, 0, -0, true, "", "123", "text", [], {}, { a: undefined }, [{ b: -0 }], { __proto__x: 1 }),
  constantFrom(["__proto__", 1], ["toJSON", "x"]).map(([key, value]) => objectOf([[key as string, value]])),
  word,
);
const call = withSome(
  constantFrom("f", "get weather", "").map((name): Message => ({ type: "tool_call", name })),
  { id: ids, arguments: [...argumentTexts, { city: "Paris" }, [1], null, undefined, 7, { a: undefined, b: [-0] }] },
);
const response = withSome(
  json.map((given): Message => ({ type: "tool_call_response", response: given })),
  { id: ids, outcome: ["error", "denied", "aborted", "late", null], result: ["older", 7] },
);
const oldResponse = withSome(
  json.map((given): Message => ({ type: "tool_call_response", result: given })),
  { id: ids, name: ["f"] },
);
const emptyResponse = withSome(constant<Message>({ type: "tool_call_response" }), { id: ids, response: [undefined] });

const modalities = ["image", "document", "other", "hologram", null, undefined];
const types = ["image/png", "audio/wav", "application/pdf", "image/*", "IMAGE/JPEG", "", null, undefined];
const about = { modality: modalities, mime_type: types, transcript: ["spoken", null] };
const blobPart = withSome(
  constantFrom(...BLOBS, "").map((content): Message => ({ type: "blob", content })),
  about,
);
const uris = ["https://example.org/a.png", "gs://bucket/a", "not an address", "data:image/png;base64,AAAA", "data:,hi"];
const uriPart = withSome(
  constantFrom(...uris).map((uri): Message => ({ type: "uri", uri })),
  about,
);
const filePart = withSome(
  constantFrom("file-1", "files/abc").map((file_id): Message => ({ type: "file", file_id })),
  about,
);
const oldFilePart = withSome(
  constantFrom<Message>({ uri: uris[0] }, { file_id: "file-1" }, { uri: uris[3], file_id: "file-2" }, {}).map(
    (made): Message => ({ type: "file_data", ...made }),
  ),
  about,
);
/** Parts of a known type that are not as that type is, and of types that are not known. */
const oddPart = dressed(
  oneof(
    constantFrom<Message>(
      { type: "text" },
      { type: "text", content: null },
      { type: "reasoning", content: 7 },
      { type: "tool_call", id: "a" },
      { type: "tool_call", id: 7, name: "f" },
      { type: "tool_call_response", id: 7, response: "x" },
      { type: "blob", modality: "image" },
      { type: "uri", modality: "image", uri: "" },
      { type: "server_tool_call", id: "s", name: "search", server_tool_call: { type: "web_search", query: "tea" } },
      { type: "server_tool_call_response", id: "s", server_tool_call_response: { type: "web_search" } },
      { type: "" },
      { type: "constructor" },
    ),
    word.map((content): Message => ({ type: "compaction", id: null, content })),
  ),
);

const part = oneof(
  { weight: 4, arbitrary: textPart },
  { weight: 2, arbitrary: reasoningPart },
  { weight: 5, arbitrary: call },
  { weight: 4, arbitrary: response },
  { weight: 1, arbitrary: oldResponse },
  { weight: 1, arbitrary: emptyResponse },
  ...[blobPart, uriPart, filePart, oldFilePart].map((arbitrary) => ({ weight: 1, arbitrary })),
  { weight: 2, arbitrary: oddPart },
);
const roles = ["system", "developer", "user", "assistant", "assistant", "assistant", "tool", "tool", "critic", ""];
const message = withSome(
  fc.tuple(constantFrom(...roles), fc.array(part, { maxLength: 4 })).map(([role, parts]): Message => ({ role, parts })),
  { name: ["alice", "", null, undefined], finish_reason: ["stop", "tool_call", "", null, undefined] },
);

/** A step with calls that have ids or none, and results in one message or in several, by the tool or by the user. */
const step = fc
  .record({
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    results: fc.array(oneof(response, oldResponse), { maxLength: 3 }),
    role: constantFrom("tool", "user"),
    isWhole: fc.boolean(),
  })
  .map(({ calls, results, role, isWhole }): Message[] => [
    { role: "assistant", parts: calls, finish_reason: "tool_call" },
    ...(isWhole ? [{ role, parts: results }] : results.map((made) => ({ role, parts: [made] }))),
  ]);

/** Lists of messages with parts of every kind, known and unknown, in every role: the conventions allow all of them. */
export function otelMessageLists(): Arbitrary<Message[]> {
  const stretch = oneof(
    message.map((made) => [made]),
    step,
  );
  return fc.array(stretch, { maxLength: 6 }).map((stretches) => stretches.flat());
}

/** Lists that can be read and that the schema refuses. */
export function brokenOtelMessageLists(): Arbitrary<Message[]> {
  const odd = constantFrom<Message>(
    { role: "user", parts: [], name: 5 },
    { role: "assistant", parts: [{ type: "text", content: "x" }], finish_reason: 7, name: ["a"] },
    { role: "assistant", parts: [], finish_reason: { reason: "stop" } },
    { role: "\uD83D", parts: [{ type: "text", content: "end \uD83D" }], name: "\uD83D" },
    { role: "assistant", parts: [{ type: "tool_call", id: "\uD83D", name: "\uD83D", arguments: '{"\uD83D' }] },
    { role: "assistant", parts: [{ type: "tool_call", id: null, name: "f", arguments: { "\uD83D": "\uD83D" } }] },
    { role: "tool", parts: [{ type: "tool_call_response", id: "\uD83D", response: ["\uD83D"], note: "\uD83D" }] },
    { role: "user", parts: [{ type: "uri", uri: "https://\uD83D", modality: "\uD83D", mime_type: "\uD83D" }] },
    { role: "user", parts: [{ type: "compaction", content: "\uD83D" }] },
  );
  return fc.tuple(otelMessageLists(), fc.array(odd, { maxLength: 4 }), fc.nat()).map(([sound, added, seed]) => {
    const roll = dice(seed);
    const list = sound.filter(() => roll(100) >= 15);
    for (const made of added) list.splice(roll(list.length + 1), 0, made);
    return list;
  });
}
