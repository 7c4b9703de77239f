// In a process of its own: nothing is loaded or compiled yet. Prints how long JSON.parse and the library took.
import { makeInputs, milliseconds } from "./content.mjs";

const inputs = makeInputs(200);
const entries = inputs.map(({ role, text, toolCalls, toolResult }) => {
  if (toolResult !== undefined) return { role, content: [{ type: "tool-result", ...toolResult }] };
  if (toolCalls === undefined) return { role, content: text };
  return { role, content: [{ type: "text", text }, ...toolCalls.map((call) => ({ type: "tool-call", ...call }))] };
});
const json = JSON.stringify({ format: "colloquy", version: 1, entries });
const floor = milliseconds(() => JSON.parse(json));
const start = performance.now();
const { Transcript } = await import("colloquy");
Transcript.fromJson(json).entries();
const time = performance.now() - start;
console.log(JSON.stringify({ floor, time }));
