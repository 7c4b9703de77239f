import { estimateTokens, Transcript, type EntryInput, type ModelOptions, type SummaryRequest } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { isSafeCut, isSummary } from "../support/oracle.js";
import { listener, recorder, step, talk } from "./talk.js";

/** One token for each character, and one for each word: both far from the estimate. */
const characters = (text: string): number => text.length;
const words = (text: string): number => text.split(/\s+/).length;

async function chunksOf(
  before: Transcript,
  options: Partial<ModelOptions> & { tokenizer?: (text: string) => number },
  answer: unknown = "S",
): Promise<SummaryRequest[]> {
  const { requests, summarize } = recorder(answer);
  await before.compact({ keepLast: 0, summarize, ...options });
  return requests;
}

describe("maxInputTokens", () => {
  it("cuts a middle that is too long into chunks, in order, each with the summary so far", async () => {
    let call = 0;
    const { requests, summarize } = recorder(() => `summary ${(call += 1)}`);
    const after = await talk(20).compact({ keepLast: 2, maxInputTokens: 600, summarize });
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.flatMap((request) => request.entries)).toEqual(talk(20).entries().slice(0, 38));
    expect(requests.map((request) => request.previousSummary)).toEqual(
      requests.map((_request, index) => (index === 0 ? undefined : `summary ${index}`)),
    );
    for (const request of requests) expect(estimateTokens(request.prompt)).toBeLessThanOrEqual(600);
    expect(after.at(0)?.text).toBe(`[Compacted 38 earlier messages]\nsummary ${requests.length}`);
    expect(after.at(0)).toMatchObject({ summary: { entries: 38, rounds: 1 } });
  });

  it("makes one call when everything fits, and no more than needed when not", async () => {
    const before = talk(20);
    const [whole] = await chunksOf(before, {});
    const tokens = estimateTokens(whole?.prompt);
    expect(await chunksOf(before, { maxInputTokens: tokens })).toHaveLength(1);
    expect(await chunksOf(before, { maxInputTokens: tokens - 1 })).toHaveLength(2);
  });

  it("never exceeds the limit and never parts a call from its results, whatever is said and however tokens are counted", async () => {
    const tokenizers = fc.constantFrom<[tokenizer: ((text: string) => number) | undefined, least: number]>(
      [undefined, 300],
      [characters, 1_100],
      [words, 160],
      [(text) => text.length / 3 + 0.1, 400],
    );
    const answers = fc.constantFrom("S", "long answer ".repeat(200), "\n".repeat(300) + "x", "灯塔".repeat(500));
    const how = fc.constantFrom("omit" as const, "shorten" as const, "include" as const);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(conversation({ reasoningEntries: true }), brokenConversation()),
        tokenizers,
        fc.nat(400),
        answers,
        how,
        async (list, [tokenizer, least], more, answer, toolResults) => {
          const before = Transcript.from(list);
          const plain = before.compact({ keepLast: 0 });
          const options = {
            maxInputTokens: least + more,
            toolResults,
            ...(tokenizer === undefined ? {} : { tokenizer }),
          };
          const requests = await chunksOf(before, options, answer);
          const count = tokenizer ?? estimateTokens;
          for (const request of requests) expect(count(request.prompt)).toBeLessThanOrEqual(least + more);
          const folded = before.entries().filter((entry) => !isSummary(entry) && !plain.entries().includes(entry));
          expect(requests.flatMap((request) => request.entries)).toEqual(folded);
          for (const request of requests.slice(1)) {
            const first = request.entries[0];
            const start = first === undefined ? -1 : before.entries().indexOf(first);
            const end = folded[folded.findIndex((entry) => entry === first) - 1];
            const safe =
              isSafeCut(before.entries(), start) ||
              isSafeCut(before.entries(), 1 + (end === undefined ? -1 : before.entries().indexOf(end)));
            expect(safe).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it("shortens a group that is too long in itself: the longest entries give way, the others stay whole", async () => {
    const entries: EntryInput[] = [
      { role: "user", text: "before" },
      {
        role: "assistant",
        text: "",
        toolCalls: ["a", "b", "c"].map((toolCallId) => ({ toolCallId, toolName: "f", input: { toolCallId } })),
      },
      { role: "tool", toolResult: { toolCallId: "a", output: `START-A ${"x".repeat(20_000)} END-A` } },
      { role: "tool", toolResult: { toolCallId: "b", output: "the small result" } },
      { role: "tool", toolResult: { toolCallId: "c", output: `START-C ${"灯".repeat(20_000)} END-C` } },
      { role: "user", text: "after" },
    ];
    const requests = await chunksOf(Transcript.from(entries), { maxInputTokens: 800, toolResults: "include" });
    expect(requests.map((request) => request.entries.length)).toEqual([1, 4, 1]);
    const text = requests[1]?.text ?? "";
    for (const said of [
      "START-A",
      "END-A",
      "the small result",
      "START-C",
      "END-C",
      '(called f with {"toolCallId":"c"})',
    ])
      expect(text).toContain(said);
    expect(text.match(/\[… \d+ bytes left out …\]/g)).toHaveLength(2);
    expect(estimateTokens(requests[1]?.prompt)).toBeGreaterThan(750);
  });

  it("shortens a group of more entries than there is room for, and one entry of any length", async () => {
    const calls = Array.from({ length: 3_000 }, (_empty, index) => `id-${index}`);
    const wide: EntryInput[] = [
      { role: "assistant", text: "", toolCalls: calls.map((toolCallId) => ({ toolCallId, toolName: "f", input: {} })) },
      ...calls.map((toolCallId): EntryInput => ({ role: "tool", toolResult: { toolCallId, output: "r" } })),
    ];
    const [request, ...others] = await chunksOf(Transcript.from(wide), { maxInputTokens: 300 });
    expect(others).toEqual([]);
    expect(request?.entries).toHaveLength(3_001);
    expect(estimateTokens(request?.prompt)).toBeLessThanOrEqual(300);
    const tall = Transcript.from([{ role: "user", text: `data:image/png;base64,${"AAAA".repeat(250_000)}` }]);
    const [only] = await chunksOf(tall, { maxInputTokens: 300 });
    expect(only?.text).toMatch(/^> \[user\] data:image\/png.*\n> \[… \d+ bytes left out …\]\n> {3}A+$/);
  });

  it("keeps every line quoted wherever a text is cut", async () => {
    const before = Transcript.from([{ role: "user", text: "a\n> b\n\n".repeat(2_000) }]);
    for (let maxInputTokens = 260; maxInputTokens < 300; maxInputTokens++) {
      const [request] = await chunksOf(before, { maxInputTokens });
      for (const line of request?.text.split("\n") ?? [""]) expect(line.startsWith(">"), request?.text).toBe(true);
      expect(estimateTokens(request?.prompt)).toBeGreaterThan(maxInputTokens - 4);
    }
  });

  it("gives a long summary so far no more than half the room", async () => {
    const requests = await chunksOf(talk(12), { maxInputTokens: 700 }, `START ${"word ".repeat(2_000)}END`);
    expect(requests.length).toBeGreaterThan(2);
    for (const request of requests.slice(1)) {
      expect(estimateTokens(request.prompt)).toBeLessThanOrEqual(700);
      expect(request.previousSummary).toMatch(/^START .*\n\[… \d+ bytes left out …\]\n.*END$/);
      expect(request.entries.length).toBeGreaterThan(1);
    }
  });

  it("gives back the same instance when any chunk fails or is empty, and asks for no further one", async () => {
    const before = talk(20);
    for (const failing of [1, 2, 3]) {
      for (const [reason, answer] of [
        ["summary-failed", Promise.reject(new Error("500"))],
        ["summary-empty", " "],
      ] as const) {
        Promise.resolve(answer).catch(() => {});
        let calls = 0;
        const { told, onUnchanged } = listener();
        const summarize = (): string | Promise<string> => ((calls += 1) === failing ? answer : "S");
        expect(await before.compact({ keepLast: 2, maxInputTokens: 600, summarize, onUnchanged })).toBe(before);
        expect(told.map((one) => one.reason)).toEqual([reason]);
        expect(calls).toBe(failing);
      }
    }
  });

  it("is refused by name where it leaves no room beside the instructions, before anything is asked", async () => {
    const { requests, summarize } = recorder();
    for (const before of [Transcript.empty, talk(10)]) {
      await expect(before.compact({ keepLast: 2, maxInputTokens: 150, summarize })).rejects.toThrow(
        /^maxInputTokens: expected at least 2\d\d/,
      );
      await expect(before.maybeCompactAsync({ keepLast: 2, maxInputTokens: 150, summarize })).rejects.toThrow(
        RangeError,
      );
      await expect(
        before.compact({ keepLast: 2, maxInputTokens: 500, tokenizer: characters, summarize }),
      ).rejects.toThrow(RangeError);
    }
    expect(requests).toEqual([]);
  });

  it("rejects rather than loop where a tokenizer counts without measure", async () => {
    let calls = 0;
    const growing = (): number => (calls += 1);
    const attempt = talk(10).compact({ keepLast: 2, maxInputTokens: 3, tokenizer: growing, summarize: () => "S" });
    await expect(attempt).rejects.toThrow(/maxInputTokens/);
  });

  it("leaves groups and pairs whole beside what it shortens", async () => {
    const before = Transcript.from([
      ...step("a", "f", {}, "r"),
      ...step("b", "f", {}, "r"),
      ...step("c", "f", {}, "r"),
    ]);
    const requests = await chunksOf(before, { maxInputTokens: 300 });
    for (const request of requests) expect(request.entries.length % 2).toBe(0);
  });
});
