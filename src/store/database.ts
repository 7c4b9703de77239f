import type { ColumnDataType, Kysely, RawBuilder, Transaction } from "kysely";

/** The tables of a store. Every key begins with the id of a conversation. */
export interface Tables {
  colloquy_schema: { version: number };
  colloquy_conversations: Conversation & { id: string };
  colloquy_entries: { id: string; position: number; entry: string };
}

/** What is stored of a conversation beside its entries. */
export interface Conversation {
  revision: string;
  /** How many entries it has. */
  length: number;
  /** The version of the document that its entries are written in. */
  version: number;
}

/** A database, as far as databases differ. */
export interface Database {
  /** The type of a column of ids: text that is compared, and put in order, byte by byte. */
  readonly idType: ColumnDataType | RawBuilder<unknown>;

  /** Runs one statement that reads. */
  read<T>(query: (db: Kysely<Tables>) => Promise<T>): Promise<T>;

  /** Runs work in one transaction. Its first statement locks or writes; it may run again when the database was busy. */
  write<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;

  /** Finds a conversation that nobody else can change until the transaction ends. */
  lock(tx: Transaction<Tables>, id: string): Promise<Conversation | undefined>;

  /** Whether an error of a writer says that an id is longer than an index holds. */
  isIdTooLong(error: unknown): boolean;

  /** Keeps everybody else from making tables until the transaction ends. */
  lockSchema(tx: Transaction<Tables>): Promise<void>;
}
