import { randomUUID } from "node:crypto";
import { open, readlink, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Failure, reasonOf } from "./io.js";

/**
 * Writes a file so that it is whole or as it was: what is written stands in another file of the folder until it is whole.
 *
 * A link stays a link, and the file keeps its permissions. What is no regular file, such as a pipe, is written to as it is.
 *
 * @throws {@link Failure} when it cannot be written
 */
export async function writeFileSafely(path: string, text: string): Promise<void> {
  try {
    const target = await realpath(path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      // A link may name what is not there yet.
      return resolve(dirname(path), await readlink(path).catch(() => basename(path)));
    });
    const known = await stat(target).catch(() => undefined);
    if (known === undefined || known.isFile()) await replace(target, text, known?.mode);
    else await writeFile(target, text);
  } catch (error) {
    throw new Failure(`Cannot write ${path}: ${reasonOf(error as NodeJS.ErrnoException)}`, { cause: error });
  }
}

async function replace(target: string, text: string, mode: number | undefined): Promise<void> {
  const temporary = join(dirname(target), `.colloquy-${randomUUID()}.tmp`);
  const file = await open(temporary, "wx");
  try {
    if (mode !== undefined) await file.chmod(mode & 0o777);
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(temporary, target);
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
}
