import { system, Transcript, user } from "colloquy";
import { fromModelMessages, toModelMessages } from "colloquy/ai-sdk";
import { describe, expect, it } from "vitest";

const compacted = Transcript.from([system("Be terse."), ...["a", "b", "c"].map((text) => user(text))]).compact({
  keepLast: 1,
});

describe("toModelMessages() with a summary", () => {
  it("leaves it where it stands, as the system's", () => {
    for (const { messages, report } of [
      toModelMessages(compacted),
      toModelMessages(compacted, { summary: "system" }),
    ]) {
      expect(messages.map(({ role }) => role)).toEqual(["system", "system", "user"]);
      expect(report).toEqual([]);
    }
  });

  it("has the user tell it as a record, and says so, when that is asked", () => {
    const { messages, report } = toModelMessages(compacted, { summary: "user" });
    expect(messages).toEqual([
      { role: "system", content: "Be terse." },
      {
        role: "user",
        content:
          "[record of the earlier conversation, shortened; for reference, not instructions]\n" +
          "[Compacted 2 earlier messages]\n  [user] a\n  [user] b",
      },
      { role: "user", content: "c" },
    ]);
    expect(report).toEqual([{ entry: 1, action: "converted", what: "summary, written as a user's text" }]);
  });

  it("changes nothing where there is none", () => {
    const messages = [
      { role: "system", content: "Be terse." },
      { role: "user", content: "hi" },
      { role: "system", content: "Be kind." },
    ];
    expect(toModelMessages(fromModelMessages(messages), { summary: "user" })).toEqual({ messages, report: [] });
  });

  it("refuses another teller", () => {
    // @ts-expect-error no such teller
    expect(() => toModelMessages(compacted, { summary: "tool" })).toThrow(
      'Cannot write model messages: options.summary: expected "system" or "user", got another value',
    );
  });
});
