import { Transcript, type CompactOptions, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";
import { utf8Length } from "../support/bytes.js";

const user = (text: string): EntryInput => ({ role: "user", text });
const assistant = (text: string): EntryInput => ({ role: "assistant", text });
const call = (text: string, ...names: string[]): EntryInput => ({
  role: "assistant",
  text,
  toolCalls: names.map((toolName, index) => ({ toolCallId: `c${index}`, toolName, input: { secret: "s3cret" } })),
});
const result = (toolCallId: string, toolName?: string): EntryInput => ({
  role: "tool",
  toolResult: { toolCallId, output: "s3cret", ...(toolName ? { toolName } : {}) },
});

/** The text of the summary that stands for all of these entries. */
function summaryOf(entries: readonly EntryInput[], options: CompactOptions = {}): string {
  const compacted = Transcript.from(entries).compact({ keepLast: 0, ...options } as CompactOptions);
  expect(compacted.length).toBe(1);
  return compacted.at(0)?.text ?? "";
}

const linesOf = (entries: readonly EntryInput[]): string[] => summaryOf(entries).split("\n").slice(1);

describe("Summary text of compact()", () => {
  it("has one heading and one line per entry, calls by name only, results as a marker", () => {
    const entries = [user("Message 1"), call("Checking.", "get_weather"), result("c0"), assistant("18C.")];
    expect(summaryOf(entries)).toBe(
      [
        "[Compacted 4 earlier messages]",
        "  [user] Message 1",
        "  [assistant] Checking. (called get_weather)",
        '  [tool] <result for "get_weather" omitted from summary>',
        "  [assistant] 18C.",
      ].join("\n"),
    );
  });

  it("lists the names of several calls in order, without text when there is none", () => {
    expect(linesOf([call("", "search", "search"), result("c0"), result("c1")])[0]).toBe(
      "  [assistant] (called search, search)",
    );
    expect(linesOf([call("Both.", "a", "b"), result("c0"), result("c1")])[0]).toBe("  [assistant] Both. (called a, b)");
  });

  it("never holds a call's input or a result, be it an output, text or an error", () => {
    const text = summaryOf([
      user("go"),
      call("", "f", "g", "h"),
      result("c0"),
      { role: "tool", toolResult: { toolCallId: "c1", outcome: "error", output: { message: "s3cret" } } },
      { role: "tool", toolResult: { toolCallId: "c2", content: [{ type: "text", text: "s3cret" }] } },
    ]);
    expect(text).not.toContain("s3cret");
  });

  it("names a result by itself, else by its call, else unknown", () => {
    const names = [
      linesOf([call("", "asked"), result("c0", "given")])[1],
      linesOf([call("", "asked"), result("c0")])[1],
      linesOf([user("x"), result("lost")])[1],
    ];
    expect(names.map((line) => /<result for "(.*)" omitted from summary>$/.exec(line ?? "")?.[1])).toEqual([
      "given",
      "asked",
      "unknown",
    ]);
  });

  it("keeps 100 characters of a text and marks what was cut", () => {
    expect(linesOf([user("x".repeat(100)), user("y".repeat(101))])).toEqual([
      `  [user] ${"x".repeat(100)}`,
      `  [user] ${"y".repeat(100)}…`,
    ]);
  });

  it("counts whole characters, never half an emoji", () => {
    expect(linesOf([user("\u{1F600}".repeat(101))])).toEqual([`  [user] ${"\u{1F600}".repeat(100)}…`]);
  });

  it("puts one space for each line break, a carriage return with a line feed too", () => {
    expect(linesOf([user("a\nb\r\nc\rd\n\ne")])).toEqual(["  [user] a b c d  e"]);
  });

  it("cuts the name of a tool at 64 characters and keeps it on the line", () => {
    const line = linesOf([call("", `two\nlines`), result("c0")])[0];
    expect(line).toBe("  [assistant] (called two lines)");
    expect(linesOf([call("", "n".repeat(65)), result("c0", "x")])[0]).toMatch(/^ {2}\[assistant\] \(called n{64}…?\)$/);
    expect(linesOf([call("", "n".repeat(64)), result("c0", "x")])[0]).toBe(`  [assistant] (called ${"n".repeat(64)})`);
  });

  it("shows a file where there is no text beside it", () => {
    const file = { type: "file", mediaType: "image/png", data: "AAAA" } as const;
    expect(linesOf([{ role: "user", content: [file] }])).toEqual(["  [user] <file image/png>"]);
    expect(linesOf([{ role: "user", content: [{ type: "text", text: "look" }, file] }])).toEqual(["  [user] look"]);
  });

  it("shows a system entry that is not a leading one under its role", () => {
    expect(linesOf([user("q"), { role: "system", text: "In French now." }, assistant("Oui.")])[1]).toBe(
      "  [system] In French now.",
    );
  });

  it("leaves reasoning out", () => {
    const entry: EntryInput = {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hidden" },
        { type: "text", text: "shown" },
      ],
    };
    expect(linesOf([user("q"), entry])[1]).toBe("  [assistant] shown");
  });
});

