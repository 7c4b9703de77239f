import type { FilePart } from "../../index.js";
import { audioFormatOf } from "./files.js";
import { type SortedKeys, sortKeys } from "./form.js";
import { URL_START } from "./media.js";
import type { Place } from "./place.js";
import type { PlainObject } from "./plain.js";

/** The keys of the object inside an `input_audio` part, in the order in which OpenAI's formats write them. */
export const INPUT_AUDIO_KEYS = ["data", "format"];

/** Reads the sound of an `input_audio` part, the same in both of OpenAI's formats. */
export function readInputAudio(part: PlainObject, at: Place): { file: FilePart; keys: SortedKeys } | undefined {
  const inner = at.in("input_audio");
  const audio = inner.object(part["input_audio"]);
  if (audio === undefined) return undefined;
  const data = inner.in("data").text(audio["data"]);
  const format = inner.in("format").text(audio["format"], true);
  if (data === undefined || format === undefined) return undefined;
  const mediaType = format === "mp3" ? "audio/mpeg" : `audio/${format}`;
  // A name that the media type does not tell, such as "mpeg", is kept beside it.
  const taken = audioFormatOf(mediaType) === format ? ["data", "format"] : ["data"];
  const keys = sortKeys(audio, INPUT_AUDIO_KEYS, taken, inner);
  return { file: { type: "file", mediaType, data: URL_START.test(data) ? { url: data } : data }, keys };
}
