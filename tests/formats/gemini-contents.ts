import fc, { type Arbitrary } from "fast-check";
import { dice, dressed, type Message, text, withBlank, word } from "../support/dressed.js";
import { objectOf } from "../support/values.js";

export type { Message } from "../support/dressed.js";

/** What a request says. */
export interface Request {
  systemInstruction?: unknown;
  contents: Message[];
}

const { constant, constantFrom, oneof } = fc;

const SIGNATURES = ["SIG==", "skip_thought_signature_validator", "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="];
const signature = constantFrom(...SIGNATURES);
const seen = word.map((said) => (said === "" ? "x" : said));

/** A part that says one thing; what stands in it, and beside it, may have unknown keys. */
function part(member: string, inner: Arbitrary<unknown>, ...beside: Message[]): Arbitrary<Message> {
  const keys = constantFrom<Message>({}, {}, {}, ...beside);
  return dressed(fc.tuple(inner, keys).map(([made, more]): Message => ({ [member]: made, ...more })));
}

const textPart = part("text", seen, { thought: false }, { thoughtSignature: "SIG==" }, { thoughtSignature: "" });
const signedText = fc.tuple(text, signature).map(([said, sign]): Message => ({ text: said, thoughtSignature: sign }));
const thought = oneof(
  part("text", seen, { thoughtSignature: "SIG==" }).map((made): Message => ({ ...made, thought: true })),
  signedText.map((made): Message => ({ thought: true, ...made })),
);

const blob = dressed(
  fc
    .tuple(
      constantFrom("AAAA", "_9j_4AA", "iVBORw0KGgo=", ""),
      constantFrom<Message>(
        { mimeType: "image/png" },
        { mimeType: "audio/mpeg", displayName: "a sound" },
        { mimeType: "image/*" },
        { mimeType: "" },
        {},
      ),
    )
    .map(([data, rest]): Message => ({ ...rest, data })),
);
const stored = dressed(
  constantFrom<Message>(
    { mimeType: "video/mp4", fileUri: "https://generativelanguage.googleapis.com/v1beta/files/abc" },
    { fileUri: "gs://bucket/a.pdf", displayName: "a" },
    { fileUri: "https://example.com/a.png", mimeType: null },
    { fileUri: "files/abc", mimeType: "application/x" },
  ),
);
const media = oneof(
  part("inlineData", blob, { mediaResolution: { level: "MEDIA_RESOLUTION_LOW" } }, { thoughtSignature: "SIG==" }),
  part("fileData", stored, { videoMetadata: { startOffset: "1s", fps: 2 } }),
  constantFrom<Message>(
    { inline_data: { mime_type: "image/jpeg", data: "_9j_" } },
    { file_data: { file_uri: "gs://b/a", mime_type: "text/plain" }, thought_signature: "SIG==" },
    { inlineData: { mime_type: "image/jpeg", data: "AAAA", display_name: "n" } },
  ),
);
const unknown = dressed(text.map((said): Message => ({ deep: said }))).map((made): Message => ({ hologram: made }));
const served = constantFrom<Message>(
  { executableCode: { language: "PYTHON", code: "print(1)" }, thoughtSignature: "SIG==" },
  { thoughtSignature: "SIG==", executableCode: { id: "e", language: "PYTHON", code: "print(1)" } },
  { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1\n" } },
  { toolCall: { toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["q"] }, id: "t" }, thoughtSignature: SIGNATURES[1] },
  { toolResponse: { toolType: "GOOGLE_SEARCH_WEB", response: { search_suggestions: "<a>" }, id: "t" } },
  { executable_code: { language: "PYTHON", code: "print(2)" }, thought_signature: "SIG==" },
  { audioTranscription: { text: "said" } },
);

