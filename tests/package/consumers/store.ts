import { Transcript } from "colloquy";
import { ConflictError, createStore, openStore, type Expect, type TranscriptStore } from "colloquy/store";
import { Kysely, SqliteDialect } from "kysely";

const store: TranscriptStore = await openStore("sqlite::memory:");
const transcript = Transcript.from([{ role: "user", text: "Hello" }]);
const fresh: Expect = "new";
const { revision } = await store.save("chat", transcript, { expect: fresh });
const loaded = await store.load("chat");
// Subpaths must share one class.
if (!Transcript.isTranscript(loaded?.transcript)) throw new Error("two classes");
if (loaded.revision !== revision || loaded.transcript.toJson() !== transcript.toJson()) throw new Error("loaded");

const error: unknown = await store.save("chat", transcript, { expect: fresh }).catch((reason: unknown) => reason);
if (!(error instanceof ConflictError) || error.code !== "conflict") throw new Error("conflict");
await store.close();

// @ts-expect-error What is expected must be said.
void (() => store.save("chat", transcript));
void ((dialect: SqliteDialect) => createStore(new Kysely<{ users: { name: string } }>({ dialect })));
