import { wellFormed } from "./ids.js";
import { isPlainObject, setOwn } from "./plain.js";
import { type Say, SURROGATES } from "./texts.js";

/** A fresh copy of a value that may be anything, lone surrogates aside. */
export function writeExact(value: unknown, say: Say): unknown {
  let isSound = true;
  const text = (given: string): string => {
    const sound = wellFormed(given);
    if (sound !== given) isSound = false;
    return sound;
  };
  const copy = (given: unknown): unknown => {
    if (typeof given === "string") return text(given);
    if (Array.isArray(given)) return given.map(copy);
    // What is neither was copied when it was read out of the transcript, but for what stands in it.
    if (given instanceof Map) return new Map(Array.from(given, ([key, item]) => [copy(key), copy(item)] as const));
    if (given instanceof Set) return new Set(Array.from(given, copy));
    if (!isPlainObject(given)) return given;
    const made = {};
    for (const key of Object.keys(given)) setOwn(made, text(key), copy(given[key]));
    return made;
  };
  const copied = copy(value);
  if (!isSound) say("converted", SURROGATES);
  return copied;
}
