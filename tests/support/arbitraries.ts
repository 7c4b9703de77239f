import type {
  EntryInput,
  FilePart,
  Part,
  Role,
  ToolCallInput,
  ToolCallPart,
  ToolResultInput,
  ToolResultPart,
} from "colloquy";
import fc from "fast-check";
import { extras, plainValue, richRecord, richValue, text } from "./values.js";

export { brokenConversation, conversation, type ConversationOptions } from "./conversations.js";
export { hostileKeys, plainValue, richRecord, richValue, text, visibleText } from "./values.js";

const { constantFrom, oneof, record } = fc;

/** Keys that may stand in a record or be left out, so that absence is generated as often as presence. */
function withOptional<T, U>(
  required: { [K in keyof T]: fc.Arbitrary<T[K]> },
  optional: { [K in keyof U]: fc.Arbitrary<U[K]> },
) {
  const all = { ...required, ...optional };
  return record(all, { requiredKeys: Object.keys(required) as never[], noNullPrototype: true }) as fc.Arbitrary<
    T & Partial<U>
  >;
}

const common = {
  providerMetadata: fc
    .tuple(constantFrom("acme", "openai"), plainValue())
    .map(([name, value]) => ({ [name]: { note: value } })),
  extra: extras(),
};

/** Ids that a call may have: anything but empty text. */
export function callId(): fc.Arbitrary<string> {
  return oneof(
    constantFrom("call_1", "call_2", "toolu_01", "a b/c|d:e", "\uD83D", "漢"),
    fc.string({ minLength: 1, maxLength: 50 }),
  );
}

/** File parts of all four carriers. */
export function filePart(): fc.Arbitrary<FilePart> {
  const data: fc.Arbitrary<FilePart["data"]> = oneof(
    constantFrom("", "AAAA", "/9j/4AAQ", "AA==", "_-_-", "QUJD\r\nREVG"),
    fc.uint8Array({ maxLength: 6 }),
    fc.webUrl().map((url) => ({ url })),
    constantFrom("file-1", "files/abc").map((fileId) => ({ fileId })),
  );
  const optional = {
    mediaType: constantFrom("image/png", "application/pdf", "audio/wav"),
    filename: text(),
    ...common,
  };
  return withOptional({ type: fc.constant("file" as const), data }, optional);
}

/** Input of a call, with the text it was written in or without. */
export function callInput(): fc.Arbitrary<{ input: unknown; inputText?: string }> {
  const asText = plainValue().map((value) => JSON.stringify(value, null, 1));
  return oneof(
    richValue().map((input) => ({ input })),
    plainValue().map((input) => ({ input })),
    asText.map((inputText) => ({ input: JSON.parse(inputText) as unknown, inputText })),
    constantFrom("{bad", "", "rm -rf /", '{"a":1').map((inputText) => ({ input: inputText, inputText })),
    constantFrom('{"n":1.0,"big":12345678901234567890}').map((inputText) => ({
      input: JSON.parse(inputText) as unknown,
      inputText,
    })),
  );
}

const toolName = constantFrom("search", "get_weather", "read-file");

function callPart(): fc.Arbitrary<ToolCallPart> {
  const fixed = withOptional({ type: fc.constant("tool-call" as const), toolCallId: callId(), toolName }, common);
  return fc.tuple(fixed, callInput()).map(([part, input]) => ({ ...part, ...input }));
}

/** Its value is never undefined: only the input of a call and the output of a result may be. */
function customPart() {
  const value = richValue().map((made) => made ?? null);
  return withOptional(
    { type: fc.constant("custom" as const), format: constantFrom("acme", "openai-chat"), value },
    common,
  );
}

const textPart = withOptional({ type: fc.constant("text" as const), text: text() }, common);

/** What a tool gave back: an output of any kind, or text and files. */
export function resultBody(): fc.Arbitrary<
  { output: unknown } | { content: Extract<ToolResultPart, { content: object }>["content"] }
> {
  return oneof(
    { weight: 3, arbitrary: richValue().map((output) => ({ output })) },
    { weight: 2, arbitrary: text().map((output) => ({ output })) },
    {
      weight: 1,
      arbitrary: fc.array(oneof(textPart, filePart(), customPart()), { maxLength: 2 }).map((content) => ({ content })),
    },
  );
}