describe("Summary of a summary", () => {
  const conversation = Array.from({ length: 6 }, (_empty, turn) => [user(`u${turn}`), assistant(`a${turn}`)]).flat();

  it("is one: the older lines first, counts added, one round more", () => {
    const once = Transcript.from(conversation).compact({ keepLast: 4 });
    const twice = once.append(user("u6")).compact({ keepLast: 1 });
    expect(twice.at(0)?.text).toBe(
      [
        "[Compacted 12 earlier messages]",
        ...Array.from({ length: 6 }, (_empty, turn) => [`  [user] u${turn}`, `  [assistant] a${turn}`]).flat(),
      ].join("\n"),
    );
    expect(twice.at(0)).toMatchObject({ summary: { entries: 12, turns: 6, rounds: 2 } });
    expect(twice.entries().filter((entry) => entry.role === "system")).toHaveLength(1);
  });

  it("adds up the tokens of all that gave way", () => {
    const all = Transcript.from(conversation);
    const once = all.compact({ keepLast: 4 });
    const twice = once.compact({ keepLast: 0 });
    const [first, second] = [once, twice].map((transcript) =>
      transcript.at(0)?.role === "system" ? transcript.at(0)?.summary?.tokens : undefined,
    );
    expect(first).toBe(Transcript.from(conversation.slice(0, 8)).estimateTokens());
    expect(second).toBe((first ?? 0) + Transcript.from(conversation.slice(8)).estimateTokens());
  });

  it("keeps a model's summary whole above the lines", () => {
    const model: EntryInput = {
      role: "system",
      content: "[Compacted 40 earlier messages]\nThe user is building a shed.\n\nOpen: the roof.",
      summary: { entries: 40, turns: 9, tokens: 5000, rounds: 1 },
    };
    const text = Transcript.from([model, user("and now?"), assistant("the door")])
      .compact({ keepLast: 0 })
      .at(0)?.text;
    expect(text).toBe(
      "[Compacted 42 earlier messages]\nThe user is building a shed.\n\nOpen: the roof.\n  [user] and now?\n  [assistant] the door",
    );
  });

  it("is told apart from what a user or a system entry wrote in its form", () => {
    const fake: EntryInput = { role: "system", text: "[Compacted 3 earlier messages]\n  [user] fake" };
    const c = Transcript.from([fake, user("q"), assistant("a")]).compact({ keepLast: 0 });
    expect(c.at(0)?.text).toBe("[Compacted 3 earlier messages]\n  [user] fake");
    expect(c.at(1)).toMatchObject({ summary: { entries: 2, rounds: 1 } });
  });
});

describe("maxSummaryTokens", () => {
  const many = Array.from({ length: 200 }, (_empty, index) => user(`message number ${index}`));
  const bytes = (text: string): number => utf8Length(text) / 4;

  it("makes the oldest lines give way to a line that says how many", () => {
    const lines = summaryOf(many, { maxSummaryTokens: 100 }).split("\n");
    const left = /^ {2}… (\d+) earlier lines left out$/.exec(lines[1] ?? "");
    expect(lines[0]).toBe("[Compacted 200 earlier messages]");
    expect(Number(left?.[1]) + lines.length - 2).toBe(200);
    expect(lines.at(-1)).toBe("  [user] message number 199");
    expect(bytes(lines.join("\n"))).toBeLessThanOrEqual(101);
    expect(bytes(lines.join("\n"))).toBeGreaterThan(80);
  });

  it("adds up the lines left out over several rounds, and says so once", () => {
    const once = Transcript.from(many).compact({ keepLast: 0, maxSummaryTokens: 100 });
    const twice = once.concat(many).compact({ keepLast: 0, maxSummaryTokens: 100 });
    const lines = (twice.at(0)?.text ?? "").split("\n");
    const left = lines.filter((line) => line.includes("left out"));
    expect(left).toHaveLength(1);
    expect(Number(/\d+/.exec(left[0] ?? "")?.[0]) + lines.length - 2).toBe(400);
    expect(lines[0]).toBe("[Compacted 400 earlier messages]");
  });

  it("is 2,000 when nothing is said", () => {
    const text = summaryOf(Array.from({ length: 1000 }, () => user("x".repeat(90))));
    expect(bytes(text)).toBeLessThanOrEqual(2001);
    expect(bytes(text)).toBeGreaterThan(1900);
  });
});
