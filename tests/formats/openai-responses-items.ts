import fc, { type Arbitrary } from "fast-check";
import { dice, dressed, type Message as Item, text, withBlank, word } from "../support/dressed.js";
import { objectOf } from "../support/values.js";

export type { Message as Item } from "../support/dressed.js";

const { constant, constantFrom, oneof } = fc;

const inputText = dressed(text.map((said): Item => ({ type: "input_text", text: said })));
const unknownPart = dressed(text.map((said): Item => ({ type: "input_video", video: { url: said } })));
const imagePart = dressed(
  constantFrom<Item>(
    { type: "input_image", detail: "auto", image_url: "https://example.org/a.png" },
    { type: "input_image", image_url: "data:image/png;base64,AAAA" },
    { type: "input_image", detail: null, image_url: "gs://bucket/a" },
    { type: "input_image", detail: "low", file_id: "file-1" },
    { type: "input_image", file_id: null, image_url: "data:application/pdf;base64,JVBERi", detail: "high" },
    { type: "input_image", image_url: "https://example.org/b", file_id: "file-1" },
  ),
);
const filePart = dressed(
  constantFrom<Item>(
    { type: "input_file", file_id: "file-1" },
    { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" },
    { type: "input_file", filename: "a.png", file_data: "JVBERg==" },
    { type: "input_file", file_url: "https://example.org/a.pdf", detail: "low" },
    { type: "input_file", file_url: "data:image/png;base64,AAAA", filename: "" },
    { type: "input_file", file_data: "https://example.org/a.png", file_url: "https://example.org/b.wav" },
    { type: "input_file", file_data: "data:audio/wav;base64,UklGRg==", filename: "a.wav", file_id: null },
  ),
);
const audioPart = dressed(
  dressed(
    fc.record(
      { data: constantFrom("UklGRg==", "", "data:audio/wav;base64,AA"), format: constantFrom("wav", "mp3", "mpeg") },
      { noNullPrototype: true },
    ),
  ).map((made): Item => ({ type: "input_audio", input_audio: made })),
);
const resultPart = oneof(inputText, imagePart, filePart, unknownPart);
const inputPart = oneof(inputText, imagePart, filePart, audioPart, unknownPart);

const annotation: Item = { type: "url_citation", url: "https://example.org", title: "A", start_index: 0, end_index: 1 };
const outputText = dressed(
  fc
    .tuple(text, constantFrom<Item>({}, { annotations: [] }, { annotations: [annotation], logprobs: [] }))
    .map(([said, rest]): Item => ({ type: "output_text", text: said, ...rest })),
);
const refusal = dressed(word.map((said): Item => ({ type: "refusal", refusal: said })));
const outputPart = oneof({ weight: 3, arbitrary: outputText }, refusal, unknownPart);

/** Puts an id where items have theirs, which is numbered later so that each stands once. */
const ID = "#";
const withId = (item: Arbitrary<Item>, prefix: string): Arbitrary<Item> =>
  withBlank(item, "id", `${prefix}_${ID}`, `${prefix}_${ID}`, null, undefined);
const withStatus = (item: Arbitrary<Item>): Arbitrary<Item> =>
  withBlank(item, "status", "completed", "incomplete", null);

const speaker = fc
  .tuple(
    constantFrom("user", "user", "system", "developer", "critic"),
    oneof<Arbitrary<unknown>[]>(text, fc.array(inputPart, { maxLength: 3 })),
    constantFrom<Item>({}, { type: "message" }),
  )
  .map(([role, content, type]): Item => ({ ...type, role, content }));
const speakerItem = dressed(withId(withStatus(speaker), "msg"));

const answer = fc
  .tuple(
    oneof<Arbitrary<unknown>[]>(text, fc.array(outputPart, { maxLength: 3 })),
    constantFrom<Item>({}, { type: "message" }),
    constantFrom<Item>({}, { phase: "commentary" }, { phase: null }),
  )
  .map(([content, type, phase]): Item => ({ ...type, role: "assistant", content, ...phase }));
const answerItem = dressed(withId(withStatus(answer), "msg"));

const summaryText = dressed(
  oneof(word, constant(""), constant("a\n\nb")).map((said): Item => ({ type: "summary_text", text: said })),
);
const thoughtText = dressed(word.map((said): Item => ({ type: "reasoning_text", text: said })));
const reasoning = fc
  .tuple(
    oneof(
      fc.array(summaryText, { maxLength: 3 }),
      fc.array(oneof(summaryText, constant<Item>({ type: "summary_later", text: "x" })), { maxLength: 2 }),
    ),
    oneof<Arbitrary<Item>[]>(
      constantFrom<Item>({}, {}, { content: null }, { content: [] }),
      fc.array(thoughtText, { minLength: 1, maxLength: 2 }).map((content) => ({ content })),
    ),
    constantFrom<Item>({}, { encrypted_content: null }, { encrypted_content: `gAAA${ID}` }),
  )
  .map(([summary, content, encrypted]): Item => ({ type: "reasoning", summary, ...content, ...encrypted }));
const reasoningItem = dressed(withId(withStatus(reasoning), "rs"));

const hosted = dressed(
  constantFrom<Item>(
    { type: "web_search_call", id: `ws_${ID}`, status: "completed", action: { type: "search", query: "q" } },
    { type: "web_search_call", status: "completed" },
    {
      type: "code_interpreter_call",
      id: `ci_${ID}`,
      code: "1",
      container_id: "c",
      outputs: [{ type: "logs", logs: "1" }],
    },
    { type: "mcp_list_tools", id: `mcpl_${ID}`, server_label: "s", tools: [] },
    { type: "mcp_call", id: `mcp_${ID}`, server_label: "s", name: "f", arguments: "{}", output: null, error: "no" },
    { type: "mcp_approval_request", id: `mcpr_${ID}`, arguments: "{}", name: "f", server_label: "s" },
    { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
    { type: "compaction", encrypted_content: "gBBB", id: `cmp_${ID}` },
    { type: "additional_tools", role: "developer", tools: [{ type: "function", name: "f" }] },
    { type: "tool_search_call", call_id: null, arguments: {}, execution: "server", id: `tsc_${ID}` },
    { type: "tool_search_output", call_id: null, tools: [], id: `tso_${ID}` },
    { type: "local_shell_call_output", id: `lsh_${ID}`, output: "x" },
    { type: "item_later", items: [{ type: "message" }] },
    { type: "item_later", id: `odd id/${ID}` },
    { role: "assistant", content: [], id: `msg_${ID}` },
  ),
);
const reference = constantFrom<Item>(
  { type: "item_reference", id: `msg_${ID}` },
  { id: `rs_${ID}` },
  { type: null, id: `fc_${ID}` },
);

const argumentsText = oneof(
  constantFrom(
    "{}",
    "",
    "{bad",
    '{"a": 1.0}',
    '{ "b" :2, "b": 3 }',
    '{"n":12345678901234567890}',
    "null",
    '{"__proto__":1}',
    `${"[".repeat(600)}${"]".repeat(600)}`,
  ),
  fc.json({ maxDepth: 2 }).map((made) => made.toWellFormed()),
  word,
);
const toolName = constantFrom("f", "get_weather", "a-b", "cq_YS5i", "A".repeat(64));
const more = constantFrom<Item>({}, {}, { namespace: "n" }, { caller: { type: "direct" } });

interface Pair {
  readonly call: Item;
  readonly output: Item;
}
const output: Arbitrary<unknown> = oneof<Arbitrary<unknown>[]>(text, text, fc.array(resultPart, { maxLength: 2 }));
const pairOf = (call: Arbitrary<Item>, answered: Arbitrary<Item>): Arbitrary<Pair> =>
  fc.record({ call, output: answered });
const named = (type: string, key: string, prefix: string): Arbitrary<Pair> =>
  pairOf(
    withId(
      withStatus(
        fc
          .tuple(toolName, argumentsText, more)
          .map(([name, input, rest]): Item => ({ type, name, [key]: input, ...rest })),
      ),
      prefix,
    ),
    withId(withStatus(output.map((given): Item => ({ type: `${type}_output`, output: given }))), "fco"),
  );
const own = (call: Item, ...outputs: Item[]): Arbitrary<Pair> =>
  pairOf(withId(constant(call), "x"), withId(withStatus(constantFrom(...outputs)), "y"));
const pair = oneof(
  { weight: 5, arbitrary: named("function_call", "arguments", "fc") },
  { weight: 3, arbitrary: named("custom_tool_call", "input", "ctc") },
  own(
    { type: "local_shell_call", action: { type: "exec", command: ["ls"], env: {} } },
    { type: "function_call_output", output: "a.txt" },
    { type: "local_shell_call_output", output: "a.txt" },
  ),
  own(
    { type: "computer_call", action: { type: "click", x: 1, y: 2 }, pending_safety_checks: [] },
    { type: "computer_call_output", output: { type: "computer_screenshot", image_url: "data:image/png;base64,AAAA" } },
  ),
  own({ type: "computer_call", actions: [{ type: "wait" }] }, { type: "computer_call_output", output: {} }),
  own({ type: "computer_call" }, { type: "computer_call_output", output: { file_id: "file-1" } }),
  own({ type: "shell_call", action: { commands: ["ls"] } }, { type: "shell_call_output", output: [{ stdout: "a" }] }),
  own(
    { type: "apply_patch_call", operation: { type: "delete_file", path: "a" } },
    { type: "apply_patch_call_output", output: "ok" },
    { type: "apply_patch_call_output" },
    { type: "apply_patch_call_output", output: null },
  ),
  own({ type: "tool_search_call", arguments: "x", execution: "client" }, { type: "tool_search_output", tools: [] }),
  own({ type: "program", code: "1", fingerprint: "f" }, { type: "program_output", result: "1" }),
);

const callId = constantFrom(
  `call_${ID}`,
  `call_${ID}`,
  `${ID}`,
  `functions.f:${ID}`,
  `${ID} a|b`,
  `${ID}${"y".repeat(55)}`,
  `ü${ID}`,
);

/** Calls with whatever may stand around them, and their outputs in any order. */
const step = fc
  .tuple(
    fc.array(fc.tuple(pair, callId, fc.nat(9)), { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(oneof(answerItem, hosted), fc.nat(2)), { maxLength: 2 }),
    fc.boolean(),
    fc.array(speakerItem, { maxLength: 1 }),
  )
  .map(([pairs, around, isLate, between]) => {
    const calls: Item[] = pairs.map(([{ call }, id], index) => ({ ...call, call_id: id.replace(ID, `${ID}${index}`) }));
    const outputs = pairs
      .map(([{ output: given }, id, rank], index) => ({
        rank,
        item: { ...given, call_id: id.replace(ID, `${ID}${index}`) },
      }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }): Item => item);
    for (const [item, at] of around) calls.splice(at, 0, item);
    return { calls, outputs: [...(isLate ? between : []), ...outputs] };
  });
const led = (items: Arbitrary<Item[]>): Arbitrary<Item[]> =>
  fc.tuple(fc.array(reasoningItem, { maxLength: 2 }), items).map(([thoughts, others]) => [...thoughts, ...others]);
const steps = led(step.map(({ calls, outputs }) => [...calls, ...outputs]));
const pendingStep = fc
  .tuple(fc.array(reasoningItem, { maxLength: 1 }), step, fc.nat(2))
  .map(([thoughts, { calls, outputs }, answered]) => {
    const given = outputs.filter((item) => item["call_id"] !== undefined);
    return [...thoughts, ...calls, ...given.slice(0, answered)];
  });
const stretches = oneof(
  { weight: 3, arbitrary: speakerItem.map((item) => [item]) },
  { weight: 3, arbitrary: led(answerItem.map((item) => [item])) },
  { weight: 2, arbitrary: led(hosted.map((item) => [item])) },
  { weight: 4, arbitrary: steps },
);

/** Gives every item ids of its own; `name` tells the stretch from others. */
function numbered(items: readonly Item[], name: string): Item[] {
  return items.map((item, index) =>
    objectOf(
      Object.keys(item).map((key) => {
        const value = item[key];
        const isId = ["id", "encrypted_content", "call_id"].includes(key) && typeof value === "string";
        return [key, isId ? value.replace(ID, key === "call_id" ? `${name}x` : `${name}_${index}`) : value] as const;
      }),
    ),
  );
}

/** Reasoning that the provider stores is followed by what it stores too, or else it can be read without. */
function sound(items: readonly Item[]): Item[] {
  return items.map((item, index) => {
    const isStored = item["type"] === "reasoning" && typeof item["id"] === "string";
    const follower = items.slice(index).find(({ type }) => type !== "reasoning");
    if (!isStored || typeof item["encrypted_content"] === "string" || typeof follower?.["id"] === "string") return item;
    return { ...item, encrypted_content: "gCCC" };
  });
}

/** Lists that the endpoint accepts, or waits to continue: every kind of item that the SDK's types allow, and unknown ones. */
export function itemLists(): Arbitrary<Item[]> {
  return fc
    .tuple(fc.array(stretches, { maxLength: 6 }), fc.option(pendingStep, { nil: [], freq: 2 }))
    .map(([made, pending]) => sound([...made, pending].flatMap((items, index) => numbered(items, `${index}`))));
}

/** Lists that can be read and that break rules: in order, in pairs, in ids, in what an item may hold. */
export function brokenItemLists(): Arbitrary<Item[]> {
  const parts = fc.array(oneof(inputPart, outputPart, constant<Item>({ type: "text", text: "x" })), { maxLength: 3 });
  const odd = oneof<Arbitrary<Item>[]>(
    fc
      .tuple(constantFrom("user", "system", "assistant", "tool", "function"), parts)
      .map(([role, content]) => ({ role, content })),
    fc
      .tuple(
        constantFrom("a", "b", "z".repeat(80), "\uD83D"),
        constantFrom("fc_1", "x_1", "rs_1", "fc 1", undefined, ""),
      )
      .map(([call_id, id]): Item => ({
        type: "function_call",
        call_id,
        name: "a.b",
        arguments: "\uD83D",
        ...(id !== undefined && { id }),
      })),
    constantFrom<Item>(
      { type: "custom_tool_call", call_id: "a", name: "n".repeat(80), input: "x" },
      { type: "function_call", call_id: "b", name: "f", arguments: { n: 1 } },
      { type: "shell_call", call_id: "a", action: { commands: [] } },
      { type: "computer_call", call_id: "b", action: {} },
      { type: "shell_call_output", call_id: "a", output: [] },
      { type: "computer_call_output", call_id: "b", output: "text" },
      { type: "program_output", call_id: "a", result: 5 },
    ),
    fc
      .tuple(
        constantFrom("a", "b", "z".repeat(80), "\uD83D", "nobody"),
        constantFrom("function_call_output", "custom_tool_call_output"),
        oneof<Arbitrary<unknown>[]>(constant("r"), parts),
      )
      .map(([call_id, type, given]): Item => ({ type, call_id, output: given })),
    constantFrom<Item>(
      { type: "reasoning", id: "rs_1", summary: [] },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gA" },
      { type: "reasoning", id: "wrong", summary: [{ type: "summary_text", text: "\uDE00" }], encrypted_content: "gA" },
      { type: "reasoning", id: "rs_2" },
      { type: "reasoning", summary: null, content: [{ type: "reasoning_text", text: "x" }] },
      { type: "message", role: "assistant", id: "m1", content: "x" },
      { type: "message", role: "assistant", id: "msg_1", content: [{ type: "output_text", text: "x" }] },
      { type: "message", role: "user", id: "", content: "x" },
      { type: "web_search_call", id: "ws_1" },
      { type: "web_search_call", id: "ws 1" },
      { type: "item_reference", id: "msg_1" },
      { type: "item_reference", id: "m 1" },
    ),
  );
  return fc.tuple(itemLists(), fc.array(odd, { maxLength: 5 }), fc.nat()).map(([sound, added, seed]) => {
    const roll = dice(seed);
    const list = sound.filter(() => roll(100) >= 15).flatMap((item) => (roll(100) < 5 ? [item, item] : [item]));
    for (const item of added) list.splice(roll(list.length + 1), 0, item);
    if (list.length > 1 && roll(100) < 30) list.push(list.splice(roll(list.length), 1)[0]!);
    return list;
  });
}

/** A list that leans on what the provider stores: references, and outputs of calls that only it knows. */
export function listsWithReferences(): Arbitrary<Item[]> {
  const lost = fc
    .tuple(output, constantFrom("function_call_output", "custom_tool_call_output"))
    .map(([given, type]): Item => ({ type, call_id: `lost_${ID}`, output: given }));
  return fc
    .tuple(reference, fc.array(oneof(reference, lost, speakerItem, answerItem), { maxLength: 5 }), itemLists())
    .map(([first, others, rest]) => [
      ...numbered([first, ...others], "r").map((item, index) =>
        String(item["call_id"]).startsWith("lost") ? { ...item, call_id: `lost_${index}` } : item,
      ),
      ...rest,
    ]);
}
