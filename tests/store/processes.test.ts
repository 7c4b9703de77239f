import { Transcript } from "colloquy";
import { openStore } from "colloquy/store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeBackends } from "./backends.js";
import { TURNS, turnOf } from "./worker-turns.js";
import { buildWorker } from "./workers.js";

/** How long these tests go on, in seconds: a few in the tests, as long as asked by `STORE_SECONDS`. */
const seconds = Number(process.env["STORE_SECONDS"] ?? 1);
const timeout = 3_000 * seconds + 120_000;
const PROCESSES = 8;

let program: Awaited<ReturnType<typeof buildWorker>>;
beforeAll(async () => {
  program = await buildWorker();
});
afterAll(() => program.remove());

describeBackends("a store and other processes", ({ makePlace }) => {
  it("has all that was acknowledged before its process was killed", { timeout }, async () => {
    const place = await makePlace();
    const end = performance.now() + 1_000 * seconds;
    let saves = 0;
    for (let round = 0; round === 0 || performance.now() < end; round += 1) {
      const worker = program.start("talk", place.url, `round-${round}`);
      await worker.started;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500 * seconds));
      worker.kill();
      expect(await worker.ended).toBe(null);
      saves += worker.lines.length;
      await expectAcknowledged(place.url, worker.lines);
    }
    if (seconds > 1) console.log(`${saves} saves were acknowledged before a kill, and are there`);
    await place.remove();
  });

  it.each([
    ["one conversation", 1],
    ["a hundred conversations", 100],
  ])(`has every entry of ${PROCESSES} processes once, which write to %s`, { timeout }, async (_what, conversations) => {
    const place = await makePlace();
    const ids = Array.from({ length: conversations }, (_empty, index) => `chat ${index}`);
    const workers = Array.from({ length: PROCESSES }, (_empty, index) =>
      program.start("crowd", place.url, `process-${index}`, `${seconds}`, ...ids),
    );
    expect(await Promise.all(workers.map((worker) => worker.ended))).toEqual(workers.map(() => 0));
    const acknowledged = workers.flatMap((worker) => worker.lines);
    expect(acknowledged.length).toBeGreaterThanOrEqual(PROCESSES);
    const store = await openStore(place.url);
    const stored: string[] = [];
    for (const { id } of await store.list({ limit: conversations })) {
      const transcript = (await store.load(id))!.transcript;
      stored.push(...transcript.entries().map((entry) => `${id} ${entry.text}`));
    }
    expect(stored.toSorted()).toEqual(acknowledged.toSorted());
    if (seconds > 1) console.log(`${stored.length} entries were acknowledged, and are there once`);
    await store.close();
    await place.remove();
  });
});

/** Expects of each conversation what was acknowledged last, or the one turn more that was on its way, and nothing broken. */
async function expectAcknowledged(url: string, lines: readonly string[]): Promise<void> {
  const store = await openStore(url);
  const last = new Map(
    lines.map((line) => line.split(" ") as [string, string, string]).map(([id, ...rest]) => [id, rest]),
  );
  for (const [id, [revision, turns]] of last) {
    const loaded = (await store.load(id))!;
    const extra = loaded.revision === revision ? 0 : 1;
    expect(extra === 0 || (Number(turns) < TURNS && id === [...last.keys()].at(-1))).toBe(true);
    const expected = Array.from({ length: Number(turns) + extra }, (_empty, turn) => turnOf(turn)).flat();
    expect(loaded.transcript.toJson()).toBe(Transcript.from(expected).toJson());
    expect(loaded.transcript.check()).toEqual([]);
  }
  await store.close();
}
