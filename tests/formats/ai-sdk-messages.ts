import fc, { type Arbitrary } from "fast-check";
import { dump } from "../support/dump.js";
import { isBuffer, nodeIsThere } from "../support/runtime.js";
import { objectOf } from "../support/values.js";
import { dice, dressed, type Message, text, withBlank, word } from "./openai-chat-messages.js";

const { constant, constantFrom, oneof } = fc;

/** Says all that a program can tell about messages: what holds bytes too. */
export function dumpMessages(value: unknown): string {
  return dump(withCarriers(value));
}

function withCarriers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isBuffer(value)) return `Buffer ${value.join()}`;
  if (value instanceof ArrayBuffer) return `ArrayBuffer ${new Uint8Array(value).join()}`;
  if (Array.isArray(value)) return value.map(withCarriers);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return objectOf(Object.entries(value).map(([key, inner]) => [key, withCarriers(inner)] as const));
}

/** Copies of messages, down to what holds bytes. */
export function copyMessages<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (isBuffer(value)) return Buffer.from(value) as T;
  if (value instanceof ArrayBuffer) return value.slice(0) as T;
  if (value instanceof URL) return new URL(value.href) as T;
  if (value instanceof Date) return new Date(value.getTime()) as T;
  if (ArrayBuffer.isView(value)) return Uint8Array.from(value as unknown as Uint8Array) as T;
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [key, copyMessages(item)] as const)) as T;
  if (Array.isArray(value)) return value.map(copyMessages) as T;
  return objectOf(Object.entries(value).map(([key, inner]) => [key, copyMessages(inner)] as const)) as T;
}

const jsonObject = fc
  .array(
    fc.tuple(
      constantFrom("a", "cacheControl", "__proto__", "signature", "type", "7", "itemId"),
      constantFrom<unknown>(null, "x", 1, -0, true, [], {}, undefined, { type: "ephemeral" }, ["漢", { b: null }]),
    ),
    { maxLength: 2 },
  )
  .map(objectOf);
const providerOptions: Arbitrary<unknown> = oneof(
  fc
    .array(fc.tuple(constantFrom("anthropic", "openai", "google", "acme", "ai-sdk", "__proto__"), jsonObject), {
      maxLength: 3,
    })
    .map(objectOf),
  constantFrom<unknown>(undefined, {}, { anthropic: { signature: "sig" } }, { colloquy: { outcome: "aborted" } }),
);

/** A part or message with options for providers now and then, unknown keys, and its keys in any order. */
function withOptions(object: Arbitrary<Message>): Arbitrary<Message> {
  return dressed(
    fc
      .tuple(object, fc.nat(2), providerOptions)
      .map(([made, die, options]) => (die === 0 ? { ...made, providerOptions: options } : made)),
  );
}

const textPart = withOptions(text.map((said): Message => ({ type: "text", text: said })));
const reasoningPart = oneof(
  withOptions(text.map((said): Message => ({ type: "reasoning", text: said }))),
  constant<Message>({ type: "reasoning", text: "", providerOptions: { anthropic: { redactedData: "opaque" } } }),
);
const unknownPart = dressed(
  oneof(
    text.map((said): Message => ({ type: "video", text: said })),
    constant<Message>({ type: "custom", kind: "acme.note", providerOptions: { acme: { a: 1 } } }),
    constant(null).map((): Message => ({
      type: "clip",
      bytes: Uint8Array.of(1),
      from: new URL("https://example.org/v"),
    })),
  ),
);

