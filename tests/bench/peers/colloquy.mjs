import { Transcript, user } from "colloquy";

export const isValidated = true;

export function restore(json) {
  const transcript = Transcript.fromJson(json);
  // They are made when they are asked for.
  transcript.entries();
  return transcript;
}

/** What was written once is kept, so it is another transcript of the same entries that is written. */
export const write = (transcript) => Transcript.from(transcript.entries()).toJson();

export const isShared = true;
export const empty = Transcript.empty;
export const append = (transcript, text) => transcript.append(user(text));

export const keepLast = (transcript, count) => transcript.compact({ keepLast: count });

export const lengthOf = (transcript) => transcript.length;
