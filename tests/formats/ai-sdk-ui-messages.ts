import fc, { type Arbitrary } from "fast-check";
import { dressed, type Message, text, withBlank, word } from "./openai-chat-messages.js";

const { constant, constantFrom, oneof } = fc;

const metadata = constantFrom<unknown>(
  null,
  {},
  undefined,
  { acme: { a: 1 } },
  { openai: { itemId: "x" }, "ai-sdk-ui": {} },
);
const any = constantFrom<unknown>(
  {},
  { q: "tea" },
  null,
  undefined,
  "text",
  "",
  7,
  [1],
  { a: undefined, b: -0 },
  new Date(0),
);

const textPart = dressed(
  withBlank(
    withBlank(
      fc.tuple(constantFrom("text", "reasoning"), text).map(([type, said]): Message => ({ type, text: said })),
      "state",
      "done",
      "streaming",
      null,
      undefined,
      "later",
    ),
    "providerMetadata",
    null,
    { acme: { a: 1 } },
  ),
);
const filePart = dressed(
  constantFrom<Message>(
    { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" },
    { type: "file", mediaType: "application/pdf", filename: "a.pdf", url: "https://example.org/a.pdf" },
    { type: "file", mediaType: "image/png", filename: null, url: "x", providerMetadata: { acme: { a: 1 } } },
    { type: "file", url: "https://example.org" },
    { type: "file", url: "", mediaType: "a/b" },
  ),
);
const otherPart = dressed(
  constantFrom<Message>(
    { type: "source-url", sourceId: "s", url: "https://example.org", title: "T" },
    { type: "data-weather", id: "w", data: { city: "Paris" } },
    { type: "step-start", note: "n" },
    { type: "custom", kind: "acme.x" },
    { type: "later" },
  ),
);

function toolPart(id: string): Arbitrary<Message> {
  const approval = constantFrom<unknown>(
    { id: `ask_${id}` },
    { id: `ask_${id}`, approved: true },
    { id: `ask_${id}`, approved: false, reason: "no" },
    { reason: "", approved: false, id: `ask_${id}`, isAutomatic: true, signature: "s" },
  );
  return fc
    .record({
      type: constantFrom("tool-search", "tool-a b", "dynamic-tool", "tool-invocation-x"),
      state: constantFrom(
        "input-streaming",
        "input-available",
        "approval-requested",
        "approval-responded",
        "output-available",
        "output-available",
        "output-error",
        "output-denied",
        "later",
      ),
      input: any,
      output: any,
      approval,
      roll: fc.nat(99),
      errorText: oneof(word, constant("")),
      metadata,
    })
    .chain(({ type, state, input, output, approval: asked, roll, errorText, metadata: options }) => {
      const isRaw = state === "output-error" && roll % 3 === 0;
      const made: Message = {
        type,
        ...(type === "dynamic-tool" && { toolName: roll % 2 === 0 ? "f" : "" }),
        toolCallId: id,
        state,
        ...(roll % 11 !== 0 && { [isRaw ? "rawInput" : "input"]: input }),
        ...(isRaw && roll % 2 === 0 && { input: undefined }),
        ...((state.startsWith("approval") || state === "output-denied" || roll % 7 === 0) && { approval: asked }),
        ...(state === "output-available" && roll % 13 !== 0 && { output: roll % 5 === 0 ? "so far" : output }),
        ...(state === "output-available" && roll % 5 === 0 && { preliminary: true }),
        ...(state === "output-error" && { errorText }),
        ...(roll % 4 === 0 && { callProviderMetadata: options }),
        ...(roll % 9 === 0 && { providerExecuted: roll % 2 === 0, title: "Search" }),
        ...(roll % 17 === 0 && { errorText: null, providerExecuted: null }),
      };
      return dressed(constant(made));
    });
}

function invocation(id: string): Arbitrary<Message> {
  return fc
    .tuple(constantFrom("partial-call", "call", "result"), any, any, fc.nat(9))
    .chain(([state, args, result, roll]) =>
      dressed(
        constant<Message>({
          state,
          ...(roll % 2 === 0 && { step: roll }),
          toolCallId: id,
          toolName: "f",
          ...(roll !== 9 && { args: state === "partial-call" ? { q: "t" } : args }),
          ...(state === "result" && { result }),
        }),
      ),
    );
}

const message = (role: string, parts: Arbitrary<Message[]>): Arbitrary<Message> =>
  dressed(
    withBlank(
      withBlank(
        parts.map((made): Message => ({ role, parts: made })),
        "metadata",
        null,
        undefined,
        {},
        { createdAt: "2031-02-03", n: { a: 1 } },
        "text",
      ),
      "id",
      "m1",
      "",
      null,
    ),
  );

const assistantParts = fc
  .array(
    oneof(
      { weight: 3, arbitrary: constant<Message>({ type: "step-start" }) },
      { weight: 3, arbitrary: textPart },
      { weight: 4, arbitrary: fc.nat(99).chain((n) => toolPart(`c${n}`)) },
      { weight: 1, arbitrary: filePart },
      { weight: 1, arbitrary: otherPart },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.nat(99).chain((n) => invocation(`v${n}`)),
            fc.boolean(),
          )
          .map(([toolInvocation, isReversed]): Message =>
            isReversed ? { toolInvocation, type: "tool-invocation" } : { type: "tool-invocation", toolInvocation },
          ),
      },
    ),
    { maxLength: 7 },
  )
  .map(withoutTwins);

/** Ids of calls stand once in a message. */
function withoutTwins(parts: Message[]): Message[] {
  const seen = new Set<unknown>();
  return parts.filter((part) => {
    const id = part["toolCallId"] ?? (part["toolInvocation"] as Message | undefined)?.["toolCallId"];
    if (id === undefined) return true;
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

const old: Arbitrary<Message> = oneof(
  text.map((content): Message => ({ id: "o1", role: "user", content })),
  fc.tuple(text, fc.array(invocation("x"), { maxLength: 1 })).map(([content, toolInvocations]): Message => ({
    id: "o2",
    createdAt: "2031-02-03",
    role: "assistant",
    content,
    toolInvocations,
  })),
);

/** UI messages of every kind that programs store, with calls that are told apart by their ids. */
export function uiMessageLists(): Arbitrary<Message[]> {
  const any = oneof(
    { weight: 1, arbitrary: message("system", fc.array(oneof(textPart, otherPart), { maxLength: 2 })) },
    { weight: 3, arbitrary: message("user", fc.array(oneof(textPart, filePart, otherPart), { maxLength: 3 })) },
    { weight: 5, arbitrary: message("assistant", assistantParts) },
    { weight: 1, arbitrary: message("data", fc.array(textPart, { maxLength: 1 })) },
    { weight: 1, arbitrary: old },
  );
  return fc.array(any, { maxLength: 5 }).map((made) => {
    let count = 0;
    const rename = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null || value instanceof Date) return value;
      if (Array.isArray(value)) return value.map(rename);
      const copy: Message = {};
      for (const [key, inner] of Object.entries(value)) {
        const isId = (key === "toolCallId" || key === "id") && typeof inner === "string" && inner !== "";
        Object.defineProperty(copy, key, {
          value: isId ? `${inner}_${count++}` : rename(inner),
          enumerable: true,
          writable: true,
          configurable: true,
        });
      }
      return copy;
    };
    return made.map((given) => rename(given) as Message);
  });
}
