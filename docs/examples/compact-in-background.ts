// The other side of compact-worker.ts.
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { Transcript } from "colloquy";

/**
 * Makes a conversation shorter in a worker, one at a time. It may go on meanwhile:
 * `compacted.concat(live.since(transcript))` brings in what was said until then.
 */
export async function compactInBackground(worker: Worker, transcript: Transcript): Promise<Transcript> {
  worker.postMessage(transcript.toJson());
  const [json] = (await once(worker, "message")) as [string];
  return Transcript.fromJson(json);
}
