// What a turn costs in a store: bytes written and time, by the length of the conversation, beside its whole document.
// Postgres is measured where COLLOQUY_TEST_POSTGRES names one that nobody else uses, since what all of it writes is counted.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transcript } from "colloquy";
import { openStore } from "colloquy/store";
import { Client } from "pg";
import { makeInputs, median } from "./content.mjs";

const TURNS = 40;
const ENTRIES_A_TURN = 4;
const rows = [];

/** @param readWritten - tells how many bytes have been written so far */
async function measure(database, store, readWritten) {
  for (const length of [100, 1_000, 10_000]) {
    const inputs = makeInputs(length + TURNS * ENTRIES_A_TURN);
    const id = `chat of ${length}`;
    let transcript = Transcript.from(inputs.slice(0, length));
    let { revision } = await store.save(id, transcript, { expect: "new" });
    const times = [];
    const written = [];
    for (let end = length; end < inputs.length; end += ENTRIES_A_TURN) {
      transcript = transcript.concat(inputs.slice(end, end + ENTRIES_A_TURN));
      const before = await readWritten();
      const start = performance.now();
      ({ revision } = await store.save(id, transcript, { expect: revision }));
      times.push(performance.now() - start);
      written.push((await readWritten()) - before);
    }
    rows.push({
      database,
      entries: length,
      "ms a turn": median(times).toFixed(1),
      "kB written": (median(written) / 1_000).toFixed(1),
      "kB of the document": (Buffer.byteLength(transcript.toJson()) / 1_000).toFixed(0),
    });
  }
  await store.close();
}

const folder = mkdtempSync(join(tmpdir(), "colloquy-bench-"));
await measure("SQLite", await openStore(`sqlite:${join(folder, "conversations.db")}`), () =>
  Number(/^wchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))[1]),
);
rmSync(folder, { recursive: true });

const url = process.env.COLLOQUY_TEST_POSTGRES;
if (url !== undefined) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("create schema colloquy_bench");
  const own = new URL(url);
  own.searchParams.set("options", "-c search_path=colloquy_bench");
  await measure("Postgres", await openStore(own.href), async () => {
    const { rows } = await client.query("select pg_current_wal_insert_lsn() - '0/0' as bytes");
    return Number(rows[0].bytes);
  });
  await client.query("drop schema colloquy_bench cascade");
  await client.end();
}

console.table(rows);
