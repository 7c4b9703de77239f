import { setOwn } from "../model/values.js";

/** What could be told apart in the text of a document. Positions are indexes in the text. */
export interface Scan {
  /** The members beside the list of entries, as far as they are whole. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Where the first entry begins and ends, the second, and so on, in one flat list; absent where no list of entries begins. */
  readonly bounds: readonly number[] | undefined;
  /** Where the part begins that could not be told apart; absent when nothing is left over. */
  readonly restAt: number | undefined;
  /** Whether the text ends too early, as against going on as something else. */
  readonly isCutOff: boolean;
}

/**
 * Finds the entries in the text of a document that may be cut off or damaged anywhere. O(characters).
 *
 * It stops where brackets and quotes cannot be trusted any more: were it to look further for what looks like an entry, it could
 * take what stands inside a tool's result for one.
 */
export function scanDocument(text: string): Scan {
  const scanner = new Scanner(text);
  let isCutOff = false;
  try {
    scanner.document();
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    isCutOff = stop.at >= text.length || CUT_OFF.test(text.slice(stop.at, stop.at + 6));
  }
  const { members, bounds, told } = scanner;
  return { members, bounds, restAt: scanner.isDone ? undefined : told, isCutOff };
}

/** What `JSON.parse` makes of a text, or `undefined`, which it never makes, where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says where the text goes on in a way that cannot be trusted. */
class Stop extends Error {
  constructor(readonly at: number) {
    super();
  }
}

/** What is left of a number or a word at the end of a text. */
const CUT_OFF = /^(?:-|[.eE+-]{1,2}|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/;

class Scanner {
  readonly members: Record<string, unknown> = {};
  bounds: number[] | undefined;
  /** Everything before this index was told apart. */
  told = 0;
  isDone = false;
  #at: number;

  constructor(readonly text: string) {
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  document(): void {
    this.#take("{");
    for (let first = true; !this.#isNext("}"); first = false) {
      if (!first) this.#take(",");
      const name = this.#parsed();
      if (typeof name !== "string") throw new Stop(this.#at);
      this.#take(":");
      if (name === "entries" && this.#isNext("[")) this.#list();
      else setOwn(this.members, name, this.#parsed());
      this.told = this.#at;
    }
    this.#take("}");
    this.#skipSpace();
    this.told = this.#at;
    this.isDone = this.#at === this.text.length;
  }

  #list(): void {
    const bounds: number[] = [];
    this.bounds = bounds;
    this.#take("[");
    this.told = this.#at;
    while (!this.#isNext("]")) {
      if (bounds.length > 0) this.#take(",");
      this.#skipSpace();
      this.told = this.#at;
      this.#at = endOfValue(this.text, this.#at);
      bounds.push(this.told, this.#at);
      this.told = this.#at;
    }
    this.#take("]");
  }

  #parsed(): unknown {
    this.#skipSpace();
    const start = this.#at;
    this.#at = endOfValue(this.text, start);
    const parsed = parseJson(this.text.slice(start, this.#at));
    if (parsed === undefined) throw new Stop(start);
    return parsed;
  }

  #skipSpace(): void {
    while (SPACE.has(this.text.charCodeAt(this.#at))) this.#at += 1;
  }

  #isNext(character: string): boolean {
    this.#skipSpace();
    return this.text[this.#at] === character;
  }

  #take(character: string): void {
    if (!this.#isNext(character)) throw new Stop(this.#at);
    this.#at += 1;
  }
}

const SPACE: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
]);
const ATOM = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What stands between the values of an object or a list. */
const BETWEEN = /[ \t\n\r,:]+/y;

/** Where the value ends that begins at an index, going by brackets and quotes. Throws {@link Stop} where none does. */
function endOfValue(text: string, start: number): number {
  const open: string[] = [];
  let at = start;
  do {
    const character = text.charAt(at);
    const closing = CLOSING.get(character);
    if (closing !== undefined) {
      open.push(closing);
      at += 1;
    } else if (open.length > 0 && character === open.at(-1)) {
      open.pop();
      at += 1;
    } else if (character === '"') {
      at = endOfString(text, at);
    } else {
      const end = endOf(ATOM, text, at) ?? (open.length > 0 ? endOf(BETWEEN, text, at) : undefined);
      // A number at the very end may have lost digits.
      if (end === undefined || end === text.length) throw new Stop(end ?? at);
      at = end;
    }
  } while (open.length > 0);
  return at;
}

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  throw new Stop(text.length);
}

const BACKSLASH = 0x5c;
