import type { Entry, Role } from "./entry.js";
import { toText } from "./json-form.js";
import type { Part, ToolCallPart, ToolResultPart } from "./part.js";

/** What an entry weighs: UTF-8 bytes that a model reads, and files, which count a flat number of tokens each. */
export interface Weight {
  readonly bytes: number;
  readonly files: number;
}

let writeEntry: (entry: Entry) => unknown;

/** The codec says here how an entry is written, since `toJSON` stands on the prototype below and imports run one way. */
export function writesEntriesBy(write: (entry: Entry) => unknown): void {
  writeEntry = write;
}

/**
 * An entry as it is kept: own keys are what the document says, everything derived stands on the prototype.
 *
 * The private slots make it recognisable (nobody else can make one) and hold what was found out about it once.
 */
export class StoredEntry {
  readonly role: Role;
  readonly content: readonly Part[];
  #rich = false;
  #weight: Weight | undefined = undefined;
  #calls: readonly ToolCallPart[] | undefined = undefined;

  private constructor(role: Role, content: readonly Part[]) {
    this.role = role;
    this.content = content;
  }

  /** Begins an entry: whoever asked for it sets the optional keys, closes it, and shows it to nobody before. */
  static open(role: Role, content: readonly Part[]): StoredEntry {
    return new StoredEntry(role, content);
  }

  /** Ends what {@link StoredEntry.open} began. */
  static close(entry: StoredEntry, rich: boolean): Entry {
    entry.#rich = rich;
    return Object.freeze(entry) as unknown as Entry;
  }

  static is(value: unknown): value is Entry {
    return typeof value === "object" && value !== null && #rich in value;
  }

  /** Whether the document needs annotations for this entry. */
  static isRich(entry: Entry): boolean {
    return (entry as unknown as StoredEntry).#rich;
  }

  /** The weight of an entry, found once by `measure`. */
  static weight(entry: Entry, measure: (entry: Entry) => Weight): Weight {
    return ((entry as unknown as StoredEntry).#weight ??= measure(entry));
  }

  get text(): string {
    if (this.role === "tool") {
      const result = this.toolResult;
      return result === undefined ? "" : resultText(result);
    }
    return joinText(this.content);
  }

  get toolCalls(): readonly ToolCallPart[] | undefined {
    if (this.role !== "assistant") return undefined;
    this.#calls ??= Object.freeze(this.content.filter((part): part is ToolCallPart => part.type === "tool-call"));
    return this.#calls.length === 0 ? undefined : this.#calls;
  }

  get toolResult(): ToolResultPart | undefined {
    if (this.role !== "tool") return undefined;
    return this.content.find((part): part is ToolResultPart => part.type === "tool-result");
  }

  toJSON(): unknown {
    return writeEntry(this as unknown as Entry);
  }

  static {
    // An entry looks like plain data, and leads nobody to a constructor that checks nothing.
    Object.defineProperty(this.prototype, "constructor", { value: Object, configurable: true, writable: true });
    Object.freeze(this.prototype);
  }
}

/** A tool result as the text that a model reads. */
export function resultText(result: ToolResultPart): string {
  return result.content === undefined ? toText(result.output) : joinText(result.content);
}

function joinText(parts: readonly Part[]): string {
  let text = "";
  for (const part of parts) if (part.type === "text") text += part.text;
  return text;
}
