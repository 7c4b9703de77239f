import { Transcript, type SummaryRequest } from "colloquy";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { boom, listener, loggingGate, recorder, talk } from "./talk.js";

describe("signal", () => {
  const hang = (): Promise<string> => new Promise(() => {});

  it("rejects with its reason before anything is asked when it has aborted already", async () => {
    const signal = AbortSignal.abort("reason");
    const options = { keepLast: 2, summarize: boom, gate: { reserve: boom }, onUnchanged: boom, signal };
    for (const before of [talk(4), Transcript.empty]) {
      await expect(before.compact(options)).rejects.toBe("reason");
      await expect(before.compactAsync(options)).rejects.toBe("reason");
      await expect(before.maybeCompactAsync({ ...options, every: 100 })).rejects.toBe("reason");
    }
  });

  it("rejects at once while the model ignores it, cancels the reservation, and discards the late text", async () => {
    const controller = new AbortController();
    const { log, gate } = loggingGate();
    const before = talk(4);
    const json = before.toJson();
    let [answer, asked] = [(_text: string): void => {}, undefined as SummaryRequest | undefined];
    const summarize = (request: SummaryRequest): Promise<string> => {
      asked = request;
      return new Promise((resolve) => (answer = resolve));
    };
    const { told, onUnchanged } = listener();
    const attempt = before.compact({ keepLast: 2, summarize, gate, signal: controller.signal, onUnchanged });
    await wait(20);
    expect(asked?.signal).toBe(controller.signal);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(attempt).rejects.toBe(reason);
    answer("half a summ");
    await wait(1);
    expect(log.slice(1)).toEqual(["cancel"]);
    expect(told).toEqual([]);
    expect(before.toJson()).toBe(json);
  });

  it("gives an AbortError where no reason was given", async () => {
    const controller = new AbortController();
    const attempt = talk(4).compact({ keepLast: 2, summarize: hang, signal: controller.signal });
    controller.abort();
    await expect(attempt).rejects.toMatchObject({ name: "AbortError" });
  });

  it("goes before a failure that it led to, and before an answer that came with it", async () => {
    const summarizers: ((controller: AbortController) => string | Promise<string>)[] = [
      (controller) => (controller.abort("reason"), "S"),
      (controller) => (controller.abort("reason"), boom()),
      async (controller) => (await wait(1), controller.abort("reason"), "S"),
      (controller) =>
        new Promise((_resolve, reject) => {
          controller.signal.addEventListener("abort", () => reject(new Error("cut")));
          controller.abort("reason");
        }),
    ];
    for (const run of summarizers) {
      const controller = new AbortController();
      const { log, gate } = loggingGate();
      const { told, onUnchanged } = listener();
      const attempt = talk(4).compact({
        keepLast: 2,
        summarize: () => run(controller),
        signal: controller.signal,
        gate,
        onUnchanged,
      });
      await expect(attempt).rejects.toBe("reason");
      expect(log.slice(1)).toEqual(["cancel"]);
      expect(told).toEqual([]);
    }
  });

  it("ends the wait for a gate, and gives back what the gate grants too late", async () => {
    const controller = new AbortController();
    const { log, gate } = loggingGate(async (reservation) => (await wait(10), reservation));
    const attempt = talk(4).compact({ keepLast: 2, summarize: boom, gate, signal: controller.signal });
    while (log.length === 0) await wait(1);
    controller.abort("reason");
    await expect(attempt).rejects.toBe("reason");
    expect(log.slice(1)).toEqual([]);
    await wait(20);
    expect(log.slice(1)).toEqual(["cancel"]);
  });

  it("does not call the model when the gate's grant and the abort come together", async () => {
    const controller = new AbortController();
    const { log, gate } = loggingGate((reservation) => (controller.abort("reason"), reservation));
    await expect(talk(4).compact({ keepLast: 2, summarize: boom, gate, signal: controller.signal })).rejects.toBe(
      "reason",
    );
    await wait(1);
    expect(log.slice(1)).toEqual(["cancel"]);
  });

  it("ends the wait for a model that aborts it and never answers", async () => {
    const controller = new AbortController();
    const summarize = (): Promise<string> => (controller.abort("reason"), hang());
    await expect(talk(4).compact({ keepLast: 2, summarize, signal: controller.signal })).rejects.toBe("reason");
  });

  it("lets no call begin once it has aborted, at whatever moment that was", async () => {
    for (let moment = 0; moment < 30; moment++) {
      const controller = new AbortController();
      const { log, gate } = loggingGate(async (reservation) => {
        let ticks = Promise.resolve();
        for (let tick = 0; tick < moment; tick++) ticks = ticks.then(() => {});
        void ticks.then(() => controller.abort("reason"));
        return reservation;
      });
      let isLate = false;
      const summarize = async (): Promise<string> => {
        isLate = controller.signal.aborted;
        return "S";
      };
      await talk(4)
        .compact({ keepLast: 2, summarize, gate, signal: controller.signal })
        .catch((reason: unknown) => expect(reason).toBe("reason"));
      await wait(0);
      expect(isLate, `after ${moment} ticks`).toBe(false);
      expect(log).toHaveLength(2);
    }
  });

  it("ends work between chunks, and while entries are measured", async () => {
    const controller = new AbortController();
    const { requests, summarize } = recorder(() => {
      if (requests.length === 2) queueMicrotask(() => controller.abort("reason"));
      return "S";
    });
    await expect(
      talk(20).compact({ keepLast: 2, maxInputTokens: 600, summarize, signal: controller.signal }),
    ).rejects.toBe("reason");
    expect(requests.length).toBeLessThanOrEqual(3);
    const early = new AbortController();
    const tokenizer = (text: string): number => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return text.length;
    };
    const attempt = talk(500).maybeCompactAsync({
      keepLast: 2,
      tokenBudget: 5,
      tokenizer,
      summarize: boom,
      signal: early.signal,
    });
    setTimeout(() => early.abort("early"), 20);
    await expect(attempt).rejects.toBe("early");
  });

  it("keeps no listener once the call has ended", async () => {
    let [added, removed] = [0, 0];
    class Counting extends EventTarget {
      readonly aborted = false;
      throwIfAborted(): void {}
      override addEventListener(...given: Parameters<EventTarget["addEventListener"]>): void {
        added += 1;
        super.addEventListener(...given);
      }
      override removeEventListener(...given: Parameters<EventTarget["removeEventListener"]>): void {
        removed += 1;
        super.removeEventListener(...given);
      }
    }
    const counting = new Counting() as unknown as AbortSignal;
    await talk(4).compact({ keepLast: 2, summarize: () => "S", signal: counting });
    await wait(1);
    expect(added).toBeGreaterThan(0);
    expect(removed).toBe(added);
  });
});
