import { Transcript, estimateTokens, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";

const estimate = (...entries: EntryInput[]): number => Transcript.from(entries).estimateTokens();
const user = (text: string): EntryInput => ({ role: "user", text });

describe("estimateTokens()", () => {
  it("is UTF-8 bytes divided by four, rounded down", () => {
    expect(["Hello world", "", "abc", "abcd", "灯塔", "\u{1F600}"].map((text) => estimateTokens(text))).toEqual([
      2, 0, 0, 1, 1, 1,
    ]);
  });

  it("is 0 for null and undefined", () => {
    expect([estimateTokens(null), estimateTokens(undefined)]).toEqual([0, 0]);
  });

  it("counts a lone surrogate as the three bytes of its replacement", () => {
    expect(estimateTokens("\uD83D".repeat(4))).toBe(3);
  });

  it("counts what it counts also where a text is long", () => {
    expect(estimateTokens("é".repeat(1_000_000))).toBe(500_000);
  });
});

describe("Transcript.estimateTokens()", () => {
  it("adds up bytes first and divides once", () => {
    expect(estimate(user("abc"), user("abc"), user("ab"))).toBe(2);
    expect(
      Transcript.from([user("abc")])
        .append(user("a"))
        .estimateTokens(),
    ).toBe(1);
  });

  it("is 0 for an empty transcript", () => {
    expect(Transcript.empty.estimateTokens()).toBe(0);
  });

  it("counts text, reasoning, tool names, call input and results", () => {
    const padding = "x".repeat(400);
    const grows: EntryInput[] = [
      user(padding),
      { role: "assistant", content: [{ type: "reasoning", text: padding }] },
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: padding, input: {} }] },
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: { padding } }] },
      { role: "tool", toolResult: { toolCallId: "c", output: padding } },
      { role: "tool", toolResult: { toolCallId: "c", output: { padding } } },
      { role: "tool", toolResult: { toolCallId: "c", content: [{ type: "text", text: padding }] } },
    ];
    for (const entry of grows) {
      const tokens = estimate(entry);
      expect(tokens).toBeGreaterThanOrEqual(100);
      expect(tokens).toBeLessThan(115);
    }
  });

  it("does not count what the model does not read: ids, metadata, provider metadata", () => {
    const noise = {
      id: "i".repeat(400),
      metadata: { note: "m".repeat(400) },
      providerMetadata: { acme: { blob: "p".repeat(400) } },
    };
    expect(estimate({ role: "user", text: "abcd", ...noise })).toBe(1);
  });

  it("counts message text alone with textOnly", () => {
    const t = Transcript.from([
      user("abcd"),
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "r".repeat(400) },
          { type: "text", text: "efgh" },
          { type: "tool-call", toolCallId: "c", toolName: "f", input: { long: "i".repeat(400) } },
        ],
      },
    ]);
    expect(t.estimateTokens({ textOnly: true })).toBe(2);
  });

  it("counts a flat 1,000 for a file, or what the caller says, never its base64", () => {
    const t = Transcript.from([
      {
        role: "user",
        content: [
          { type: "text", text: "abcd" },
          { type: "file", mediaType: "image/png", data: "A".repeat(40_000) },
        ],
      },
    ]);
    expect([t.estimateTokens(), t.estimateTokens({ fileTokens: 5 }), t.estimateTokens({ fileTokens: 0 })]).toEqual([
      1001, 6, 1,
    ]);
    const bytes = Transcript.from([{ role: "user", content: [{ type: "file", data: new Uint8Array(9999) }] }]);
    expect(bytes.estimateTokens()).toBe(1000);
  });

  it("counts a file in a result as a file", () => {
    const content = [{ type: "file" as const, mediaType: "image/png", data: "A".repeat(40_000) }];
    expect(estimate({ role: "tool", toolResult: { toolCallId: "c", content } })).toBeLessThan(1005);
  });

  it("is replaced by the caller's tokenizer, which sees text and no base64", () => {
    const seen: string[] = [];
    const t = Transcript.from([
      user("one"),
      user("two"),
      { role: "user", content: [{ type: "file", mediaType: "image/png", data: "AAAA" }] },
    ]);
    const tokenizer = (text: string): number => {
      seen.push(text);
      return text.length;
    };
    expect(t.estimateTokens({ tokenizer })).toBe(6 + 1000);
    expect(seen.join()).not.toContain("AAAA");
  });

  it("is the same for a transcript that was appended to, joined, split or restored", () => {
    const all = Array.from({ length: 9 }, (_empty, index) => user("x".repeat(index)));
    const whole = Transcript.from(all);
    const [head, tail] = whole.splitAt(4);
    const grown = all.reduce((sofar, entry) => sofar.append(entry), Transcript.empty);
    for (const same of [grown, head.concat(tail), Transcript.fromJson(whole.toJson())])
      expect(same.estimateTokens()).toBe(9);
  });

  it("refuses a number of tokens for a file that is no size", () => {
    for (const fileTokens of [-1, 0.5, Number.NaN, Infinity]) {
      expect(() => Transcript.empty.estimateTokens({ fileTokens })).toThrow(RangeError);
      expect(() => Transcript.empty.estimateTokens({ fileTokens })).toThrow("fileTokens");
    }
  });
});
