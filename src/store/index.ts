/**
 * Keeps conversations in SQLite or Postgres, on servers.
 *
 * ```ts
 * import { openStore } from "colloquy/store";
 * ```
 *
 * @module
 */
export { ConflictError, DamagedConversationError, type SalvagedConversation } from "./errors.js";
export { createStore, openStore } from "./open.js";
export type { ListedConversation, Expect, ListOptions, StoredConversation, TranscriptStore } from "./store.js";
