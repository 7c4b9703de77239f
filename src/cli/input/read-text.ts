import { constants, isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Failure, type Io, reasonOf } from "../io.js";
import type { Progress } from "../progress.js";

/** Stands for standard input where a file's name may stand. */
export const STDIN = "-";

/** More bytes than this make no string. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/** What a file or standard input holds. */
export interface InputText {
  readonly text: string;
  /** What is to be told of how it was read. */
  readonly notes: readonly string[];
}

/**
 * Reads a file, or standard input, as text. A byte order mark says how and goes.
 *
 * @throws {@link Failure} when it cannot be read, or is no text
 */
export async function readText(source: string, io: Io, progress: Progress): Promise<InputText> {
  const bytes = await readBytes(source, io, progress);
  if (bytes.length === 0) throw new Failure("it is empty");
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.trim() === "") throw new Failure("it is empty");
  if (encoding !== "utf-8" || isUtf8(bytes)) return { text, notes: [] };
  return { text, notes: ["it is no sound UTF-8: U+FFFD stands for what could not be read"] };
}

/** How many bytes a source holds, as far as that is known beforehand. */
export async function sizeOf(source: string): Promise<number> {
  const found = source === STDIN ? undefined : await stat(source).catch(() => undefined);
  return found?.size ?? 0;
}

async function readBytes(source: string, io: Io, progress: Progress): Promise<Buffer> {
  if (source === STDIN && io.stdin.isTTY === true) throw new Failure("it is a terminal: name a file, or pipe one in");
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of source === STDIN ? io.stdin : createReadStream(source)) {
      const bytes = chunk as Uint8Array;
      size += bytes.length;
      if (size > MAX_BYTES) throw new Failure(`it holds more than ${MAX_BYTES} bytes`);
      chunks.push(bytes);
      if (source === STDIN) progress.expect(bytes.length);
      progress.read(bytes.length);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(reasonOf(error as NodeJS.ErrnoException), { cause: error });
  }
  return Buffer.concat(chunks, size);
}

/** PowerShell writes UTF-16 where others write UTF-8. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