const pool = Uint8Array.of(9, 9, 1, 2, 3, 9);
const carriers: Arbitrary<() => unknown> = constantFrom<(() => unknown)[]>(
  () => "AAAA",
  () => "iVBORw0KGgo=",
  () => "",
  () => "data:image/png;base64,AAAA",
  () => "https://example.org/a.png",
  () => new URL("https://example.org/b.pdf?x=1"),
  () => new URL("data:text/plain,hi"),
  () => Uint8Array.of(1, 2, 3),
  () => new Uint8Array(pool.buffer, 2, 3),
  ...(nodeIsThere ? [(): unknown => Buffer.from("hello"), (): unknown => Buffer.from([])] : []),
  () => Uint8Array.of(255, 216, 255).buffer,
);
const taggedData: Arbitrary<() => unknown> = constantFrom<(() => unknown)[]>(
  () => ({ type: "data", data: Uint8Array.of(1) }),
  () => ({ data: "AAAA", type: "data" }),
  () => ({ type: "url", url: new URL("https://example.org/c"), note: "n" }),
  () => ({ type: "reference", reference: { openai: "file-1", acme: "f" } }),
  () => ({ type: "text", text: "plain" }),
  () => ({ openai: "file-2" }),
);
const data = oneof({ weight: 4, arbitrary: carriers }, { weight: 1, arbitrary: taggedData }).map((make) => make());
const mediaType = constantFrom("image/png", "application/pdf", "image/*", "");

const imagePart = withOptions(
  fc
    .tuple(carriers, constantFrom<unknown>("image/png", undefined, "absent", "absent"))
    .map(([make, type]): Message => ({ type: "image", image: make(), ...(type !== "absent" && { mediaType: type }) })),
);
const filePart = withOptions(
  fc
    .tuple(data, mediaType, constantFrom<unknown>("a.pdf", "", undefined, "absent"))
    .map(([held, type, filename]): Message => ({
      type: "file",
      data: held,
      mediaType: type,
      ...(filename !== "absent" && { filename }),
    })),
);
const reasoningFile = data.map((held): Message => ({ type: "reasoning-file", data: held, mediaType: "image/png" }));

