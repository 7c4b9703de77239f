import { assistant, findByRole, toolResult, Transcript, user } from "colloquy";
import { describe, expect, it } from "vitest";

const transcript = Transcript.from([user("Hello"), assistant("Hi there")]);
const call = { toolCallId: "c", toolName: "t", input: {} };

describe("An option that is not known is refused by name, since what it was to limit would go unlimited", () => {
  it.each<[string, (options: never) => unknown, object, string]>([
    [
      "fromJson()",
      (options) => Transcript.fromJson(transcript.toJson(), options),
      { maxLen: 5 },
      "Cannot decode transcript: unknown option maxLen",
    ],
    [
      "salvage()",
      (options) => Transcript.salvage(transcript.toJson(), options),
      { limit: 5 },
      "Cannot decode transcript: unknown option limit",
    ],
    [
      "estimateTokens()",
      (options) => transcript.estimateTokens(options),
      { tokeniser: () => 1 },
      "Cannot estimate tokens: unknown option tokeniser",
    ],
    [
      "pruneToolResults()",
      (options) => transcript.pruneToolResults(options),
      { maxChars: 5 },
      "Cannot prune: unknown option maxChars",
    ],
    [
      "repair()",
      (options) => transcript.repair(options),
      { openCall: "drop" },
      "Cannot repair transcript: unknown option openCall",
    ],
    [
      "assistant()",
      (options) => assistant("Hi", options),
      { tool_calls: [] },
      "Cannot make an assistant entry: unknown option tool_calls",
    ],
    [
      "toolResult()",
      (options) => toolResult("c", "done", options),
      { isError: true },
      "Cannot make a tool entry: unknown option isError",
    ],
  ])("by %s", (_name, run, options, message) => {
    expect(() => run(options as never)).toThrow(new TypeError(message));
    expect(() => run(Object.fromEntries(Object.keys(options).map((key) => [key, undefined])) as never)).not.toThrow();
    expect(() => run([] as never)).toThrow(TypeError);
  });
});

describe("A first mistake is told with what would be right", () => {
  it.each<[string, () => unknown, string]>([
    [
      "calls in place of options",
      () => assistant("Hi", [call] as never),
      "Cannot make an assistant entry: options: expected an object, got an array",
    ],
    [
      "no content beside calls",
      () => assistant(null as never, { toolCalls: [call] }),
      "Cannot make an assistant entry: content: expected a string or an array of parts, got null",
    ],
    [
      "a stored list of another format",
      () => Transcript.fromJson(JSON.stringify([{ role: "assistant", content: null, tool_calls: [] }])),
      "expected a document (an object of format, version and entries), got an array (fromChatMessages of colloquy/openai reads such messages)",
    ],
    [
      "a list of another format",
      () => Transcript.fromJson([{ role: "model", parts: [] }] as never),
      "expected a string or a document, got an array (fromContents of colloquy/gemini reads such messages)",
    ],
    [
      "a list of LangChain's results",
      () => Transcript.from([{ type: "tool", content: "done", tool_call_id: "c" } as never]),
      "(fromStoredMessages of colloquy/langchain reads such messages)",
    ],
    [
      "one entry in place of a list",
      () => Transcript.from(user("Hello") as never),
      "Cannot build transcript: expected a list of entries, got an object (one entry stands in a list, too)",
    ],
    [
      "a parsed document in place of a list",
      () => Transcript.from(transcript.toJSON() as never),
      "Cannot build transcript: expected a list of entries, got an object (Transcript.fromJson reads a document)",
    ],
    [
      "a list in place of an entry",
      () => transcript.append([user("Hello")] as never),
      "entry 2: expected an entry, got an array (from and concat take a list)",
    ],
    [
      "an index in an empty transcript",
      () => Transcript.empty.replace(0, user("Hello")),
      "index: expected none, since there are no entries, got 0",
    ],
    [
      "a role that is none",
      () => findByRole(transcript, "human" as never),
      'role: expected "system", "user", "assistant" or "tool", got another string',
    ],
  ])("%s", (_mistake, run, message) => {
    expect(run).toThrow(message);
  });

  it("and a list whose items throw is told of as such", () => {
    const hostile = Object.defineProperty([], 0, {
      get() {
        throw new Error("CANARY");
      },
      enumerable: true,
    });
    expect(() => Transcript.fromJson(hostile as never)).toThrow("got one that throws when it is read");
  });
});
