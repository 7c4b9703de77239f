import type { Transaction } from "kysely";
import type { Tables } from "./database.js";

/** A row of an entry; both are `null` in the one row of a conversation without entries. */
export interface EntryRow {
  readonly position: number | null;
  readonly entry: string | null;
}

/** The texts of rows at their positions. Where a row is missing stands `null`, which is no entry. */
export function textsOf(rows: readonly EntryRow[], length: number): readonly string[] {
  const texts = Array.from({ length }, () => "null");
  for (const { position, entry } of rows) if (position !== null && entry !== null) texts[position] = entry;
  return texts;
}

/** Reads the texts of a conversation's entries. */
export async function readTexts(tx: Transaction<Tables>, id: string, length: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("colloquy_entries")
    .select(["position", "entry"])
    .where("id", "=", id)
    .orderBy("position")
    .execute();
  return textsOf(rows, length);
}

/** How much one statement writes, in rows and in UTF-16 code units: databases bound both. */
const MAX_ROWS = 500;
const MAX_CHARACTERS = 2 ** 23;

/** Writes entries from a position on, where no rows are. */
export async function insertTexts(
  tx: Transaction<Tables>,
  id: string,
  start: number,
  texts: readonly string[],
): Promise<void> {
  let position = start;
  for (const batch of batchesOf(texts)) {
    const rows = batch.map((entry) => ({ id, position: position++, entry }));
    await tx.insertInto("colloquy_entries").values(rows).execute();
  }
}

function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length === MAX_ROWS || (batch.length > 0 && characters + text.length > MAX_CHARACTERS)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

/** Deletes entries from a position on. */
export async function deleteEntries(tx: Transaction<Tables>, id: string, start: number): Promise<void> {
  await tx.deleteFrom("colloquy_entries").where("id", "=", id).where("position", ">=", start).execute();
}
