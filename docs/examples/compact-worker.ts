// A worker that makes conversations shorter: the thread that answers people never waits for it.
import { parentPort } from "node:worker_threads";
import { Transcript } from "colloquy";

parentPort?.on("message", (json: string) => {
  parentPort?.postMessage(Transcript.fromJson(json).compact({ keepLastTurns: 2 }).toJson());
});
