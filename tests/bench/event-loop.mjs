// How long compactAsync holds the event loop, in a process of its own: garbage of other benchmarks would be counted too.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Transcript } from "colloquy";
import { makeInputs, milliseconds } from "./content.mjs";

const long = Transcript.fromJson(Transcript.from(makeInputs(100_000)).toJson());
long.entries();
const blocked = monitorEventLoopDelay({ resolution: 1 });
blocked.enable();
await new Promise((resolve) => setTimeout(resolve, 50));
blocked.reset();
const started = performance.now();
await long.compactAsync({ keepLast: 10 });
const took = performance.now() - started;
blocked.disable();
const atOnce = milliseconds(() => long.compact({ keepLast: 10 }));
console.log(`compactAsync on 100,000 entries: ${took.toFixed(0)} ms in slices, ${atOnce.toFixed(0)} ms at once`);
console.log(
  `event loop delay meanwhile: mean ${(blocked.mean / 1e6).toFixed(1)} ms, 99 % ${(blocked.percentile(99) / 1e6).toFixed(1)} ms, max ${(blocked.max / 1e6).toFixed(1)} ms`,
);