const item: Arbitrary<Message> = oneof(
  textPart,
  constantFrom<Message>(
    { type: "media", data: "AAAA", mediaType: "image/png" },
    { type: "file-data", data: "AAAA", mediaType: "application/pdf", filename: "a.pdf" },
    { type: "file-data", data: "data:x", mediaType: "text/plain" },
    { type: "image-data", mediaType: "image/png", data: "AAAA" },
    { type: "file-url", url: "https://example.org/a" },
    { type: "file-url", url: "https://example.org/a", mediaType: "text/plain" },
    { type: "image-url", url: "relative", providerOptions: { acme: { a: 1 } } },
    { type: "file-id", fileId: "file-1" },
    { type: "image-file-id", fileId: { openai: "file-1" } },
    { type: "custom", providerOptions: { anthropic: { type: "tool-reference", toolName: "f" } } },
    { type: "custom" },
    { type: "later-item", text: "x" },
  ),
  constant(null).map((): Message => ({
    type: "file",
    data: { type: "data", data: Uint8Array.of(7) },
    mediaType: "a/b",
  })),
);
const json = constantFrom<unknown>(null, 7, -0, "text", "123", [], {}, { a: undefined, b: 1 }, { output: 1 }, [
  { error: "x" },
]);
const output: Arbitrary<Message> = dressed(
  oneof<Arbitrary<Message>[]>(
    constantFrom("ok", "123", "null", "", "\u{1F600}").map((value) => ({ type: "text", value })),
    json.map((value) => ({ type: "json", value })),
    word.map((value) => ({ type: "error-text", value })),
    json.map((value) => ({ type: "error-json", value })),
    constantFrom<Message>(
      { type: "execution-denied" },
      { type: "execution-denied", reason: "no" },
      { type: "execution-denied", reason: "" },
      { type: "execution-denied", reason: undefined, providerOptions: { acme: { a: 1 } } },
      { type: "text", value: "x", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
      { type: "later-output", parts: [1] },
    ),
    fc.array(item, { maxLength: 3 }).map((value) => ({ type: "content", value })),
  ),
);

const inputs: Arbitrary<unknown> = constantFrom<unknown>(
  {},
  { city: "Paris" },
  undefined,
  null,
  "text",
  7,
  [1, { a: undefined }],
  { b: -0, __proto__x: 1 },
  new Date(0),
  new Map([["a", { b: 1 }]]),
  { n: Number.NaN },
);
const call = (id: string, executed?: boolean): Arbitrary<Message> =>
  withOptions(
    withBlank(
      fc.tuple(constantFrom("f", "get weather", ""), inputs).map(([toolName, input]): Message => ({
        type: "tool-call",
        toolCallId: id,
        toolName,
        input,
        ...(executed === true && { providerExecuted: true }),
      })),
      "providerExecuted",
      false,
      undefined,
    ),
  );
const result = (id: string): Arbitrary<Message> =>
  withOptions(output.map((made): Message => ({ type: "tool-result", toolCallId: id, toolName: "f", output: made })));

const message = (role: string, content: Arbitrary<unknown>): Arbitrary<Message> =>
  withOptions(content.map((said): Message => ({ role, content: said })));
const list = (...parts: Arbitrary<Message>[]): Arbitrary<Message[]> => fc.array(oneof(...parts), { maxLength: 3 });

const systemMessage = message("system", text);
const userMessage = message(
  "user",
  oneof<Arbitrary<unknown>[]>(text, list(textPart, imagePart, filePart, unknownPart)),
);
const said = [textPart, reasoningPart, filePart, unknownPart, reasoningFile];
const answer = message("assistant", oneof<Arbitrary<unknown>[]>(text, list(...said)));
const stranger = message("critic", oneof<Arbitrary<unknown>[]>(text, list(textPart, unknownPart, imagePart)));
const idleTool = message("tool", oneof<Arbitrary<unknown>[]>(constant([]), list(unknownPart)));

/** Calls that the provider ran: answered inside, or only in a later message of the model. */
const hosted = fc
  .tuple(call("h1", true), result("h1"), call("h2", true), result("h2"), list(textPart), fc.nat(3))
  .chain(([first, firstResult, second, secondResult, texts, die]): Arbitrary<Message[]> => {
    const inside = [first, ...texts, firstResult, second];
    if (die === 0) return message("assistant", constant([...inside, secondResult])).map((made) => [made]);
    if (die === 1) return message("assistant", constant([...inside])).map((made) => [made]);
    const later = die === 2 ? [secondResult, ...texts] : [...texts, secondResult, ...texts];
    return fc.tuple(message("assistant", constant(inside)), message("assistant", constant(later)));
  });

/** A step: calls, approvals, and results in one tool message or in several. */
function step(base: string, isWhole: boolean): Arbitrary<Message[]> {
  const ids = [`${base}_1`, `${base}_2`, `${base} 3|ü`];
  return fc
    .record({
      count: fc.integer({ min: 1, max: 3 }),
      before: list(...said),
      calls: fc.tuple(...ids.map((id) => call(id))),
      results: fc.tuple(...ids.map(result)),
      asks: fc.boolean(),
      approved: fc.boolean(),
      extra: constantFrom<Message>(
        {},
        { signature: "s" },
        { isAutomatic: true },
        { reason: "why", inputSchemaInput: { a: 1 } },
      ),
      split: fc.nat(3),
      answered: fc.nat(2),
      seed: fc.nat(),
      unknown: unknownPart,
      heads: fc.array(withOptions(constant<Message>({ role: "tool" })), { minLength: 4, maxLength: 4 }),
      head: withOptions(constant<Message>({ role: "assistant" })),
    })
    .map(({ count, before, calls, results, asks, approved, extra, split, answered, seed, unknown, heads, head }) => {
      const roll = dice(seed);
      const ranked = results
        .slice(0, isWhole ? count : Math.min(answered, count - 1))
        .map((made) => ({ made, rank: roll(9) }));
      const ordered = ranked.sort((a, b) => a.rank - b.rank).map(({ made }) => made);
      const request = { type: "tool-approval-request", approvalId: "ask", toolCallId: ids[0], ...extra };
      const response = {
        type: "tool-approval-response",
        approvalId: "ask",
        approved,
        reason: approved ? undefined : "no",
      };
      const content = [...before, ...calls.slice(0, count), ...(asks ? [request] : [])];
      const answers = [...(asks ? [response] : []), ...ordered, ...(split === 3 ? [unknown] : [])];
      if (split === 3 && roll(2) === 0) answers.unshift(answers.pop()!);
      const groups = split === 1 ? answers.map((part) => [part]) : answers.length > 0 ? [answers] : [];
      const tools = groups.map((parts, index) => put(heads[index % 4]!, parts));
      return [put(head, content), ...tools];
    });
}

/** Adds content behind the first key. */
function put(head: Message, content: unknown): Message {
  const [first, ...others] = Object.entries(head);
  return objectOf([first!, ["content", content], ...others]);
}

const loose = fc.tuple(result("nobody"), result("nobody")).map((parts): Message[] => [
  { role: "tool", content: parts },
  { role: "tool", content: [parts[0]] },
]);

/** Lists that some version of the SDK accepts, or waits to continue: every kind of part, and unknown ones. */
export function modelMessageLists(): Arbitrary<Message[]> {
  const stretch = oneof(
    { weight: 2, arbitrary: systemMessage.map((made) => [made]) },
    { weight: 3, arbitrary: userMessage.map((made) => [made]) },
    { weight: 3, arbitrary: answer.map((made) => [made]) },
    { weight: 4, arbitrary: step("a", true) },
    { weight: 2, arbitrary: step("b", true) },
    { weight: 2, arbitrary: hosted },
    { weight: 1, arbitrary: stranger.map((made) => [made]) },
    { weight: 1, arbitrary: idleTool.map((made) => [made]) },
    { weight: 1, arbitrary: loose },
  );
  return fc
    .tuple(fc.array(stretch, { maxLength: 6 }), fc.option(step("p", false), { nil: [], freq: 2 }))
    .map(([stretches, pending]) => [...stretches.flat(), ...pending]);
}

/** Whether a transcript keeps a part whole where a message may not hold it. */
function isKept(part: Message): boolean {
  return ![part["data"], part["image"]].some((held) => held instanceof ArrayBuffer || isBuffer(held));
}

/** Lists that can be read and that break rules: in order, in pairs, in what a role may hold. */
export function brokenMessageLists(): Arbitrary<Message[]> {
  const part = oneof(...said, imagePart, call("a_1"), result("a_1"), call("z"), result("z")).filter(isKept);
  const odd: Arbitrary<Message> = oneof<Arbitrary<Message>[]>(
    fc
      .tuple(constantFrom("system", "developer", "user", "assistant"), fc.array(part, { maxLength: 3 }))
      .map(([role, content]) => ({ role, content })),
    constantFrom<Message>(
      { role: "developer", content: "x" },
      { role: "user", content: "hi \uD83D", providerOptions: { acme: 5, other: { n: Number.NaN } } },
      { role: "user", content: "x", providerOptions: null },
      { role: "user", content: [{ type: "file", data: "AAAA" }] },
      { role: "user", content: [{ type: "file", data: "iVBORw0KGgo=", mediaType: null, filename: null }] },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "a_1", toolName: "f" }] },
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "\uD83D", toolName: "f", input: {}, providerExecuted: null }],
      },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "\uD83D", output: { type: "json" } }] },
      { role: "tool", content: [{ type: "text", text: "x" }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "a_1", output: { type: "json", value: [undefined, Number.NaN] } }],
      },
    ),
  );
  return fc.tuple(modelMessageLists(), fc.array(odd, { maxLength: 5 }), fc.nat()).map(([sound, added, seed]) => {
    const roll = dice(seed);
    const made = sound
      .filter(() => roll(100) >= 15)
      .flatMap((given) => (roll(100) < 5 ? [given, copyMessages(given)] : [given]));
    for (const given of added) made.splice(roll(made.length + 1), 0, copyMessages(given));
    if (made.length > 1 && roll(100) < 30) made.push(made.splice(roll(made.length), 1)[0]!);
    return made;
  });
}