const userPart = oneof({ weight: 4, arbitrary: textPart }, media, unknown);
const userParts = oneof(
  { weight: 9, arbitrary: fc.array(userPart, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: constant<Message[]>([{ text: "" }]) },
);
const saidPart = oneof({ weight: 3, arbitrary: textPart }, signedText, thought, served, media, unknown);

function content(parts: Arbitrary<Message[]>, role: "user" | "model"): Arbitrary<Message> {
  const made = parts.map((list): Message => ({ role, parts: list }));
  if (role === "model") return dressed(made);
  const roleless = parts.map((list): Message => ({ parts: list }));
  return dressed(oneof({ weight: 4, arbitrary: made }, withBlank(roleless, "role", undefined, null, "")));
}

const user = content(userParts, "user");
const answer = content(fc.array(saidPart, { minLength: 1, maxLength: 3 }), "model");

const call = dressed(
  fc
    .tuple(
      constantFrom("f", "g", "a.b:c", "漢字"),
      constantFrom<Message>(
        {},
        { args: {} },
        { args: { city: "Paris" } },
        { args: null },
        { args: { odd: [-0], gone: undefined } },
      ),
    )
    .map(([name, rest]): Message => ({ id: "#", name, ...rest })),
);
const response = oneof(
  constantFrom<Message>(
    {},
    { output: undefined },
    { output: { output: 1 } },
    { error: null },
    { output: 1, error: 2 },
    { output: [Number.NaN], x: undefined },
    { result: [1, null], deep: { error: "e" } },
  ),
  oneof(word, constantFrom<unknown>(7, null, [], false, "")).map((output): Message => ({ output })),
  text.map((error): Message => ({ error })),
);
const beside = fc.array(
  oneof(
    part("inlineData", blob),
    part("fileData", stored),
    constantFrom<Message>({ inline_data: { data: "_9j_", mime_type: "image/jpeg" } }, { later: { x: 1 } }),
  ),
  { maxLength: 2 },
);
const result = dressed(
  fc
    .tuple(
      response,
      fc.option(beside, { nil: undefined, freq: 2 }),
      constantFrom<Message>({}, {}, { willContinue: false }),
    )
    .map(([said, parts, rest]): Message => ({
      id: "#",
      name: "#",
      response: said,
      ...(parts !== undefined && { parts }),
      ...rest,
    })),
);

/** The same keys in the same order, some with another value; none where it is nothing. */
function withKeys(made: Message, values: Message): Message {
  const pairs = Object.keys(made).map((key) => [key, Object.hasOwn(values, key) ? values[key] : made[key]] as const);
  return objectOf(pairs.filter(([key, value]) => !Object.hasOwn(values, key) || value !== undefined));
}

/** What the calls of a step have for ids: none, each its own, or all the same. */
type Naming = "none" | "own" | "some" | "same" | "empty";

const step = fc
  .record({
    said: fc.array(saidPart, { maxLength: 2 }),
    behind: fc.array(textPart, { maxLength: 1 }),
    calls: fc.array(fc.tuple(call, fc.option(signature, { nil: undefined })), { minLength: 1, maxLength: 3 }),
    results: fc.array(result, { minLength: 3, maxLength: 3 }),
    naming: constantFrom<Naming>("none", "own", "own", "some", "same", "empty"),
    seed: fc.nat(),
  })
  .chain((made) => {
    const roll = dice(made.seed);
    const ids = made.calls.map((_call, index) => {
      if (made.naming === "none" || (made.naming === "some" && roll(2) === 0)) return undefined;
      return made.naming === "same" ? "a" : made.naming === "empty" ? "" : `id ${index}`;
    });
    const names = made.calls.map(([one]) => (made.naming === "same" ? "f" : one["name"]));
    const asked = made.calls.map(([one, sign], index): Message => ({
      functionCall: withKeys(one, { id: ids[index], name: names[index] }),
      ...(sign !== undefined && { thoughtSignature: sign }),
    }));
    const results = made.calls.map((_call, index): Message => ({
      functionResponse: withKeys(made.results[index]!, { id: ids[index], name: names[index] }),
    }));
    const ranked = results.map((one) => ({ one, rank: roll(100) })).sort((a, b) => a.rank - b.rank);
    return fc.record({
      asked: content(constant([...made.said, ...asked, ...made.behind]), "model"),
      answered: content(constant(ranked.map(({ one }) => one)), "user"),
      results: constant(ranked.map(({ one }) => one)),
    });
  });

const instructions = oneof<Arbitrary<unknown>[]>(
  seen,
  part("text", seen),
  fc.array(oneof<Arbitrary<unknown>[]>(seen, part("text", seen)), { minLength: 1, maxLength: 2 }),
  dressed(
    fc
      .tuple(
        fc.array(part("text", seen), { minLength: 1, maxLength: 2 }),
        constantFrom<Message>({}, { role: "system" }),
      )
      .map(([parts, rest]): Message => ({ ...rest, parts })),
  ),
);

/** Requests that the provider accepts, or waits to continue: every kind of part that the SDK's types allow, and unknown ones. */
export function geminiRequests(): Arbitrary<Request> {
  const turn = fc
    .tuple(user, fc.array(step, { maxLength: 2 }), fc.option(user), answer, fc.option(answer, { freq: 1 }))
    .map(([asked, steps, more, said, on]): Message[] => {
      const behind = [more, said, on].filter((made) => made !== null);
      return [asked, ...steps.flatMap((made) => [made.asked, made.answered]), ...behind];
    });
  const end = fc.option(fc.tuple(user, fc.option(fc.tuple(step, fc.nat(2)), { nil: undefined })), { nil: undefined });
  return fc
    .tuple(fc.option(instructions, { nil: undefined }), fc.array(turn, { maxLength: 3 }), end)
    .map(([instructed, turns, last]) => {
      const contents = turns.flat();
      if (last !== undefined) {
        contents.push(last[0]);
        if (last[1] !== undefined) {
          const [{ asked, results }, count] = last[1];
          contents.push(asked);
          const answered = results.slice(0, Math.min(count, results.length - 1));
          if (answered.length > 0) contents.push({ role: "user", parts: answered });
        }
      }
      return { ...(instructed !== undefined && { systemInstruction: instructed }), contents };
    });
}

/** Requests that can be read and that break rules: in order, in pairs, in what a role may hold. */
export function brokenRequests(): Arbitrary<Request> {
  const anyPart = oneof<Arbitrary<Message>[]>(
    userPart,
    saidPart,
    call.map((made) => ({ functionCall: withKeys(made, { id: undefined }) })),
    result.map((made) => ({ functionResponse: withKeys(made, { id: undefined, name: "f" }) })),
    constantFrom<Message>(
      {},
      { thought: true },
      { thoughtSignature: "SIG==" },
      { text: "" },
      { text: "", thought: true },
      { text: null, inlineData: { data: "AAAA" } },
      { text: "end \uD83D", thoughtSignature: "SIG==" },
      { text: "two", functionCall: { name: "f" } },
      { executableCode: { code: "x" }, text: "two" },
      { functionCall: { id: "b", name: "g", args: [1] } },
      { functionCall: { id: "b", name: "g", args: "{" } },
      { functionCall: { id: "b\uD83D", name: "g", args: { k: "\uD83D" } }, thoughtSignature: "SIG==" },
      { functionResponse: { id: "b", name: "g" } },
      { functionResponse: { id: "b", name: "g", response: null } },
      { functionResponse: { id: "b", name: "other", response: "text" } },
      { functionResponse: { id: "nobody", name: "f", response: [1], parts: [{ inlineData: { data: "AAAA" } }] } },
      { functionResponse: { name: "nobody", response: { output: "\uD83D" } } },
      { inlineData: { data: "data:image/png;base64,AAAA" } },
    ),
  );
  const odd = fc
    .tuple(
      constantFrom("user", "model", "model", "function", "assistant", "system", "critic", undefined),
      fc.option(fc.array(anyPart, { maxLength: 4 }), { nil: undefined, freq: 9 }),
    )
    .map(([role, parts]): Message => ({ ...(role !== undefined && { role }), ...(parts !== undefined && { parts }) }));
  const systems = constantFrom<unknown>(
    undefined,
    "",
    [],
    { parts: [] },
    { role: "user" },
    { parts: [{ text: "" }, { text: "t" }] },
    { inlineData: { mimeType: "image/png", data: "AAAA" } },
    ["a", { functionCall: { name: "f" } }],
  );
  return fc
    .tuple(geminiRequests(), fc.array(odd, { maxLength: 5 }), systems, fc.nat())
    .map(([sound, added, instructed, seed]) => {
      const roll = dice(seed);
      const list = sound.contents
        .filter(() => roll(100) >= 15)
        .flatMap((made) => (roll(100) < 8 ? [made, made] : [made]));
      for (const made of added) list.splice(roll(list.length + 1), 0, made);
      if (list.length > 1 && roll(100) < 30) list.push(list.splice(roll(list.length), 1)[0]!);
      return { ...(instructed === undefined ? sound : { systemInstruction: instructed }), contents: list };
    });
}
