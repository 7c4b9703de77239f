import { Transcript, TranscriptInputError } from "colloquy";
import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
import { describe, expect, it } from "vitest";
import { dumpMessages } from "./ai-sdk-messages.js";
import { nodeIsThere } from "../support/runtime.js";

function expectSame(messages: readonly object[]): Transcript {
  const read = fromModelMessages(messages);
  for (const transcript of [read, Transcript.fromJson(read.toJson())]) {
    const back = toModelMessages(transcript);
    expect(dumpMessages(back.messages)).toBe(dumpMessages(messages));
    expect(back.report.filter(({ action }) => action !== "open")).toEqual([]);
  }
  return read;
}

const call = (id: string, rest: object = {}): object => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "f",
  input: {},
  ...rest,
});
const result = (id: string, output: object = { type: "text", value: "ok" }, rest: object = {}): object => ({
  type: "tool-result",
  toolCallId: id,
  toolName: "f",
  output,
  ...rest,
});

/** What a function throws of a list of messages. */
function faultOf(messages: readonly unknown[]): TranscriptInputError {
  try {
    fromModelMessages(messages as object[]);
  } catch (error) {
    if (error instanceof TranscriptInputError) return error;
  }
  throw new Error("not refused");
}

describe("fromModelMessages()", () => {
  it("tells content as a string from content as a list, and an empty one of each", () => {
    for (const role of ["user", "assistant"]) {
      for (const content of ["x", "", [{ type: "text", text: "x" }], [{ type: "text", text: "" }], []]) {
        expectSame([{ role, content }]);
      }
    }
    expectSame([{ role: "tool", content: [] }]);
  });

  it("reads the results of one tool message as entries that go back as one, and those of several as several", () => {
    const asked = { role: "assistant", content: [call("a"), call("b")] };
    const whole = expectSame([asked, { role: "tool", content: [result("b"), result("a")] }]);
    expect(whole.entries().map(({ role }) => role)).toEqual(["assistant", "tool", "tool"]);
    expectSame([asked, { role: "tool", content: [result("a")] }, { role: "tool", content: [result("b")] }]);
  });

  it("puts together what is left of a message when one of its entries goes", () => {
    const read = expectSame([
      { role: "assistant", content: [call("a"), call("b"), call("c")] },
      { role: "tool", content: [result("a"), result("b"), result("c")], providerOptions: { acme: { x: 1 } } },
    ]);
    const entries = read.entries();
    const without = Transcript.from([...entries.slice(0, 2), ...entries.slice(3)]);
    expect(toModelMessages(without, { openCalls: "abort" }).messages[1]).toEqual({
      role: "tool",
      content: [result("a"), result("c")],
      providerOptions: { acme: { x: 1 } },
    });
  });

  it("keeps results inside the model's message behind their calls, and those of earlier messages in place", () => {
    const read = expectSame([
      {
        role: "assistant",
        content: [call("h", { providerExecuted: true }), result("h"), call("i", { providerExecuted: true })],
      },
      { role: "assistant", content: [{ type: "text", text: "and" }, result("i"), { type: "text", text: "done" }] },
    ]);
    expect(read.entries().map(({ role }) => role)).toEqual(["assistant", "assistant", "tool", "assistant"]);
    expect(read.check().map(({ kind, toolCallId }) => [kind, toolCallId])).toEqual([["misplaced-result", "i"]]);
  });

  it("reads approvals as parts of their own, responses in an entry of their own", () => {
    const read = expectSame([
      {
        role: "assistant",
        content: [call("a"), { type: "tool-approval-request", approvalId: "p", toolCallId: "a", signature: "s" }],
      },
      {
        role: "tool",
        content: [{ type: "tool-approval-response", approvalId: "p", approved: true, providerExecuted: true }],
      },
    ]);
    expect(read.at(0)?.content[1]).toMatchObject({ type: "approval-request", approvalId: "p", toolCallId: "a" });
    expect(read.at(1)?.content).toMatchObject([{ type: "approval-response", approvalId: "p", approved: true }]);
    expect(read.check()).toMatchObject([{ kind: "open-call", pending: true }]);
  });

  it("keeps what holds bytes and addresses, by kind and by value, and copies no neighbours", () => {
    const pool = Uint8Array.of(7, 1, 2, 7);
    for (const data of [
      "AAAA",
      "AA==\n",
      "_-",
      "https://example.org/a",
      "data:text/plain,hi",
      Uint8Array.of(1),
      new Uint8Array(pool.buffer, 1, 2),
      ...(nodeIsThere ? [Buffer.from("pooled"), { type: "data", data: Buffer.from("x") }] : []),
      Uint8Array.of(3).buffer,
      new URL("https://example.org/b"),
      { openai: "file-1" },
      { type: "url", url: new URL("https://example.org") },
      { type: "reference", reference: { a: "1", b: "2" } },
      { type: "text", text: "v7" },
    ]) {
      expectSame([{ role: "user", content: [{ type: "file", data, mediaType: "image/png" }] }]);
    }
  });

  it.runIf(nodeIsThere)("gives a Buffer back as a Buffer, with memory of its own", () => {
    const back = toModelMessages(
      fromModelMessages([{ role: "user", content: [{ type: "image", image: Buffer.from("abc") }] }]),
    );
    const [image] = back.messages[0]!.content as unknown as [{ image: Buffer }];
    expect(Buffer.isBuffer(image.image) && image.image.buffer.byteLength).toBe(3);
  });

  it("keeps an input that is there and undefined, and output kinds that look alike", () => {
    expectSame([{ role: "assistant", content: [call("a", { input: undefined, providerExecuted: true })] }]);
    for (const output of [
      ...["123", "null", ""].flatMap((value) => [
        { type: "text", value },
        { type: "json", value },
        { type: "error-text", value },
      ]),
      ...[123, null, { a: undefined }].map((value) => ({ type: "json", value })),
      { type: "execution-denied" },
      { type: "execution-denied", reason: "" },
      { type: "execution-denied", reason: "no" },
    ]) {
      expectSame([
        { role: "assistant", content: [call("a")] },
        { role: "tool", content: [result("a", output)] },
      ]);
    }
  });

  it("reads outcomes", () => {
    const outcomeOf = (output: object, rest: object = {}): unknown =>
      expectSame([
        { role: "assistant", content: [call("a")] },
        { role: "tool", content: [result("a", output, rest)] },
      ]).at(1)?.toolResult?.outcome;
    expect(outcomeOf({ type: "text", value: "x" })).toBeUndefined();
    expect(outcomeOf({ type: "error-json", value: { code: 1 } })).toBe("error");
    expect(outcomeOf({ type: "execution-denied" })).toBe("denied");
    const providerOptions = { colloquy: { outcome: "aborted" } };
    expect(outcomeOf({ type: "error-text", value: "x" }, { providerOptions })).toBe("aborted");
  });

  it("reads calls and results as version 4 stored them, which go back as version 5 has them, reported", () => {
    const asked = (id: string): object => ({ type: "tool-call", toolCallId: id, toolName: "f", args: { n: 1 } });
    const said = (id: string, rest: object): object => ({
      type: "tool-result",
      toolCallId: id,
      toolName: "f",
      ...rest,
    });
    const read = fromModelMessages([
      { role: "assistant", content: [asked("a"), asked("b")] },
      { role: "tool", content: [said("a", { result: { k: "v" } }), said("b", { result: "no", isError: true })] },
    ]);
    expect(read.at(0)?.toolCalls).toMatchObject([{ input: { n: 1 } }, { input: { n: 1 } }]);
    const { messages, report } = toModelMessages(Transcript.fromJson(read.toJson()));
    expect(messages).toEqual([
      { role: "assistant", content: [call("a", { input: { n: 1 } }), call("b", { input: { n: 1 } })] },
      {
        role: "tool",
        content: [result("a", { type: "json", value: { k: "v" } }), result("b", { type: "error-text", value: "no" })],
      },
    ]);
    expect(report.map(({ entry, action }) => [entry, action])).toEqual([
      [0, "converted"],
      [0, "converted"],
      [1, "converted"],
      [2, "converted"],
    ]);
  });

  it("keeps the options of all providers as metadata", () => {
    const providerOptions = { anthropic: { signature: "s" }, openai: { itemId: "rs_1" }, acme: { x: [1] } };
    const read = expectSame([
      { role: "assistant", content: [{ type: "reasoning", text: "hm", providerOptions }], providerOptions },
    ]);
    expect(read.at(0)?.providerMetadata).toEqual(providerOptions);
    expect(read.at(0)?.content[0]?.providerMetadata).toEqual(providerOptions);
  });

  it("finds the calls of results in the transcript that the messages continue", () => {
    const before = fromModelMessages([{ role: "assistant", content: [call("a")] }]);
    const after = fromModelMessages([{ role: "tool", content: [result("a")] }], { after: before });
    expect(after.check()).toEqual([]);
    expect(after.at(1)?.source).toBeUndefined();
    expect(fromModelMessages([], { after })).toBe(after);
  });

  it("names the message at fault and the place in it, and lists all", () => {
    const error = faultOf([
      { role: "user", content: 7 },
      { role: "tool", content: [result("a"), { type: "tool-result", toolCallId: "", toolName: "f", output: "x" }] },
      { role: "assistant", content: [call("a", { input: { at: () => 1 } })] },
      7,
    ]);
    expect(error.code).toBe("invalid-messages");
    expect(error.message).toMatch(
      /^Cannot read model messages: message 0 \(user\): content: expected a string or an array, got a number \(and 3 more issues\)$/,
    );
    expect(error.issues.map(({ entry, path }) => [entry, ...path].join("."))).toEqual([
      "0.content",
      "1.content.1.toolCallId",
      "1.content.1.output",
      "3",
    ]);
  });

  it("names the place of values that no transcript keeps, behind results too", () => {
    const messages = [
      { role: "assistant", content: [call("a"), call("b"), call("c", { input: { at: [() => 1] } })] },
      { role: "tool", content: [result("a"), result("b", { type: "json", value: { on: Symbol("x") } })] },
    ];
    expect(faultOf(messages).issues.map(({ entry, path }) => [entry, ...path].join("."))).toEqual([
      "0.content.2.input.at.0",
      "1.content.1.output.value.on",
    ]);
  });

  it("says who reads UI messages, and that a Buffer that went through JSON is no data", () => {
    expect(faultOf([{ role: "user", parts: [] }]).message).toContain("fromUIMessages");
    const data: unknown = { type: "Buffer", data: [120] };
    const error = faultOf([{ role: "user", content: [{ type: "file", data, mediaType: "a/b" }] }]);
    expect(error.message).toContain("message 0 (user): content[0].data: expected base64, a URL or bytes");
  });

  it("refuses arguments of the wrong type", () => {
    expect(() => fromModelMessages({} as never)).toThrow(
      "Cannot read model messages: expected an array, got an object",
    );
    expect(() => fromModelMessages([], { after: "[]" as never })).toThrow("options.after: expected a Transcript");
  });
});
