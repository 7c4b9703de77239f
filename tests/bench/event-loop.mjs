// How long compactAsync holds the event loop, in a process of its own: garbage of other benchmarks would be counted too.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Transcript } from "colloquy";
import { makeInputs, milliseconds } from "./content.mjs";

const json = Transcript.from(makeInputs(100_000)).toJson();
const read = Transcript.fromJson(json);
read.entries();
await report("that was read", read);
await report("that was just restored", Transcript.fromJson(json));

async function report(what, transcript) {
  const blocked = monitorEventLoopDelay({ resolution: 1 });
  blocked.enable();
  await new Promise((resolve) => setTimeout(resolve, 50));
  blocked.reset();
  const started = performance.now();
  await transcript.compactAsync({ keepLast: 10 });
  const took = performance.now() - started;
  blocked.disable();
  const atOnce = milliseconds(() => transcript.compact({ keepLast: 10 }));
  const delay = (nanoseconds) => `${(nanoseconds / 1e6).toFixed(1)} ms`;
  console.log(
    `compactAsync on 100,000 entries ${what}: ${took.toFixed(0)} ms in slices, ${atOnce.toFixed(0)} ms at once`,
  );
  console.log(
    `event loop delay meanwhile: mean ${delay(blocked.mean)}, 99 % ${delay(blocked.percentile(99))}, max ${delay(blocked.max)}`,
  );
}