function resultPart(): fc.Arbitrary<ToolResultPart> {
  const optional = {
    toolName,
    outcome: constantFrom("error" as const, "denied" as const, "aborted" as const),
    ...common,
  };
  const fixed = withOptional({ type: fc.constant("tool-result" as const), toolCallId: callId() }, optional);
  return fc.tuple(fixed, resultBody()).map(([part, body]) => ({ ...part, ...body }) as ToolResultPart);
}

function approvalResponse() {
  const required = {
    type: fc.constant("approval-response" as const),
    approvalId: constantFrom("approval_1", "x"),
    approved: fc.boolean(),
  };
  return withOptional(required, { reason: text(), ...common });
}

const byRole: Record<Role, fc.Arbitrary<Part>> = {
  system: oneof(textPart, customPart()),
  user: oneof(
    { weight: 3, arbitrary: textPart },
    { weight: 2, arbitrary: filePart() },
    { weight: 1, arbitrary: customPart() },
  ),
  assistant: oneof(
    { weight: 3, arbitrary: textPart },
    {
      weight: 2,
      arbitrary: withOptional(
        { type: fc.constant("reasoning" as const), text: text() },
        { redacted: fc.constant(true as const), ...common },
      ),
    },
    { weight: 1, arbitrary: withOptional({ type: fc.constant("refusal" as const), text: text() }, common) },
    { weight: 1, arbitrary: filePart() },
    { weight: 3, arbitrary: callPart() },
    {
      weight: 1,
      arbitrary: withOptional(
        {
          type: fc.constant("approval-request" as const),
          approvalId: constantFrom("approval_1", "x"),
          toolCallId: callId(),
        },
        common,
      ),
    },
    { weight: 1, arbitrary: customPart() },
  ),
  tool: oneof(resultPart(), approvalResponse()),
};

/** A part that may stand in an entry of this role. */
export function part(role: Role): fc.Arbitrary<Part> {
  return byRole[role];
}

/** The content of a tool entry: one result, or approval responses alone. */
function toolContent(): fc.Arbitrary<Part[]> {
  return oneof(
    { weight: 3, arbitrary: resultPart().map((result): Part[] => [result]) },
    { weight: 1, arbitrary: fc.array(approvalResponse(), { minLength: 1, maxLength: 2 }) },
  );
}

const entryCommon = {
  id: constantFrom("msg_1", "é"),
  name: constantFrom("alice", "Bob B."),
  createdAt: oneof(
    constantFrom("2031-02-03T04:05:06.000Z", "2031-02-03T04:05:06Z"),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }),
  ),
  pinned: fc.boolean(),
  partial: fc.boolean(),
  metadata: richRecord(),
  ...common,
};

const callInputs: fc.Arbitrary<ToolCallInput> = fc
  .tuple(callId(), toolName, callInput())
  .map(([toolCallId, name, input]) => ({ toolCallId, toolName: name, ...input }));

const resultInputs: fc.Arbitrary<ToolResultInput> = fc
  .tuple(
    withOptional({ toolCallId: callId() }, { toolName, outcome: constantFrom("error" as const, undefined) }),
    resultBody(),
  )
  .map(([fixed, body]) => ({ ...fixed, ...body }) as ToolResultInput);

const mark = record(
  { entries: fc.nat(50), turns: fc.nat(9), tokens: fc.nat(9999), rounds: fc.integer({ min: 1, max: 4 }) },
  { noNullPrototype: true },
);

/** One input in every form that may be put in, the loose forms as often as the full ones. */
export function entryInput(): fc.Arbitrary<EntryInput> {
  const plainRole = constantFrom("system" as const, "user" as const);
  const speaker = constantFrom("system" as const, "user" as const, "assistant" as const);
  const full = speaker.chain((role) =>
    withOptional({ role: fc.constant(role), content: fc.array(part(role), { maxLength: 3 }) }, entryCommon),
  );
  return oneof(
    withOptional({ role: plainRole, text: text() }, entryCommon),
    withOptional({ role: speaker, content: text() }, entryCommon),
    full,
    withOptional({ role: fc.constant("system" as const), content: text(), summary: mark }, entryCommon),
    withOptional(
      { role: fc.constant("assistant" as const), text: text() },
      { toolCalls: fc.array(callInputs, { maxLength: 2 }), ...entryCommon },
    ),
    withOptional({ role: fc.constant("tool" as const), toolResult: resultInputs }, entryCommon),
    withOptional({ role: fc.constant("tool" as const), content: toolContent() }, entryCommon),
  ) as fc.Arbitrary<EntryInput>;
}
