import type { Kysely } from "kysely";
import { TranscriptError } from "../index.js";
import type { TranscriptStore } from "./store.js";

/**
 * Opens a store, and makes its tables where they are missing.
 *
 * @param url - `sqlite:PATH` for a file, `sqlite::memory:` for one that lives as long as the store, or `postgres://…`
 * @throws {@link TranscriptError} with the code `missing-package` when a package is not installed: `kysely` and `better-sqlite3`, or
 *   `kysely` and `pg`
 * @throws TypeError when `url` is of another kind; and whatever the database says when it cannot be opened
 *
 * @example A conversation that goes on
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, user } from "colloquy";
 * import { openStore } from "colloquy/store";
 *
 * const store = await openStore("sqlite::memory:");
 * await store.save("chat", Transcript.from([user("Hello")]), { expect: "new" });
 *
 * const { transcript, revision } = (await store.load("chat"))!;
 * await store.save("chat", transcript.append({ role: "assistant", text: "Hi" }), { expect: revision });
 * assert.equal((await store.load("chat"))?.transcript.length, 2);
 * await store.close();
 * ```
 */
export async function openStore(url: string): Promise<TranscriptStore> {
  const kysely = await connect(url);
  try {
    return await storeIn(kysely, () => kysely.destroy());
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
}

/**
 * Makes a store in a database of the program's own, SQLite or Postgres, with tables named `colloquy_…`. Closing the store leaves it open.
 *
 * Postgres must be encoded in UTF-8. That nothing is lost when the power fails depends on settings of the program's own: in
 * SQLite `synchronous = FULL`, in Postgres `synchronous_commit`.
 *
 * @throws TypeError when `kysely` is for another database
 */
export async function createStore<T>(kysely: Kysely<T>): Promise<TranscriptStore> {
  return await storeIn(kysely, async () => {});
}

async function connect(url: unknown): Promise<Kysely<unknown>> {
  const [, path] = (typeof url === "string" && /^sqlite:(.+)$/s.exec(url)) || [];
  if (path !== undefined) {
    const { openSqlite } = await withPackages("kysely better-sqlite3", () => import("./open-sqlite.js"));
    return await openSqlite(path);
  }
  if (typeof url === "string" && /^postgres(ql)?:/.test(url)) {
    const { openPostgres } = await withPackages("kysely pg", () => import("./open-postgres.js"));
    return openPostgres(url);
  }
  // A URL may hold a password, so that nothing of it is repeated.
  throw new TypeError('Cannot open store: url: expected "sqlite:PATH" or "postgres://…"');
}

async function storeIn<T>(kysely: Kysely<T>, destroy: () => Promise<void>): Promise<TranscriptStore> {
  const { makeStore } = await withPackages("kysely", () => import("./make-store.js"));
  return await makeStore(kysely, destroy);
}

/** Loads code that needs optional packages. @throws {@link TranscriptError} that says in one line how to install them */
async function withPackages<T>(packages: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    const message = `Cannot open store: a package is not installed: npm install ${packages}`;
    throw new TranscriptError("missing-package", message, { cause });
  }
}
