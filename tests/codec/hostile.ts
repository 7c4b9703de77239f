import { Transcript, TranscriptDecodeError } from "colloquy";
import { expect } from "vitest";

/** A document of these entries. */
export const documentOf = (...entries: readonly string[]): string =>
  `{"format":"colloquy","version":1,"entries":[${entries.join(",")}]}`;
/** A user entry with a value in its metadata, and annotations. */
export const userOf = (metadata: string, rich?: string): string =>
  `{"role":"user","content":"x","metadata":{"a":${metadata}}${rich === undefined ? "" : `,"rich":${rich}`}}`;

/** How annotations that do not hold are refused. */
export const REFUSED = /^(annotation|too-deep|too-large)$/;

/** Reads a document both ways and holds both to the law: a value that can be written again, or an error of ours. */
export function outcomeOf(json: string): Transcript | TranscriptDecodeError {
  const salvaged = Transcript.salvage(json);
  expect(Transcript.fromJson(salvaged.transcript.toJson()).equals(salvaged.transcript)).toBe(true);
  const result = Transcript.safeFromJson(json);
  expect(salvaged.rejected.length === 0).toBe(result.success);
  if (!result.success) {
    expect(result.error).toBeInstanceOf(TranscriptDecodeError);
    expect(result.error.message.length).toBeLessThan(2000);
    return result.error;
  }
  const written = result.transcript.toJson();
  expect(Transcript.fromJson(written).toJson()).toBe(written);
  expect(salvaged.transcript.toJson()).toBe(written);
  return result.transcript;
}

export function codeOf(json: string): string {
  const outcome = outcomeOf(json);
  return outcome instanceof TranscriptDecodeError ? outcome.issues[0]!.code : "read";
}
