import type { Entry } from "./entry.js";
import type { Weight } from "./stored-entry.js";

/**
 * A list of entries that shares what came before: a piece knows its parent and holds only what it adds.
 *
 * Appending costs what is added, and so does a fork from an older piece; nothing points from a parent to its children, so
 * what nobody holds goes away.
 */
export interface Piece {
  readonly parent: Piece | undefined;
  readonly added: readonly Entry[];
  readonly length: number;
  /** What all of it weighs, once somebody asked. */
  total: Weight | undefined;
  /** The document that says all of it, once somebody asked, where nothing that it was made from had been written. */
  text: string | undefined;
  /** The document less its end, where it goes on from what was written before or something goes on from it. */
  head: string | undefined;
}

/** A piece without a parent. `entries` is frozen and taken as it is. */
export function rootPiece(entries: readonly Entry[]): Piece {
  return {
    parent: undefined,
    added: entries,
    length: entries.length,
    total: undefined,
    text: undefined,
    head: undefined,
  };
}

/** A piece that says the same without a parent. */
export function rootOf(piece: Piece): Piece {
  const { length, total, text, head } = piece;
  return { parent: undefined, added: flatten(piece), length, total, text, head };
}

/** Entries that are made when they are first looked at. */
export interface EntrySource {
  readonly length: number;
  /** Makes the next ones. @returns whether all are made */
  make(count: number): boolean;
  /** All of them, in one frozen list: the same at every call. */
  all(): readonly Entry[];
}

/** A piece without a parent whose entries need not be there yet. */
export function lazyPiece(source: EntrySource): Piece {
  return new LazyPiece(source);
}

class LazyPiece implements Piece {
  readonly parent = undefined;
  total: Weight | undefined = undefined;
  text: string | undefined = undefined;
  head: string | undefined = undefined;

  constructor(readonly source: EntrySource) {}

  get added(): readonly Entry[] {
    return this.source.all();
  }

  get length(): number {
    return this.source.length;
  }
}

/** Makes the entries that a piece does not have yet, so many at each step. */
export function* makeSteps(piece: Piece, count: number): Generator<void, void> {
  let root = piece;
  while (root.parent !== undefined) root = root.parent;
  if (root instanceof LazyPiece) while (!root.source.make(count)) yield;
}

/** A piece that adds entries to another. O(1): `added` is frozen and taken as it is. */
export function addToPiece(parent: Piece, added: readonly Entry[]): Piece {
  return { parent, added, length: parent.length + added.length, total: undefined, text: undefined, head: undefined };
}

function flatten(piece: Piece): readonly Entry[] {
  if (piece.parent === undefined) return piece.added;
  const all = Array.from<Entry>({ length: piece.length });
  let end = piece.length;
  for (let at: Piece | undefined = piece; at !== undefined; at = at.parent) {
    const start = end - at.added.length;
    for (let index = 0; index < at.added.length; index += 1) all[start + index] = at.added[index]!;
    end = start;
  }
  return Object.freeze(all);
}

/** Adds up what a piece weighs. What was added up before is not looked at again. */
export function totalWeight(piece: Piece, weigh: (entry: Entry) => Weight): Weight {
  const open: Piece[] = [];
  let at: Piece | undefined = piece;
  for (; at !== undefined && at.total === undefined; at = at.parent) open.push(at);
  let { bytes, files } = at?.total ?? { bytes: 0, files: 0 };
  for (const piece of open.reverse()) {
    for (const entry of piece.added) {
      const weight = weigh(entry);
      bytes += weight.bytes;
      files += weight.files;
    }
    piece.total = { bytes, files };
  }
  return { bytes, files };
}

/** The nearest piece whose document was written, the piece itself or one that it was made from, and what was added since. */
export function writtenBefore(piece: Piece): { readonly written?: Piece; readonly since: readonly Entry[] } {
  const open: (readonly Entry[])[] = [];
  let at: Piece | undefined = piece;
  for (; at !== undefined && !isWritten(at); at = at.parent) open.push(at.added);
  const since = open.length === 1 ? open[0]! : open.reverse().flat();
  return at === undefined ? { since } : { written: at, since };
}

function isWritten({ text, head }: Piece): boolean {
  return text !== undefined || head !== undefined;
}

/** Whether `piece` was made from `base` by adding. O(pieces in between). */
export function isMadeFrom(piece: Piece, base: Piece): boolean {
  for (let at: Piece | undefined = piece; at !== undefined && at.length >= base.length; at = at.parent)
    if (at === base) return true;
  return false;
}

/** How many entries an estimate would have to look at. */
export function unweighedLength(piece: Piece): number {
  let length = 0;
  for (let at: Piece | undefined = piece; at !== undefined && at.total === undefined; at = at.parent)
    length += at.added.length;
  return length;
}
