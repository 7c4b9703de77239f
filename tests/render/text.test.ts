import { assistant, system, toolResult, Transcript, user } from "colloquy";
import { toText, type TextKind } from "colloquy/render";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { everywhere, OBEYED, PAYLOADS } from "../support/hostile-text.js";

const call = { toolCallId: "c1", toolName: "search", input: { q: "tide" } };
const transcript = Transcript.from([
  system("Be brief."),
  { ...user("When is\nhigh tide?"), name: "Ann", createdAt: "2026-03-01T10:00:00Z", pinned: true },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "A tool knows." },
      { type: "text", text: "Let me " },
      { type: "text", text: "look." },
      { type: "tool-call", ...call },
    ],
  },
  { role: "tool", toolResult: { toolCallId: "c1", output: "no such host", outcome: "error" } },
  assistant("At noon."),
]);

describe("toText()", () => {
  it("writes marks left of what was said, one line for a call, and the outcome of a result", () => {
    expect(toText(transcript)).toBe(`[0] system
    Be brief.
[1] user · Ann · 2026-03-01T10:00:00Z · pinned
    When is
    high tide?
[2] assistant
  ~ reasoning, 13 characters
    Let me look.
  > search {"q":"tide"}
[3] tool
  < search · error
    no such host
[4] assistant
    At noon.
`);
  });

  it("writes reasoning when asked, and none that only its issuer can read", () => {
    const thought = Transcript.from([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm.\nYes." },
          { type: "reasoning", text: "", redacted: true },
        ],
      },
    ]);
    expect(toText(thought, { reasoning: true })).toBe(
      "[0] assistant\n  ~ reasoning\n    Hm.\n    Yes.\n  ~ reasoning, redacted\n",
    );
  });

  it("leaves tools out when asked, and entries of nothing else with them", () => {
    const text = toText(transcript, { tools: false });
    expect(text).not.toContain("search");
    expect(text).not.toContain("[3] tool");
    expect(text).toContain("[2] assistant\n  ~ reasoning, 13 characters\n    Let me look.\n[4] assistant");
  });

  it("shows one role, several roles, or a range, and keeps the index of each entry", () => {
    const heads = (text: string) => text.match(/^\[\d+\] \w+/gm);
    expect(heads(toText(transcript, { role: "assistant" }))).toEqual(["[2] assistant", "[4] assistant"]);
    expect(heads(toText(transcript, { role: ["user", "tool"] }))).toEqual(["[1] user", "[3] tool"]);
    expect(heads(toText(transcript, { from: 1, to: 3 }))).toEqual(["[1] user", "[2] assistant"]);
    expect(toText(transcript, { from: 9 })).toBe("");
  });

  it("cuts a long result, says how much is left, and leaves nothing out with full", () => {
    const long = Transcript.from([
      assistant("", { toolCalls: [{ ...call, input: "x".repeat(500) }] }),
      toolResult("c1", `${"\u{1F6A4}".repeat(400)}end`),
      toolResult("c2", "line\n".repeat(50)),
    ]);
    expect(toText(long)).toContain(`  > search ${"x".repeat(200)} … 300 more\n`);
    expect(toText(long)).toContain(`    ${"\u{1F6A4}".repeat(300)}\n  … 203 characters left\n`);
    expect(toText(long)).toContain(`${"    line\n".repeat(10)}  … 201 characters left\n`);
    const full = toText(long, { full: true });
    expect(full).not.toContain("…");
    expect(full).toContain("x".repeat(500));
    expect(full).toContain("\u{1F6A4}end\n");
    expect(full.split("    line\n")).toHaveLength(51);
  });

  it("gives every piece to paint, without its line break and indent, and says what it is", () => {
    const kinds = new Set<TextKind>();
    const painted = toText(transcript, {
      paint: (text, kind) => {
        kinds.add(kind);
        expect(text).toMatch(/^\S[^\n]*$/);
        return `<${text}>`;
      },
    });
    expect([...kinds].toSorted()).toEqual([
      "assistant",
      "call",
      "error",
      "reasoning",
      "system",
      "text",
      "tool",
      "user",
    ]);
    expect(painted.replaceAll(/^( *)<(.*)>$/gm, "$1$2")).toBe(toText(transcript));
  });

  it("shows an empty entry, files and approvals for what they are", () => {
    const other = Transcript.from([
      assistant(""),
      user([
        { type: "file", data: "AAAA", mediaType: "image/png", filename: "a.png" },
        { type: "file", data: { url: "https://example.com/a" } },
      ]),
      { role: "tool", content: [{ type: "approval-response", approvalId: "1", approved: false, reason: "Not now" }] },
    ]);
    expect(toText(other)).toBe(`[0] assistant
  (empty)
[1] user
  + file image/png · a.png · 3 bytes
  + file https://example.com/a
[2] tool
  ? denied
    Not now
`);
  });

  it.each(Object.entries(PAYLOADS))("shows %s and sends none of it, in every field", (_what, payload) => {
    for (const options of [{}, { full: true, reasoning: true }]) {
      const text = toText(everywhere(payload), options);
      expect(text).not.toMatch(OBEYED);
      // Nothing that was said begins a line, as the head of an entry does.
      const heads = text.split("\n").filter((line) => /^\S/.test(line));
      expect(heads).toHaveLength(9);
      heads.forEach((head, index) => expect(head.startsWith(`[${index}] `)).toBe(true));
    }
  });

  it("sends no control character of any conversation, and gives the same text each time", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), (entries) => {
        const generated = Transcript.from(entries);
        const text = toText(generated, { full: true, reasoning: true });
        expect(text).not.toMatch(OBEYED);
        expect(toText(Transcript.fromJson(generated.toJson()), { full: true, reasoning: true })).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it("keeps tabs and line breaks, and shows the rest as pictures or code points", () => {
    const text = toText(Transcript.from([user("tab\tand\r\nbreak \u001b[0m \u202Ex\r!")]));
    expect(text).toBe("[0] user\n    tab\tand\n    break ␛[0m ⟨U+202E⟩x␍!\n");
  });

  it.each(["human", null, ["user", "model"]])("refuses the role %j by name, which would show nothing", (role) => {
    const error = new TypeError("role: expected one of the four roles");
    expect(() => toText(Transcript.empty, { role: role as never })).toThrow(error);
  });

  it("refuses what is no transcript, and indexes that are none, by name", () => {
    expect(() => toText({} as Transcript)).toThrow(new TypeError("transcript: expected a Transcript"));
    for (const option of ["from", "to"] as const)
      for (const value of [-1, 1.5, Number.NaN, Infinity, "1" as unknown as number])
        expect(() => toText(transcript, { [option]: value })).toThrow(RangeError);
    expect(() => toText(transcript, { from: -1 })).toThrow("from: expected a whole number of at least 0, got -1");
  });
});
