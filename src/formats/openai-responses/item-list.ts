import type { Report } from "../shared/report.js";
import { isReference, takesItemId } from "./kinds.js";
import { type Draft, pathOf } from "./writing.js";

type Item = Record<string, unknown>;

/**
 * The items of one request: their ids are what the endpoint takes, and reasoning stays with what it led to. O(items).
 *
 * An id has the beginning of its type and stands once. Reasoning stands right before an item of the same answer; either
 * both have their ids or neither has, and reasoning that is left with neither id nor encrypted content goes.
 */
export class ItemList {
  readonly #drafts: Draft[] = [];
  readonly #seen = new Set<string>();
  readonly #removed = new Set<Draft>();
  /** Drafts whose id was refused. */
  readonly #refused = new Set<Draft>();

  constructor(readonly report: Report) {}

  /** Adds an item, without its id where the endpoint refuses that. Returns whether it was added at all. */
  add(draft: Draft): boolean {
    const { item, role } = draft;
    const { id } = item;
    const isTwice = typeof id === "string" && this.#seen.has(id);
    if (typeof id === "string" && (isTwice || !takesItemId(typeOf(item), id))) {
      const what = isTwice ? "id that stands twice" : "id that the endpoint refuses";
      if (role === "reference") {
        this.report.note(draft.entry, "dropped", `reference with an ${what}`, pathOf(draft.position));
        return false;
      }
      this.#refused.add(draft);
      this.#dropId(draft, `item ${what}`);
    } else if (typeof id === "string") this.#seen.add(id);
    this.#drafts.push(draft);
    return true;
  }

  /** The items, when all are there. */
  finish(): Item[] {
    this.#checkReasoning();
    return this.#drafts.filter((draft) => !this.#removed.has(draft)).map(({ item }) => item);
  }

  #checkReasoning(): void {
    let thoughts: Draft[] = [];
    for (const draft of this.#drafts) {
      if (draft.role === "reasoning") {
        thoughts.push(draft);
        continue;
      }
      if (draft.role === "other") this.#checkLone(thoughts);
      else this.#checkPair(thoughts, draft);
      thoughts = [];
    }
    this.#checkLone(thoughts);
  }

  /** Reasoning that leads nowhere is only sent where it came so, and can be read without the provider's storage. */
  #checkLone(thoughts: readonly Draft[]): void {
    for (const draft of thoughts) {
      if (draft.lone === true && isEncrypted(draft)) continue;
      this.#remove(draft, "reasoning without what it led to");
    }
  }

  #checkPair(thoughts: readonly Draft[], follower: Draft): void {
    const withIds = thoughts.filter(({ item }) => typeof item["id"] === "string");
    // What came without an id stays so behind reasoning that can be read without the provider's storage.
    const isIdless = follower.idless === true && withIds.every(isEncrypted);
    const isIdLost = follower.role === "follower" && typeof follower.item["id"] !== "string" && !isIdless;
    const isLost = thoughts.some((draft) => this.#refused.has(draft)) || (withIds.length > 0 && isIdLost);
    for (const draft of isLost ? thoughts : []) {
      const isStored = this.#refused.has(draft) || typeof draft.item["id"] === "string";
      if (isStored && !isEncrypted(draft)) this.#remove(draft, "reasoning, whose id went with that of what it led to");
      else if (typeof draft.item["id"] === "string") this.#dropId(draft, "item id, gone with that of what it led to");
    }
    if (follower.role !== "follower" || typeof follower.item["id"] !== "string") return;
    if (isLost || (thoughts.length === 0 && follower.led === true)) {
      this.#dropId(follower, "item id, gone with the reasoning before it");
    }
  }

  #dropId({ item, entry, position }: Draft, what: string): void {
    delete item["id"];
    this.report.note(entry, "dropped", what, pathOf(position));
  }

  #remove(draft: Draft, what: string): void {
    this.#removed.add(draft);
    this.report.note(draft.entry, "dropped", what, pathOf(draft.position));
  }
}

function isEncrypted({ item }: Draft): boolean {
  return typeof item["encrypted_content"] === "string" && item["encrypted_content"] !== "";
}

function typeOf(item: Item): unknown {
  const { type } = item;
  return (type === undefined || type === null) && !isReference(item) ? "message" : type;
}
