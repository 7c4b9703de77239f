import { Transcript, UsageBudget } from "colloquy";
import { describe, expect, it } from "vitest";
import { entriesOf, sharedCasesAreThere } from "../support/cases.js";
import { isSummary } from "../support/oracle.js";
import { listener, recorder } from "./talk.js";

const build = (theme: string, id: string): Transcript => Transcript.from(entriesOf(theme, id));

describe.runIf(sharedCasesAreThere)("Cases of compaction with a model (from ../shared/cases)", () => {
  it("C057: five rounds leave one summary each, and none holds the one before in full unless the model says so", async () => {
    let t = build("summary", "C057");
    const { requests, summarize } = recorder("a summary of the questions about the orchard");
    const sizes: number[] = [];
    for (let round = 1; round <= 5; round++) {
      t = await t.compact({ keepLast: 2, summarize });
      expect(t.entries().filter(isSummary)).toHaveLength(1);
      expect(t.at(0)).toMatchObject({ summary: { rounds: round, entries: 10 + 12 + 4 * (round - 1) } });
      sizes.push(t.at(0)?.text.length ?? 0);
      for (const extra of [10, 11]) {
        t = t.append(
          { role: "user", text: `question number ${extra} about the orchard` },
          { role: "assistant", text: `answer number ${extra}` },
        );
      }
    }
    expect(new Set(sizes)).toEqual(new Set([sizes[0]]));
    expect(requests.slice(1).map((request) => request.previousSummary)).toEqual(
      Array.from({ length: 4 }, () => "a summary of the questions about the orchard"),
    );
  });

  it("C129: an empty answer leaves the same instance, tells once why, and rejects nothing", async () => {
    const t = build("summary", "C129");
    for (const answer of ["", "   \n", undefined]) {
      const { told, onUnchanged } = listener();
      expect(await t.compact({ keepLast: 1, summarize: async () => answer as string, onUnchanged })).toBe(t);
      expect(told).toEqual([{ reason: "summary-empty" }]);
      const outcome = await t.maybeCompactAsync({ keepLast: 1, every: 1, summarize: async () => answer as string });
      expect(outcome).toEqual({ outcome: "unchanged", transcript: t, reason: "summary-empty" });
      expect(outcome.transcript).toBe(t);
    }
  });

  it("C159: compacting again with nothing new gives the same instance and does not call the model", async () => {
    const { requests, summarize } = recorder();
    const plain = build("summary", "C159").compact({ keepLast: 2 });
    expect(await plain.compact({ keepLast: 2, summarize })).toBe(plain);
    expect(requests).toEqual([]);
    const longer = Transcript.from([{ role: "user", text: "at length ".repeat(10) }, ...entriesOf("summary", "C159")]);
    const modelled = await longer.compact({ keepLast: 2, summarize });
    expect(await modelled.compact({ keepLast: 2, summarize })).toBe(modelled);
    expect(requests).toHaveLength(1);
    expect(modelled.at(0)?.text).toContain("S");
  });

  it("C161: the earlier summary is not quoted as if the user had said it", async () => {
    const { requests, summarize } = recorder("The user asked to sort the archive.");
    const step = (text: string) => ({ role: "assistant" as const, text: `${text} ${"at length ".repeat(20)}` });
    const t = build("summary", "C161").append(step("step 4"), step("step 5"));
    const once = await t.compact({ keepLast: 1, summarize });
    const twice = await once.append(step("step 6")).compact({ keepLast: 1, summarize });
    expect(requests[0]?.text).toContain("> [user] sort the archive");
    expect(requests[1]?.text).not.toContain("[user]");
    expect(requests[1]?.previousSummary).toBe("The user asked to sort the archive.");
    expect(twice.entries().filter((entry) => entry.role === "user")).toEqual([]);
    expect(twice.entries().filter(isSummary)).toMatchObject([{ role: "system", summary: { entries: 8, rounds: 2 } }]);
  });

  it("C165: an abort rejects with the signal's reason, and the late text is discarded", async () => {
    const t = build("summary", "C165");
    const before = t.toJson();
    const controller = new AbortController();
    const signals: (AbortSignal | undefined)[] = [];
    let answer = (_text: string): void => {};
    const attempt = t.compact({
      keepLast: 1,
      signal: controller.signal,
      summarize: ({ signal }) => {
        signals.push(signal);
        return new Promise((resolve) => (answer = resolve));
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    await expect(attempt).rejects.toMatchObject({ name: "AbortError" });
    answer("half a summ");
    expect(signals).toEqual([controller.signal]);
    expect(t.toJson()).toBe(before);
  });

  it("C177: headings do not pile up, and each entry is counted once, with and without a model in turn", async () => {
    const t = build("summary", "C177").append(
      { role: "user", text: "at length ".repeat(20) },
      { role: "assistant", text: "ok" },
    );
    const r1 = await t.compact({ keepLast: 1, summarize: () => "M1" });
    expect(await r1.compact({ keepLast: 1, summarize: () => "M2" })).toBe(r1);
    const r3 = r1.compact({ keepLast: 0 });
    expect(r3.at(0)?.text).toBe("[Compacted 14 earlier messages]\nM1\n  [assistant] ok");
    expect(r3.at(0)).toMatchObject({ summary: { entries: 14, rounds: 2 } });
  });

  it("C071: nothing is asked of a model where there is nothing to fold", async () => {
    const { requests, summarize } = recorder();
    for (const t of [build("compact", "C071"), Transcript.empty, Transcript.from([{ role: "user", text: "only" }])]) {
      expect(await t.compact({ keepLast: 3, summarize })).toBe(t);
    }
    expect(requests).toEqual([]);
  });

  it("C181: the summary never stands behind the last user entry", async () => {
    const t = build("compact", "C181");
    const { told, onUnchanged } = listener();
    expect(await t.compact({ keepLast: 1, summarize: () => "S", onUnchanged })).toBe(t);
    expect(told).toEqual([{ reason: "not-shorter" }]);
    const longer = Transcript.from([{ role: "user", text: "at length ".repeat(10) }, ...entriesOf("compact", "C181")]);
    const c = await longer.compact({ keepLast: 1, summarize: () => "S" });
    expect(c.entries().map((entry) => entry.text)).toEqual([
      "[Compacted 5 earlier messages]\nS",
      "please finish the report",
    ]);
  });

  it("C179: an only user entry stays, by estimate and by tokenizer, and the model is not called", async () => {
    const t = build("tokens", "C179");
    const { requests, summarize } = recorder();
    for (const tokenizer of [undefined, (text: string) => text.length]) {
      expect(await t.compact({ keepLastTokens: 2_000, summarize, ...(tokenizer && { tokenizer }) })).toBe(t);
    }
    expect(requests).toEqual([]);
  });

  it("C065: words of control reach the model as they are", async () => {
    const t = build("tokens", "C065").append({ role: "user", text: "bye" });
    const { requests, summarize } = recorder();
    await t.compact({ keepLast: 1, summarize });
    for (const word of ["<|endoftext|>", "<|im_start|>"]) expect(requests[0]?.prompt).toContain(word);
  });

  it("C077: what arrives while a slow summary is made is brought in behind it", async () => {
    const base = build("concurrency", "C077");
    const live = base.append({ role: "user", text: "q3" });
    for (const text of ["S", "much too long ".repeat(20)]) {
      const compacted = await base.compact({
        keepLast: 1,
        summarize: async () => (await new Promise((resolve) => setTimeout(resolve, 5)), text),
      });
      const merged = compacted.concat(live.since(base));
      expect(merged.at(-1)).toBe(live.at(-1));
      expect(merged.entries().filter(isSummary).length).toBe(compacted === base ? 0 : 1);
    }
  });

  it("C135: compactions at once over the same history each give one summary, before the kept tail", async () => {
    const base = build("concurrency", "C135");
    const budget = new UsageBudget({ limit: 100_000 });
    const all = await Promise.all(
      [1, 2, 3].map((each) =>
        base.compact({ keepLastTurns: 3, maxSummaryTokens: 50, gate: budget, summarize: async () => `${each}` }),
      ),
    );
    for (const t of all) {
      if (t === base) continue;
      expect(t.entries().filter(isSummary)).toHaveLength(1);
      expect(t.entries().findIndex(isSummary)).toBe(t.length - 7);
    }
    expect(base.entries().filter(isSummary)).toEqual([]);
  });
});
