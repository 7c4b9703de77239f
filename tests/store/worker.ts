// A process of its own that writes to a store and prints a line for every save that was acknowledged:
//   talk URL PREFIX              conversations one after the other, without end
//   crowd URL NAME SECONDS IDS…  entries for so long, each to one of the conversations, whoever else writes to them
import { writeSync } from "node:fs";
import { Transcript, user } from "colloquy";
import { ConflictError, openStore, type TranscriptStore } from "colloquy/store";
import { TURNS, turnOf } from "./worker-turns.js";

async function talk(store: TranscriptStore, prefix: string): Promise<never> {
  for (let number = 0; ; number += 1) {
    const id = `${prefix}-${number}`;
    let transcript = Transcript.empty;
    let expected = "new";
    for (let turn = 0; turn < TURNS; turn += 1) {
      transcript = transcript.concat(turnOf(turn));
      ({ revision: expected } = await store.save(id, transcript, { expect: expected }));
      acknowledge(id, expected, turn + 1);
    }
  }
}

async function crowd(store: TranscriptStore, name: string, seconds: number, ids: readonly string[]): Promise<void> {
  const end = performance.now() + 1_000 * seconds;
  for (let number = 0; performance.now() < end; number += 1) {
    const id = ids[Math.floor(Math.random() * ids.length)]!;
    const text = `${name}-${number}`;
    const loaded = await store.load(id);
    await append(store, id, loaded?.transcript ?? Transcript.empty, text, loaded?.revision ?? "new");
    acknowledge(id, text);
  }
}

async function append(
  store: TranscriptStore,
  id: string,
  base: Transcript,
  text: string,
  expect: string,
): Promise<void> {
  let mine = base.append(user(text));
  for (;;) {
    try {
      await store.save(id, mine, { expect });
      return;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const live = (await error.load())!;
      mine = live.transcript.concat(mine.since(base));
      base = live.transcript;
      expect = live.revision;
    }
  }
}

/** Writes at once: what a stream would still hold is lost when the process is killed. */
function acknowledge(...words: readonly (string | number)[]): void {
  writeSync(1, `${words.join(" ")}\n`);
}

const [task, url, name, seconds, ...ids] = process.argv.slice(2) as [string, string, string, ...string[]];
const store = await openStore(url);
if (task === "talk") await talk(store, name);
else await crowd(store, name, Number(seconds), ids);
await store.close();
